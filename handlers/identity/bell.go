package identity

import "sync"

// bell wakes all who wait for changes of accounts, roles or sessions.
type bell struct {
	mutex sync.Mutex
	rings chan struct{}
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

func (b *bell) ring() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.rings != nil {
		close(b.rings)
		b.rings = nil
	}
}
