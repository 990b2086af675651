package sizing

import (
	"fmt"
	"strconv"
	"strings"

	"widerow/model"
)

// Width is the size of one column's values in bytes. From is the expression that
// yields it: "4", "20", "rooms × (4 + 12)".
type Width struct {
	Column model.ID
	Name   string
	Type   string // as CQL
	Role   model.Role
	Bytes  model.Value
	From   string
}

// fixedWidths holds the bytes of native types with a fixed size, and of inet,
// which has 4 unless a length is set (16 for IPv6). All other types need a length.
var fixedWidths = map[string]float64{
	"boolean": 1, "tinyint": 1, "smallint": 2, "int": 4, "float": 4, "date": 4, "inet": 4,
	"bigint": 8, "counter": 8, "double": 8, "time": 8, "timestamp": 8, "uuid": 16, "timeuuid": 16,
}

// inputs evaluates the inputs of a relation or a type and collects those that are
// assumed or wrong.
type inputs struct {
	*sizer
	assumed []Assumption
	noted   map[Assumption]bool
	err     *model.Problem
	asked   []Input // if amounts are given: those that would be used
	entered bool    // a number of the relation was entered
}

// rows returns the number of rows in a partition. If it is not set, that is 1
// without clustering columns, or else what follows from the concepts, or else
// assumed.
func (in *inputs) rows(id model.ID, relation *model.Relation) (rows model.Value, isDerived bool) {
	derived, found := in.options.Derived.Rows[id]
	given, isGiven := in.given(Input{id, "", "rows"})
	switch {
	case isGiven:
		return given, false
	case relation.Rows.IsEmpty() && !hasRole(relation, model.Clustering):
		return model.Value{Typical: 1, Worst: 1}, false
	case relation.Rows.IsEmpty() && found:
		return derived, true
	}
	return in.evaluate(relation.Rows, place{"rows of " + relation.Name, id, "rows", ""}, assumedRows), false
}

func hasRole(relation *model.Relation, role model.Role) bool {
	for _, column := range relation.Columns {
		if column.Role == role {
			return true
		}
	}
	return false
}

// place identifies the form field of an input, and the part of the column.
type place struct {
	what    string
	element model.ID
	field   string
	path    string
}

func (in *inputs) given(input Input) (model.Value, bool) {
	if in.options.Given == nil {
		return model.Value{}, false
	}
	in.asked = append(in.asked, input)
	value, found := in.options.Given[input]
	in.entered = in.entered || found
	return value, found
}

// at returns the place of a length or a number of elements. If amounts are given,
// that is the part of the column.
func (in *inputs) at(p place, part sizedValue) place {
	if in.options.Given != nil {
		p.element, p.path = part.column, part.path
		if p.field == elementFields.keyLength {
			p.field = elementFields.length
		}
	}
	return p
}

// evaluate returns the value of an expression. It is assumed if the expression is
// empty or needs a quantity without a value.
func (in *inputs) evaluate(e model.Expression, at place, assumed float64) model.Value {
	if e.IsEmpty() {
		return in.assume(at, assumed)
	}
	value, missing, err := in.evaluator.Evaluate(e)
	if err != nil {
		in.fail("sizing/expression", at, err.Error())
	}
	if len(missing) > 0 {
		return in.assume(at, assumed, missing...)
	}
	in.entered = true
	return value
}

func (in *inputs) fail(code string, at place, message string) {
	if in.err == nil {
		in.err = &model.Problem{Code: code, Message: at.what + ": " + message, Element: at.element, Field: at.field}
	}
}

// column returns the width of a column and what it stores.
func (in *inputs) column(relation string, id model.ID, column *model.Column) (Width, content) {
	at := sizedValue{
		name: relation + "." + column.Name, element: id, column: id, fields: elementFields,
		length: column.Length, keyLength: column.KeyLength, elements: column.Elements,
	}
	w := in.width(column.Type, at)
	return Width{id, column.Name, in.model.TypeText(column.Type), column.Role, w.bytes, w.from}, w.content
}

// sizedValue is a column, a part of it, or a field of a user-defined type, with
// the expressions that its width needs.
type sizedValue struct {
	name                        string
	element                     model.ID
	column                      model.ID
	path                        string // of the part: "[]", ".street"
	fields                      fieldNames
	length, keyLength, elements model.Expression
}

// fieldNames holds the names of the element's fields with the expressions.
type fieldNames struct{ length, keyLength, elements string }

var elementFields = fieldNames{"length", "key_length", "elements"}

func (at sizedValue) part(path string) sizedValue {
	at.path += path
	return at
}

// width is the size of a type's values by the book, where it comes from, and what
// they are on disk.
type width struct {
	bytes model.Value
	from  string
	content
}

// width returns the bytes of a value by the book's rules. The size of a
// collection is the sum of its elements' sizes, including a map's keys. The size
// of a user-defined type or a tuple is the sum of its parts. Nulls and length
// prefixes are ignored.
func (in *inputs) width(t model.Type, at sizedValue) width {
	switch t.Kind {
	case model.FrozenType:
		w := in.width(t.Unfrozen(), at)
		w.content = w.frozen()
		return w
	case model.ListType, model.SetType, model.MapType:
		return in.collection(t, at)
	case model.TupleType:
		var parts []width
		for i, argument := range t.Arguments {
			parts = append(parts, in.width(argument, at.part("."+strconv.Itoa(i))))
		}
		w := sumOf(parts)
		w.content = composite(parts).frozen()
		return w
	case model.VectorType:
		inner := in.width(t.Arguments[0], at.part("[]"))
		count := model.Value{Typical: float64(t.Dimension), Worst: float64(t.Dimension)}
		w := times(count, strconv.Itoa(t.Dimension), inner)
		w.content = vector(float64(t.Dimension), inner.content)
		return w
	case model.UserTypeRef:
		return in.userType(t.UserType, at)
	case "":
		return in.untyped(at)
	}
	return in.scalar(t, at)
}

// untyped is the width of a column without a type, or with one that is gone.
func (in *inputs) untyped(at sizedValue) width {
	length := in.assume(place{"type of " + at.name, at.element, "type", at.path}, assumedLength)
	return width{length, formulaNumber(length.Typical), variable(length)}
}

func (in *inputs) scalar(t model.Type, at sizedValue) width {
	fixed, isFixed := fixedWidths[t.Name]
	isFixed = isFixed && t.Kind == model.NativeType
	given, isGiven := in.given(Input{at.column, at.path, "length"})
	switch {
	case isFixed && (t.Name != "inet" || at.length.IsEmpty() && !isGiven):
		return width{model.Value{Typical: fixed, Worst: fixed}, formulaNumber(fixed), in.nativeContent(t.Name, fixed)}
	case isGiven:
		return width{given, formulaNumber(given.Typical), variable(given)}
	}
	assumed, known := assumedLengths[t.Name]
	if !known || t.Kind != model.NativeType {
		assumed = assumedLength
	}
	length := in.evaluate(at.length, in.at(place{"length of " + at.name, at.element, at.fields.length, ""}, at), assumed)
	return width{length, in.text(at.length, length), variable(length)}
}

func (in *inputs) collection(t model.Type, at sizedValue) width {
	count := in.elements(at)
	var parts []width
	for i, argument := range t.Arguments {
		inner := at.part("[]")
		if t.Kind == model.MapType && i == 0 {
			inner = at.part("{}")
			inner.name, inner.length, inner.fields.length = "the keys in "+at.name, at.keyLength, at.fields.keyLength
		}
		parts = append(parts, in.width(argument, inner))
	}
	w := times(count, in.text(at.elements, count), sumOf(parts))
	w.content = collectionContent(t.Kind, count, parts)
	return w
}

// elements returns the number of elements of a collection.
func (in *inputs) elements(at sizedValue) model.Value {
	if given, isGiven := in.given(Input{at.column, at.path, "elements"}); isGiven {
		return given
	}
	if derived, isDerived := in.options.Derived.Elements[at.element]; isDerived && at.elements.IsEmpty() {
		return derived
	}
	return in.evaluate(at.elements, in.at(place{"elements of " + at.name, at.element, at.fields.elements, ""}, at), assumedElements)
}

// typeWidth is the width of a user-defined type, which is the same for every use.
type typeWidth struct {
	inputs
	whole width
	done  bool // false while its fields are being summed
}

func (in *inputs) userType(id model.ID, at sizedValue) width {
	place := place{"type of " + at.name, at.element, "type", ""}
	userType := in.model.Physical.Types[id]
	if userType == nil {
		return in.untyped(at)
	}
	known, found := in.types[id]
	if found && !known.done {
		in.fail("sizing/cycle", place, fmt.Sprintf("the type %s contains itself", userType.Name))
		return width{}
	}
	if !found || in.options.Given != nil {
		known = in.sumFields(id, userType, at)
	}
	for _, assumption := range known.assumed {
		in.note(assumption)
	}
	in.asked = append(in.asked, known.asked...)
	if in.err == nil {
		in.err = known.err
	}
	return known.whole
}

// maxFrom limits the text of a type's width. A longer one is replaced by the sum.
const maxFrom = 120

// maxParts limits the parts of a column whose lengths can be given.
const maxParts = 10_000

func (in *inputs) sumFields(id model.ID, userType *model.UserType, at sizedValue) *typeWidth {
	known := &typeWidth{inputs: inputs{sizer: in.sizer}}
	in.types[id] = known
	var parts []width
	for _, field := range model.Sorted(userType.Fields) {
		if len(known.asked) > maxParts {
			known.fail("sizing/parts", place{"type of " + at.name, at.element, "type", ""}, fmt.Sprintf("it has more than %d parts", maxParts))
			break
		}
		// A field has no separate length for a map's keys: its length is used for
		// keys and values.
		parts = append(parts, known.width(field.Value.Type, sizedValue{
			name: userType.Name + "." + field.Value.Name, element: field.ID, column: at.column, path: at.path + "." + field.Value.Name,
			fields: fieldNames{"length", "length", "elements"},
			length: field.Value.Length, keyLength: field.Value.Length, elements: field.Value.Elements,
		}))
	}
	known.whole = sumOf(parts)
	known.whole.content = composite(parts)
	if len(known.whole.from) > maxFrom {
		known.whole.from = formulaNumber(known.whole.bytes.Typical)
	}
	known.done = true
	return known
}

// text is an expression in a formula, or the number if it is not set.
func (in *inputs) text(e model.Expression, value model.Value) string {
	if e.IsEmpty() {
		return formulaNumber(value.Typical)
	}
	text := in.model.ExpressionText(e)
	if strings.ContainsAny(text, "+-/ ") {
		return "(" + text + ")"
	}
	return text
}

func sumOf(parts []width) width {
	var sum width
	texts := make([]string, len(parts))
	for i, part := range parts {
		sum.bytes.Typical += part.bytes.Typical
		sum.bytes.Worst += part.bytes.Worst
		texts[i] = part.from
	}
	switch len(parts) {
	case 0:
		sum.from = "0"
	case 1:
		sum.from = texts[0]
	default:
		sum.from = "(" + strings.Join(texts, " + ") + ")"
	}
	return sum
}

func times(count model.Value, countText string, each width) width {
	return width{
		bytes: model.Value{Typical: count.Typical * each.bytes.Typical, Worst: count.Worst * each.bytes.Worst},
		from:  countText + " × " + each.from,
	}
}
