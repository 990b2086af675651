package console

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"widerow/store"
	"widerow/store/wholefile"
	webconsole "widerow/web/console"
)

// past keeps what people ran and the values that they typed: in a file of each person, if there is a folder.
type past struct {
	mutex  sync.Mutex
	folder string // "": while the server runs
	log    *slog.Logger
	people map[string]*memory
}

// memory holds the history of a person: statements, the newest first, and the newest values of parameters by model
// and name.
type memory struct {
	Ran    []string                            `json:"ran,omitempty"`
	Values map[store.ModelID]map[string]string `json:"values,omitempty"`
}

// memoryKey is a person at a model.
type memoryKey struct {
	person string
	model  store.ModelID
}

// Past is the history of all people of a server.
type Past past

// NewPast returns the history in a folder, which is made when it is needed; "" for one that ends with the process.
func NewPast(folder string, log *slog.Logger) *Past {
	return &Past{folder: folder, log: log, people: map[string]*memory{}}
}

// Limits of the history.
const (
	pastStatements = 30
	pastPeople     = 2000 // in memory
	pastLength     = 4000 // of a statement
	maxRemembered  = 200  // parameters of a person at a model
	maxModels      = 50   // of a person
)

// memoryOf reads what is kept of a person. The caller holds the mutex.
func (p *past) memoryOf(person string) *memory {
	if kept := p.people[person]; kept != nil {
		return kept
	}
	if len(p.people) >= pastPeople {
		clear(p.people)
	}
	kept := &memory{}
	if p.folder != "" {
		if text, err := os.ReadFile(p.file(person)); err == nil {
			if err := json.Unmarshal(text, kept); err != nil {
				p.log.Warn("a history of the console cannot be read, and begins anew", "file", p.file(person), "error", err)
				kept = &memory{}
			}
		}
	}
	if kept.Values == nil {
		kept.Values = map[store.ModelID]map[string]string{}
	}
	p.people[person] = kept
	return kept
}

// file names the file of a person. It does not tell who that is.
func (p *past) file(person string) string {
	sum := sha256.Sum256([]byte(person))
	return filepath.Join(p.folder, hex.EncodeToString(sum[:])+".json")
}

// save writes what is kept of a person. A history that cannot be written is none that a statement fails for.
func (p *past) save(person string) {
	if p.folder == "" {
		return
	}
	if err := p.write(person); err != nil {
		p.log.Warn("the history of the console is not kept", "error", err)
	}
}

func (p *past) write(person string) error {
	text, err := json.Marshal(p.people[person])
	if err != nil {
		return fmt.Errorf("encode the history: %w", err)
	}
	const onlyOwner = 0o700
	if err := os.MkdirAll(p.folder, onlyOwner); err != nil {
		return fmt.Errorf("make the folder of the history: %w", err)
	}
	return wholefile.Replace(p.file(person), func(w io.Writer) error { _, err := w.Write(text); return err })
}

// add notes a statement as the newest one of a person, unless it has a password.
func (p *past) add(person, statement string) {
	if len(statement) > pastLength || isSecret(statement) {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	kept := p.memoryOf(person)
	next := []string{statement}
	for _, before := range kept.Ran {
		if before != statement && len(next) < pastStatements {
			next = append(next, before)
		}
	}
	kept.Ran = next
	p.save(person)
}

func (p *past) of(person string) []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.memoryOf(person).Ran
}

// clear forgets what a person ran and typed.
func (p *past) clear(person string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.people[person] = &memory{Values: map[store.ModelID]map[string]string{}}
	p.save(person)
}

// remember keeps the values of parameters, for the next statement that has some of the same names.
func (p *past) remember(key memoryKey, markers []webconsole.Marker) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	kept := p.memoryOf(key.person)
	if kept.Values[key.model] == nil {
		if len(kept.Values) >= maxModels {
			clear(kept.Values)
		}
		kept.Values[key.model] = map[string]string{}
	}
	values := kept.Values[key.model]
	for _, m := range markers {
		if len(m.Typed) <= maxCarried && len(values) < maxRemembered && !isSecret(m.Name) {
			values[m.Name+m.Sign] = m.Typed
		}
	}
	p.save(key.person)
}

// recall fills in the remembered values.
func (p *past) recall(key memoryKey, markers []webconsole.Marker) {
	p.recallSome(key, markers, make([]bool, len(markers)))
}

// recallSome fills in the remembered values of those parameters that have none.
func (p *past) recallSome(key memoryKey, markers []webconsole.Marker, known []bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	values := p.memoryOf(key.person).Values[key.model]
	for i := range markers {
		if !known[i] {
			markers[i].Typed = values[markers[i].Name+markers[i].Sign]
		}
	}
}

var secretNames = regexp.MustCompile(`(?i)passw|passphrase|secret|credential|\bpin\b`)

// isSecret reports whether a name, or a statement, is about a value which is not to be kept.
func isSecret(name string) bool { return secretNames.MatchString(name) }

// maxCarried bounds the length of a value that a button of a row carries.
const maxCarried = 400
