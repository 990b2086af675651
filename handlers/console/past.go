package console

import (
	"regexp"
	"sync"

	"widerow/store"
	webconsole "widerow/web/console"
)

// past keeps what people ran, while the server runs.
type past struct {
	mutex sync.Mutex
	ran   map[string][]string // by person, the newest first
	// values are the newest values of parameters by their names.
	values map[memoryKey]map[string]string
}

// memoryKey is a person at a model.
type memoryKey struct {
	person string
	model  store.ModelID
}

// Past is the history of all people of a server.
type Past past

// NewPast returns an empty history.
func NewPast() *Past {
	return &Past{ran: map[string][]string{}, values: map[memoryKey]map[string]string{}}
}

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

// maxRemembered bounds the parameters of a person at a model, and the people at models.
const (
	maxRemembered = 200
	maxMemories   = 5000
)

// remember keeps the values of parameters, for the next statement that has some of the same names.
func (p *past) remember(key memoryKey, markers []webconsole.Marker) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.values[key] == nil {
		if len(p.values) >= maxMemories {
			clear(p.values)
		}
		p.values[key] = map[string]string{}
	}
	for _, m := range markers {
		if len(m.Typed) <= maxCarried && len(p.values[key]) < maxRemembered && !isSecret(m.Name) {
			p.values[key][m.Name+m.Sign] = m.Typed
		}
	}
}

// recall fills in the remembered values.
func (p *past) recall(key memoryKey, markers []webconsole.Marker) {
	p.recallSome(key, markers, make([]bool, len(markers)))
}

// recallSome fills in the remembered values of those parameters that have none.
func (p *past) recallSome(key memoryKey, markers []webconsole.Marker, known []bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for i := range markers {
		if !known[i] {
			markers[i].Typed = p.values[key][markers[i].Name+markers[i].Sign]
		}
	}
}

var secretNames = regexp.MustCompile(`(?i)passw|passphrase|secret|token|credential|\bpin\b`)

// isSecret reports whether a name is that of a value which is not to be kept.
func isSecret(name string) bool { return secretNames.MatchString(name) }
