package oracle

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// table is a physical table with what the document says about its columns.
type table struct {
	id      model.ID
	name    string // qualified
	columns []*tableColumn
	queries []model.ID // those that it serves, by the arrows of the document
	base    model.ID   // of a view
}

type tableColumn struct {
	name       string
	typ        model.Type
	role       model.Role
	position   int
	reference  reference
	aggregate  model.Aggregate
	collection model.Collection
	multi      bool // its attribute is multi-valued
	from       []model.ID
	source     string // the clustering column that the application computes it from, "" for none
}

// elementType is the name of the native type of a column, or of the elements of its collection.
func (c *tableColumn) elementType() string {
	typ := c.typ.Unfrozen()
	if (typ.Kind == model.SetType || typ.Kind == model.ListType) && len(typ.Arguments) == 1 {
		typ = typ.Arguments[0].Unfrozen()
	}
	return typ.Name
}

// inKey reports whether the column is in the primary key.
func (c *tableColumn) inKey() bool { return c.role.InKey() }

// isUnknown reports whether the application alone knows the value, as of a bucket.
func (c *tableColumn) isUnknown() bool { return c.reference.of == "" && c.aggregate == "" }

// collects reports whether the column has the values of several instances.
func (c *tableColumn) collects() bool {
	return c.collection != model.SingleValue && c.collection != model.UserDefined && !c.multi && c.aggregate == ""
}

// tablesOf lists the physical tables of a document.
func tablesOf(m *model.Model) []*table {
	logical := map[model.ID]*model.LogicalColumn{}
	for _, l := range m.Logical.Tables {
		maps.Copy(logical, l.Columns)
	}
	var tables []*table
	for _, item := range model.Sorted(m.Physical.Relations) {
		relation := item.Value
		t := &table{id: item.ID, base: relation.Base, name: m.Physical.Keyspaces[relation.Keyspace].Name + "." + syntax.QuoteName(relation.Name)}
		for _, query := range model.Sorted(m.Workflow.Queries) {
			if slices.ContainsFunc(m.TablesOf(query.ID), func(id model.ID) bool { return relation.Realizes[id] }) {
				t.queries = append(t.queries, query.ID)
			}
		}
		for i, column := range model.Sorted(relation.Columns) {
			c := &tableColumn{name: column.Value.Name, typ: column.Value.Type, role: column.Value.Role, position: i, from: column.Value.From.Sorted()}
			for _, from := range column.Value.From.Sorted() {
				if l := logical[from]; l != nil && c.reference.of == "" {
					c.reference, c.aggregate, c.collection = reference{l.Attribute, l.Participant}, l.Aggregate, l.Collection
				}
			}
			t.findSource(c, relation)
			element, _ := m.Element(c.reference.of)
			if attribute, is := element.Value.(*model.Attribute); is {
				c.multi = attribute.MultiValued
			}
			t.columns = append(t.columns, c)
		}
		rank := func(c *tableColumn) int {
			return slices.Index([]model.Role{model.Partition, model.Clustering}, c.role) & 7
		}
		slices.SortStableFunc(t.columns, func(a, b *tableColumn) int {
			return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.position, b.position))
		})
		tables = append(tables, t)
	}
	return tables
}

func (t *table) key() []*tableColumn {
	return slices.DeleteFunc(slices.Clone(t.columns), func(c *tableColumn) bool { return !c.inKey() })
}

func (t *table) column(name string) *tableColumn {
	for _, c := range t.columns {
		if c.name == name {
			return c
		}
	}
	return nil
}

// storedRow is a row of a table: its values by column.
type storedRow map[string]value

func (t *table) place(r storedRow) string {
	var words []string
	for _, c := range t.key() {
		words = append(words, r[c.name].text)
	}
	return strings.Join(words, "|")
}

func (r storedRow) text(t *table) string {
	var words []string
	for _, c := range t.columns {
		if !c.isUnknown() {
			words = append(words, c.name+"="+r[c.name].text)
		}
	}
	return strings.Join(words, " ")
}
