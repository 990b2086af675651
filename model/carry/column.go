package carry

import "widerow/model"

// PhysicalColumn returns the column that would realize a logical one in a keyspace, with the type,
// length and number of elements of the attribute.
func PhysicalColumn(m *model.Model, keyspace model.ID, column *model.LogicalColumn) *model.Column {
	given, assumed := newColumnTypes(m).typeFor(keyspace, column)
	return &model.Column{Order: column.Order, Name: column.Name, Type: given, TypeAssumed: assumed,
		Role: column.Role.Physical(), Descending: column.Descending, Length: newColumnTypes(m).lengthFor(column), Elements: newColumnTypes(m).elementsFor(column)}
}

// columnTypes knows the types of the columns that realize logical ones.
type columnTypes struct {
	*model.Model
	// owners has the owner of each attribute, for a caller that asks about many columns.
	owners map[model.ID]model.ID
}

func newColumnTypes(m *model.Model) columnTypes { return columnTypes{m, nil} }

// manyColumnTypes is like newColumnTypes, for a model whose attributes stay as they are.
func manyColumnTypes(m *model.Model) columnTypes {
	owners := map[model.ID]model.ID{}
	for owner, attributes := range m.Attributes() {
		for id := range attributes {
			owners[id] = owner
		}
	}
	return columnTypes{m, owners}
}

// Attribute returns an attribute and those of the same owner, by ID.
func (m columnTypes) Attribute(id model.ID) (*model.Attribute, map[model.ID]*model.Attribute) {
	if m.owners == nil {
		return m.Model.Attribute(id)
	}
	siblings := m.AttributesOf(m.owners[id])
	if siblings[id] == nil {
		return nil, nil
	}
	return siblings[id], siblings
}

// AttributeType is like that of the model.
func (m columnTypes) AttributeType(id model.ID) (t model.Type, suggested bool) {
	attribute, siblings := m.Attribute(id)
	return m.TypeAmong(siblings, id, attribute)
}

// elementsFor returns the number of elements of a column that stores the values of
// a multi-valued attribute, empty for any other.
func (m columnTypes) elementsFor(column *model.LogicalColumn) model.Expression {
	attribute, _ := m.Attribute(column.Attribute)
	if attribute == nil || !attribute.MultiValued || column.Aggregate != "" || column.Collection == model.SingleValue {
		return ""
	}
	return attribute.Elements
}

// typeFor returns the type of a column that realizes a logical one: that of the
// attribute, or a collection of it. assumed reports that no user chose the type:
// it is suggested by the attribute's name or, without an attribute, text.
func (m columnTypes) typeFor(keyspace model.ID, column *model.LogicalColumn) (t model.Type, assumed bool) {
	element, assumed := m.elementType(keyspace, column)
	key, value, isMap := m.mapParts(column)
	switch {
	case isMap:
		t, assumed = model.Type{Kind: model.MapType, Arguments: []model.Type{key, value}}, true
	case column.Shape() == model.MapOf && m.collects(column):
		t, assumed = model.Type{Kind: model.MapType, Arguments: []model.Type{element, m.mapValue(column)}}, true
		if column.Role.InKey() {
			t = model.Frozen(t)
		}
	default:
		t = m.typeOfShape(keyspace, element, column)
	}
	if t.Shape() == model.CounterShape || column.Shape() == model.UserDefined && t.Shape() == model.UserDefined {
		assumed = false
	}
	return t, assumed
}

// mapValue returns the type of the values of a map whose keys are instances: of the attribute
// of a relationship type with them that the column's query finds, or text if that is not known.
func (m columnTypes) mapValue(column *model.LogicalColumn) model.Type {
	query := m.Workflow.Queries[column.Query]
	if query == nil {
		return model.Native("text")
	}
	var values []model.ID
	for _, find := range query.Find {
		of := find.Attribute
		if attribute, _ := m.Attribute(of); attribute != nil {
			of = m.OwnerOfAttribute(of)
		}
		relationship := m.Concepts.Relationships[of]
		if relationship == nil || find.Aggregate != "" || !joins(relationship, m.OwnerOfAttribute(column.Attribute)) {
			continue
		}
		for id := range relationship.Attributes {
			if find.Attribute == of || find.Attribute == id {
				values = append(values, id)
			}
		}
	}
	if len(values) != 1 {
		return model.Native("text")
	}
	if t, _ := m.AttributeType(values[0]); !t.IsZero() && len(t.UserTypes()) == 0 && t.Shape() == model.SingleValue {
		return t
	}
	return model.Native("text")
}

// joins reports whether an entity type takes part in a relationship type.
func joins(r *model.Relationship, entity model.ID) bool {
	for _, participant := range r.Participants {
		if participant.Entity == entity {
			return true
		}
	}
	return false
}

// mapParts returns the types of a map that stores the values of a composite
// attribute of two parts.
func (m columnTypes) mapParts(column *model.LogicalColumn) (key, value model.Type, found bool) {
	attribute, siblings := m.Attribute(column.Attribute)
	if attribute == nil || column.Shape() != model.MapOf || !attribute.MultiValued || !attribute.Type.IsZero() {
		return model.Type{}, model.Type{}, false
	}
	var parts []model.Type
	for _, item := range model.Sorted(siblings) {
		if item.Value.Parent == column.Attribute {
			t, _ := m.AttributeType(item.ID)
			parts = append(parts, t)
		}
	}
	if len(parts) != 2 || len(parts[0].UserTypes())+len(parts[1].UserTypes()) > 0 || parts[0].IsZero() || parts[1].IsZero() {
		return model.Type{}, model.Type{}, false
	}
	return parts[0], parts[1], true
}

// elementType returns the type of one value of a column in a keyspace.
func (m columnTypes) elementType(keyspace model.ID, column *model.LogicalColumn) (t model.Type, assumed bool) {
	if column.Aggregate == model.Count {
		return model.Native("bigint"), false
	}
	t, suggested := m.AttributeType(column.Attribute)
	if len(t.UserTypes()) > 0 {
		var err error
		if t, err = m.UserTypes().Parse(keyspace, m.TypeText(t)); err != nil {
			t = model.Type{} // the keyspace has no such type
		}
	}
	if t.IsZero() && m.storesWhole(column) {
		if id, found := m.compositeType(keyspace, column.Attribute); found {
			return model.Frozen(model.Type{Kind: model.UserTypeRef, UserType: id}), false
		}
	}
	switch {
	case t.IsZero() && column.Attribute == "":
		t, suggested = model.Native(m.RevealedType("", column.Name, "text")), true
	case t.IsZero():
		return model.Native("text"), true
	}
	return of(t, column.Aggregate), suggested
}

// aggregateTypes are the types of the values of functions of a type that cannot hold
// them: an average has a fraction, a sum more digits.
var aggregateTypes = map[model.Aggregate]map[string]string{
	model.Avg: {"tinyint": "double", "smallint": "double", "int": "double", "bigint": "double", "float": "double", "varint": "decimal"},
	model.Sum: {"tinyint": "bigint", "smallint": "bigint", "int": "bigint", "bigint": "varint", "float": "double"},
}

// of returns the type of the values of a function of a type.
func of(t model.Type, function model.Aggregate) model.Type {
	if wider := aggregateTypes[function][t.Name]; t.Kind == model.NativeType && wider != "" {
		return model.Native(wider)
	}
	return t
}

// collects reports whether a column is a collection although its attribute has one
// value: it then holds the values of several instances.
func (m columnTypes) collects(column *model.LogicalColumn) bool {
	attribute, _ := m.Attribute(column.Attribute)
	return attribute != nil && !attribute.MultiValued && column.Aggregate == ""
}

// reshape changes a type to another collection and keeps the type of its
// elements.
func (m columnTypes) reshape(keyspace model.ID, t model.Type, column *model.LogicalColumn) model.Type {
	element := t
	switch t.Shape() {
	case model.ListOf, model.SetOf:
		element = t.Unfrozen().Arguments[0]
	case model.MapOf:
		element = t.Unfrozen().Arguments[1]
	case model.CounterShape:
		element = model.Native("bigint")
	}
	return m.typeOfShape(keyspace, element, column)
}

func (m columnTypes) typeOfShape(keyspace model.ID, element model.Type, column *model.LogicalColumn) model.Type {
	text := model.Native("text")
	inner := element
	if inner.IsZero() {
		inner = text // the column has no type yet
	}
	if inner.Shape() != model.SingleValue && inner.Kind != model.FrozenType {
		inner = model.Frozen(inner)
	}
	var t model.Type
	switch column.Shape() {
	case model.CounterShape:
		return model.Native("counter")
	case model.ListOf:
		t = model.Type{Kind: model.ListType, Arguments: []model.Type{inner}}
	case model.SetOf:
		t = model.Type{Kind: model.SetType, Arguments: []model.Type{inner}}
	case model.MapOf:
		t = model.Type{Kind: model.MapType, Arguments: []model.Type{text, inner}}
	case model.TupleOf:
		if inner.Shape() == model.TupleOf {
			return inner
		}
		return model.Frozen(model.Type{Kind: model.TupleType, Arguments: []model.Type{inner, text}})
	case model.UserDefined:
		return m.userTypeFor(keyspace, column, element)
	default:
		return element
	}
	if column.Role.InKey() {
		return model.Frozen(t)
	}
	return t
}

// userTypeFor returns the user-defined type that has the column's name, unless the
// column has one already.
func (m columnTypes) userTypeFor(keyspace model.ID, column *model.LogicalColumn, otherwise model.Type) model.Type {
	if otherwise.Shape() == model.UserDefined {
		return otherwise
	}
	for _, name := range []string{column.Name, model.Identifier(column.Name)} {
		if id, found := m.UserTypeNamed(keyspace, name); found {
			return model.Frozen(model.Type{Kind: model.UserTypeRef, UserType: id})
		}
	}
	return otherwise
}

// lengthFor returns the length of a column that realizes a logical one, empty if
// the column does not store the attribute's values themselves.
func (m columnTypes) lengthFor(column *model.LogicalColumn) model.Expression {
	attribute, _ := m.Attribute(column.Attribute)
	if attribute == nil || column.Aggregate == model.Count || column.Shape() == model.CounterShape || column.Shape() == model.MapOf && !attribute.MultiValued {
		return ""
	}
	return attribute.Length
}
