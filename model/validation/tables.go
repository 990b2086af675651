package validation

import (
	"strings"

	"widerow/model"
)

func (v *validator) logical() {
	names := map[string]bool{}
	each("logical.tables", v.model.Logical.Tables, func(at location, t *model.LogicalTable) {
		v.name(at, "name", t.Name, names)
		v.logicalColumns(at, t)
	})
	each("logical.arrows", v.model.Logical.Arrows, func(at location, a *model.QueryArrow) {
		v.reference(at, "access", a.Access, true, model.QueryKind, model.UpdateElement)
		v.reference(at, "from", a.From, false, model.TableKind)
		v.reference(at, "to", a.To, true, model.TableKind)
	})
}

func (v *validator) logicalColumns(at location, t *model.LogicalTable) {
	names, roles := map[string]bool{}, map[model.Role]bool{}
	each(at.path()+".columns", t.Columns, func(at location, c *model.LogicalColumn) {
		v.name(at, "name", c.Name, names)
		choice(v, at, "role", c.Role, model.Partition, model.Clustering, model.Static, model.RoleCounter, model.Regular)
		choice(v, at, "collection", c.Collection, model.SingleValue, model.ListOf, model.SetOf, model.MapOf, model.TupleOf, model.UserDefined)
		v.reference(at, "attribute", c.Attribute, false, model.AttributeKind)
		v.reference(at, "participant", c.Participant, false, model.ParticipantKind)
		choice(v, at, "aggregate", c.Aggregate, "", model.Count, model.Min, model.Max, model.Sum, model.Avg)
		v.reference(at, "query", c.Query, false, model.QueryKind)
		roles[c.Role] = true
	})
	v.roles(at, roles)
}

// roles checks the roles of a table's columns as a whole.
func (v *validator) roles(at location, roles map[model.Role]bool) {
	if !roles[model.Partition] {
		v.add(at, "columns", noPartitionCode, "The table has no partition key: give a column the role K")
	}
	if roles[model.Static] && !roles[model.Clustering] {
		v.add(at, "columns", staticCode, "The table has a static column but no clustering column: each partition has only one row")
	}
}

func (v *validator) physical() {
	p := v.model.Physical
	names := map[string]bool{}
	each("physical.keyspaces", p.Keyspaces, func(at location, k *model.Keyspace) { v.name(at, "name", k.Name, names) })
	v.userTypes()
	inKeyspace := scopes{}
	indexNames := scopes{}
	each("physical.relations", p.Relations, func(at location, r *model.Relation) {
		v.reference(at, "keyspace", r.Keyspace, true, model.KeyspaceKind)
		v.name(at, "name", r.Name, inKeyspace.of(r.Keyspace))
		v.references(at, "realizes", r.Realizes, model.TableKind)
		v.base(at, r)
		v.expression(at, "rows", r.Rows)
		v.expression(at, "partitions", r.Partitions)
		v.expression(at, "scale", r.Scale)
		v.expression(at, "compression", r.Compression)
		v.columns(at, r)
		v.indexes(at, r, indexNames.of(r.Keyspace))
	})
	each("physical.statements", p.Statements, func(at location, s *model.Statement) {
		v.reference(at, "keyspace", s.Keyspace, false, model.KeyspaceKind)
		v.reference(at, "table", s.Table, false, model.RelationElement)
		if strings.TrimSpace(s.Text) == "" {
			v.add(at, "text", emptyNameCode, "The statement is empty")
		}
	})
}

// scopes holds the names used in each keyspace.
type scopes map[model.ID]map[string]bool

func (s scopes) of(keyspace model.ID) map[string]bool {
	if s[keyspace] == nil {
		s[keyspace] = map[string]bool{}
	}
	return s[keyspace]
}

func (v *validator) base(at location, r *model.Relation) {
	choice(v, at, "kind", r.Kind, model.Table, model.MaterializedView)
	base := v.model.Physical.Relations[r.Base]
	switch {
	case r.Kind != model.MaterializedView:
		if r.Base != "" {
			v.add(at, "base", baseCode, "Only a materialized view has a base table")
		}
	case base == nil:
		v.reference(at, "base", r.Base, true, model.RelationElement)
	case base.Kind != model.Table:
		v.add(at, "base", baseCode, "The base %q is a materialized view; it must be a table", model.Excerpt(base.Name))
	case base.Keyspace != r.Keyspace:
		v.add(at, "base", baseCode, "The base %q is in another keyspace", model.Excerpt(base.Name))
	}
}

func (v *validator) columns(at location, r *model.Relation) {
	names, roles := map[string]bool{}, map[model.Role]bool{}
	each(at.path()+".columns", r.Columns, func(at location, c *model.Column) {
		v.name(at, "name", c.Name, names)
		v.typeOf(at, c.Type, r.Keyspace)
		choice(v, at, "role", c.Role, model.Partition, model.Clustering, model.Static, model.Regular)
		v.references(at, "from", c.From, model.ColumnKind)
		v.expression(at, "length", c.Length)
		v.expression(at, "key_length", c.KeyLength)
		v.expression(at, "elements", c.Elements)
		v.expression(at, "buckets", c.Buckets)
		v.expression(at, "filled", c.Filled)
		roles[c.Role] = true
	})
	v.roles(at, roles)
}

func (v *validator) indexes(at location, r *model.Relation, names map[string]bool) {
	each(at.path()+".indexes", r.Indexes, func(at location, index *model.Index) {
		if index.Name != "" {
			v.name(at, "name", index.Name, names)
		}
		parts := append([]model.IndexPart{{Column: index.Column, Target: index.Target}}, index.More...)
		for i, part := range parts {
			field := "column"
			if i > 0 {
				field = "more"
			}
			v.reference(at, field, part.Column, true, model.RelationColumnKind)
			if v.kinds[part.Column] == model.RelationColumnKind && r.Columns[part.Column] == nil {
				v.add(at, field, danglingCode, "%s refers to %q, a column of another table", label(field), part.Column)
			}
			choice(v, at, "target", part.Target, model.IndexColumn, model.IndexValues, model.IndexKeys, model.IndexEntries, model.IndexFull)
		}
	})
}

func (v *validator) userTypes() {
	names := scopes{}
	inner := map[model.ID][]edge{}
	each("physical.types", v.model.Physical.Types, func(at location, t *model.UserType) {
		v.reference(at, "keyspace", t.Keyspace, true, model.KeyspaceKind)
		v.name(at, "name", t.Name, names.of(t.Keyspace))
		id := at.element
		if len(t.Fields) == 0 {
			v.add(at, "fields", unfinishedCode, "The type has no fields yet")
		}
		fields := map[string]bool{}
		each(at.path()+".fields", t.Fields, func(at location, f *model.TypeField) {
			v.name(at, "name", f.Name, fields)
			v.typeOf(at, f.Type, t.Keyspace)
			v.expression(at, "length", f.Length)
			v.expression(at, "elements", f.Elements)
			for _, to := range f.Type.UserTypes() {
				inner[id] = append(inner[id], edge{at, "type", to})
			}
		})
	})
	v.cycles(idsOf(v.model.Physical.Types), inner, "The type %s contains itself")
}

// typeOf checks the type of a column or a field: it must be set, and its
// user-defined types must exist in the same keyspace.
func (v *validator) typeOf(at location, t model.Type, keyspace model.ID) {
	if t.IsZero() {
		v.add(at, "type", unfinishedCode, "Type has not been chosen yet")
	}
	for _, id := range t.UserTypes() {
		v.reference(at, "type", id, true, model.UserTypeKind)
		if userType := v.model.Physical.Types[id]; userType != nil && userType.Keyspace != keyspace {
			v.add(at, "type", danglingCode, "The type %q is in another keyspace; a type can only be used in its own keyspace", model.Excerpt(userType.Name))
		}
	}
	if name, found := t.Unresolved(); found {
		v.add(at, "type", unresolvedCode, "There is no type %q", model.Excerpt(name))
	}
}
