package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// parts are the places of a model that an amount can be given for, by path:
//
//	shop.orders               rows of the table
//	shop.orders.note          length of a value
//	shop.orders.tags          elements of a collection
//	shop.orders.tags[]        length of an element, or of a map's value
//	shop.orders.tags{}        length of a map's key
//	shop.orders.address.city  a field of a user-defined type
//	shop.orders.point.0       a part of a tuple
//
// and so on inwards: shop.orders.addresses[].phones[].
//
// A document gives a user-defined type's field one length for all columns, and
// the parts of a tuple none of their own. Here each column has its own: so
// parts turns the model's columns into equal ones of private types.
type parts struct {
	model    *model.Model
	ids      model.IDs
	rows     map[string]*model.Expression
	lengths  map[string]*model.Expression
	elements map[string]*model.Expression
	// flags says, by element and field, how to give what is missing there.
	flags map[input]string
}

// input is where sizing looks for an expression.
type input struct {
	element model.ID
	field   string
}

// host is the element that holds the expressions of a type. A field of a
// type has one length for a map's keys and values.
type host struct {
	id                          model.ID
	length, elements, keyLength *model.Expression
}

// partsOf changes the model, which must not be shared.
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

// relationName is the name with its keyspace, as in the output.
func relationName(m *model.Model, relation *model.Relation) string {
	if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		return keyspace.Name + "." + relation.Name
	}
	return relation.Name
}

// deepest type that is followed; only a type that holds itself is deeper.
const deepest = 64

// lower makes an equal type whose every part has an expression of its own.
func (p *parts) lower(keyspace model.ID, t model.Type, path string, at host, depth int) (model.Type, error) {
	if depth > deepest {
		return t, fmt.Errorf("%.60s…: the type holds itself, or is nested deeper than %d", path, deepest)
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
		return p.private(keyspace, depth, inner)
	case model.UserTypeRef:
		return p.copyOf(keyspace, t, path, depth)
	case model.VectorType:
		p.addLength(path+"[]", at, "length", at.length)
		return t, nil
	}
	p.addLength(path, at, "length", at.length)
	return t, nil
}

// lowerCollection keeps a collection of plain values, and makes any other a
// list of a private type: a map is a list of pairs.
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
	element, err := p.private(keyspace, depth, inner)
	return model.Type{Kind: model.ListType, Arguments: []model.Type{model.Frozen(element)}}, err
}

func isLeaf(t model.Type) bool {
	switch t.Unfrozen().Kind {
	case model.NativeType, model.CustomType, model.UnresolvedType, "":
		return true
	}
	return false
}

// part is a field of a private type, with what is known of it so far.
type part struct {
	path             string
	t                model.Type
	length, elements model.Expression
}

func (p *parts) copyOf(keyspace model.ID, t model.Type, path string, depth int) (model.Type, error) {
	original := p.model.Physical.Types[t.UserType]
	if original == nil {
		return t, nil
	}
	var inner []part
	for _, field := range model.Sorted(original.Fields) {
		inner = append(inner, part{path + "." + field.Value.Name, field.Value.Type, field.Value.Length, field.Value.Elements})
	}
	return p.private(keyspace, depth, inner)
}

// private adds a user-defined type that only one column has.
func (p *parts) private(keyspace model.ID, depth int, inner []part) (model.Type, error) {
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

// set puts amounts at their places; flag names them in an error.
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
		return "the model has nothing that it could be said of"
	}
	// The nearest are those that share the longest beginning.
	slices.SortStableFunc(known, func(a, b string) int { return common(b, path) - common(a, path) })
	return "there is no such place; there is " + strings.Join(known[:min(3, len(known))], ", ")
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// expression is a number, or a quantity where typical and worst case differ.
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
