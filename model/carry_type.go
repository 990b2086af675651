package model

// physical returns the role of a column that realizes a logical one: a counter
// is a regular column of type counter.
func (r Role) physical() Role {
	if r == RoleCounter {
		return Regular
	}
	return r
}

// counterShape extends the collections by a value for counter columns.
const counterShape Collection = "counter"

// shape returns the collection of a logical column, or counterShape.
func (c *LogicalColumn) shape() Collection {
	if c.Role == RoleCounter {
		return counterShape
	}
	return c.Collection
}

// collection returns the collection that a type, frozen or not, corresponds to.
func (t Type) collection() Collection {
	if t.IsCounter() {
		return counterShape
	}
	switch t.Unfrozen().Kind {
	case ListType:
		return ListOf
	case SetType:
		return SetOf
	case MapType:
		return MapOf
	case TupleType:
		return TupleOf
	case UserTypeRef:
		return UserDefined
	}
	return SingleValue
}

// typeFor returns the type of a column for a new logical one: text, or a
// collection of text.
func (m *Model) typeFor(keyspace ID, column *LogicalColumn) Type {
	return m.typeOfShape(keyspace, Native("text"), column)
}

// isAssumption reports whether typeFor only assumed text. A counter and a
// user-defined type with the column's name are not assumptions.
func (t Type) isAssumption() bool {
	shape := t.collection()
	return shape != counterShape && shape != UserDefined
}

// reshape changes a type to another collection and keeps the type of its
// elements.
func (m *Model) reshape(keyspace ID, t Type, column *LogicalColumn) Type {
	element := t
	switch t.collection() {
	case ListOf, SetOf:
		element = t.Unfrozen().Arguments[0]
	case MapOf:
		element = t.Unfrozen().Arguments[1]
	case counterShape:
		element = Native("bigint")
	}
	return m.typeOfShape(keyspace, element, column)
}

func (m *Model) typeOfShape(keyspace ID, element Type, column *LogicalColumn) Type {
	text := Native("text")
	inner := element
	if inner.IsZero() {
		inner = text // the column has no type yet
	}
	if inner.collection() != SingleValue && inner.Kind != FrozenType {
		inner = Frozen(inner)
	}
	var t Type
	switch column.shape() {
	case counterShape:
		return Native("counter")
	case ListOf:
		t = Type{Kind: ListType, Arguments: []Type{inner}}
	case SetOf:
		t = Type{Kind: SetType, Arguments: []Type{inner}}
	case MapOf:
		t = Type{Kind: MapType, Arguments: []Type{text, inner}}
	case TupleOf:
		return Frozen(Type{Kind: TupleType, Arguments: []Type{inner, text}})
	case UserDefined:
		return m.userTypeFor(keyspace, column, element)
	default:
		return element
	}
	if column.Role.InKey() {
		return Frozen(t)
	}
	return t
}

// userTypeFor returns the user-defined type that has the column's name.
func (m *Model) userTypeFor(keyspace ID, column *LogicalColumn, otherwise Type) Type {
	for _, name := range []string{column.Name, Identifier(column.Name)} {
		if id, found := m.UserTypeNamed(keyspace, name); found {
			return Frozen(Type{Kind: UserTypeRef, UserType: id})
		}
	}
	return otherwise
}
