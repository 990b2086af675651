package model

// PhysicalColumn returns the column that would realize a logical one in a keyspace, with the type,
// length and number of elements of the attribute.
func (m *Model) PhysicalColumn(keyspace ID, column *LogicalColumn) *Column {
	given, assumed := m.columnTypes().typeFor(keyspace, column)
	return &Column{Order: column.Order, Name: column.Name, Type: given, TypeAssumed: assumed,
		Role: column.Role.physical(), Descending: column.Descending, Length: m.columnTypes().lengthFor(column), Elements: m.columnTypes().elementsFor(column)}
}

// columnTypes knows the types of the columns that realize logical ones.
type columnTypes struct{ *Model }

func (m *Model) columnTypes() columnTypes { return columnTypes{m} }

// elementsFor returns the number of elements of a column that stores the values of
// a multi-valued attribute, empty for any other.
func (m columnTypes) elementsFor(column *LogicalColumn) Expression {
	attribute, _ := m.attribute(column.Attribute)
	if attribute == nil || !attribute.MultiValued || column.Aggregate != "" || column.Collection == SingleValue {
		return ""
	}
	return attribute.Elements
}

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

// Collection returns the collection that a type, frozen or not, corresponds to in a
// logical table. A counter is a role there.
func (t Type) Collection() Collection {
	if t.IsCounter() {
		return SingleValue
	}
	return t.collection()
}

// typeFor returns the type of a column that realizes a logical one: that of the
// attribute, or a collection of it. assumed reports that no user chose the type:
// it is suggested by the attribute's name or, without an attribute, text.
func (m columnTypes) typeFor(keyspace ID, column *LogicalColumn) (t Type, assumed bool) {
	element, assumed := m.elementType(keyspace, column)
	key, value, isMap := m.mapParts(column)
	switch {
	case isMap:
		t, assumed = Type{Kind: MapType, Arguments: []Type{key, value}}, true
	case column.shape() == MapOf && m.collects(column):
		t, assumed = Type{Kind: MapType, Arguments: []Type{element, m.mapValue(column)}}, true
		if column.Role.InKey() {
			t = Frozen(t)
		}
	default:
		t = m.typeOfShape(keyspace, element, column)
	}
	if t.collection() == counterShape || column.shape() == UserDefined && t.collection() == UserDefined {
		assumed = false
	}
	return t, assumed
}

// mapValue returns the type of the values of a map whose keys are instances: of the attribute
// of a relationship type with them that the column's query finds, or text if that is not known.
func (m columnTypes) mapValue(column *LogicalColumn) Type {
	query := m.Workflow.Queries[column.Query]
	if query == nil {
		return Native("text")
	}
	var values []ID
	for _, find := range query.Find {
		of := find.Attribute
		if attribute, _ := m.attribute(of); attribute != nil {
			of = m.OwnerOfAttribute(of)
		}
		relationship := m.Concepts.Relationships[of]
		if relationship == nil || find.Aggregate != "" || !relationship.joins(m.OwnerOfAttribute(column.Attribute)) {
			continue
		}
		for id := range relationship.Attributes {
			if find.Attribute == of || find.Attribute == id {
				values = append(values, id)
			}
		}
	}
	if len(values) != 1 {
		return Native("text")
	}
	if t, _ := m.AttributeType(values[0]); !t.IsZero() && len(t.UserTypes()) == 0 && t.collection() == SingleValue {
		return t
	}
	return Native("text")
}

// joins reports whether an entity type takes part in a relationship type.
func (r *Relationship) joins(entity ID) bool {
	for _, participant := range r.Participants {
		if participant.Entity == entity {
			return true
		}
	}
	return false
}

// mapParts returns the types of a map that stores the values of a composite
// attribute of two parts.
func (m columnTypes) mapParts(column *LogicalColumn) (key, value Type, found bool) {
	attribute, siblings := m.attribute(column.Attribute)
	if attribute == nil || column.shape() != MapOf || !attribute.MultiValued || !attribute.Type.IsZero() {
		return Type{}, Type{}, false
	}
	var parts []Type
	for _, item := range Sorted(siblings) {
		if item.Value.Parent == column.Attribute {
			t, _ := m.AttributeType(item.ID)
			parts = append(parts, t)
		}
	}
	if len(parts) != 2 || len(parts[0].UserTypes())+len(parts[1].UserTypes()) > 0 || parts[0].IsZero() || parts[1].IsZero() {
		return Type{}, Type{}, false
	}
	return parts[0], parts[1], true
}

// elementType returns the type of one value of a column in a keyspace.
func (m columnTypes) elementType(keyspace ID, column *LogicalColumn) (t Type, assumed bool) {
	if column.Aggregate == Count {
		return Native("bigint"), false
	}
	t, suggested := m.AttributeType(column.Attribute)
	if len(t.UserTypes()) > 0 {
		var err error
		if t, err = m.userTypes().parseType(keyspace, m.TypeText(t)); err != nil {
			t = Type{} // the keyspace has no such type
		}
	}
	if t.IsZero() && m.storesWhole(column) {
		if id, found := m.compositeType(keyspace, column.Attribute); found {
			return Frozen(Type{Kind: UserTypeRef, UserType: id}), false
		}
	}
	switch {
	case t.IsZero() && column.Attribute == "":
		t, suggested = Native(m.revealedType("", column.Name, "text")), true
	case t.IsZero():
		return Native("text"), true
	}
	return t.of(column.Aggregate), suggested
}

// aggregateTypes are the types of the values of functions of a type that cannot hold
// them: an average has a fraction, a sum more digits.
var aggregateTypes = map[Aggregate]map[string]string{
	Avg: {"tinyint": "double", "smallint": "double", "int": "double", "bigint": "double", "float": "double", "varint": "decimal"},
	Sum: {"tinyint": "bigint", "smallint": "bigint", "int": "bigint", "bigint": "varint", "float": "double"},
}

// of returns the type of the values of a function of a type.
func (t Type) of(function Aggregate) Type {
	if wider := aggregateTypes[function][t.Name]; t.Kind == NativeType && wider != "" {
		return Native(wider)
	}
	return t
}

// collects reports whether a column is a collection although its attribute has one
// value: it then holds the values of several instances.
func (m columnTypes) collects(column *LogicalColumn) bool {
	attribute, _ := m.attribute(column.Attribute)
	return attribute != nil && !attribute.MultiValued && column.Aggregate == ""
}

// reshape changes a type to another collection and keeps the type of its
// elements.
func (m columnTypes) reshape(keyspace ID, t Type, column *LogicalColumn) Type {
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

func (m columnTypes) typeOfShape(keyspace ID, element Type, column *LogicalColumn) Type {
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
		if inner.collection() == TupleOf {
			return inner
		}
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

// userTypeFor returns the user-defined type that has the column's name, unless the
// column has one already.
func (m columnTypes) userTypeFor(keyspace ID, column *LogicalColumn, otherwise Type) Type {
	if otherwise.collection() == UserDefined {
		return otherwise
	}
	for _, name := range []string{column.Name, Identifier(column.Name)} {
		if id, found := m.UserTypeNamed(keyspace, name); found {
			return Frozen(Type{Kind: UserTypeRef, UserType: id})
		}
	}
	return otherwise
}

// lengthFor returns the length of a column that realizes a logical one, empty if
// the column does not store the attribute's values themselves.
func (m columnTypes) lengthFor(column *LogicalColumn) Expression {
	attribute, _ := m.attribute(column.Attribute)
	if attribute == nil || column.Aggregate == Count || column.shape() == counterShape || column.shape() == MapOf && !attribute.MultiValued {
		return ""
	}
	return attribute.Length
}
