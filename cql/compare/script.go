package compare

import (
	"maps"
	"strings"

	"widerow/cql"
	"widerow/cql/effective"
	"widerow/model"
	"widerow/model/access"
)

// Statement is the statement of an element that differs, or that only one of
// the models has.
type Statement struct {
	ID    model.ID
	Kind  Kind // added, removed or changed
	Name  string
	Lines []Line
	// Before and After are its texts, "" for none.
	Before, After string
}

// Line is a line of a statement before and after. One of them is "" if it was
// added or removed; both are the same if it has not changed.
type Line struct {
	Before, After string
	// Was and Is are its numbers in the statement before and after, from 1; 0 for none.
	Was, Is int
}

// Statements lists the statements of the schema that differ in effect, in the order of
// the script after, and then those that were removed. They are shown as they are written.
func Statements(before, after *model.Model) []Statement {
	same := sameStatements(before, after)
	var statements []Statement
	for _, p := range model.Pairs(cql.Definitions(before), cql.Definitions(after), func(d cql.Definition) model.ID { return d.Element }) {
		if same[p.ID] {
			continue
		}
		of := Statement{ID: p.ID, Kind: kinds[p.In], Name: Name(after, p.ID), Lines: lines(p.Was.Text, p.Is.Text), Before: p.Was.Text, After: p.Is.Text}
		if p.In == model.OnlyBefore {
			of.Name = Name(before, p.ID)
		}
		statements = append(statements, of)
	}
	return statements
}

func textsOf(definitions []cql.Definition) map[model.ID]string {
	texts := map[model.ID]string{}
	for _, definition := range definitions {
		texts[definition.Element] = definition.Text
	}
	return texts
}

// sameStatements finds the elements whose statements do the same: their options have the
// same effect, and so has the rest.
func sameStatements(before, after *model.Model) map[model.ID]bool {
	before, after = effective.Pair(before, after)
	options, nextOptions := optionsOf(before), optionsOf(after)
	plain(before)
	plain(after)
	was, same := textsOf(cql.Definitions(before)), map[model.ID]bool{}
	for _, definition := range cql.Definitions(after) {
		text, found := was[definition.Element]
		same[definition.Element] = found && text == definition.Text && maps.Equal(options[definition.Element], nextOptions[definition.Element])
	}
	return same
}

// plain removes all options from a schema, and gives indexes the names and classes that
// Cassandra knows them by.
func plain(m *model.Model) {
	for _, keyspace := range m.Physical.Keyspaces {
		keyspace.Replication, keyspace.Options = nil, nil
	}
	for _, relation := range m.Physical.Relations {
		relation.Options, relation.Comment = nil, ""
		for _, index := range relation.Indexes {
			index.Name, index.Class, index.Custom = access.NameOf(relation, index), access.ClassOf(index), false
		}
	}
}

// most is the number of lines up to which common lines are looked for. A longer
// statement is shown as replaced.
const most = 2000

// lines pairs the lines of two texts by the longest common subsequence. Between
// two common lines the first old line is beside the first new one.
func lines(before, after string) []Line {
	was, is := split(before), split(after)
	var paired []Line
	from, to := 0, 0
	pair := func(nextFrom, nextTo int) {
		for from < nextFrom || to < nextTo {
			var line Line
			if from < nextFrom {
				line.Before = was[from]
				from++
				line.Was = from
			}
			if to < nextTo {
				line.After = is[to]
				to++
				line.Is = to
			}
			paired = append(paired, line)
		}
	}
	for _, common := range commonLines(was, is) {
		pair(common[0], common[1])
		paired = append(paired, Line{was[from], is[to], from + 1, to + 1})
		from, to = from+1, to+1
	}
	pair(len(was), len(is))
	return paired
}

func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// commonLines returns the places of the longest common subsequence.
func commonLines(was, is []string) [][2]int {
	if len(was) > most || len(is) > most {
		return nil
	}
	longest := make([][]int, len(was)+1) // of the rest from here on
	for i := range longest {
		longest[i] = make([]int, len(is)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(is) - 1; j >= 0; j-- {
			if was[i] == is[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	var common [][2]int
	for i, j := 0, 0; i < len(was) && j < len(is); {
		switch {
		case was[i] == is[j]:
			common = append(common, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return common
}
