package limit

import "sync"

// Held bounds what addresses hold at the same time, such as open streams.
type Held struct {
	address, all int

	mutex sync.Mutex
	held  map[string]int
	total int
}

// NewHeld allows each address that many, and all together as many as all; 0 means no
// limit.
func NewHeld(address, all int) *Held {
	return &Held{address: address, all: all, held: map[string]int{}}
}

// Take counts one for an address; free skips the limit of the address.
// It returns false, and takes nothing, if that would be too many. Otherwise the caller
// calls release once.
func (h *Held) Take(address string, free bool) (release func(), ok bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	key := network(address)
	if h.all > 0 && h.total >= h.all || !free && h.address > 0 && h.held[key] >= h.address {
		return nil, false
	}
	h.total++
	h.held[key]++
	return func() {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		h.total--
		if h.held[key]--; h.held[key] == 0 {
			delete(h.held, key)
		}
	}, true
}
