package connections

import (
	"sync"

	"widerow/model"
)

// executing are the rollouts whose steps this server executes.
type executing struct {
	mutex   sync.Mutex
	running map[model.ID]bool
	all     sync.WaitGroup
}

func (e *executing) begin(id model.ID) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.running[id] {
		return false
	}
	e.running[id] = true
	e.all.Add(1)
	return true
}

func (e *executing) end(id model.ID) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.running, id)
	e.all.Done()
}

func (e *executing) is(id model.ID) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.running[id]
}
