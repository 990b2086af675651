// Package english forms the singular and the plural of names.
package english

import (
	"strings"
	"sync"

	"github.com/gertd/go-pluralize"
)

// client compiles about 150 regular expressions, so programs that never need it
// do not wait for it.
var client = sync.OnceValue(pluralize.NewClient)

// maxKnown bounds what is remembered.
const maxKnown = 10_000

// known are words whose plural or singular was asked for: each is asked for many times, and
// costs a hundred regular expressions.
type known struct {
	sync.Mutex
	words map[string]string
}

var plurals, singulars known

func (k *known) of(word string, change func(string) string) string {
	k.Lock()
	defer k.Unlock()
	changed, is := k.words[word]
	if !is {
		if changed = change(word); k.words == nil || len(k.words) >= maxKnown {
			k.words = map[string]string{}
		}
		k.words[word] = changed
	}
	return changed
}

// Plural returns the plural of a name of words joined by spaces or underscores:
// delivery_slots, points_of_interest.
func Plural(name string) string {
	return plurals.of(name, func(name string) string { return number(name, client().Plural) })
}

// Singular returns the singular of such a name.
func Singular(name string) string {
	return singulars.of(name, func(name string) string { return number(name, client().Singular) })
}

// number changes the last word before "of".
func number(name string, change func(string) string) string {
	head, rest := name, ""
	for _, of := range []string{"_of_", " of "} {
		if before, _, found := strings.Cut(name, of); found && len(before) < len(head) {
			head, rest = before, name[len(before):]
		}
	}
	start := strings.LastIndexAny(head, "_ ") + 1
	return head[:start] + change(head[start:]) + rest
}
