package diagram

import (
	"slices"
	"strings"
	"unicode"

	"widerow/diagram/chebotko"
	"widerow/diagram/graph"
	"widerow/model/english"
)

// findKin gives the layout the kin of each table and type, group by group: the stem of
// its name (user of users, users_by_email and user_settings), or else that of the table
// whose whole partition key is its own. A type is kin to the tables that use it, if those
// are of one kin.
func (d *Drawing) findKin() {
	groups := map[string][]*graph.Box{}
	for i := range d.graph.Boxes {
		if box := &d.graph.Boxes[i]; !box.Foot {
			groups[box.Group] = append(groups[box.Group], box)
		}
	}
	kin := map[string]string{}
	for _, boxes := range groups {
		d.findKinOf(boxes)
		for _, box := range boxes {
			kin[box.ID] = box.Kin
		}
	}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if !box.Foot || len(box.Users) == 0 {
			continue
		}
		if first := kin[box.Users[0]]; !slices.ContainsFunc(box.Users, func(user string) bool { return kin[user] != first }) {
			box.Kin = first
		}
	}
}

func (d *Drawing) findKinOf(boxes []*graph.Box) {
	names := make([]string, len(boxes))
	keys := make([]string, len(boxes))
	for i, box := range boxes {
		if table, is := d.figures[box.ID].(*chebotko.Table); is {
			names[i], keys[i] = table.Name, strings.Join(table.PartitionKey(), " ")
		}
	}
	stems := stemsOf(names)
	count, owner := map[string]int{}, map[string]string{}
	for i, stem := range stems {
		count[stem]++
		if keys[i] != "" && owner[keys[i]] == "" {
			owner[keys[i]] = stem
		}
	}
	for i, box := range boxes {
		box.Kin = stems[i]
		if other := owner[keys[i]]; count[stems[i]] == 1 && other != "" && count[other] > 1 {
			box.Kin = other
		}
	}
}

// stemsOf returns the first word of each name in the singular, without words with which
// all names begin.
func stemsOf(names []string) []string {
	words := make([][]string, len(names))
	for i, name := range names {
		words[i] = wordsOfName(name)
	}
	for len(words) > 1 && beginAlike(words) {
		for i := range words {
			words[i] = words[i][1:]
		}
	}
	stems := make([]string, len(names))
	for i := range words {
		if len(words[i]) > 0 {
			stems[i] = english.Singular(words[i][0])
		}
	}
	return stems
}

// beginAlike reports whether all names begin with the same word and have another one.
func beginAlike(words [][]string) bool {
	return !slices.ContainsFunc(words, func(of []string) bool { return len(of) < 2 || len(words[0]) == 0 || of[0] != words[0][0] })
}

// wordsOfName returns the words of a name in lower case, those of orderItems and order_items
// alike.
func wordsOfName(name string) []string {
	var split strings.Builder
	previous := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(previous) {
			split.WriteRune(' ')
		}
		split.WriteRune(unicode.ToLower(r))
		previous = r
	}
	return strings.FieldsFunc(split.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
