package cql

import (
	"slices"
	"strconv"
	"strings"

	"widerow/cql/hint"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// hint returns the advice about a refusal, or an empty text if the message is enough.
func (r *resolver) hint(statement syntax.Statement, refusal *schema.Refusal) string {
	if len(refusal.Arguments) == 0 {
		return refusal.Hint
	}
	return strings.TrimSpace(print.FillPlaceholders(refusal.Hint, func(name string) string {
		if number, err := strconv.Atoi(name); err == nil && number <= len(refusal.Arguments) {
			return refusal.Arguments[number-1]
		}
		if slices.Contains(suggestions, name) {
			return r.suggestion(name, statement, refusal)
		}
		return "{" + name + "}"
	}))
}

// suggestions are the placeholders of hints that suggestion fills.
var suggestions = strings.Fields("keyspace table type column written option strategy compaction compressor")

// suggestion returns a sentence that names a known name similar to the refused
// one, with a blank after it, or an empty text.
func (r *resolver) suggestion(kind string, statement syntax.Statement, refusal *schema.Refusal) string {
	wanted := refusal.Arguments[0]
	if kind == "type" && refusal.Part != "" {
		wanted = refusal.Arguments[len(refusal.Arguments)-1]
	}
	wanted = wanted[strings.LastIndexByte(wanted, '.')+1:]
	if kind == "option" {
		return optionSuggestion(wanted, statement)
	}
	return hint.DidYouMean(wanted, r.candidates(kind, statement))
}

// candidates returns the known names of a kind.
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

// writtenNames returns the columns that a CREATE statement defines or selects.
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

// optionSuggestion returns which databases have an unknown option, or which
// known option is similar.
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
	if near := hint.DidYouMean(name, names); near != "" {
		return near
	}
	return "The options are " + enumeration(names) + "."
}
