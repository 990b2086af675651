package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
	"widerow/model/mapping/er"
)

// split is a hierarchy of which a query finds several subtypes. Its rows are the instances of the
// supertype, in one table with the attributes of all subtypes, or in one table for each subtype.
type split struct {
	super     int
	leaves    []int // the nodes of the subtypes
	hierarchy *model.Hierarchy
}

// SubtypeTable is a table of an alternative that has one for each subtype. Subtype
// is the supertype in the table of all other instances.
type SubtypeTable struct {
	Subtype  model.ID
	Name     string
	Columns  []Column
	designer *designer
	shape    shape
}

// isTotal reports whether each instance of the supertype is one of the subtypes that the query finds.
func (s *split) isTotal() bool {
	return s.hierarchy.Total && len(s.leaves) == len(s.hierarchy.Subtypes)
}

// findSplit returns the first hierarchy with several subtypes that only the
// supertype leads to, and of which nothing is given, sorted or aggregated.
func (d *designer) findSplit() (split, bool) {
	used := er.Union(d.Equal, d.Many, d.Ranges, d.Sorted, d.Grouped)
	over, _ := d.AggregatedNodes()
	for _, item := range d.Graph.Hierarchies {
		super, found := d.Graph.Find(er.Node{Of: item.Value.Supertype})
		if !found || !slices.Contains(d.Tree.Nodes, super) {
			continue
		}
		s := split{super: super, hierarchy: item.Value}
		for _, subtype := range model.Sorted(item.Value.Subtypes) {
			at, known := d.Graph.Find(er.Node{Of: subtype.Value.Entity})
			isUsed := slices.Contains(over, at) || slices.ContainsFunc(used, func(a er.Atom) bool { return a.Node == at })
			if known && d.Tree.LeafOf(at) == super && !isUsed {
				s.leaves = append(s.leaves, at)
			}
		}
		if len(s.leaves) > 1 {
			return s, true
		}
	}
	return split{}, false
}

// onlySubtype returns the node of a subtype of a type, if the query finds it or something of it: its rows are
// instances of that subtype only. It is -1 if there is none.
func (d *designer) onlySubtype(of int) int {
	for _, edge := range d.Tree.Edges {
		if edge[0] != of && edge[1] != of {
			continue
		}
		sub := edge[0] + edge[1] - of
		if !d.Graph.IsRelationship(sub) && d.In.IsSubtype(sub) && d.finds(sub) && slices.Contains(d.Graph.Supertypes(d.Graph.Node(sub).Of), d.Graph.Node(of).Of) {
			return sub
		}
	}
	return -1
}

// finds reports whether the query finds an entity type or an attribute of it.
func (d *designer) finds(at int) bool {
	node := d.Graph.Node(at)
	return slices.ContainsFunc(d.Found, func(a er.Atom) bool { return a.Node == at }) ||
		slices.ContainsFunc(model.Sorted(d.Query.Find), func(item model.Item[*model.Find]) bool {
			return item.Value.Aggregate == "" && item.Value.Attribute == node.Of && item.Value.Participant == node.Participant
		})
}

// tables returns the tables of an alternative with one for each subtype. They are
// false if nothing identifies the rows of one.
func (d *designer) tables(whole *shape) ([]SubtypeTable, bool) {
	var tables []SubtypeTable
	leaves := slices.Clone(d.split.leaves)
	if !d.split.isTotal() {
		leaves = append(leaves, d.split.super) // the instances of no subtype
	}
	for _, leaf := range leaves {
		part := d.only(leaf)
		s := *whole
		s.in, s.found, s.finds = part.In, part.Found, [][]er.Atom{part.Found}
		missing, ok := part.In.Missing(er.Union(s.partition, s.equal, s.tail), part.keep())
		if !ok {
			return nil, false
		}
		s.missing = append(part.alongPath(missing), part.rowValues(part.In)...)
		named := *part
		named.main, named.alsoMain = leaf, d.split.super
		tables = append(tables, SubtypeTable{d.Graph.Node(leaf).Of, naming{&named}.tableName(&s), part.columns(&s), part, s})
	}
	return tables, true
}

// only returns the designer without the other subtypes.
func (d *designer) only(leaf int) *designer {
	others := slices.DeleteFunc(slices.Clone(d.split.leaves), func(at int) bool { return at == leaf })
	part, q := *d, *d.Question
	q.Found = slices.DeleteFunc(slices.Clone(q.Found), func(a er.Atom) bool { return slices.Contains(others, a.Node) })
	part.Question, part.Tree, part.split = &q, d.Tree.Without(others...), split{}
	part.In = er.IdentityOf(d.Graph, part.Tree, d.In)
	part.alsoMain = leaf
	return &part
}

// addType adds the column that tells the subtypes apart: a set if an instance may
// belong to several.
func (b *columnBuilder) addType() {
	if len(b.split.leaves) == 0 || b.shape.aggregated {
		return
	}
	column := Column{Name: b.freeName(b.entityName(b.split.super) + "_type"), Role: model.Regular, Added: true, Rule: MR1,
		Reason: "tells which of " + b.subtypeNames() + " it is", atom: er.Atom{Node: -1}}
	if !b.split.hierarchy.Disjoint {
		column.Name, column.Collection = b.freeName(english.Plural(column.Name)), model.SetOf
		column.Reason = "tells which of " + b.subtypeNames() + " it is, which may be several"
	}
	if static := b.shape.in.Closure(b.shape.partition); b.hasRows(static) && static[b.split.super] {
		column.Role = model.Static
	}
	b.columns = append(b.columns, column)
}

func (d *designer) subtypeNames() string {
	var names []string
	for _, leaf := range d.split.leaves {
		names = append(names, d.Graph.Title(leaf))
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// addSubtypeReason describes the strengths of one table, or of one for each subtype.
func (d *designer) addSubtypeReason(a *Alternative, add func(string, ...any)) {
	super := d.Graph.Title(d.split.super)
	switch {
	case a.Form != PerSubtype:
		add("one table for %s with the attributes of %s, whose columns stay empty for the others", super, d.subtypeNames())
		return
	case d.split.isTotal():
		add("a table for each of %s: no empty columns, but the application reads all and merges their rows", d.subtypeNames())
	default:
		add("a table for each of %s and one for any other %s: no empty columns, but the application reads all and merges their rows", d.subtypeNames(), super)
	}
	if !d.split.hierarchy.Disjoint {
		add("a %s that is several of them has a row in each table", super)
	}
}

// largest is the estimate of the table with the most rows in a partition.
func (e *estimator) largest(a *Alternative) Estimate {
	var largest Estimate
	for i, table := range a.Tables {
		part := Alternative{Columns: table.Columns, Service: a.Service, shape: table.shape}
		if found := e.of(&part); i == 0 || found.Rows.Typical > largest.Rows.Typical || !found.Rows.Known {
			largest = found
		}
	}
	return largest
}

// newTables returns the tables of an alternative of a plan: one, or one for each
// subtype, which no other query shares.
func newTables(p *Plan, a *Alternative) []*table {
	if a.Form != PerSubtype {
		return []*table{newTable(p, a)}
	}
	var tables []*table
	for _, part := range a.Tables {
		tables = append(tables, &table{designer: part.designer, shape: part.shape, name: part.Name, plans: []*Plan{p}, own: true, subtype: part.Subtype})
	}
	return tables
}

// presentSubtypes returns the tables that serve a query now, if they are one for
// each subtype.
func (m *matcher) presentSubtypes(p *Plan) []*table {
	existing := m.serving[p.Query]
	for i := range p.Alternatives {
		tables := newTables(p, &p.Alternatives[i])
		if p.Alternatives[i].Form == PerSubtype && len(existing) >= len(tables) && m.matchSubtypes(tables, existing) {
			return tables
		}
	}
	return nil
}

func (m *matcher) matchSubtypes(tables []*table, existing []model.ID) bool {
	used := map[model.ID]bool{}
	for _, t := range tables {
		for _, id := range existing {
			if logical := m.model.Logical.Tables[id]; !used[id] && logical != nil && t.isSubtypeTable(m.model, logical) {
				used[id], t.existing = true, id
				break
			}
		}
		if t.existing == "" {
			return false
		}
	}
	return true
}

// isSubtypeTable reports whether an existing table has the key of this one, and
// stores attributes of its subtype and of no other one.
func (t *table) isSubtypeTable(m *model.Model, existing *model.LogicalTable) bool {
	s, known := t.designer.shapeOf(existing)
	if !known || !sameKey(&s, &t.shape) {
		return false
	}
	stored, wanted := map[model.ID]bool{}, map[model.ID]bool{}
	for _, column := range existing.Columns {
		if element, found := m.Element(column.Attribute); found {
			stored[element.Parent] = true
		}
	}
	for _, column := range t.columns() {
		if element, found := m.Element(column.Attribute); found {
			wanted[element.Parent] = true
		}
	}
	return fmt.Sprint(stored) == fmt.Sprint(wanted)
}
