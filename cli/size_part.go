package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// parts holds the parts of a model to which a flag can assign an amount, by
// path:
//
//	shop.orders               rows of the table
//	shop.orders.note          length of a value
//	shop.orders.tags          elements of a collection
//	shop.orders.tags[]        length of an element, or of a map's value
//	shop.orders.tags{}        length of a map's key
//	shop.orders.address.city  a field of a user-defined type
//	shop.orders.point.0       a part of a tuple
//
// Paths nest: shop.orders.addresses[].phones[].
//
// In a document, a field of a user-defined type has one length for all columns,
// and the parts of a tuple have no length of their own. The flags can set them
// for each column, so parts gives every column an equivalent type of its own,
// in which each part has its own expression.
type parts struct {
	model    *model.Model
	ids      model.IDs
	rows     map[string]*model.Expression
	lengths  map[string]*model.Expression
	elements map[string]*model.Expression
	flags    map[input]string // the flag that sets an input
}

// input identifies an expression that sizing reads.
type input struct {
	element model.ID
	field   string
}

// host is the element that holds the expressions of a type. keyLength is nil
// for a field of a user-defined type, whose length applies to both the keys
// and the values of a map.
type host struct {
	id                          model.ID
	length, elements, keyLength *model.Expression
}

// partsOf returns the parts of m. It changes m, which must not be shared.
func partsOf(m *model.Model) (*parts, error) {
	p := &parts{
		model: m, ids: model.RandomIDs(),
		rows: map[string]*model.Expression{}, lengths: map[string]*model.Expression{}, elements: map[string]*model.Expression{},
		flags: map[input]string{},
	}
	if m.Physical.Types == nil {
		m.Physical.Types = map[model.ID]*model.UserType{}
	}
	for id, relation := range m.Physical.Relations {
		path := relationName(m, relation)
		p.rows[path] = &relation.Rows
		p.flags[input{id, "rows"}] = "--rows " + path
		for id, column := range relation.Columns {
			lowered, err := p.lower(relation.Keyspace, column.Type, path+"."+column.Name,
				host{id, &column.Length, &column.Elements, &column.KeyLength}, 0)
			if err != nil {
				return nil, err
			}
			column.Type = lowered
		}
	}
	return p, nil
}

func (p *parts) addLength(path string, at host, field string, place *model.Expression) {
	p.lengths[path] = place
	p.flags[input{at.id, field}] = "--length " + path
}

func (p *parts) addElements(path string, at host) {
	p.elements[path] = at.elements
	p.flags[input{at.id, "elements"}] = "--elements " + path
}

// relationName returns the relation's name with its keyspace, as in the output.
func relationName(m *model.Model, relation *model.Relation) string {
	if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		return keyspace.Name + "." + relation.Name
	}
	return relation.Name
}

// maxTypeDepth limits how deep a type is followed. A deeper type contains
// itself.
const maxTypeDepth = 64

// lower returns a type equivalent to t, in which each part has its own
// expression.
func (p *parts) lower(keyspace model.ID, t model.Type, path string, at host, depth int) (model.Type, error) {
	if depth > maxTypeDepth {
		return t, fmt.Errorf("%.60s…: the type contains itself or is nested deeper than %d", path, maxTypeDepth)
	}
	switch t.Kind {
	case model.FrozenType:
		inner, err := p.lower(keyspace, t.Unfrozen(), path, at, depth+1)
		return model.Frozen(inner), err
	case model.ListType, model.SetType, model.MapType:
		p.addElements(path, at)
		return p.lowerCollection(keyspace, t, path, at, depth)
	case model.TupleType:
		var inner []part
		for i, argument := range t.Arguments {
			inner = append(inner, part{path + "." + strconv.Itoa(i), argument, *at.length, *at.elements})
		}
		return p.addType(keyspace, depth, inner)
	case model.UserTypeRef:
		return p.lowerUserType(keyspace, t, path, depth)
	case model.VectorType:
		p.addLength(path+"[]", at, "length", at.length)
		return t, nil
	}
	p.addLength(path, at, "length", at.length)
	return t, nil
}

// lowerCollection keeps a collection of plain values. Any other collection
// becomes a list of a new type; a map becomes a list of pairs.
func (p *parts) lowerCollection(keyspace model.ID, t model.Type, path string, at host, depth int) (model.Type, error) {
	last := len(t.Arguments) - 1
	isMap := t.Kind == model.MapType
	if isLeaf(t.Arguments[0]) && isLeaf(t.Arguments[last]) && (!isMap || at.keyLength != nil) {
		if isMap {
			p.addLength(path+"{}", at, "key_length", at.keyLength)
		}
		p.addLength(path+"[]", at, "length", at.length)
		return t, nil
	}
	var inner []part
	if isMap {
		inner = append(inner, part{path + "{}", t.Arguments[0], *cmp.Or(at.keyLength, at.length), *at.elements})
	}
	inner = append(inner, part{path + "[]", t.Arguments[last], *at.length, *at.elements})
	element, err := p.addType(keyspace, depth, inner)
	return model.Type{Kind: model.ListType, Arguments: []model.Type{model.Frozen(element)}}, err
}

func isLeaf(t model.Type) bool {
	switch t.Unfrozen().Kind {
	case model.NativeType, model.CustomType, model.UnresolvedType, "":
		return true
	}
	return false
}

// part describes a field of a type that addType adds, with its expressions so
// far.
type part struct {
	path             string
	t                model.Type
	length, elements model.Expression
}

func (p *parts) lowerUserType(keyspace model.ID, t model.Type, path string, depth int) (model.Type, error) {
	original := p.model.Physical.Types[t.UserType]
	if original == nil {
		return t, nil
	}
	var inner []part
	for _, field := range model.Sorted(original.Fields) {
		inner = append(inner, part{path + "." + field.Value.Name, field.Value.Type, field.Value.Length, field.Value.Elements})
	}
	return p.addType(keyspace, depth, inner)
}

// addType adds a user-defined type with these parts as fields, for one column.
func (p *parts) addType(keyspace model.ID, depth int, inner []part) (model.Type, error) {
	id := p.ids.New()
	added := &model.UserType{Keyspace: keyspace, Name: string(id), Fields: map[model.ID]*model.TypeField{}}
	for _, part := range inner {
		fieldID := p.ids.New()
		field := &model.TypeField{Order: model.Last(added.Fields), Name: part.path, Length: part.length, Elements: part.elements}
		lowered, err := p.lower(keyspace, part.t, part.path, host{id: fieldID, length: &field.Length, elements: &field.Elements}, depth+1)
		if err != nil {
			return model.Type{}, err
		}
		field.Type = lowered
		added.Fields[fieldID] = field
	}
	p.model.Physical.Types[id] = added
	return model.Type{Kind: model.UserTypeRef, UserType: id}, nil
}

// set stores amounts in places. flag is the flag's name, for errors.
func (p *parts) set(flag string, places map[string]*model.Expression, amounts []amount) error {
	for _, amount := range amounts {
		place, found := places[amount.path]
		if !found {
			return fmt.Errorf("%s %s: %s", flag, amount.path, notFound(amount.path, places))
		}
		*place = p.expression(amount)
	}
	return nil
}

func notFound(path string, places map[string]*model.Expression) string {
	var known []string
	for place := range places {
		known = append(known, place)
	}
	slices.Sort(known)
	if len(known) == 0 {
		return "the model has nothing to which this flag applies"
	}
	// The most similar paths share the longest prefix.
	slices.SortStableFunc(known, func(a, b string) int { return commonPrefix(b, path) - commonPrefix(a, path) })
	return "not found; did you mean " + strings.Join(known[:min(3, len(known))], ", ") + "?"
}

// commonPrefix returns the length of the longest common prefix.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// expression returns a number, or a new quantity if the typical and the worst
// amount differ.
func (p *parts) expression(a amount) model.Expression {
	typical, worst := number(a.typical), number(a.worst)
	if typical == worst {
		return typical
	}
	id := p.ids.New()
	if p.model.Quantities == nil {
		p.model.Quantities = map[model.ID]*model.Quantity{}
	}
	p.model.Quantities[id] = &model.Quantity{Name: string(id), Typical: typical, Worst: worst}
	return model.Expression("@" + string(id))
}

func number(value float64) model.Expression {
	return model.Expression(strconv.FormatFloat(value, 'f', -1, 64))
}
