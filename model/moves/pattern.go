package moves

import (
	"fmt"
	"strings"

	"widerow/model"
)

// Pattern is a known design by its name: tables that can be added to a model, and
// moves that lead to the same from a table that is there.
type Pattern struct {
	Name, Title string
	// Text explains the design, When says for what it is meant.
	Text, When string
	// Moves are those that bring an existing table to the pattern.
	Moves []Name
	// Statements are what the application runs.
	Statements []string

	tables []patternTable
}

// patternTable is a table of a pattern. Its columns are written "name type role
// length": "title text - 40", where the role is K, C↑, C↓, S or -.
type patternTable struct {
	name, rows, partitions string
	columns                []string
}

// Patterns returns all patterns.
func Patterns() []Pattern { return patterns }

// PatternNamed returns the pattern with a name.
func PatternNamed(name string) (Pattern, bool) {
	for _, pattern := range patterns {
		if pattern.Name == name {
			return pattern, true
		}
	}
	return Pattern{}, false
}

// Preview adds the tables of the pattern to a copy of the model, in a keyspace
// (empty for the first; if there is none, one is added).
func (p Pattern) Preview(m *model.Model, keyspace model.ID, ids model.IDs) (*Preview, error) {
	e := &editor{table: &table{Relation: &model.Relation{Keyspace: keyspace}, model: m}, ids: ids}
	e.findKeyspace()
	var names []string
	for _, table := range p.tables {
		names = append(names, e.addPatternTable(table))
	}
	after, err := model.Apply(m, ids, e.commands...)
	if err != nil {
		return nil, err
	}
	preview := &Preview{Commands: e.commands, After: after, Words: fmt.Sprintf("added %s by the pattern %s", list(names), strings.ToLower(p.Title))}
	preview.compareTables(m, "")
	return preview, nil
}

// findKeyspace makes the editor add tables to a keyspace that there is, or to a new
// one.
func (e *editor) findKeyspace() {
	if e.model.Physical.Keyspaces[e.Keyspace] != nil {
		return
	}
	if keyspaces := model.Sorted(e.model.Physical.Keyspaces); len(keyspaces) > 0 {
		e.Keyspace = keyspaces[0].ID
		return
	}
	name := model.Identifier(e.model.Name)
	if name == "" {
		name = "app"
	}
	e.Keyspace = e.add(model.KeyspaceKind, "", map[string]string{"name": name[:min(len(name), 48)]})
}

// addPatternTable adds a table and returns its name, which differs from the
// pattern's if that is in use.
func (e *editor) addPatternTable(t patternTable) string {
	name := e.freeRelation(t.name)
	id := e.addTable(name, nil, t.rows, t.partitions)
	for _, column := range t.columns {
		words := append(strings.Fields(column), "")
		values := map[string]string{"name": words[0], "type": words[1], "role": string(roleOf(words[2])), "length": words[3]}
		if words[2] == "C↓" {
			values["descending"] = "true"
		}
		e.add(model.RelationColumnKind, id, values)
	}
	return name
}

func roleOf(mark string) model.Role {
	switch mark {
	case "K":
		return model.Partition
	case "C↑", "C↓":
		return model.Clustering
	case "S":
		return model.Static
	}
	return model.Regular
}
