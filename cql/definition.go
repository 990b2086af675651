package cql

import (
	"cmp"
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// Definition is the statement that creates an element.
type Definition struct {
	Element model.ID
	Table   model.ID // of an index
	Text    string   // without comments, with its semicolon
	// Options are all options of a keyspace, table or view, also those left at
	// their default. Values are CQL in one spelling: equal values have equal text.
	Options map[string]string
}

// Definitions returns the statements of a model's physical part in the order of
// its script: each follows what it uses.
func Definitions(m *model.Model) []Definition {
	bare := withoutNotes(m)
	var definitions []Definition
	full := writeModel(bare)
	for i, written := range writeModel(bare) {
		ChangedOptions.apply(written.statement, m.Target)
		AllOptions.apply(full[i].statement, m.Target)
		definitions = append(definitions, Definition{written.element, written.table,
			strings.TrimSpace(syntax.PrintStatement(written.statement)), optionTexts(full[i].statement)})
	}
	return definitions
}

// withoutNotes returns a copy of the physical part without what the script
// writes as comments.
func withoutNotes(m *model.Model) *model.Model {
	bare := (&model.Model{Target: m.Target, Physical: m.Physical}).Clone()
	for _, keyspace := range bare.Physical.Keyspaces {
		keyspace.Note = ""
	}
	for _, userType := range bare.Physical.Types {
		userType.Note = ""
		for _, field := range userType.Fields {
			field.Note = ""
		}
	}
	for _, relation := range bare.Physical.Relations {
		relation.Note = ""
		for _, column := range relation.Columns {
			column.Note = ""
		}
	}
	for _, statement := range bare.Physical.Statements {
		statement.Note = ""
	}
	return bare
}

func optionTexts(statement syntax.Statement) map[string]string {
	var options []syntax.Option
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		options = s.Options
	case *syntax.CreateTable:
		options = s.Options
	case *syntax.CreateView:
		options = s.Options
	}
	texts := map[string]string{}
	for _, option := range options {
		if option.Kind == syntax.Property {
			texts[option.Name.Name] = sortedValue(withThresholds(option)).String()
		}
	}
	return texts
}

// withThresholds returns the value of an option. The server adds the thresholds
// to the strategies that have them (CompactionParams.create).
func withThresholds(option syntax.Option) syntax.Term {
	value := option.Value
	class, found := entryOf(&option, "compaction", "class")
	if !found || !slices.Contains([]string{"SizeTieredCompactionStrategy", "TimeWindowCompactionStrategy"}, shortName(class.Text)) {
		return value
	}
	value.Terms = slices.Clone(value.Terms)
	for _, threshold := range [][2]string{{"max_threshold", "32"}, {"min_threshold", "4"}} {
		if _, given := entryOf(&option, "compaction", threshold[0]); !given {
			value.Terms = append(value.Terms, stringTerm(threshold[0]), stringTerm(threshold[1]))
		}
	}
	return value
}

// sortedValue returns a value with its map entries sorted by key, numbers in
// them as texts, and classes without the server's packages.
func sortedValue(value syntax.Term) syntax.Term {
	if !value.IsMap() {
		value.Text = shortName(value.Text)
		return value
	}
	type entry struct{ key, value syntax.Term }
	var entries []entry
	for _, pair := range value.Entries() {
		inner := sortedValue(*pair[1])
		if inner.Kind != syntax.MapTerm && len(inner.Terms) == 0 {
			inner = stringTerm(inner.Text)
		}
		entries = append(entries, entry{*pair[0], inner})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key.Text, b.key.Text) })
	value.Terms = nil
	for _, entry := range entries {
		value.Terms = append(value.Terms, entry.key, entry.value)
	}
	return value
}

// IndexTarget returns what an index covers, as CQL writes it: values(tags), name.
// It is "" if its columns are gone.
func IndexTarget(r *model.Relation, index *model.Index) string {
	var targets []string
	for _, part := range append([]model.IndexPart{{Column: index.Column, Target: index.Target}}, index.More...) {
		column := r.Columns[part.Column]
		if column == nil {
			continue
		}
		target := syntax.QuoteName(column.Name)
		if part.Target != model.IndexColumn {
			target = string(part.Target) + "(" + target + ")"
		}
		targets = append(targets, target)
	}
	return strings.Join(targets, ", ")
}
