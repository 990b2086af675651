package access

import (
	"cmp"
	"slices"

	"widerow/model"
)

// Value is the right side of a relation or what is written into a column.
type Value struct {
	Kind ValueKind
	// Text is a literal without its quotes, or the name of a function.
	Text string
	// Type is that of a cast.
	Type model.Type
	// Values are the elements of a list, set or tuple, the keys and values of
	// a map in turn, the values of Fields, the arguments of a function, or
	// what is cast.
	Values []Value
	// Fields are the names in a literal of a user-defined type.
	Fields []string
}

// ValueKind is the kind of a value.
type ValueKind uint8

// The kinds of value.
const (
	// Marker is a value that comes when the statement is run.
	Marker ValueKind = iota
	Null
	String
	Integer
	Float
	Boolean
	UUID
	Hex
	Duration
	// List is also a vector.
	List
	// Set is also an empty map.
	Set
	Map
	Tuple
	// Fields is a literal of a user-defined type.
	Fields
	Cast
	// Function is a call or an operation. Its type is not judged.
	Function
)

// isLiteral reports whether the value stands in the statement as it is.
func (v *Value) isLiteral() bool { return v.Kind >= String && v.Kind <= Duration }

// holdsMarker reports whether a value somewhere waits for a marker.
func (v *Value) holdsMarker() bool {
	return v.Kind == Marker || slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.holdsMarker() })
}

// receiver is what takes a value: a column or a part of one, with the name
// that messages give it.
type receiver struct {
	name string
	typ  model.Type
}

func (c *Column) receiver() receiver { return receiver{c.Name, c.Type} }

func (r receiver) part(name string, t model.Type) receiver { return receiver{name, element(r.typ, t)} }

func (r receiver) element() receiver {
	arguments := r.typ.Unfrozen().Arguments
	return r.part("value("+r.name+")", arguments[len(arguments)-1])
}

func (r receiver) key() receiver {
	return r.part("key("+r.name+")", r.typ.Unfrozen().Arguments[0])
}

func (r receiver) index() receiver {
	return receiver{"idx(" + r.name + ")", model.Native("int")}
}

func (r receiver) kind() model.TypeKind { return r.typ.Unfrozen().Kind }

// refuse makes a refusal about a value for the receiver.
func (r receiver) refuse(code Code, value *Value) *Refusal {
	return &Refusal{Code: code, Column: r.name, Type: r.typ, Value: value}
}

// CheckValue judges a value for something that is no column; name is what
// messages call it.
func (t *Table) CheckValue(name string, typ model.Type, v Value) *Refusal {
	refusal := t.checkValue(&v, receiver{name, typ})
	if refusal != nil {
		refusal.Table = t
	}
	return refusal
}

// checkValue is Term.Raw.prepare: it refuses a value that the receiver cannot take.
func (t *Table) checkValue(v *Value, r receiver) *Refusal {
	switch v.Kind {
	case Null:
		if r.typ.IsCounter() {
			return r.refuse(NullIncrement, v)
		}
	case List:
		return t.checkList(v, r)
	case Set:
		return t.checkSet(v, r)
	case Map:
		return t.checkMap(v, r)
	case Tuple:
		return t.checkTuple(v, r)
	case Fields:
		return t.checkFields(v, r)
	case Cast:
		return t.checkCast(v, r)
	case Marker, Function:
	default:
		if !literalFits(v, r.typ) {
			return r.refuse(InvalidConstant, v)
		}
		return checkText(v, r)
	}
	return nil
}

// fits is testAssignment. The server refuses some values while it asks.
func (t *Table) fits(v *Value, r receiver) (bool, *Refusal) {
	switch v.Kind {
	case Marker, Function:
		return true, nil
	case Null:
		return !r.typ.IsCounter(), nil
	case List:
		if kind := r.kind(); kind != model.ListType && kind != model.VectorType {
			return false, r.refuse(UnexpectedReceiver, v)
		}
		if r.kind() == model.VectorType && len(v.Values) != r.typ.Unfrozen().Dimension {
			return false, nil
		}
		return t.allFit(v.Values, r.element())
	case Set:
		if r.kind() == model.MapType && len(v.Values) == 0 {
			return true, nil
		}
		if r.kind() != model.SetType {
			return false, nil
		}
		return t.allFit(v.Values, r.element())
	case Map:
		return t.mapFits(v, r)
	case Tuple:
		if len(v.Values) == 1 && !r.isTuple() {
			return t.fits(&v.Values[0], r)
		}
		return t.tupleFits(v, r) == nil, nil
	case Fields:
		return t.fieldsFit(v, r) == nil, nil
	case Cast:
		return castFits(r.typ, v.Type), nil
	}
	return literalFits(v, r.typ), nil
}

func (t *Table) allFit(values []Value, r receiver) (bool, *Refusal) {
	for i := range values {
		if fits, refusal := t.fits(&values[i], r); !fits || refusal != nil {
			return false, refusal
		}
	}
	return true, nil
}

func (t *Table) mapFits(v *Value, r receiver) (bool, *Refusal) {
	if r.kind() != model.MapType {
		return false, nil
	}
	for i := 0; i+1 < len(v.Values); i += 2 {
		key, refusal := t.fits(&v.Values[i], r.key())
		if refusal != nil || !key {
			return false, refusal
		}
		value, refusal := t.fits(&v.Values[i+1], r.element())
		if refusal != nil || !value {
			return false, refusal
		}
	}
	return true, nil
}

// literalTypes are the native types that take a literal.
var literalTypes = map[ValueKind][]string{
	String: {"ascii", "text", "inet", "date", "time", "timestamp"},
	Integer: {"bigint", "counter", "date", "decimal", "double", "duration", "float", "int", "smallint", "time", "timestamp",
		"tinyint", "varint"},
	UUID:     {"uuid", "timeuuid"},
	Float:    {"decimal", "double", "float"},
	Boolean:  {"boolean"},
	Hex:      {"blob"},
	Duration: {"duration"},
}

// literalFits: a custom type and a tuple take any literal, and what the text
// says is judged later. The server takes hexadecimal for a tinyint too.
func literalFits(v *Value, t model.Type) bool {
	switch bare := t.Unfrozen(); bare.Kind {
	case model.NativeType:
		return slices.Contains(literalTypes[v.Kind], bare.Name) || v.Kind == Hex && bare.Name == "tinyint"
	case model.TupleType, model.CustomType:
		return true
	}
	return false
}

// castFits: the type itself, or one whose bytes the type reads.
func castFits(to, from model.Type) bool {
	if to.Unfrozen().Equal(from.Unfrozen()) {
		return true
	}
	if to.Kind != model.NativeType || from.Kind != model.NativeType {
		return to.Kind == model.NativeType && to.Name == "blob"
	}
	return to.Name == "blob" || slices.Contains(readable[to.Name], from.Name)
}

// readable are the types whose bytes another native type reads as its own.
var readable = map[string][]string{
	"text": {"ascii"}, "bigint": {"timestamp"}, "timestamp": {"bigint"}, "uuid": {"timeuuid"},
	"varint": {"int", "bigint", "timestamp"},
}

// checkCast is TypeCast.prepare.
func (t *Table) checkCast(v *Value, r receiver) *Refusal {
	inner := &v.Values[0]
	fits, refusal := t.fits(inner, receiver{r.name, v.Type})
	switch {
	case refusal != nil:
		return refusal
	case !fits:
		return receiver{r.name, v.Type}.refuse(CannotCast, inner)
	case !castFits(r.typ, v.Type):
		return r.refuse(CannotAssign, v)
	}
	return t.checkValue(inner, r)
}

// checkList is ArrayLiteral, for lists and vectors.
func (t *Table) checkList(v *Value, r receiver) *Refusal {
	kind := r.kind()
	switch {
	case kind != model.ListType && kind != model.VectorType:
		return r.refuse(UnexpectedReceiver, v)
	case kind == model.VectorType && len(v.Values) != r.typ.Unfrozen().Dimension:
		refusal := r.refuse(VectorSize, v)
		refusal.Want, refusal.Got = r.typ.Unfrozen().Dimension, len(v.Values)
		return refusal
	}
	code := ListElement
	if kind == model.VectorType {
		code = VectorElement
	}
	return t.checkElements(v, r, code, ListMarker)
}

func (t *Table) checkSet(v *Value, r receiver) *Refusal {
	if r.kind() == model.MapType && len(v.Values) == 0 {
		return nil
	}
	if r.kind() != model.SetType {
		return r.refuse(InvalidSet, v)
	}
	return t.checkElements(v, r, SetElement, SetMarker)
}

// checkElements asks first whether all elements fit; only a vector's are
// checked one by one. A marker may stand in a vector, not in a collection.
func (t *Table) checkElements(v *Value, r receiver, misfit, marker Code) *Refusal {
	inner, isVector := r.element(), r.kind() == model.VectorType
	for i := range v.Values {
		if refusal := t.checkFit(&v.Values[i], inner, r, misfit); refusal != nil {
			return refusal
		}
		if isVector {
			if refusal := t.checkValue(&v.Values[i], inner); refusal != nil {
				return refusal
			}
		}
	}
	for i := range v.Values {
		if isVector {
			break
		}
		if refusal := t.checkValue(&v.Values[i], inner); refusal != nil {
			return refusal
		}
		if v.Values[i].holdsMarker() {
			return r.refuse(marker, v)
		}
	}
	return checkNulls(v, isVector)
}

// checkNulls: a literal without markers is put together at once.
func checkNulls(v *Value, isVector bool) *Refusal {
	if v.holdsMarker() || !slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.Kind == Null }) {
		return nil
	}
	if isVector {
		return &Refusal{Code: NullInVector}
	}
	return &Refusal{Code: NullInCollection}
}

func (t *Table) checkFit(v *Value, inner, outer receiver, misfit Code) *Refusal {
	fits, refusal := t.fits(v, inner)
	if refusal != nil || fits {
		return refusal
	}
	return &Refusal{Code: misfit, Column: outer.name, Value: v, Type: inner.typ}
}

func (t *Table) checkMap(v *Value, r receiver) *Refusal {
	if r.kind() != model.MapType {
		return r.refuse(InvalidMap, v)
	}
	parts := []struct {
		receiver
		misfit Code
	}{{r.key(), MapKey}, {r.element(), MapElement}}
	for i := range v.Values {
		if refusal := t.checkFit(&v.Values[i], parts[i%2].receiver, r, parts[i%2].misfit); refusal != nil {
			return refusal
		}
	}
	for i := range v.Values {
		if refusal := t.checkValue(&v.Values[i], parts[i%2].receiver); refusal != nil {
			return refusal
		}
		if i%2 == 1 && (v.Values[i].holdsMarker() || v.Values[i-1].holdsMarker()) {
			return r.refuse(MapMarker, v)
		}
	}
	return checkNulls(v, false)
}

// checkTuple: `(x)` is also just x.
func (t *Table) checkTuple(v *Value, r receiver) *Refusal {
	if len(v.Values) == 1 && !r.isTuple() {
		return t.checkValue(&v.Values[0], r)
	}
	if refusal := t.tupleFits(v, r); refusal != nil {
		return refusal
	}
	for i := range v.Values {
		if refusal := t.checkValue(&v.Values[i], t.component(r, i)); refusal != nil {
			return refusal
		}
	}
	return nil
}

// isTuple: to the server a user-defined type is a tuple too.
func (r receiver) isTuple() bool { return r.kind() == model.TupleType || r.kind() == model.UserTypeRef }

func (t *Table) components(of model.Type) []model.Type {
	if !isUserType(of) {
		return of.Unfrozen().Arguments
	}
	var types []model.Type
	for _, field := range t.fields(of) {
		types = append(types, field.Value.Type)
	}
	return types
}

func (t *Table) component(r receiver, i int) receiver {
	outer := r.typ
	if outer.Kind == model.TupleType {
		outer = model.Frozen(outer)
	}
	return receiver{r.name + "[" + digits(i) + "]", element(outer, t.components(r.typ)[i])}
}

func (t *Table) tupleFits(v *Value, r receiver) *Refusal {
	if !r.isTuple() {
		return r.refuse(InvalidTuple, v)
	}
	for i := range v.Values {
		if want := len(t.components(r.typ)); i >= want {
			refusal := r.refuse(TupleSize, v)
			refusal.Want, refusal.Got = want, len(v.Values)
			return refusal
		}
		fits, refusal := t.fits(&v.Values[i], t.component(r, i))
		if refusal != nil {
			return refusal
		}
		if !fits {
			refusal := t.component(r, i).refuse(TupleComponent, v)
			refusal.Column, refusal.Got = r.name, i
			return refusal
		}
	}
	return nil
}

// fields lists the fields of a user-defined type in their order.
func (t *Table) fields(of model.Type) []model.Item[*model.TypeField] {
	if userType := t.Types[of.Unfrozen().UserType]; userType != nil {
		return model.Sorted(userType.Fields)
	}
	return nil
}

func (r receiver) field(field *model.TypeField) receiver {
	return r.part(r.name+"."+field.Name, field.Type)
}

func (v *Value) field(name string) *Value {
	if i := slices.Index(v.Fields, name); i >= 0 {
		return &v.Values[i]
	}
	return nil
}

// FieldOrder lists the fields as the server goes through them: it keeps them
// in a hash table of Java.
func (v *Value) FieldOrder() []string {
	buckets := uint32(16)
	for len(v.Fields)*4 > int(buckets)*3 {
		buckets *= 2
	}
	order := slices.Clone(v.Fields)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(javaBucket(a, buckets), javaBucket(b, buckets)) })
	return order
}

// javaBucket is where a java.util.HashMap of that many buckets keeps a
// java.nio.ByteBuffer.
func javaBucket(text string, buckets uint32) uint32 {
	hash := uint32(1)
	for i := len(text) - 1; i >= 0; i-- {
		hash = 31*hash + uint32(int8(text[i]))
	}
	return (hash ^ hash>>16) & (buckets - 1)
}

func (t *Table) fieldsFit(v *Value, r receiver) *Refusal {
	if r.kind() != model.UserTypeRef {
		return r.refuse(InvalidUserType, v)
	}
	for _, field := range t.fields(r.typ) {
		value := v.field(field.Value.Name)
		if value == nil {
			continue
		}
		fits, refusal := t.fits(value, r.field(field.Value))
		if refusal != nil {
			return refusal
		}
		if !fits {
			return &Refusal{Code: UserTypeField, Column: r.name, Other: field.Value.Name, Type: r.field(field.Value).typ}
		}
	}
	return nil
}

func (t *Table) checkFields(v *Value, r receiver) *Refusal {
	if refusal := t.fieldsFit(v, r); refusal != nil {
		return refusal
	}
	known := []string{}
	for _, field := range t.fields(r.typ) {
		known = append(known, field.Value.Name)
		if value := v.field(field.Value.Name); value != nil {
			if refusal := t.checkValue(value, r.field(field.Value)); refusal != nil {
				return refusal
			}
		}
	}
	for _, name := range v.FieldOrder() {
		if !slices.Contains(known, name) {
			return &Refusal{Code: UnknownField, Column: name, Type: r.typ}
		}
	}
	return nil
}
