// Package versions holds the names that people give to revisions of a model, such
// as "v1 in production". A revision has one name at most, and a name belongs to
// one revision.
//
// Versions are immutable once shared, like a model: Name returns a changed copy.
package versions

import (
	"cmp"
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
	MaxName  = 60    // characters
	MaxNames = 1_000 // of a model
)

// Versions is the saved document.
type Versions struct {
	Names map[model.ID]*Version `json:"names,omitempty"`

	unknown []codec.Unknown
}

// Version is a revision with a name.
type Version struct {
	Name     string    `json:"name"`
	Revision int       `json:"revision"` // from 1
	By       string    `json:"by"`       // the name of who gave it
	At       time.Time `json:"at"`
}

// number matches what an address takes for a number or for the newest revision.
var number = regexp.MustCompile(`^(?i:r?[0-9]+|head|newest|latest)$`)

// Check returns the name as it is kept, without spaces around it.
func Check(name string) (string, error) {
	name = strings.TrimSpace(name)
	if err := displayname.Check(name); err != nil {
		return "", model.Reject("The name %s.", err)
	}
	switch {
	case utf8.RuneCountInString(name) > MaxName:
		return "", model.Reject("The name is too long: %d characters at most.", MaxName)
	case number.MatchString(name):
		return "", model.Reject("%q means a revision by its number, or the newest one: choose another name, such as v%s.", name, strings.TrimLeft(name, "rR"))
	case strings.ContainsAny(name, "@#/"):
		return "", model.Reject("A name cannot contain @, # or /: they separate a model and its version in addresses.")
	}
	return name, nil
}

// Name names a revision and replaces its previous name. An empty name removes it.
// The error is a *model.Rejected.
func (v *Versions) Name(id model.ID, version Version) (*Versions, error) {
	next := &Versions{Names: maps.Clone(v.Names), unknown: v.unknown}
	maps.DeleteFunc(next.Names, func(_ model.ID, other *Version) bool { return other.Revision == version.Revision })
	name, err := Check(version.Name)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return next, nil
	}
	if other := next.Find(name); other != nil {
		return nil, model.Reject("r%d already has this name: remove it there first, or choose another.", other.Revision)
	}
	if len(next.Names) >= MaxNames {
		return nil, model.Reject("A model has %d names at most.", MaxNames)
	}
	if next.Names == nil {
		next.Names = map[model.ID]*Version{}
	}
	version.Name, version.At = name, time.UnixMilli(version.At.UnixMilli()).UTC()
	next.Names[id] = &version
	return next, nil
}

// Of returns the name of a revision, or "".
func (v *Versions) Of(revision uint64) string {
	for _, version := range v.Names {
		if uint64(version.Revision) == revision {
			return version.Name
		}
	}
	return ""
}

// Find returns the version of a name, or nil. Upper and lower case are one, and so
// are spaces and hyphens: "v1-in-production" finds "v1 in production".
func (v *Versions) Find(name string) *Version {
	for _, version := range v.Names {
		if plain(version.Name) == plain(name) {
			return version
		}
	}
	return nil
}

func plain(name string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' }), "-"))
}

// Listed returns all versions, the one of the newest revision first.
func (v *Versions) Listed() []*Version {
	return slices.SortedFunc(maps.Values(v.Names), func(a, b *Version) int { return cmp.Compare(b.Revision, a.Revision) })
}

// check rejects versions that Name would not have made.
func (v *Versions) check() error {
	named := map[int]bool{}
	for id, version := range v.Names {
		if version.Revision < 1 || named[version.Revision] || version.Name == "" {
			return fmt.Errorf("name %s: revision %d", id, version.Revision)
		}
		if year := version.At.Year(); year < 1 || year > 9999 {
			return errors.New("a time outside the years 1 to 9999")
		}
		named[version.Revision] = true
	}
	return nil
}
