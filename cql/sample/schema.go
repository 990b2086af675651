package sample

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
)

// Schema is the schema of a model in keyspaces of its own.
type Schema struct {
	Keyspaces []Keyspace
	// LeftOut lists what sample data does without: functions, roles and the like.
	LeftOut []string
	// Model has the names of the keyspaces.
	Model *model.Model
}

// Keyspace is a keyspace with the statements that fill it, in their order.
type Keyspace struct {
	Name  string // as it is stored
	Of    string // the keyspace of the model, "" for tables without one
	Parts []Part
}

// Part is a statement that creates a type, a table, a view or an index.
type Part struct {
	Element model.ID
	Text    string
	// Relation is the table or the view, "" for a type or an index.
	Relation model.ID
	IsView   bool
	// Optional is a part without which the tables can be filled: an index.
	Optional bool
}

// suffix ends the names of sample keyspaces.
const suffix = "_sample"

// longestName bounds the name of a keyspace, as Cassandra does.
const longestName = 48

// Naming says how the keyspaces are called.
type Naming struct {
	// Keyspace is the keyspace, or the beginning of the names if the model has several. Empty means their own
	// names and _sample.
	Keyspace string
	// Own takes the names of the model as they are, so that its statements run on the sample data.
	Own bool
}

// NewSchema returns the schema of a model.
func NewSchema(m *model.Model, naming Naming) (*Schema, error) {
	s := &Schema{Model: m.Clone()}
	homes := model.Sorted(s.Model.Physical.Keyspaces)
	used := map[model.ID]bool{}
	for _, relation := range s.Model.Physical.Relations {
		used[relation.Keyspace] = true
	}
	if used[""] || len(homes) == 0 {
		return nil, fmt.Errorf("a table of the model is in no keyspace: give it one first")
	}
	homes = slices.DeleteFunc(homes, func(k model.Item[*model.Keyspace]) bool { return !used[k.ID] })
	for _, home := range homes {
		renamed := naming.nameOf(home.Value.Name, len(homes) > 1)
		s.Keyspaces = append(s.Keyspaces, Keyspace{Name: renamed, Of: home.Value.Name})
		home.Value.Name = renamed
	}
	for i, k := range s.Keyspaces {
		if slices.ContainsFunc(s.Keyspaces[:i], func(o Keyspace) bool { return o.Name == k.Name }) {
			return nil, fmt.Errorf("two keyspaces of the model would be called %s: choose a shorter name", k.Name)
		}
	}
	for _, definition := range cql.Definitions(s.Model) {
		s.add(definition)
	}
	return s, nil
}

// nameOf returns the name of a sample keyspace.
func (n Naming) nameOf(of string, isOneOfSeveral bool) string {
	switch {
	case n.Own:
		return of
	case n.Keyspace == "":
		return of[:min(len(of), longestName-len(suffix))] + suffix
	case isOneOfSeveral:
		whole := n.Keyspace + "_" + of
		return whole[:min(len(whole), longestName)]
	}
	return n.Keyspace
}

// add adds a statement to the keyspace of what it creates.
func (s *Schema) add(d cql.Definition) {
	part := Part{Element: d.Element, Text: strings.TrimSuffix(strings.TrimSpace(d.Text), ";")}
	home := model.ID("")
	switch relation, userType := s.Model.Physical.Relations[d.Element], s.Model.Physical.Types[d.Element]; {
	case s.Model.Physical.Keyspaces[d.Element] != nil:
		return // with a replication of its own
	case relation != nil:
		home, part.Relation, part.IsView = relation.Keyspace, d.Element, relation.Kind == model.MaterializedView
	case userType != nil:
		home = userType.Keyspace
	case d.Table != "" && s.Model.Physical.Relations[d.Table] != nil:
		home, part.Optional = s.Model.Physical.Relations[d.Table].Keyspace, true
	default:
		s.LeftOut = append(s.LeftOut, part.Text)
		return
	}
	keyspace := s.Model.Physical.Keyspaces[home]
	if at := slices.IndexFunc(s.Keyspaces, func(k Keyspace) bool { return keyspace != nil && k.Name == keyspace.Name }); at >= 0 {
		s.Keyspaces[at].Parts = append(s.Keyspaces[at].Parts, part)
	}
}

// AsTable returns the statement that creates a table with the columns of a view, for servers that allow no views.
func (s *Schema) AsTable(view model.ID) string {
	alone := s.Model.Clone()
	relation := alone.Physical.Relations[view]
	relation.Kind, relation.Base, relation.Where, relation.AllColumns = model.Table, "", "", false
	relation.Indexes = nil
	for _, d := range cql.Definitions(alone) {
		if d.Element == view {
			return strings.TrimSuffix(strings.TrimSpace(d.Text), ";")
		}
	}
	return ""
}

// Insert returns the statement that writes a row with values in some columns of a table, and the order in
// which they are bound. A table of counters gets increments.
func (s *Schema) Insert(t Table, has func(column int) bool) (text string, order []int) {
	relation := s.Model.Physical.Relations[t.Relation]
	name := syntax.QuoteName(s.Model.Physical.Keyspaces[relation.Keyspace].Name) + "." + syntax.QuoteName(relation.Name)
	var names, key, counters []string
	var keys, added []int
	for i, c := range t.Columns {
		quoted := syntax.QuoteName(c.Name)
		switch {
		case !has(i):
		case c.Counter:
			counters, added = append(counters, fmt.Sprintf("%s = %s + ?", quoted, quoted)), append(added, i)
		case c.InKey:
			key, keys = append(key, quoted+" = ?"), append(keys, i)
			names, order = append(names, quoted), append(order, i)
		default:
			names, order = append(names, quoted), append(order, i)
		}
	}
	if len(counters) > 0 {
		return "UPDATE " + name + " SET " + strings.Join(counters, ", ") + " WHERE " + strings.Join(key, " AND "), append(added, keys...)
	}
	return "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Repeat("?, ", len(names)-1) + "?)", order
}
