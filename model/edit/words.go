package edit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"widerow/model"
)

// maxWords is the maximum length of a description in the history, in characters.
const maxWords = 200

// Words describes what the commands did, for the history: "renamed column
// hotels.name to title". It has at most 200 characters, and is empty if nothing
// changed.
func Words(before, after *model.Model, commands ...Command) string {
	done := wordsOf(before, after, commands)
	for kept := min(len(done), maxWords); kept > 1; kept-- { // each has a character at least
		text := strings.Join(done[:kept], ", ")
		if kept < len(done) {
			text += fmt.Sprintf(" and %d more", len(done)-kept)
		}
		if len([]rune(text)) <= maxWords {
			return text
		}
	}
	if len(done) > 1 {
		more := fmt.Sprintf(" and %d more", len(done)-1)
		return model.Shorten(done[0], maxWords-len(more)) + more
	}
	return model.Shorten(strings.Join(done, ""), maxWords)
}

// wordsOf returns one description for each change. Commands that set the same
// field of several parts of an element count as one change.
func wordsOf(before, after *model.Model, commands []Command) []string {
	var done []string
	said := map[string]bool{} // what is in done
	sets := map[setGroup][]Set{}
	at := map[setGroup]int{} // index in done
	for _, command := range commands {
		words := command.words(before, after)
		if words == "" || said[words] {
			continue
		}
		if set, is := command.(Set); is {
			group := setGroupOf(after, set)
			if sets[group] = append(sets[group], set); len(sets[group]) > 1 {
				continue
			}
			at[group] = len(done)
		}
		done, said[words] = append(done, words), true
	}
	for group, similar := range sets {
		if len(similar) > 1 {
			done[at[group]] = group.words(before, after, similar)
		}
	}
	return done
}

// setGroup identifies the Set commands that change the same field of elements
// with the same kind and parent.
type setGroup struct {
	parent model.ID
	kind   model.Kind
	field  string
}

func setGroupOf(m *model.Model, set Set) setGroup {
	element, _ := m.Element(set.Element)
	return setGroup{element.Parent, element.Kind, set.Field}
}

// namedParts bounds the parts that a description names.
const namedParts = 3

// words returns a description such as "renamed 5 columns of hotels: a to b, c to
// d, e to f and 2 more" or "changed role of 2 columns of hotels: a, b".
func (g setGroup) words(before, after *model.Model, sets []Set) string {
	parts := fmt.Sprintf("%d %s", len(sets), plural(g.kind))
	if g.parent != "" {
		parts += " of " + after.ShortTitle(g.parent)
	}
	done := "renamed " + parts
	if g.field != "name" {
		field, _ := FieldOf(g.kind, g.field)
		done = fmt.Sprintf("changed %s of %s", strings.ToLower(field.Label), parts)
	}
	var names []string
	for _, set := range sets[:min(len(sets), namedParts)] {
		names = append(names, g.part(before, after, set))
	}
	for ; len(names) > 0; names = names[:len(names)-1] {
		text := done + ": " + strings.Join(names, ", ")
		if others := len(sets) - len(names); others > 0 {
			text += fmt.Sprintf(" and %d more", others)
		}
		if utf8.RuneCountInString(text) <= maxWords {
			return text
		}
	}
	return done
}

// part returns the name of one part, or its old and new name.
func (g setGroup) part(before, after *model.Model, set Set) string {
	own := func(m *model.Model) string {
		return model.Shorten(strings.TrimPrefix(m.Title(set.Element), m.Title(g.parent)+"."), 40)
	}
	if g.field == "name" {
		return own(before) + " to " + own(after)
	}
	return own(after)
}

// plural returns the plural of the kind's Words.
func plural(k model.Kind) string {
	words := k.Words()
	if stem, found := strings.CutSuffix(words, "y"); found {
		return stem + "ies"
	}
	if strings.HasSuffix(words, "x") {
		return words + "es"
	}
	return words + "s"
}
