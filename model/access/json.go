package access

import (
	"slices"
	"strings"

	"widerow/model"
)

// insertJSON judges INSERT JSON. It writes every column: those that the text
// omits are set to null, or left alone with DEFAULT UNSET.
func (w *write) insertJSON(s Insert) *Refusal {
	if w.table.isCounter() {
		return &Refusal{Code: InsertCounter}
	}
	columns := slices.Concat(w.table.Partition, w.table.Clustering, w.table.Others)
	columns = inJavaOrder(columns)
	given, refusal := w.table.readColumns(s.JSON, columns)
	if refusal != nil {
		refusal.Value = placedAt(refusal.Value, s.JSON)
		return refusal
	}
	var conditions []Condition
	for _, column := range columns {
		if !column.Role.InKey() {
			w.written = append(w.written, column)
			continue
		}
		conditions = append(conditions, Condition{Columns: []string{column.Name}, Operator: Equal,
			Values: []Value{given.value(column, s.Unset)}})
	}
	w.where.staticOnly = len(w.table.Clustering) == 0 && w.staticOnly()
	return w.readWhere(conditions)
}

// jsonColumns are the values of a JSON text by column, nil for a bind marker.
type jsonColumns map[string]*jsonValue

// value returns a key column's value as far as the checks of the WHERE clause
// need it. The type of the value is checked before.
func (c jsonColumns) value(column *Column, unset bool) Value {
	given := c[column.Name]
	switch {
	case c == nil:
		return Value{Kind: Marker}
	case given == nil && unset:
		return Value{Kind: Unset}
	case given == nil || given.kind == jsonNull:
		return Value{Kind: Null}
	case isNative(column.Type, "text") || isNative(column.Type, "ascii"):
		return Value{Kind: String, Text: given.text}
	case isNative(column.Type, "int") || isNative(column.Type, "bigint"):
		return Value{Kind: Integer, Text: given.text}
	}
	return Value{Kind: Marker}
}

// inJavaOrder returns the columns in the order in which the server visits them:
// that of a Java hash table.
func inJavaOrder(columns []*Column) []*Column {
	all := map[string]*Column{}
	for _, column := range columns {
		all[column.Name] = column
	}
	ordered := make([]*Column, 0, len(columns))
	for _, name := range javaOrder(names(columns)) {
		ordered = append(ordered, all[name])
	}
	return ordered
}

// readColumns follows Json.parseJson. It checks the columns in their order and
// then refuses the first key that is not a column.
func (t *Table) readColumns(v *Value, columns []*Column) (jsonColumns, *Refusal) {
	if v.Kind == Marker {
		return nil, nil
	}
	object, class, problem := readJSON(v.Text)
	switch {
	case problem == "" && object.kind == jsonNull:
		return nil, &Refusal{Code: JSONNull}
	case problem == "" && object.kind != jsonObject:
		problem = notObject(v.Text, object)
	}
	if class != "" {
		problem = class + ": " + problem
	}
	if problem != "" {
		return nil, &Refusal{Code: JSONNotMap, Text: problem, Other: v.Text}
	}
	object.foldKeys()
	given := jsonColumns{}
	for _, column := range columns {
		value := object.take(column.Name)
		if value == nil {
			continue
		}
		given[column.Name] = value
		if refusal := t.checkJSON(value, column.receiver()); refusal != nil {
			return nil, refusal.ofColumn(column)
		}
	}
	if key, found := object.firstKey(); found {
		return nil, &Refusal{Code: JSONUnknownColumn, Column: key}
	}
	return given, nil
}

// notObject returns the server's message for JSON that is no object.
func notObject(text string, value *jsonValue) string {
	source := &jsonReader{text: text}
	source.blanks()
	given := ""
	switch {
	case value.kind == jsonArray:
		given = "Array value (token `JsonToken.START_ARRAY`)"
	case value.class() == "Integer":
		given = "Integer value (token `JsonToken.VALUE_NUMBER_INT`)"
	default:
		return "no object, but a " + value.class()
	}
	return matchException + ": Cannot deserialize value of type `java.util.LinkedHashMap<java.lang.Object,java.lang.Object>` from " + given +
		source.source(source.column())
}

// ofColumn adds the column to a refusal. The server omits the column for
// durations.
func (r *Refusal) ofColumn(column *Column) *Refusal {
	if isDurationForm(r.Code) {
		return r
	}
	return &Refusal{Code: JSONValue, Column: column.Name, Cause: r}
}

// checkJSON follows AbstractType.fromJSONObject.
func (t *Table) checkJSON(v *jsonValue, to receiver) *Refusal {
	if v.kind == jsonNull || to.typ.Unfrozen().Kind == model.CustomType {
		return nil
	}
	if to.kind() == model.NativeType {
		return checkNativeJSON(v, to)
	}
	if v.kind == jsonString {
		inner, _, problem := readJSON(v.text)
		if problem != "" {
			return &Refusal{Code: JSONUnreadable, Text: problem}
		}
		v = inner
	}
	switch to.kind() {
	case model.MapType:
		return t.checkMapJSON(v, to)
	case model.UserTypeRef:
		return t.checkFieldsJSON(v, to)
	case model.TupleType:
		return t.checkTupleJSON(v, to)
	}
	return t.checkListJSON(v, to)
}

func (t *Table) checkListJSON(v *jsonValue, to receiver) *Refusal {
	noun, kind := "a list", "list"
	if to.kind() == model.SetType {
		noun, kind = "a list (representing a set)", "set"
	}
	if v.kind != jsonArray {
		return v.unexpected(noun)
	}
	if want := to.typ.Unfrozen().Dimension; to.kind() == model.VectorType && len(v.items) != want {
		return &Refusal{Code: JSONVectorSize, Want: want, Got: len(v.items), Text: v.java()}
	}
	for _, item := range v.items {
		if item.kind == jsonNull {
			return &Refusal{Code: JSONNullElement, Text: kind}
		}
		if refusal := t.checkJSON(item, to.element()); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (t *Table) checkMapJSON(v *jsonValue, to receiver) *Refusal {
	if v.kind != jsonObject {
		return v.unexpected("a map")
	}
	for i, item := range v.items {
		if item.kind == jsonNull {
			return &Refusal{Code: JSONNullInMap}
		}
		refusal := t.checkJSON(&jsonValue{kind: jsonString, text: v.keys[i]}, to.key())
		if refusal == nil {
			refusal = t.checkJSON(item, to.element())
		}
		if refusal != nil {
			return refusal
		}
	}
	return nil
}

func (t *Table) checkTupleJSON(v *jsonValue, to receiver) *Refusal {
	if v.kind != jsonArray {
		return v.unexpected("a list representation of a tuple")
	}
	types := t.components(to.typ)
	switch want, got := len(types), len(v.items); {
	case got > want:
		return &Refusal{Code: JSONTupleExtra, Want: want, Text: v.java()}
	case got < want:
		return &Refusal{Code: JSONTupleMissing, Want: want, Text: v.java()}
	}
	for i, item := range v.items {
		if refusal := t.checkJSON(item, to.component(i, types[i])); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (t *Table) checkFieldsJSON(v *jsonValue, to receiver) *Refusal {
	if v.kind != jsonObject {
		return v.unexpected("a map")
	}
	v.foldKeys()
	for _, field := range t.fields(to.typ) {
		if value := v.take(field.Value.Name); value != nil {
			if refusal := t.checkJSON(value, to.field(field.Value)); refusal != nil {
				return refusal
			}
		}
	}
	if key, found := v.firstKey(); found {
		return &Refusal{Code: UnknownField, Column: key, Type: to.typ}
	}
	return nil
}

// jsonNouns holds the nouns for the values of native types in messages.
var jsonNouns = map[string]string{"ascii": "an ascii string", "text": "a UTF-8 string", "int": "an int value", "bigint": "a bigint value",
	"smallint": "a short value", "tinyint": "a byte value", "float": "a float value", "double": "a double value",
	"boolean": "a boolean value", "timestamp": "a long or a datestring representation of a timestamp value",
	"date": "a string representation of a date value", "time": "a string representation of a time value",
	"uuid": "a string representation of a uuid", "timeuuid": "a string representation of a timeuuid",
	"inet": "a string representation of an inet value", "duration": "a string representation of a duration"}

func checkNativeJSON(v *jsonValue, to receiver) *Refusal {
	text := &Value{Kind: String, Text: v.java()}
	class := v.class()
	switch name := to.typ.Name; name {
	case "varint", "decimal":
		if readText(text, to) != nil || name == "varint" && text.Text == "" {
			return &Refusal{Code: JSONNotNumber, Text: text.Text, Other: name}
		}
		return nil
	case "blob":
		return checkBlobJSON(v, to)
	case "int", "bigint", "timestamp":
		fits := class == "Integer" && name != "timestamp" || class == "Long" && name != "int"
		if fits || v.kind == jsonString {
			return readText(text, to)
		}
	case "smallint", "tinyint":
		if v.kind == jsonNumber || v.kind == jsonString {
			return readText(text, to)
		}
	case "float", "double":
		if v.kind == jsonNumber || v.kind == jsonString {
			return readText(text, to)
		}
	case "boolean":
		if v.kind == jsonBoolean || v.kind == jsonString {
			return readText(text, to)
		}
	default:
		if v.kind == jsonString {
			return readText(text, to)
		}
	}
	return v.unexpected(jsonNouns[to.typ.Name])
}

func checkBlobJSON(v *jsonValue, to receiver) *Refusal {
	problem := ""
	digits, prefixed := strings.CutPrefix(v.text, "0x")
	switch {
	case v.kind != jsonString:
		problem = "class " + v.javaClass() + " cannot be cast to class java.lang.String (" + v.javaClass() +
			" and java.lang.String are in module java.base of loader 'bootstrap')"
	case !prefixed:
		problem = "String representation of blob is missing 0x prefix: " + v.text
	case readText(&Value{Kind: String, Text: digits}, to) != nil:
		problem = "cannot parse '" + digits + "' as hex bytes"
	default:
		return nil
	}
	return &Refusal{Code: JSONNotBlob, Text: v.java(), Other: problem}
}

// placedAt is a value within JSON, which is written where the JSON is; the JSON itself
// if a refusal names no value.
func placedAt(value, json *Value) *Value {
	if value == nil {
		return json
	}
	placed := *value
	placed.Source = json.Source
	return &placed
}
