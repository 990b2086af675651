package model

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxWords is the longest line of history, in characters.
const maxWords = 200

// Words tells what the commands did, for the history: "renamed column
// hotels.name to title", at most 200 characters; empty if nothing changed.
func Words(before, after *Model, commands ...Command) string {
	done := wordsOf(before, after, commands)
	for kept := len(done); kept > 1; kept-- {
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
		return shorten(done[0], maxWords-len(more)) + more
	}
	return shorten(strings.Join(done, ""), maxWords)
}

// wordsOf tells what the commands did, one thing each. One field of several
// parts of an element is one thing.
func wordsOf(before, after *Model, commands []Command) []string {
	var done []string
	sets := map[setOf][]Set{}
	at := map[setOf]int{} // in done
	for _, command := range commands {
		words := command.words(before, after)
		if words == "" || slices.Contains(done, words) {
			continue
		}
		set, is := command.(Set)
		if !is {
			done = append(done, words)
			continue
		}
		of := after.setOf(set)
		if sets[of] = append(sets[of], set); len(sets[of]) == 1 {
			at[of], done = len(done), append(done, words)
		}
	}
	for of, alike := range sets {
		if len(alike) > 1 {
			done[at[of]] = of.words(before, after, alike)
		}
	}
	return done
}

// setOf is what commands have in common that change one field of elements of
// one kind in one place.
type setOf struct {
	parent ID
	kind   Kind
	field  string
}

func (m *Model) setOf(set Set) setOf {
	element, _ := m.Element(set.Element)
	return setOf{element.Parent, element.Kind, set.Field}
}

// namedParts bounds how many of several parts a line of history names.
const namedParts = 3

// words is such as "renamed 5 columns of hotels: a to b, c to d, e to f and 2
// more", "set role of 2 columns of hotels: a, b".
func (of setOf) words(before, after *Model, sets []Set) string {
	parts := fmt.Sprintf("%d %s", len(sets), of.kind.plural())
	if of.parent != "" {
		parts += " of " + inWords(after, of.parent)
	}
	done := "renamed " + parts
	if of.field != "name" {
		field, _ := FieldOf(of.kind, of.field)
		done = fmt.Sprintf("changed %s of %s", strings.ToLower(field.Label), parts)
	}
	var names []string
	for _, set := range sets[:min(len(sets), namedParts)] {
		names = append(names, of.part(before, after, set))
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

// part is the name of one of the parts, or how it was renamed.
func (of setOf) part(before, after *Model, set Set) string {
	own := func(m *Model) string {
		return shorten(strings.TrimPrefix(m.Title(set.Element), m.Title(of.parent)+"."), 40)
	}
	if of.field == "name" {
		return own(before) + " to " + own(after)
	}
	return own(after)
}

// plural is what a line of history calls several elements of a kind.
func (k Kind) plural() string {
	words := k.Words()
	if stem, found := strings.CutSuffix(words, "y"); found {
		return stem + "ies"
	}
	if strings.HasSuffix(words, "x") {
		return words + "es"
	}
	return words + "s"
}
