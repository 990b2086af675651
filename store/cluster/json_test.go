package cluster

import (
	"encoding/json"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// TestCellsTravel checks that a cell has the same text and JSON in another process.
func TestCellsTravel(t *testing.T) {
	number := &columnType{code: gocql.TypeInt, name: "int"}
	text := &columnType{code: gocql.TypeVarchar, name: "text"}
	list := &columnType{code: gocql.TypeList, name: "list", elements: []*columnType{number}}
	pairs := &columnType{code: gocql.TypeMap, name: "map", elements: []*columnType{number, text}}
	for _, test := range []struct {
		kind  *columnType
		data  []byte
		plain string
		json  string
	}{
		{number, []byte{0, 0, 0, 7}, "7", "7"},
		{number, []byte{7}, "0x07", `"0x07"`},
		{number, nil, "", "null"},
		{text, []byte("it's"), "it's", `"it's"`},
		{text, []byte("7"), "7", `"7"`},
		{text, []byte{}, "", `""`},
		{list, []byte{0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 7}, "[7]", "[7]"},
		{pairs, []byte{0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0, 1, 'x'}, "{7: 'x'}", `{"7": "x"}`},
		{&columnType{code: gocql.TypeDouble, name: "double"}, []byte{0x7f, 0xf8, 0, 0, 0, 0, 0, 0}, "NaN", `"NaN"`},
	} {
		cell := newCell(raw{test.kind, test.data}, mebibyte)
		sent, err := json.Marshal(cell)
		if err != nil {
			t.Fatal(err)
		}
		var received Cell
		if err := json.Unmarshal(sent, &received); err != nil {
			t.Fatal(err)
		}
		for _, c := range []Cell{cell, received} {
			if c.Plain() != test.plain || !sameJSON(t, c.JSON(), test.json) || c.Null != (test.data == nil) {
				t.Errorf("%s %x: %q, %s, NULL %v, want %q, %s; sent as %s", test.kind, test.data, c.Plain(), c.JSON(), c.Null, test.plain, test.json, sent)
			}
		}
	}
}

func sameJSON(t *testing.T, a []byte, b string) bool {
	t.Helper()
	compact := func(text []byte) string {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Errorf("%s is no JSON: %v", text, err)
		}
		encoded, _ := json.Marshal(value)
		return string(encoded)
	}
	return compact(a) == compact([]byte(b))
}
