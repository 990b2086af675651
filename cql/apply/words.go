package apply

import (
	"fmt"
	"strings"
)

// Words summarizes changes for the history: "2 tables changed, 1 dropped; 1
// type added".
func Words(changes []Change) string {
	var groups []string
	for _, word := range []string{"table", "materialized view", "type", "keyspace", "statement"} {
		if group := countsOf(word, changes); group != "" {
			groups = append(groups, group)
		}
	}
	return strings.Join(groups, "; ")
}

// countsOf writes the word once, with the first count.
func countsOf(word string, changes []Change) string {
	var counts []string
	for _, kind := range []ChangeKind{Added, Changed, Dropped} {
		n := Count(changes, kind, word)
		switch {
		case n == 0:
		case len(counts) > 0:
			counts = append(counts, fmt.Sprintf("%d %s", n, kind))
		case n == 1:
			counts = append(counts, fmt.Sprintf("1 %s %s", word, kind))
		default:
			counts = append(counts, fmt.Sprintf("%d %ss %s", n, word, kind))
		}
	}
	return strings.Join(counts, ", ")
}

// Count returns the number of changes of a kind, for elements of that word or,
// if empty, for any.
func Count(changes []Change, kind ChangeKind, word string) int {
	count := 0
	for _, change := range changes {
		if change.Kind == kind && (word == "" || change.Word == word) {
			count++
		}
	}
	return count
}
