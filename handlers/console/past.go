package console

import "sync"

// past keeps what people ran, while the server runs.
type past struct {
	mutex sync.Mutex
	ran   map[string][]string // by person, the newest first
}

// Past is the history of all people of a server.
type Past past

// NewPast returns an empty history.
func NewPast() *Past { return &Past{ran: map[string][]string{}} }

// Limits of the history.
const (
	pastStatements = 30
	pastPeople     = 2000
	pastLength     = 4000 // of a statement
)

// add notes a statement as the newest one of a person.
func (p *past) add(person, statement string) {
	if len(statement) > pastLength {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.ran) >= pastPeople && p.ran[person] == nil {
		clear(p.ran)
	}
	next := []string{statement}
	for _, before := range p.ran[person] {
		if before != statement && len(next) < pastStatements {
			next = append(next, before)
		}
	}
	p.ran[person] = next
}

func (p *past) of(person string) []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.ran[person]
}
