package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// presentBucket returns the table that serves a query by its arrow if physical design added a
// bucket to its partition key, and the rest of its key makes a legal table: one bucket holds rows
// of all values of a partition key, in the order of its former columns. It returns nil if there is
// none.
func (m *matcher) presentBucket(p *Plan, id model.ID) *table {
	for _, relation := range m.relations[id] {
		s, ok := p.designer.physicalShape(m.model.Logical.Tables[id], relation)
		if !ok {
			continue
		}
		if t := p.tableLike(m.model.Logical.Tables[id], &s); t != nil {
			t.existing, t.physical = id, true
			return t
		}
	}
	return nil
}

// physicalShape returns the key of a relation in terms of the logical columns that it
// realizes. It is false if physical design added no bucket to it, or another column.
func (d *designer) physicalShape(table *model.LogicalTable, relation *model.Relation) (shape, bool) {
	var s shape
	bucket := false
	for _, item := range relation.SortedColumns() {
		column := item.Value
		switch {
		case !column.Role.InKey():
			continue
		case len(column.From) == 0 && column.Role == model.Partition:
			bucket = true
			continue
		case len(column.From) == 0:
			return shape{}, false
		}
		for _, logical := range table.SortedColumns() {
			if !column.From[logical.ID] {
				continue
			}
			a, ok := d.atomOf(logical.Value)
			if !ok {
				return shape{}, false
			}
			a.Descending = column.Descending
			if column.Role == model.Partition {
				s.partition = append(s.partition, a)
			} else if !slices.ContainsFunc(s.tail, a.Same) {
				s.tail = append(s.tail, a)
			}
		}
	}
	return s, bucket
}

// shapeOf returns the key of an existing table in terms of the designer's graph,
// or false if a key column is not an attribute of the path.
func (d *designer) shapeOf(existing *model.LogicalTable) (shape, bool) {
	var s shape
	for _, item := range existing.SortedColumns() {
		if !item.Value.Role.InKey() {
			continue
		}
		a, ok := d.atomOf(item.Value)
		if !ok {
			return shape{}, false
		}
		if item.Value.Role == model.Partition {
			s.partition = append(s.partition, a)
		} else {
			s.tail = append(s.tail, a)
		}
	}
	return s, len(s.partition) > 0
}

func (d *designer) atomOf(column *model.LogicalColumn) (er.Atom, bool) {
	if column.Attribute == "" {
		a := er.Atom{Node: -1, Name: column.Name, Descending: column.Descending}
		return a, er.Contains(d.All(), a)
	}
	element, found := d.Graph.Element(column.Attribute)
	if !found {
		return er.Atom{}, false
	}
	at, found := d.nodeStored(column, element.Parent)
	return er.Atom{Node: at, Attribute: column.Attribute, Descending: column.Descending}, found
}

// nodeStored returns the node of a type whose attribute a column stores: of several,
// the one in the column's role.
func (d *designer) nodeStored(column *model.LogicalColumn, of model.ID) (int, bool) {
	var nodes []int
	for _, at := range d.In.Nodes {
		if d.Graph.Node(at).Of == of {
			nodes = append(nodes, at)
		}
	}
	if len(nodes) == 0 {
		return -1, false
	}
	if len(nodes) == 1 && column.Participant == "" && d.Graph.Node(nodes[0]).Participant == "" {
		return nodes[0], true
	}
	role := d.Graph.Roles.Of(column, of)
	for _, at := range nodes {
		if d.Graph.Node(at).Participant == role {
			return at, true
		}
	}
	if role == "" { // of several to which the path does not lead, columns had no role for the first
		return nodes[0], len(nodes) == 1 || slices.Index(d.In.Nodes, nodes[0]) >= d.In.Path
	}
	return nodes[0], len(nodes) == 1 && d.Graph.Node(nodes[0]).Participant == ""
}
