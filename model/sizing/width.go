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
// missing or wrong.
type inputs struct {
	*sizer
	missing []Missing
	err     *model.Problem
}

// rows returns the number of rows in a partition. If it is not set, that is 1
// without clustering columns, or else what follows from the concepts.
func (in *inputs) rows(id model.ID, relation *model.Relation) (rows model.Value, isDerived bool) {
	derived, found := in.derived.Rows[id]
	switch {
	case relation.Rows.IsEmpty() && !hasClustering(relation):
		return model.Value{Typical: 1, Worst: 1}, false
	case relation.Rows.IsEmpty() && found:
		return derived, true
	}
	return in.evaluate(relation.Rows, place{"rows of " + relation.Name, id, "rows"}), false
}

func hasClustering(relation *model.Relation) bool {
	for _, column := range relation.Columns {
		if column.Role == model.Clustering {
			return true
		}
	}
	return false
}

// place identifies the form field of an input.
type place struct {
	what    string
	element model.ID
	field   string
}

func (in *inputs) evaluate(e model.Expression, at place) model.Value {
	if e.IsEmpty() {
		in.miss(Missing{at.what, at.element, at.field})
		return model.Value{}
	}
	value, missing, err := in.evaluator.Evaluate(e)
	if err != nil {
		in.fail("sizing/expression", at, err.Error())
	}
	for _, m := range missing {
		if m.Quantity == "" {
			in.miss(Missing{"quantity " + m.Name, at.element, at.field})
		} else {
			in.miss(Missing{"quantity " + m.Name, m.Quantity, "typical"})
		}
	}
	return value
}

func (in *inputs) miss(missing Missing) {
	for _, known := range in.missing {
		if known == missing {
			return
		}
	}
	in.missing = append(in.missing, missing)
}

func (in *inputs) fail(code string, at place, message string) {
	if in.err == nil {
		in.err = &model.Problem{Code: code, Message: at.what + ": " + message, Element: at.element, Field: at.field}
	}
}

func (in *inputs) column(relation string, id model.ID, column *model.Column) Width {
	at := sizedValue{
		name: relation + "." + column.Name, element: id, fields: elementFields,
		length: column.Length, keyLength: column.KeyLength, elements: column.Elements,
	}
	bytes, from := in.width(column.Type, at)
	return Width{id, column.Name, in.model.TypeText(column.Type), column.Role, bytes, from}
}

// sizedValue is a column or a field of a user-defined type with the
// expressions that its width needs.
type sizedValue struct {
	name                        string
	element                     model.ID
	fields                      fieldNames
	length, keyLength, elements model.Expression
}

// fieldNames holds the names of the element's fields with the expressions.
type fieldNames struct{ length, keyLength, elements string }

var elementFields = fieldNames{"length", "key_length", "elements"}

func (at sizedValue) lengthPlace() place {
	return place{"length of " + at.name, at.element, at.fields.length}
}

// width returns the bytes of a value by the book's rules. The size of a
// collection is the sum of its elements' sizes, including a map's keys. The size
// of a user-defined type or a tuple is the sum of its parts. Nulls and length
// prefixes are ignored.
func (in *inputs) width(t model.Type, at sizedValue) (model.Value, string) {
	switch t.Kind {
	case model.FrozenType:
		return in.width(t.Unfrozen(), at)
	case model.ListType, model.SetType, model.MapType:
		return in.collection(t, at)
	case model.TupleType:
		var parts []part
		for _, argument := range t.Arguments {
			bytes, from := in.width(argument, at)
			parts = append(parts, part{bytes, from})
		}
		return sumOf(parts)
	case model.VectorType:
		bytes, from := in.width(t.Arguments[0], at)
		count := float64(t.Dimension)
		return times(model.Value{Typical: count, Worst: count}, strconv.Itoa(t.Dimension), bytes, from)
	case model.UserTypeRef:
		return in.userType(t.UserType, at)
	case "":
		in.miss(Missing{"type of " + at.name, at.element, "type"})
		return model.Value{}, ""
	}
	return in.scalar(t, at)
}

func (in *inputs) scalar(t model.Type, at sizedValue) (model.Value, string) {
	fixed, isFixed := fixedWidths[t.Name]
	isFixed = isFixed && t.Kind == model.NativeType
	if isFixed && (t.Name != "inet" || at.length.IsEmpty()) {
		return model.Value{Typical: fixed, Worst: fixed}, formulaNumber(fixed)
	}
	return in.evaluate(at.length, at.lengthPlace()), in.text(at.length)
}

func (in *inputs) collection(t model.Type, at sizedValue) (model.Value, string) {
	count, derived := in.derived.Elements[at.element]
	if !derived || !at.elements.IsEmpty() {
		count = in.evaluate(at.elements, place{"elements of " + at.name, at.element, at.fields.elements})
	}
	var parts []part
	for i, argument := range t.Arguments {
		inner := at
		if t.Kind == model.MapType && i == 0 {
			inner.name, inner.length, inner.fields.length = "the keys in "+at.name, at.keyLength, at.fields.keyLength
		}
		bytes, from := in.width(argument, inner)
		parts = append(parts, part{bytes, from})
	}
	bytes, from := sumOf(parts)
	text := in.text(at.elements)
	if at.elements.IsEmpty() {
		text = formulaNumber(count.Typical)
	}
	return times(count, text, bytes, from)
}

// typeWidth is the width of a user-defined type, which is the same for every use.
type typeWidth struct {
	inputs
	bytes model.Value
	from  string
	done  bool // false while its fields are being summed
}

func (in *inputs) userType(id model.ID, at sizedValue) (model.Value, string) {
	place := place{"type of " + at.name, at.element, "type"}
	userType := in.model.Physical.Types[id]
	if userType == nil {
		in.miss(Missing{place.what, place.element, place.field})
		return model.Value{}, ""
	}
	width, known := in.types[id]
	if !known {
		width = in.sumFields(id, userType)
	} else if !width.done {
		in.fail("sizing/cycle", place, fmt.Sprintf("the type %s contains itself", userType.Name))
		return model.Value{}, ""
	}
	for _, missing := range width.missing {
		in.miss(missing)
	}
	if in.err == nil {
		in.err = width.err
	}
	return width.bytes, width.from
}

// maxFrom limits the text of a type's width. A longer one is replaced by the sum.
const maxFrom = 120

func (in *inputs) sumFields(id model.ID, userType *model.UserType) *typeWidth {
	width := &typeWidth{inputs: inputs{sizer: in.sizer}}
	in.types[id] = width
	var parts []part
	for _, field := range model.Sorted(userType.Fields) {
		// A field has no separate length for a map's keys: its length is used for
		// keys and values.
		bytes, from := width.width(field.Value.Type, sizedValue{
			name: userType.Name + "." + field.Value.Name, element: field.ID, fields: fieldNames{"length", "length", "elements"},
			length: field.Value.Length, keyLength: field.Value.Length, elements: field.Value.Elements,
		})
		parts = append(parts, part{bytes, from})
	}
	width.bytes, width.from = sumOf(parts)
	if len(width.from) > maxFrom {
		width.from = formulaNumber(width.bytes.Typical)
	}
	width.done = true
	return width
}

func (in *inputs) text(e model.Expression) string {
	text := in.model.ExpressionText(e)
	if strings.ContainsAny(text, "+-/ ") {
		return "(" + text + ")"
	}
	return text
}

// part is a term of a sum.
type part struct {
	bytes model.Value
	from  string
}

func sumOf(parts []part) (model.Value, string) {
	var sum model.Value
	texts := make([]string, len(parts))
	for i, part := range parts {
		sum.Typical += part.bytes.Typical
		sum.Worst += part.bytes.Worst
		texts[i] = part.from
	}
	if len(parts) == 0 {
		return sum, "0"
	}
	if len(parts) == 1 {
		return sum, texts[0]
	}
	return sum, "(" + strings.Join(texts, " + ") + ")"
}

func times(count model.Value, countText string, bytes model.Value, from string) (model.Value, string) {
	return model.Value{Typical: count.Typical * bytes.Typical, Worst: count.Worst * bytes.Worst}, countText + " × " + from
}
