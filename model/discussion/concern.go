package discussion

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// concern lists a thread for somebody whom it may concern.
type concern struct {
	resolved bool
	who      string // see Concerns
	place    place
}

func (c concern) compare(other concern) int {
	if c.resolved != other.resolved {
		if c.resolved {
			return 1
		}
		return -1
	}
	return cmp.Or(strings.Compare(c.who, other.who), c.place.compare(other.place))
}

// anybody replaces the names of a thread that concerns more than maxNames people: it
// concerns everybody.
const (
	anybody  = "*"
	maxNames = 100
)

// Concerns returns the texts under which threads are listed that may concern a person:
// a thread has one for each author, and one for the first word of each name that it
// mentions. A mention of a longer name has the same one, so each thread is looked at.
func (p Person) Concerns() []string {
	concerns := []string{anybody}
	if p.ID != "" {
		concerns = append(concerns, "="+p.ID)
	}
	if p.Name != "" {
		concerns = append(concerns, "@"+firstWord(strings.ToLower(p.Name)))
	}
	return concerns
}

// concernsSince returns the concerns of a thread, of which before is an older state or
// nil.
func (t *Thread) concernsSince(before *Thread) []string {
	known := map[string]bool{}
	if before != nil && before.isPartOf(t) {
		for _, who := range before.concerns {
			known[who] = true
		}
	} else {
		before = &Thread{}
	}
	for id, comment := range t.Comments {
		if before.Comments[id] == nil {
			comment.concerns(known)
		}
	}
	if len(known) > maxNames {
		return []string{anybody}
	}
	return slices.Sorted(maps.Keys(known))
}

// isPartOf reports whether all comments of a thread are in another one.
func (t *Thread) isPartOf(other *Thread) bool {
	for id, comment := range t.Comments {
		if other.Comments[id] != comment {
			return false
		}
	}
	return true
}

// concerns adds the author of a comment and the names that the text mentions to known.
func (c *Comment) concerns(known map[string]bool) {
	if c.Author.ID != "" {
		known["="+c.Author.ID] = true
	}
	rest := strings.ToLower(c.Text)
	for {
		_, after, found := strings.Cut(rest, "@")
		if !found || len(known) > maxNames {
			return
		}
		known["@"+firstWord(after)], rest = true, after
	}
}

// firstWord returns the letters, digits and underscores with which a text begins.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !wordRune(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// concerning yields the resolved threads, or the others, that may concern a person,
// each once.
func (d *Discussion) concerning(person Person, resolved bool) iter.Seq[Entry[*Thread]] {
	return func(yield func(Entry[*Thread]) bool) {
		known := map[model.ID]bool{}
		for _, who := range person.Concerns() {
			for at, thread := range d.concerns.from(concern{resolved, who, firstPlace}) {
				if at.resolved != resolved || at.who != who {
					break
				}
				if !known[at.place.id] && !yield(Entry[*Thread]{at.place.id, thread}) {
					return
				}
				known[at.place.id] = true
			}
		}
	}
}

// Waiting returns the threads that wait for a person, and why each does.
func (d *Discussion) Waiting(person Person) (waiting []Entry[*Thread], why []Wait) {
	for entry := range d.concerning(person, false) {
		if reason := entry.Value.WaitsFor(person); reason != "" {
			waiting, why = append(waiting, entry), append(why, reason)
		}
	}
	return waiting, why
}

// Of returns the threads that a filter takes among those that may concern a person,
// the one with the newest comment first.
func (d *Discussion) Of(person Person, takes func(*Thread) bool) []Entry[*Thread] {
	var places []place
	for _, resolved := range []bool{false, true} {
		for entry := range d.concerning(person, resolved) {
			if takes(entry.Value) {
				places = append(places, placeOf(entry.ID, entry.Value))
			}
		}
	}
	slices.SortFunc(places, place.compare)
	found := make([]Entry[*Thread], len(places))
	for i, at := range places {
		found[i] = Entry[*Thread]{at.id, d.Thread(at.id)}
	}
	return found
}

// Concerned yields the concerns of all open threads, each once.
func (d *Discussion) Concerned() iter.Seq[string] {
	return func(yield func(string) bool) {
		for from := (concern{place: firstPlace}); ; {
			next, found := d.concerns.first(from)
			if !found || next.resolved || !yield(next.who) {
				return
			}
			from = concern{who: next.who, place: lastPlace}
		}
	}
}
