package model

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model/internal/tree"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func mustDecode(t testing.TB, text string) *Model {
	t.Helper()
	m, err := Decode([]byte(text))
	if err != nil {
		t.Fatalf("Decode: %v", err)
	}
	return m
}

// magazine returns a document with at least one of nearly every kind of value.
func magazine() *Model {
	m := New("Magazine \"A\" <b>")
	m.Concepts.Entities = map[ID]*Entity{"e1": {Order: "i", Name: "Magazine", Attributes: map[ID]*Attribute{
		"a1": {Order: "i", Name: "id", Key: Key},
		"a2": {Order: "k", Name: "tags", MultiValued: true},
	}}}
	m.Workflow.Queries = map[ID]*Query{"w1": {Label: "Q1", Name: "Find magazines", Limit: 10, Rate: "@n1 / 60",
		Given: map[ID]*Given{"g1": {Attribute: "a1", Operator: Equal}}}}
	m.Logical.Tables = map[ID]*LogicalTable{"t1": {Name: "magazines", Columns: map[ID]*LogicalColumn{
		"c1": {Name: "id", Role: Partition, Attribute: "a1"}}}}
	m.Physical.Keyspaces = map[ID]*Keyspace{"k1": {Name: "press", Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "3"}}}
	m.Physical.Types = map[ID]*UserType{"u1": {Keyspace: "k1", Name: "address", Fields: map[ID]*TypeField{"f1": {Name: "street", Type: Native("text"), Length: "20"}}}}
	m.Physical.Relations = map[ID]*Relation{"r1": {Keyspace: "k1", Name: "magazines", Kind: Table, Realizes: SetOfIDs("t1"),
		Columns: map[ID]*Column{
			"d1": {Order: "i", Name: "id", Type: Native("uuid"), Role: Partition, From: SetOfIDs("c1")},
			"d2": {Order: "k", Name: "offices", Type: Type{Kind: ListType, Arguments: []Type{Frozen(Type{Kind: UserTypeRef, UserType: "u1"})}}, Role: Regular, Elements: "3"},
		},
		Indexes: map[ID]*Index{"i1": {Column: "d2", Target: IndexValues, More: []IndexPart{{Column: "d1"}}}},
		Options: Options{"gc_grace_seconds": "864000"}}}
	m.Quantities = map[ID]*Quantity{"n1": {Name: "readers", Typical: "1_000", Worst: "2e6"}, "n2": {Name: "pages", Typical: "@n1 * 2"}}
	m.Layout = Layout{"er": {"e1": {X: 12.5, Y: -3, Pinned: true}}}
	m.Tidied = map[string]float64{"er": 1250}
	return m
}

func TestEncodeGolden(t *testing.T) {
	got := magazine().Encode()
	golden := filepath.Join("testdata", "magazine.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("Encode() differs from %s (-want +got):\n%s", golden, diff)
	}
}

func TestDecodeReversesEncode(t *testing.T) {
	want := magazine()
	got := mustDecode(t, string(want.Encode()))
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Model{}, written{})); diff != "" {
		t.Errorf("Decode(Encode(m)) differs (-want +got):\n%s", diff)
	}
}

func TestEncodeIsCanonical(t *testing.T) {
	untidy := `{"name":"x", "format":"widerow/2","quantities":{"b":{"typical":"1","name":"b"},"a":{"name":"a\u002Fb","typical":"2"}},"concepts":{"entities":{}}}`
	want := `{
  "format": "widerow/2",
  "name": "x",
  "quantities": {
    "a": {"name": "a/b", "typical": "2"},
    "b": {"name": "b", "typical": "1"}
  }
}
`
	if diff := cmp.Diff(want, string(mustDecode(t, untidy).Encode())); diff != "" {
		t.Errorf("Encode(Decode(untidy)) (-want +got):\n%s", diff)
	}
}

func TestDecodeKeepsUnknownFields(t *testing.T) {
	text := `{
  "concepts": {
    "future": {"since": 2, "to": [1, null]}
  },
  "format": "widerow/2",
  "name": "x",
  "physical": {
    "relations": {
      "r1": {
        "columns": {
          "c1": {"colour": "red", "name": "a", "role": "partition", "type": "int"}
        },
        "keyspace": "k1",
        "kind": "table",
        "name": "t",
        "sharding": {
          "by": {"deep": 1.50}
        }
      }
    }
  },
  "reviews": {
    "v1": {"by": "Ann"}
  }
}
`
	m := mustDecode(t, text)
	if diff := cmp.Diff(text, string(m.Encode())); diff != "" {
		t.Errorf("unknown fields are not kept (-want +got):\n%s", diff)
	}
	clone := m.Clone()
	clone.Physical.Relations["r1"].Columns["c1"].Name = "b"
	if got := string(clone.Encode()); !strings.Contains(got, `{"colour": "red", "name": "b"`) {
		t.Errorf("after a rename the unknown field is gone:\n%s", got)
	}
	delete(clone.Physical.Relations, "r1")
	want := "{\n  \"concepts\": {\n    \"future\": {\"since\": 2, \"to\": [1, null]}\n  },\n  \"format\": \"widerow/2\",\n  \"name\": \"x\",\n" +
		"  \"reviews\": {\n    \"v1\": {\"by\": \"Ann\"}\n  }\n}\n"
	if diff := cmp.Diff(want, string(clone.Encode())); diff != "" {
		t.Errorf("after the removal of r1 (-want +got):\n%s", diff)
	}
}

func TestDecodeRejects(t *testing.T) {
	document := func(rest string) string { return "{\"format\": \"widerow/2\", \"name\": \"x\",\n" + rest + "}" }
	nested := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "line 1: not JSON: wanted a value, got the end of the text (column 1)"},
		{"a list", "[]", `not a Widerow document: it has no "format": "widerow/2"`},
		{"no format", `{"name": "x"}`, `not a Widerow document: it has no "format": "widerow/2"`},
		{"another format", `{"format": "widow/1"}`, `format: wanted "widerow/2", got "widow/1"`},
		{"an older format than any", `{"format": "widerow/0"}`, `format: wanted "widerow/2", got "widerow/0"`},
		{"a newer format", `{"format": "widerow/3", "name": 7}`,
			`format: the document is of the newer format "widerow/3"; this Widerow reads up to "widerow/2": use a newer Widerow`},
		{"a wrong type", document(`"concepts": []`), "line 2: concepts: wanted an object, got []"},
		{"a wrong type deep inside", document(`"logical": {"tables": {"t1": {"columns": {"c1": {"name": 5}}}}}`),
			"line 2: logical.tables.t1.columns.c1.name: wanted a text, got 5"},
		{"null", document(`"logical": {"tables": {"t1": null}}`), "line 2: logical.tables.t1: wanted an object, got null"},
		{"a fraction", document(`"workflow": {"queries": {"q1": {"limit": 1.5}}}`), "line 2: workflow.queries.q1.limit: wanted a whole number, got 1.5"},
		{"a huge position", document(`"layout": {"er": {"e1": {"x": 1e999}}}`), "line 2: layout.er.e1.x: the number 1e999 is too big"},
		{"an invalid id", document(`"quantities": {"N 1": {}}`), `line 2: quantities.N 1: wanted an id (1 to 40 of a-z and 0-9, a letter first), got "N 1"`},
		{"the id of the document", document(`"quantities": {"model": {}}`), `line 2: quantities.model: wanted an id (1 to 40 of a-z and 0-9, a letter first), got "model"`},
		{"an invalid reference", document(`"logical": {"arrows": {"a1": {"to": "<b>"}}}`), `line 2: logical.arrows.a1.to: wanted an id (1 to 40 of a-z and 0-9, a letter first), got "<b>"`},
		{"an invalid order", document(`"quantities": {"n1": {"order": "a0"}}`), `line 2: quantities.n1.order: wanted an order key (digits 0-9 and a-z, the last not 0), got "a0"`},
		{"an id twice", document(`"quantities": {"n1": {}}, "concepts": {"entities": {"n1": {}}}`),
			`line 2: quantities.n1: the id "n1" is already that of concepts.entities.n1: every element needs its own`},
		{"a key twice", document(`"quantities": {"n1": {}, "n1": {}}`), `line 2: not JSON: the key "n1" is repeated (column 32)`},
		{"a set with false", document(`"physical": {"relations": {"r1": {"realizes": {"t1": false}}}}`),
			"line 2: physical.relations.r1.realizes.t1: wanted true, got false: omit values that are not in the set"},
		{"a broken type", document(`"physical": {"relations": {"r1": {"columns": {"c1": {"type": "map<int>"}}}}}`),
			"line 2: physical.relations.r1.columns.c1.type: expected `,` and another type at character 8, got \">\""},
		{"deep nesting", document(`"future": ` + nested), "line 2: not JSON: values nest more than 64 deep (column 75)"},
		{"broken UTF-8", document("\"note\": \"\xff\""), "line 2: not JSON: the text is not UTF-8 (column 10)"},
		{"cut off", `{"format": "widerow/2", "name": "x`, "line 1: not JSON: wanted a closing quote, got the end of the text (column 35)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Decode([]byte(test.text))
			var refused *DecodeError
			if !errors.As(err, &refused) {
				t.Fatalf("Decode(%.60q) = %v, want a *DecodeError", test.text, err)
			}
			if err.Error() != test.want {
				t.Errorf("Decode(%.60q):\n got %s\nwant %s", test.text, err, test.want)
			}
		})
	}
}

func TestDecodeRejectsLargeText(t *testing.T) {
	_, err := Decode(make([]byte, MaxSize+1))
	if want := "the document has 16777217 bytes, the limit is 16777216"; err == nil || err.Error() != want {
		t.Errorf("Decode(16 MiB + 1) = %v, want %s", err, want)
	}
}

// A document of widerow/1 is read as it was, and written as one of today, which a program
// of widerow/1 refuses.
func TestDecodeReadsTheFirstFormat(t *testing.T) {
	want := magazine()
	first := strings.Replace(string(want.Encode()), Format, "widerow/1", 1)
	got := mustDecode(t, first)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Model{}, written{})); diff != "" {
		t.Errorf("the document of widerow/1 is read otherwise (-want +got):\n%s", diff)
	}
	if IsCurrent([]byte(first)) || !IsCurrent(got.Encode()) {
		t.Error("the format of a text is taken for the other one")
	}
	root, err := tree.Parse(got.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if err := upgrade(root, nil); err == nil || !strings.Contains(err.Error(), `this Widerow reads up to "widerow/1": use a newer Widerow`) {
		t.Errorf("a program of widerow/1 reads the document: %v", err)
	}
}

func TestUpgradeRunsTheStepsAfterTheFormat(t *testing.T) {
	steps := []func(*tree.Node){
		func(root *tree.Node) { root.Set("first", tree.NewString("done")) },
		func(root *tree.Node) { root.Set("second", tree.NewString("done")) },
	}
	root, err := tree.Parse([]byte(`{"format": "widerow/2"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := upgrade(root, steps); err != nil {
		t.Fatal(err)
	}
	if got, want := string(tree.Compact(root)), `{"format":"widerow/3","second":"done"}`; got != want {
		t.Errorf("upgrade from widerow/2 = %s, want %s", got, want)
	}
}

func TestEncodeReplacesInvalidValues(t *testing.T) {
	m := New("\xff\x00\u2028")
	m.Physical.Keyspaces = map[ID]*Keyspace{"k1": {Options: Options{"\xff": "1", "\xfe": "2"}}, "k2": nil}
	m.Layout = Layout{"er": {"k1": {X: math.NaN(), Y: -1e300}}}
	text := m.Encode()
	got := mustDecode(t, string(text))
	if got.Name != "\uFFFD\x00\u2028" {
		t.Errorf("name = %q", got.Name)
	}
	if got.Layout["er"]["k1"].X != 0 || got.Layout["er"]["k1"].Y != -1e300 {
		t.Errorf("position = %v", got.Layout["er"]["k1"])
	}
	if _, kept, err := m.Canonical(); err != nil || kept == m || kept.Name != got.Name {
		t.Errorf("Canonical keeps what JSON cannot hold: %v", err)
	}
	if _, kept, err := got.Canonical(); err != nil || kept != got {
		t.Errorf("Canonical decodes what JSON can hold: %v", err)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	m := magazine()
	before := string(m.Encode())
	clone := m.Clone()
	if diff := cmp.Diff(before, string(clone.Encode())); diff != "" {
		t.Fatalf("Clone differs (-want +got):\n%s", diff)
	}
	clone.Concepts.Entities["e1"].Attributes["a1"].Name = "changed"
	clone.Physical.Relations["r1"].Columns["d2"].Type.Arguments[0] = Native("int")
	clone.Physical.Relations["r1"].Indexes["i1"].More[0].Column = "d9"
	clone.Physical.Relations["r1"].Realizes["t9"] = true
	clone.Physical.Keyspaces["k1"].Replication["dc1"] = "3"
	clone.Layout["er"]["e1"].X = 99
	delete(clone.Quantities, "n1")
	if diff := cmp.Diff(before, string(m.Encode())); diff != "" {
		t.Errorf("a change of the clone is seen in the original (-want +got):\n%s", diff)
	}
}

// big returns a document of about the hotel's size: 60 KB of JSON.
func big() *Model {
	m := New("big")
	ids := SeededIDs([]byte("big"))
	m.Physical.Relations = map[ID]*Relation{}
	m.Logical.Tables = map[ID]*LogicalTable{}
	for i := range 30 {
		relation := &Relation{Name: fmt.Sprintf("relation_%d", i), Keyspace: "k1", Kind: Table, Columns: map[ID]*Column{}, Comment: "'Q1 find something'"}
		table := &LogicalTable{Name: fmt.Sprintf("table_%d", i), Columns: map[ID]*LogicalColumn{}}
		for j := range 8 {
			from := ids.New()
			table.Columns[from] = &LogicalColumn{Order: Last(table.Columns), Name: fmt.Sprintf("column_%d", j), Role: Regular, Attribute: "a1"}
			relation.Columns[ids.New()] = &Column{Order: Last(relation.Columns), Name: fmt.Sprintf("column_%d", j),
				Role: Regular, Type: Type{Kind: ListType, Arguments: []Type{Native("text")}}, From: SetOfIDs(from), Length: "20", Elements: "@n1 * 2"}
		}
		m.Physical.Relations[ids.New()], m.Logical.Tables[ids.New()] = relation, table
	}
	return m
}

func BenchmarkDecode(b *testing.B) {
	text := big().Encode()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := big()
	b.SetBytes(int64(len(m.Encode())))
	b.ReportAllocs()
	for b.Loop() {
		m.Encode()
	}
}

func BenchmarkClone(b *testing.B) {
	m := big()
	b.ReportAllocs()
	for b.Loop() {
		m.Clone()
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(magazine().Encode())
	f.Add([]byte(`{"format":"widerow/2","name":"\ud83d\ude00","x":[1e5,-0.0,null,{"a":[]}],"physical":{"y":true}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Decode(text)
		if err != nil {
			return
		}
		once := m.Encode()
		again, err := Decode(once)
		if err != nil {
			t.Fatalf("Decode(Encode(m)): %v\n%s", err, once)
		}
		if twice := again.Encode(); string(once) != string(twice) {
			t.Fatalf("Encode differs the second time:\n%s\n%s", once, twice)
		}
		if clone := m.Clone().Encode(); string(clone) != string(once) {
			t.Fatalf("the clone differs:\n%s\n%s", once, clone)
		}
	})
}
