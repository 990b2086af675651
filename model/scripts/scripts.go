// Package scripts holds the scripts of a model: statements that people keep under a name for the
// console, for everyone who may open the model.
//
// Scripts are immutable once shared, like a model: each change returns a changed copy.
package scripts

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
	"widerow/model/internal/codec"
)

// Limits.
const (
	maxName    = 60      // characters
	maxText    = 100_000 // bytes of a script
	maxScripts = 200     // of a model
	maxTotal   = 4 << 20 // bytes of all scripts of a model
)

// Scripts is the saved document.
type Scripts struct {
	Scripts map[model.ID]*Script `json:"scripts,omitempty"`

	unknown []codec.Unknown
}

// Script is a text of CQL with a name.
type Script struct {
	Name string    `json:"name"`
	Text string    `json:"text"`
	By   string    `json:"by"` // the name of who changed it last
	At   time.Time `json:"at"`
}

// Mark identifies the name and the text of a script: a form sends the mark that its page has shown, so
// that nobody replaces what somebody else has saved meanwhile.
func (s *Script) Mark() string {
	const length = 8
	sum := sha256.Sum256([]byte(s.Name + "\x00" + s.Text))
	return hex.EncodeToString(sum[:length])
}

// password matches a statement that gives a role a password.
var password = regexp.MustCompile(`(?is)\b(create|alter|add)\s+(role|user|identity)\b[^;]*\bpassword\b`)

// With returns the scripts with a new or changed one. seen is the mark of the script that the user
// has seen, empty for a new one. The error is a *model.Rejected.
func (s *Scripts) With(id model.ID, script Script, seen string) (*Scripts, error) {
	if err := script.tidy(); err != nil {
		return nil, err
	}
	now := s.Scripts[id]
	switch other := s.named(script.Name); {
	case seen != "" && now == nil:
		return nil, model.Reject("Somebody has deleted this script meanwhile. Save it as a new one to keep your text.")
	case now != nil && now.Mark() != seen:
		return nil, model.Reject("%s has changed this script since you opened it. Save it as a new one, or save again to replace that text.", now.by())
	case other != "" && other != id:
		return nil, model.Reject("There is a script %s already, by %s. Choose another name, or open that one and save it.", script.Name, s.Scripts[other].by())
	case now == nil && len(s.Scripts) >= maxScripts:
		return nil, model.Reject("A model has %d scripts at most. Delete one first.", maxScripts)
	}
	next := s.clone()
	next.Scripts[id] = &script
	if next.size() > maxTotal {
		return nil, model.Reject("The scripts of a model have %d MB at most. Shorten this one, or delete another.", maxTotal>>20)
	}
	return next, nil
}

// Without returns the scripts without one. seen is its mark on the user's page. The error is a
// *model.Rejected.
func (s *Scripts) Without(id model.ID, seen string) (*Scripts, error) {
	if now := s.Scripts[id]; now != nil && now.Mark() != seen {
		return nil, model.Reject("%s has changed the script %s since this page was shown, so it is still here. "+
			"Delete it again to delete it all the same.", now.by(), now.Name)
	}
	next := s.clone()
	delete(next.Scripts, id)
	return next, nil
}

// Listed returns the IDs of the scripts by their names.
func (s *Scripts) Listed() []model.ID {
	return slices.SortedFunc(maps.Keys(s.Scripts), func(a, b model.ID) int {
		return cmp.Or(strings.Compare(folded(s.Scripts[a].Name), folded(s.Scripts[b].Name)), cmp.Compare(a, b))
	})
}

func (s *Scripts) clone() *Scripts {
	next := &Scripts{Scripts: maps.Clone(s.Scripts), unknown: s.unknown}
	if next.Scripts == nil {
		next.Scripts = map[model.ID]*Script{}
	}
	return next
}

func (s *Scripts) size() (bytes int) {
	for _, script := range s.Scripts {
		bytes += len(script.Text)
	}
	return bytes
}

// named returns the script of a name, "" for none. Upper and lower case are one.
func (s *Scripts) named(name string) model.ID {
	for id, script := range s.Scripts {
		if folded(script.Name) == folded(name) {
			return id
		}
	}
	return ""
}

func folded(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

func (s *Script) by() string { return cmp.Or(s.By, "Somebody") }

// tidy puts a script into the form in which it is kept, or returns what is wrong with it.
func (s *Script) tidy() error {
	s.Name, s.At = strings.TrimSpace(s.Name), time.UnixMilli(s.At.UnixMilli()).UTC()
	s.Text = strings.TrimRight(s.Text, " \t\n")
	if s.Text != "" {
		s.Text += "\n"
	}
	err := displayname.Check(s.Name)
	switch {
	case s.Name == "":
		return model.Reject("Give the script a name.")
	case err != nil:
		return model.Reject("The name %s.", err)
	case utf8.RuneCountInString(s.Name) > maxName:
		return model.Reject("The name has %d characters; the limit is %d.", utf8.RuneCountInString(s.Name), maxName)
	case s.Text == "":
		return model.Reject("Type a statement first: there is nothing to save.")
	case !utf8.ValidString(s.Text):
		return model.Reject("The text is not valid UTF-8.")
	case len(s.Text) > maxText:
		return model.Reject("The text has %d kB; the limit is %d.", len(s.Text)/1000, maxText/1000)
	case password.MatchString(s.Text):
		return model.Reject("The text sets a password, which everyone who may open the model would read. Remove that statement first.")
	}
	return nil
}

// check rejects scripts that With would not have made.
func (s *Scripts) check() error {
	for id, script := range s.Scripts {
		if script == nil || script.Name == "" {
			return fmt.Errorf("script %s has no name", id)
		}
		if year := script.At.Year(); year < 1 || year > 9999 {
			return errors.New("a time outside the years 1 to 9999")
		}
	}
	return nil
}
