// Package workload converts the statements of an application to queries and updates
// of a model: what they select or write, under which conditions, and in which
// order.
//
// Read Read first, then query.go, update.go and commands.go (what is added to the
// model).
package workload

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// Access is a query or an update that statements make. Statements that differ
// only in constants are one access.
type Access struct {
	// Key identifies the access: its tables and what it does with them.
	Key string
	// Name is a name for it, such as "Find hotels by poi_name".
	Name string
	// Statement is the first statement, in one line. Count is the number of
	// statements.
	Statement string
	Count     int
	// Known is the query of the model that asks the same, "" for none.
	Known  model.ID
	parts  []part
	tables []model.ID // logical tables that are read or written
	update model.UpdateKind
	reads  bool
	source string            // the first statement as written
	values map[string]string // further fields of the query or the update
}

// part is a find, a condition, a sort or a write of a column.
type part struct {
	kind   model.Kind
	column *column
	values map[string]string
}

// IsUpdate reports whether the access writes.
func (a *Access) IsUpdate() bool { return !a.reads }

// Left is a statement that is no access, with the reason.
type Left struct {
	Line              int
	Reason, Statement string
}

// Workload holds the accesses of an application, as found in its statements.
type Workload struct {
	Accesses []*Access
	Left     []Left
	// Added has the queries and updates that the newest Commands add.
	Added map[*Access]model.ID
}

// Read converts statements on the tables of a model. keyspace applies to unqualified names.
func Read(m *model.Model, text, keyspace string) *Workload {
	r := &reader{model: m, byKey: map[string]*Access{}, logical: map[model.ID]model.ID{}}
	for _, relation := range model.Sorted(m.Physical.Relations) {
		for table := range relation.Value.Realizes {
			r.logical[relation.ID] = cmp.Or(min(r.logical[relation.ID], table), table)
		}
	}
	for _, verdict := range cql.JudgeStatements(m, parse.ParseFor(m.Target, text), keyspace) {
		r.verdict(text, verdict)
	}
	r.findKnown()
	return &Workload{Accesses: r.accesses, Left: r.left}
}

// Reads reports whether a statement reads a logical table.
func (w *Workload) Reads(table model.ID) bool {
	return slices.ContainsFunc(w.Accesses, func(a *Access) bool { return a.reads && slices.Contains(a.tables, table) })
}

type reader struct {
	model    *model.Model
	logical  map[model.ID]model.ID // the logical table of a relation
	accesses []*Access
	byKey    map[string]*Access
	left     []Left
	unknown  string // describes the column of the current statement that the table lacks
}

func (r *reader) verdict(text string, verdict cql.Verdict) {
	place := syntax.Place(verdict.Statement)
	written := strings.Join(strings.Fields(text[place.Start.Offset:min(int(place.End.Offset), len(text))]), " ")
	leave := func(why string) {
		r.left = append(r.left, Left{Line: int(place.Start.Line), Reason: why, Statement: written})
	}
	switch verdict.Statement.(type) {
	case *syntax.Use:
		return
	case *syntax.Bad:
		leave(firstError(verdict))
		return
	}
	r.unknown = ""
	access, why := r.access(verdict.Statement)
	if access == nil || r.unknown != "" {
		leave(cmp.Or(r.unknown, why))
		return
	}
	access.Statement, access.Count = written, 1
	access.source = strings.TrimSpace(text[place.Start.Offset:min(int(place.End.Offset), len(text))])
	access.Key = access.signature()
	if same := r.byKey[access.Key]; same != nil {
		same.Count++
		return
	}
	r.byKey[access.Key] = access
	r.accesses = append(r.accesses, access)
}

func firstError(verdict cql.Verdict) string {
	for _, finding := range verdict.Findings {
		if finding.Severity == cql.Error {
			return finding.Message
		}
	}
	return "It is not a statement of CQL"
}

// access converts a statement. A SELECT that Cassandra refuses because its table
// does not serve it is still a query.
func (r *reader) access(statement syntax.Statement) (*Access, string) {
	switch statement := statement.(type) {
	case *syntax.Select:
		return r.query(statement)
	case *syntax.Batch:
		return r.batch(statement)
	case *syntax.Insert, *syntax.Update, *syntax.Delete:
		return r.update(statement)
	}
	return nil, neither
}

const neither = "It neither reads nor writes rows"

// signature is equal for statements that differ only in constants.
func (a *Access) signature() string {
	var parts []string
	for _, p := range a.parts {
		values := fmt.Sprint(p.column.names(), p.values["operator"], p.values["bounds"], p.values["descending"], p.values["aggregate"], p.values["grouped"])
		parts = append(parts, string(p.kind)+values)
	}
	slices.Sort(parts)
	return fmt.Sprint(a.reads, a.update, a.tables, slices.Compact(parts), a.values["distinct"], a.values["conditional"])
}

// column is a column of a table, or "*" for all.
type column struct {
	name      string
	attribute model.ID
}

func (c *column) names() string { return cmp.Or(string(c.attribute), c.name) }

// values returns the fields of a part that refer to the column.
func (c *column) values() map[string]string {
	if c.attribute != "" {
		return map[string]string{"attribute": string(c.attribute)}
	}
	return map[string]string{"name": c.name}
}

// relation finds a table by its name as written.
func (r *reader) relation(name syntax.QualifiedName) (model.ID, *model.Relation) {
	for _, item := range model.Sorted(r.model.Physical.Relations) {
		keyspace := r.model.Physical.Keyspaces[item.Value.Keyspace]
		if item.Value.Name == name.Name.Name && (name.Keyspace.Name == "" || keyspace != nil && keyspace.Name == name.Keyspace.Name) {
			return item.ID, item.Value
		}
	}
	return "", nil
}

// column returns a column of a relation with the attribute that it stores.
func (r *reader) column(relation *model.Relation, name string) *column {
	for _, c := range relation.Columns {
		if c.Name == name {
			return r.traced(c)
		}
	}
	r.unknown = fmt.Sprintf("%s has no column %s", relation.Name, name)
	return &column{name: name}
}

func (r *reader) traced(c *model.Column) *column {
	found := &column{name: c.Name}
	for _, from := range c.From.Sorted() {
		if element, ok := r.model.Element(from); ok {
			if logical, is := element.Value.(*model.LogicalColumn); is && found.attribute == "" {
				found.attribute = logical.Attribute
			}
		}
	}
	return found
}
