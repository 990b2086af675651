package cluster

import (
	"encoding/json"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// JSON returns the value as JSON: numbers and booleans as such, collections, tuples and
// vectors as arrays and objects, and all others as the text that Plain returns. A number
// that JSON does not have, such as NaN, is a text.
func (c Cell) JSON() json.RawMessage {
	if c.Null {
		return json.RawMessage("null")
	}
	switch {
	case c.encoded != nil:
		return c.encoded
	case c.kind == nil || c.Omitted > 0:
		return jsonText(c.Plain())
	}
	if encoded, ok := toJSON(c.kind, c.data); ok {
		return encoded
	}
	return jsonText(c.Text)
}

// sentCell is a cell on its way between two processes. JSON is left out where it is the
// plain text.
type sentCell struct {
	Null    bool `json:",omitempty"`
	Text    string
	Omitted int             `json:",omitempty"`
	JSON    json.RawMessage `json:",omitempty"`
}

// MarshalJSON encodes the cell for another process.
func (c Cell) MarshalJSON() ([]byte, error) {
	sent := sentCell{Null: c.Null, Text: c.Text, Omitted: c.Omitted, JSON: c.JSON()}
	if c.Null || string(sent.JSON) == string(jsonText(c.Plain())) {
		sent.JSON = nil
	}
	return json.Marshal(sent)
}

// UnmarshalJSON decodes what MarshalJSON encoded.
func (c *Cell) UnmarshalJSON(text []byte) error {
	var sent sentCell
	if err := json.Unmarshal(text, &sent); err != nil {
		return err
	}
	*c = Cell{Null: sent.Null, Text: sent.Text, Omitted: sent.Omitted, encoded: sent.JSON}
	return nil
}

func jsonText(text string) json.RawMessage {
	encoded, _ := json.Marshal(text) // a string cannot fail
	return encoded
}

// toJSON returns the JSON of a value. ok is false if the bytes do not fit the type.
func toJSON(t *columnType, data []byte) (encoded json.RawMessage, ok bool) {
	if data == nil {
		return json.RawMessage("null"), true
	}
	switch t.code {
	case gocql.TypeList, gocql.TypeSet:
		elements, ok := splitElements(data)
		return jsonArray(elements, ok, func(int) *columnType { return t.elements[0] })
	case gocql.TypeTuple:
		elements, ok := splitFields(data, len(t.elements))
		return jsonArray(elements, ok, func(i int) *columnType { return t.elements[i] })
	case gocql.TypeUDT:
		elements, ok := splitFields(data, len(t.elements))
		return jsonObject(t.fields, elements, ok, func(i int) *columnType { return t.elements[i] })
	case gocql.TypeMap:
		return jsonMap(t, data)
	case gocql.TypeCustom:
		if t.isVector() {
			elements, ok := splitVector(t, data)
			return jsonArray(elements, ok, func(int) *columnType { return t.elements[0] })
		}
	}
	text, ok := write(t, data)
	if !ok {
		return nil, false
	}
	switch t.code {
	case gocql.TypeBoolean, gocql.TypeTinyInt, gocql.TypeSmallInt, gocql.TypeInt, gocql.TypeBigInt, gocql.TypeCounter, gocql.TypeVarint,
		gocql.TypeDecimal, gocql.TypeFloat, gocql.TypeDouble:
		if json.Valid([]byte(text)) {
			return json.RawMessage(text), true
		}
	}
	return jsonText(Cell{Text: text}.Plain()), true
}

func jsonArray(elements [][]byte, ok bool, kind func(i int) *columnType) (json.RawMessage, bool) {
	parts := make([]string, len(elements))
	for i, element := range elements {
		encoded, fits := toJSON(kind(i), element)
		parts[i], ok = string(encoded), ok && fits
	}
	return json.RawMessage("[" + strings.Join(parts, ", ") + "]"), ok
}

func jsonObject(names []string, elements [][]byte, ok bool, kind func(i int) *columnType) (json.RawMessage, bool) {
	parts := make([]string, len(elements))
	for i, element := range elements {
		encoded, fits := toJSON(kind(i), element)
		parts[i], ok = string(jsonText(names[i]))+": "+string(encoded), ok && fits
	}
	return json.RawMessage("{" + strings.Join(parts, ", ") + "}"), ok
}

// jsonMap returns an object: its names are the keys, as text.
func jsonMap(t *columnType, data []byte) (json.RawMessage, bool) {
	pairs, ok := splitPairs(data)
	var names []string
	var values [][]byte
	for i := 0; i < len(pairs); i += 2 {
		key, fits := write(t.elements[0], pairs[i])
		names, values, ok = append(names, Cell{Text: key}.Plain()), append(values, pairs[i+1]), ok && fits
	}
	return jsonObject(names, values, ok, func(int) *columnType { return t.elements[1] })
}
