package model

import (
	"cmp"
	"iter"
	"slices"
)

// Sibling is any element but the document: it has a place among its siblings.
type Sibling interface {
	Ordered
	place(Order)
}

// group holds the elements of one kind under one parent.
type group struct {
	kind   Kind
	get    func(ID) (Sibling, bool)
	put    func(ID, Sibling)
	remove func(ID)
	all    iter.Seq2[ID, Sibling]
	most   int // an upper bound of how many there are
}

// groupOf returns the group of all elements of a map.
func groupOf[T Sibling](kind Kind, elements *map[ID]T) group {
	return filteredGroup(kind, elements, func(T) bool { return true })
}

// filteredGroup returns the group of those elements of a map for which belongs
// is true.
func filteredGroup[T Sibling](kind Kind, elements *map[ID]T, belongs func(T) bool) group {
	return group{
		kind: kind, most: len(*elements),
		get: func(id ID) (Sibling, bool) {
			element, found := (*elements)[id]
			return element, found && belongs(element)
		},
		put: func(id ID, element Sibling) {
			if *elements == nil {
				*elements = map[ID]T{}
			}
			(*elements)[id] = element.(T)
		},
		remove: func(id ID) { delete(*elements, id) },
		all: func(yield func(ID, Sibling) bool) {
			for id, element := range *elements {
				if belongs(element) && !yield(id, element) {
					return
				}
			}
		},
	}
}

// sorted returns the elements in reading order.
func (g group) sorted() []Item[Sibling] {
	items := make([]Item[Sibling], 0, g.most)
	for id, element := range g.all {
		items = append(items, Item[Sibling]{id, element})
	}
	slices.SortFunc(items, func(a, b Item[Sibling]) int {
		if byRank := cmp.Compare(rank(a.Value), rank(b.Value)); byRank != 0 {
			return byRank
		}
		return cmp.Or(cmp.Compare(a.Value.order(), b.Value.order()), cmp.Compare(a.ID, b.ID))
	})
	return items
}

// rank returns the rank of a column's role, 0 for other elements.
func rank(element Sibling) int {
	switch column := element.(type) {
	case *LogicalColumn:
		return column.Role.rank()
	case *Column:
		return column.Role.rank()
	}
	return 0
}

// groupsOf returns the groups inside an element, in reading order.
func (m *Model) groupsOf(parent Element) []group {
	switch value := parent.Value.(type) {
	case *Model:
		return m.rootGroups()
	case *Entity:
		return []group{groupOf(AttributeKind, &value.Attributes)}
	case *Relationship:
		return []group{groupOf(ParticipantKind, &value.Participants), groupOf(AttributeKind, &value.Attributes)}
	case *Hierarchy:
		return []group{groupOf(SubtypeKind, &value.Subtypes)}
	case *Query:
		return []group{groupOf(FindKind, &value.Find), groupOf(GivenKind, &value.Given), groupOf(SortKind, &value.SortBy)}
	case *Update:
		return []group{groupOf(WriteKind, &value.Writes), groupOf(GivenKind, &value.Given)}
	case *LogicalTable:
		return []group{groupOf(ColumnKind, &value.Columns)}
	case *Keyspace:
		return m.keyspaceGroups(func(keyspace ID) bool { return keyspace == parent.ID })
	case *UserType:
		return []group{groupOf(TypeFieldKind, &value.Fields)}
	case *Relation:
		return []group{groupOf(RelationColumnKind, &value.Columns), groupOf(IndexKind, &value.Indexes), groupOf(MeasurementKind, &value.Measured)}
	}
	return nil
}

// rootGroups returns the groups of the document itself. They include statements
// without a keyspace, and types and relations whose keyspace is missing, so that
// users can see and repair them.
func (m *Model) rootGroups() []group {
	groups := []group{
		groupOf(EntityKind, &m.Concepts.Entities),
		groupOf(RelationshipKind, &m.Concepts.Relationships),
		groupOf(HierarchyKind, &m.Concepts.Hierarchies),
		groupOf(ActorKind, &m.Workflow.Actors),
		groupOf(StepKind, &m.Workflow.Steps),
		groupOf(TransitionKind, &m.Workflow.Transitions),
		groupOf(QueryKind, &m.Workflow.Queries),
		groupOf(UpdateElement, &m.Workflow.Updates),
		groupOf(TableKind, &m.Logical.Tables),
		groupOf(ArrowKind, &m.Logical.Arrows),
		groupOf(KeyspaceKind, &m.Physical.Keyspaces),
	}
	groups = append(groups, m.keyspaceGroups(func(keyspace ID) bool { return m.Physical.Keyspaces[keyspace] == nil })...)
	return append(groups, groupOf(QuantityKind, &m.Quantities), groupOf(NoteKind, &m.Notes), groupOf(AreaKind, &m.Areas))
}

func (m *Model) keyspaceGroups(belongs func(keyspace ID) bool) []group {
	return []group{
		filteredGroup(UserTypeKind, &m.Physical.Types, func(t *UserType) bool { return belongs(t.Keyspace) }),
		filteredGroup(RelationElement, &m.Physical.Relations, func(r *Relation) bool { return belongs(r.Keyspace) }),
		filteredGroup(StatementKind, &m.Physical.Statements, func(s *Statement) bool { return belongs(s.Keyspace) }),
	}
}

// ChildrenOf returns the kinds of elements that can be added inside an element
// of a kind.
func ChildrenOf(kind Kind) []Kind {
	switch kind {
	case ModelKind:
		return []Kind{EntityKind, RelationshipKind, HierarchyKind, ActorKind, StepKind, TransitionKind, QueryKind,
			UpdateElement, TableKind, ArrowKind, KeyspaceKind, QuantityKind, NoteKind, AreaKind}
	case EntityKind:
		return []Kind{AttributeKind}
	case RelationshipKind:
		return []Kind{ParticipantKind, AttributeKind}
	case HierarchyKind:
		return []Kind{SubtypeKind}
	case QueryKind:
		return []Kind{FindKind, GivenKind, SortKind}
	case UpdateElement:
		return []Kind{WriteKind, GivenKind}
	case TableKind:
		return []Kind{ColumnKind}
	case KeyspaceKind:
		return []Kind{UserTypeKind, RelationElement, StatementKind}
	case UserTypeKind:
		return []Kind{TypeFieldKind}
	case RelationElement:
		return []Kind{RelationColumnKind, IndexKind, MeasurementKind}
	}
	return nil
}

// NewElement returns an element of a kind, with the default values of its form.
func NewElement(kind Kind) Sibling {
	switch kind {
	case EntityKind:
		return &Entity{}
	case AttributeKind:
		return &Attribute{}
	case RelationshipKind:
		return &Relationship{}
	case ParticipantKind:
		return &Participant{Cardinality: "n"}
	case HierarchyKind:
		return &Hierarchy{}
	case SubtypeKind:
		return &Subtype{}
	case ActorKind:
		return &Actor{}
	case StepKind:
		return &Step{}
	case TransitionKind:
		return &Transition{}
	case QueryKind:
		return &Query{}
	case FindKind:
		return &Find{}
	case GivenKind:
		return &Given{Operator: Equal}
	case SortKind:
		return &SortBy{}
	case UpdateElement:
		return &Update{}
	case WriteKind:
		return &Write{}
	}
	return newTableElement(kind)
}

func newTableElement(kind Kind) Sibling {
	switch kind {
	case TableKind:
		return &LogicalTable{}
	case ColumnKind:
		return &LogicalColumn{Role: Regular}
	case ArrowKind:
		return &QueryArrow{}
	case KeyspaceKind:
		return &Keyspace{Replication: defaultReplication()}
	case UserTypeKind:
		return &UserType{}
	case TypeFieldKind:
		return &TypeField{}
	case RelationElement:
		return &Relation{Kind: Table}
	case RelationColumnKind:
		return &Column{Role: Regular}
	case IndexKind:
		return &Index{}
	case StatementKind:
		return &Statement{}
	case QuantityKind:
		return &Quantity{}
	case MeasurementKind:
		return &Measurement{}
	case NoteKind:
		return &Note{Color: Yellow}
	case AreaKind:
		return &Area{Color: Blue}
	}
	return nil
}

// defaultReplication is three replicas in every data centre. Cassandra 4.0 and
// later apply replication_factor to all data centres.
func defaultReplication() map[string]string {
	return map[string]string{"class": "NetworkTopologyStrategy", "replication_factor": "3"}
}

func (e *Entity) place(order Order)        { e.Order = order }
func (a *Attribute) place(order Order)     { a.Order = order }
func (r *Relationship) place(order Order)  { r.Order = order }
func (p *Participant) place(order Order)   { p.Order = order }
func (h *Hierarchy) place(order Order)     { h.Order = order }
func (s *Subtype) place(order Order)       { s.Order = order }
func (a *Actor) place(order Order)         { a.Order = order }
func (s *Step) place(order Order)          { s.Order = order }
func (t *Transition) place(order Order)    { t.Order = order }
func (q *Query) place(order Order)         { q.Order = order }
func (f *Find) place(order Order)          { f.Order = order }
func (g *Given) place(order Order)         { g.Order = order }
func (s *SortBy) place(order Order)        { s.Order = order }
func (u *Update) place(order Order)        { u.Order = order }
func (w *Write) place(order Order)         { w.Order = order }
func (t *LogicalTable) place(order Order)  { t.Order = order }
func (c *LogicalColumn) place(order Order) { c.Order = order }
func (a *QueryArrow) place(order Order)    { a.Order = order }
func (k *Keyspace) place(order Order)      { k.Order = order }
func (t *UserType) place(order Order)      { t.Order = order }
func (f *TypeField) place(order Order)     { f.Order = order }
func (r *Relation) place(order Order)      { r.Order = order }
func (c *Column) place(order Order)        { c.Order = order }
func (i *Index) place(order Order)         { i.Order = order }
func (s *Statement) place(order Order)     { s.Order = order }
func (q *Quantity) place(order Order)      { q.Order = order }
