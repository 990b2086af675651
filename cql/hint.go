package cql

import (
	"slices"
	"strconv"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// hint says what to do about a refusal, empty where the message says it.
func (r *resolver) hint(statement syntax.Statement, refusal *schema.Refusal) string {
	if refusal.Hint != "" {
		return refusal.Hint
	}
	text, known := schemaHints[refusal.Form]
	if !known {
		text = optionHints[refusal.Form]
	}
	return strings.TrimSpace(fillPlaces(text, func(name string) string {
		if number, err := strconv.Atoi(name); err == nil && number <= len(refusal.Arguments) {
			return refusal.Arguments[number-1]
		}
		if slices.Contains(suggestions, name) {
			return r.suggestion(name, statement, refusal)
		}
		return "{" + name + "}"
	}))
}

// suggestions are the places of hints that suggestion fills.
var suggestions = strings.Fields("keyspace table type column written option strategy compaction compressor")

// suggestion names something known that is near to what the refusal is about,
// as a sentence with a blank behind it, or nothing.
func (r *resolver) suggestion(kind string, statement syntax.Statement, refusal *schema.Refusal) string {
	wanted := refusal.Arguments[0]
	if kind == "type" && refusal.Part != "" {
		wanted = refusal.Arguments[len(refusal.Arguments)-1]
	}
	wanted = wanted[strings.LastIndexByte(wanted, '.')+1:]
	if kind == "option" {
		return optionSuggestion(wanted, statement)
	}
	return didYouMean(wanted, r.candidates(kind, statement))
}

// candidates are the known names of a kind.
func (r *resolver) candidates(kind string, statement syntax.Statement) []string {
	physical := &r.schema.Physical
	var names []string
	switch kind {
	case "keyspace":
		for _, keyspace := range physical.Keyspaces {
			names = append(names, keyspace.Name)
		}
	case "table":
		for _, relation := range physical.Relations {
			names = append(names, relation.Name)
		}
	case "type":
		names = syntax.NativeTypes()
		for _, userType := range physical.Types {
			names = append(names, userType.Name)
		}
	case "column":
		names = columnsOf(physical, r.nameOf(statement, ""))
	case "written":
		names = writtenNames(statement)
	case "strategy":
		names = []string{"NetworkTopologyStrategy", "SimpleStrategy"}
	case "compaction":
		names = []string{"SizeTieredCompactionStrategy", "LeveledCompactionStrategy", "TimeWindowCompactionStrategy", "UnifiedCompactionStrategy"}
	case "compressor":
		names = []string{"LZ4Compressor", "ZstdCompressor", "SnappyCompressor", "DeflateCompressor", "NoopCompressor"}
	}
	return names
}

func columnsOf(physical *model.Physical, table string) []string {
	var names []string
	for _, relation := range physical.Relations {
		keyspace := physical.Keyspaces[relation.Keyspace]
		if keyspace == nil || keyspace.Name+"."+relation.Name != table {
			continue
		}
		for _, column := range relation.Columns {
			names = append(names, column.Name)
		}
	}
	return names
}

// writtenNames are the columns that a CREATE defines or selects.
func writtenNames(statement syntax.Statement) []string {
	var names []string
	switch s := statement.(type) {
	case *syntax.CreateTable:
		for _, element := range s.Elements {
			if element.Column != nil {
				names = append(names, element.Column.Name.Name)
			}
		}
	case *syntax.CreateView:
		for _, selector := range s.Selectors {
			if name := selector.Term.Name; name != nil {
				names = append(names, name.Name.Name)
			}
		}
	}
	return names
}

// optionSuggestion tells of an option that is unknown which database has it,
// or which is near.
func optionSuggestion(name string, statement syntax.Statement) string {
	unknown := &syntax.Option{Name: syntax.Identifier{Name: name}}
	for i := range optionFeatures {
		if _, found := optionFeatures[i].at(unknown); found {
			return "It is an option of " + (optionFeatures[i].has | optionFeatures[i].ignores).String() + "."
		}
	}
	names := schema.TableOptionNames()
	switch statement.(type) {
	case *syntax.CreateKeyspace, *syntax.AlterKeyspace:
		names = schema.KeyspaceOptionNames()
	case *syntax.CreateIndex:
		return "An index has only WITH OPTIONS = {…}."
	}
	if near := didYouMean(name, names); near != "" {
		return near
	}
	return "The options are " + enumeration(names) + "."
}

// didYouMean names the one of the names that is nearest, as a sentence with a
// blank behind it, or nothing where none is near.
func didYouMean(wanted string, names []string) string {
	slices.Sort(names)
	nearest, least := "", max(1, len(wanted)/3)+1
	for _, name := range names {
		if name == wanted {
			continue
		}
		if distance := editDistance(wanted, name, least); distance < least {
			nearest, least = name, distance
		}
	}
	if nearest == "" {
		return ""
	}
	return "Did you mean `" + nearest + "`? "
}

// maxNear is the longest name that is compared with others.
const maxNear = 64

// editDistance counts the letters to add, drop, replace or swap with their
// neighbour to make one text of another; it is most if they are farther apart.
func editDistance(a, b string, most int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a) > maxNear || len(b) > maxNear || len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	var before, previous, row [maxNear + 1]int
	for j := range len(b) + 1 {
		previous[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(previous[j]+cost, previous[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, previous = previous, row
	}
	return previous[len(b)]
}
