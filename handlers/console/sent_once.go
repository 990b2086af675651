package console

import (
	"sync"

	"widerow/handlers/connections/reach"
)

// sentOnce is the answer to a request.
type sentOnce struct {
	answer *reach.Answer
	err    error
}

// once sends each request one time: a form that is sent twice gets the same answer.
type once struct {
	mutex   sync.Mutex
	answers map[string]func() sentOnce
}

const mostOnce = 500

func (o *once) do(key string, send func() sentOnce) sentOnce {
	o.mutex.Lock()
	if o.answers == nil || len(o.answers) >= mostOnce {
		o.answers = map[string]func() sentOnce{}
	}
	answer := o.answers[key]
	if answer == nil {
		answer = sync.OnceValue(send)
		o.answers[key] = answer
	}
	o.mutex.Unlock()
	return answer()
}
