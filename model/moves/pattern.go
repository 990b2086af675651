package moves

import (
	"fmt"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Pattern is a known design by its name: tables that can be added to a model, and
// moves that lead to the same from a table that is there.
type Pattern struct {
	Name, Title string
	// Text explains the design, When says for what it is meant.
	Text, When string
	// Moves bring an existing table to the pattern.
	Moves []Name
	// Statements are run by the application.
	Statements []string

	tables  []patternTable
	queries []patternQuery
}

// patternTable is a table of a pattern. Its columns are written "name type role
// length bucket": "title text - 40", where the role is K, C↑, C↓, S or -. A bucket is
// the column from which it is computed: "day date K - at".
type patternTable struct {
	name, rows, partitions string
	columns                []string
}

// patternQuery is a query of a pattern, by the names of the columns of a table. Its
// values are given by =, and one by a range.
type patternQuery struct {
	name, table string
	find, given []string
	between     string
	limit       int
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

// Preview adds the tables of the pattern, logical and physical, and its queries to a copy of the model, in the keyspace of
// the table beside. Without such a table they go to the first keyspace, which is added if there is none.
func (p Pattern) Preview(m *model.Model, beside model.ID, ids model.IDs) (*Preview, error) {
	e := &editor{table: &table{Relation: &model.Relation{}, model: m}, ids: ids}
	if relation := m.Physical.Relations[beside]; relation != nil {
		e.Keyspace = relation.Keyspace
	}
	e.findKeyspace()
	var names, labels []string
	tables := map[string]model.ID{}
	for _, table := range p.tables {
		name, logical := e.addPatternTable(table)
		names = append(names, name)
		tables[table.name] = logical
	}
	for _, query := range p.queries {
		labels = append(labels, e.addQuery(query, tables[query.table]))
	}
	after, err := edit.Apply(m, ids, e.commands...)
	if err != nil {
		return nil, err
	}
	preview := &Preview{Commands: e.commands, After: after, Words: fmt.Sprintf("added %s with %s by the pattern %s",
		list(names), list(labels), strings.ToLower(p.Title))}
	preview.compareTables(m, nil, "")
	preview.compareQueries(m)
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

// addPatternTable adds a logical table and the one that realizes it. It returns the
// name of that, which differs from the pattern's if it is in use, and the ID of the
// logical one, which has no buckets.
func (e *editor) addPatternTable(t patternTable) (name string, logical model.ID) {
	name = e.freeRelation(t.name)
	twin := e.newLogical(name)
	from := map[string]model.ID{}
	columns := make([]patternColumn, len(t.columns))
	for i, text := range t.columns {
		columns[i] = newPatternColumn(text)
		c := &columns[i]
		if c.bucketOf == "" {
			role := c.role
			if c.values["type"] == "counter" {
				role = model.RoleCounter
			}
			from[c.values["name"]] = twin.column(model.LogicalColumn{Name: c.values["name"], Role: role, Descending: c.values["descending"] != ""})
		}
	}
	twin.add()
	id := e.addTable(name, model.SetOfIDs(twin.ID), t.rows, t.partitions)
	for _, c := range columns {
		c.values["role"], c.values["from"] = string(c.role), string(from[c.values["name"]])
		if c.bucketOf != "" && c.role == model.Partition {
			c.values["from"] = string(from[c.bucketOf])
		}
		e.add(model.RelationColumnKind, id, c.values)
	}
	return name, twin.ID
}

// patternColumn is a column of a patternTable.
type patternColumn struct {
	values   map[string]string
	role     model.Role
	bucketOf string
}

func newPatternColumn(text string) patternColumn {
	words := append(strings.Fields(text), "", "")
	c := patternColumn{values: map[string]string{"name": words[0], "type": words[1]}, role: roleOf(words[2]), bucketOf: words[4]}
	if words[3] != "-" {
		c.values["length"] = words[3]
	}
	if words[2] == "C↓" {
		c.values["descending"] = "true"
	}
	return c
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
