package model

// Physical returns the role of a column that realizes a logical one: a counter
// is a regular column of type counter.
func (r Role) Physical() Role {
	if r == RoleCounter {
		return Regular
	}
	return r
}

// CounterShape extends the collections by a value for counter columns.
const CounterShape Collection = "counter"

// Shape returns the collection of a logical column, or CounterShape.
func (c *LogicalColumn) Shape() Collection {
	if c.Role == RoleCounter {
		return CounterShape
	}
	return c.Collection
}

// Shape returns the collection that a type, frozen or not, corresponds to.
func (t Type) Shape() Collection {
	if t.IsCounter() {
		return CounterShape
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

// Collection returns the collection that a type, frozen or not, corresponds to in a
// logical table. A counter is a role there.
func (t Type) Collection() Collection {
	if t.IsCounter() {
		return SingleValue
	}
	return t.Shape()
}
