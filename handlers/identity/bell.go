package identity

import "sync"

// bell wakes all who wait for changes of accounts, roles or sessions.
type bell struct {
	mutex sync.Mutex
	rings chan struct{}
	count int    // of rings by this server
	told  func() // tells the other servers; nil: there are none
}

// next returns a channel that is closed at the next change.
func (b *bell) next() <-chan struct{} {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.rings == nil {
		b.rings = make(chan struct{})
	}
	return b.rings
}

// ring wakes all at this server, and at the other ones.
func (b *bell) ring() {
	b.mutex.Lock()
	b.count++
	told := b.told
	b.mutex.Unlock()
	b.wake()
	if told != nil {
		told()
	}
}

func (b *bell) wake() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.rings != nil {
		close(b.rings)
		b.rings = nil
	}
}
