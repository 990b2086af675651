package syntax

// Node is a Statement or a part of one: a pointer to an Identifier,
// QualifiedName, TypeName, Term, Condition, Selector, Option, Field,
// TableElement, IndexTarget, Mask, Ordering, Attribute, Assignment, Deletion,
// RoleName, RoleOption or Resource.
type Node any

// Walk calls visit for a node and everything in it, in source order. If visit
// returns false, the contents of that node are skipped.
func Walk(node Node, visit func(Node) bool) {
	if visit(node) {
		walker(visit).inside(node)
	}
}

type walker func(Node) bool

func (w walker) inside(node Node) {
	switch n := node.(type) {
	case Statement:
		n.walk(w)
	case *QualifiedName:
		w.names(n.Keyspace, n.Name)
	case *TypeName:
		if n.Kind == UserType {
			w.qualified(n.Name)
		}
		walkAll(n.Arguments, w)
	case *Term:
		w.term(n)
	case *Condition:
		walkAll(n.Columns, w)
		w.optional(n.Key)
		w.names(n.Field)
		walkAll(n.Values, w)
	case *Selector:
		Walk(&n.Term, w)
		w.names(n.Alias)
	case *Mask:
		w.optional(n.Function)
	case *Check:
		walkAll(n.Constraints, w)
	case *Constraint:
		w.names(n.Column)
		walkAll(n.Arguments, w)
		w.optional(n.Value)
	case *Ordering:
		w.names(n.Column)
		w.optional(n.ANN)
	case *Attribute:
		Walk(&n.Value, w)
	case *RoleOption:
		Walk(&n.Value, w)
	case *Resource:
		w.qualified(&n.Name)
		walkAll(n.Arguments, w)
		if n.Role.Name != "" {
			Walk(&n.Role, w)
		}
	default:
		w.element(node)
	}
}

// element walks an element of a list in parentheses or after SET, DELETE or
// WITH.
func (w walker) element(node Node) {
	switch n := node.(type) {
	case *Field:
		w.names(n.Name)
		Walk(&n.Type, w)
	case *TableElement:
		if n.Key != nil {
			w.key(*n.Key)
			return
		}
		w.column(n.Column)
	case *IndexTarget:
		Walk(&n.Column, w)
	case *Assignment:
		w.names(n.Column, n.Field, n.Source)
		w.optional(n.Key)
		Walk(&n.Value, w)
	case *Deletion:
		w.names(n.Column, n.Field)
		w.optional(n.Key)
	case *Option:
		w.names(n.Name)
		for i := range n.Order {
			Walk(&n.Order[i].Column, w)
		}
		if n.Kind == Property {
			Walk(&n.Value, w)
		}
	}
}

func walkAll[T any](nodes []T, w walker) {
	for i := range nodes {
		Walk(&nodes[i], w)
	}
}

// names walks names, some of which may be missing.
func (w walker) names(names ...Identifier) {
	for i := range names {
		if names[i].Name != "" {
			Walk(&names[i], w)
		}
	}
}

func (w walker) qualified(name *QualifiedName) {
	if name.Name.Name != "" {
		Walk(name, w)
	}
}

func (w walker) optional(terms ...*Term) {
	for _, term := range terms {
		if term != nil {
			Walk(term, w)
		}
	}
}

func (w walker) term(t *Term) {
	if t.Kind == ColumnTerm || t.Kind == FunctionTerm || t.Kind == FieldTerm {
		w.qualified(t.Name)
	}
	if t.Type != nil {
		Walk(t.Type, w)
	}
	walkAll(t.Terms, w)
}

func (w walker) key(key PrimaryKey) {
	walkAll(key.Partition, w)
	walkAll(key.Clustering, w)
}

func (w walker) column(column *ColumnDefinition) {
	w.names(column.Name)
	Walk(&column.Type, w)
	if column.Mask != nil {
		Walk(column.Mask, w)
	}
	if column.Check != nil {
		Walk(column.Check, w)
	}
}

func (w walker) renames(renames []Rename) {
	for _, rename := range renames {
		w.names(rename.From, rename.To)
	}
}
