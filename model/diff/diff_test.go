package diff

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

func mustMake(t testing.TB, before, after []byte) Patch {
	t.Helper()
	patch, err := Make(before, after)
	if err != nil {
		t.Fatalf("Make: %v", err)
	}
	return patch
}

func mustMerge(t testing.TB, document []byte, p Patch) ([]byte, []Conflict) {
	t.Helper()
	merged, conflicts, err := Merge(document, p)
	if err != nil {
		t.Fatalf("Merge: %v", err)
	}
	return merged, conflicts
}

func shop() *model.Model {
	m := model.New("shop")
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k1": {Name: "shop"}}
	m.Physical.Relations = map[model.ID]*model.Relation{"r1": {Name: "orders", Keyspace: "k1", Kind: model.Table,
		Realizes: model.SetOfIDs("t1"), Options: model.Options{"gc_grace_seconds": "0"},
		Columns: map[model.ID]*model.Column{
			"c1": {Name: "customer", Type: model.Native("uuid"), Role: model.Partition},
			"c2": {Name: "placed", Type: model.Native("timestamp"), Role: model.Clustering, Descending: true},
			"c3": {Name: "total", Type: model.Native("decimal"), Role: model.Regular},
		}}}
	m.Quantities = map[model.ID]*model.Quantity{"n1": {Name: "orders_per_customer", Typical: "20"}}
	return m
}

func edited(edit func(m *model.Model)) []byte {
	m := shop()
	edit(m)
	return m.Encode()
}

func TestMakeGivesTheSmallestChange(t *testing.T) {
	after := edited(func(m *model.Model) {
		m.Physical.Relations["r1"].Columns["c3"].Name = "amount"
		delete(m.Physical.Relations["r1"].Columns, "c2")
		m.Physical.Relations["r1"].Realizes["t2"] = true
	})
	patch := mustMake(t, shop().Encode(), after)
	want := `[{"old":{"descending":true,"name":"placed","role":"clustering","type":"timestamp"},"path":["physical","relations","r1","columns","c2"]},` +
		`{"new":"amount","old":"total","path":["physical","relations","r1","columns","c3","name"]},` +
		`{"new":true,"path":["physical","relations","r1","realizes","t2"]}]`
	if diff := cmp.Diff(want, string(patch.Encode())); diff != "" {
		t.Errorf("Make (-want +got):\n%s", diff)
	}
	decoded, err := Decode(patch.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(patch, decoded); diff != "" {
		t.Errorf("Decode(Encode(patch)) (-want +got):\n%s", diff)
	}
}

func TestApplyIsStrict(t *testing.T) {
	base := string(shop().Encode())
	for _, test := range []struct{ document, patch, want string }{
		{base, `[{"path":["name"],"old":"store","new":"x"}]`, `apply the patch at name: the document has "shop", the patch was made for "store"`},
		{base, `[{"path":["note"],"old":"a"}]`, `apply the patch at note: the document has nothing, the patch was made for "a"`},
		{base, `[{"path":["logical","tables","t1","name"],"new":"a"}]`, `apply the patch at logical.tables.t1.name: there is no object "logical"`},
		{base, `[{"path":[],"new":{}}]`, `read the patch: operation 1: wanted an object with a "path", got {"new":{},"path":[]}`},
		{base, `[{"path":["a"]}]`, `read the patch: operation 1: wanted "old" or "new", got {"path":["a"]}`},
		{base, `[{"path":[1],"new":2}]`, `read the patch: operation 1: wanted a path of texts, got [1]`},
		{base, `{}`, `read the patch: wanted a list, got an object`},
		{base, `[`, `read the patch: line 1, column 2: wanted a value, got the end of the text`},
		{`[]`, `[]`, `read the document: wanted an object, got a list`},
	} {
		if _, err := Apply([]byte(test.document), []byte(test.patch)); err == nil || err.Error() != test.want {
			t.Errorf("Apply(%s):\n got %v\nwant %s", test.patch, err, test.want)
		}
	}
}

func TestMerge(t *testing.T) {
	relation := func(m *model.Model) *model.Relation { return m.Physical.Relations["r1"] }
	for _, test := range []struct {
		name         string
		theirs, mine func(m *model.Model)
		want         func(m *model.Model) // nil if there is a conflict
		conflict     string
	}{
		{"two fields of one column",
			func(m *model.Model) { relation(m).Columns["c3"].Name = "amount" },
			func(m *model.Model) { relation(m).Columns["c3"].Type = model.Native("double") },
			func(m *model.Model) {
				relation(m).Columns["c3"].Name, relation(m).Columns["c3"].Type = "amount", model.Native("double")
			}, ""},
		{"the same change",
			func(m *model.Model) { m.Name = "store" }, func(m *model.Model) { m.Name = "store" }, func(m *model.Model) { m.Name = "store" }, ""},
		{"the same field",
			func(m *model.Model) { m.Name = "store" }, func(m *model.Model) { m.Name = "market" }, nil, `name: "shop" "store" "market"`},
		{"both add the first entity",
			func(m *model.Model) { m.Concepts.Entities = map[model.ID]*model.Entity{"e1": {Name: "A"}} },
			func(m *model.Model) { m.Concepts.Entities = map[model.ID]*model.Entity{"e2": {Name: "B"}} },
			func(m *model.Model) {
				m.Concepts.Entities = map[model.ID]*model.Entity{"e1": {Name: "A"}, "e2": {Name: "B"}}
			}, ""},
		{"one removes the last quantity, the other adds one",
			func(m *model.Model) { m.Quantities["n2"] = &model.Quantity{Name: "a", Typical: "1"} },
			func(m *model.Model) { delete(m.Quantities, "n1") },
			func(m *model.Model) {
				m.Quantities = map[model.ID]*model.Quantity{"n2": {Name: "a", Typical: "1"}}
			}, ""},
		{"one removes the last option, the other adds one",
			func(m *model.Model) { relation(m).Options["comment"] = "'x'" },
			func(m *model.Model) { relation(m).Options = nil },
			func(m *model.Model) { relation(m).Options = model.Options{"comment": "'x'"} }, ""},
		{"one adds a quantity, the other removes the last",
			func(m *model.Model) { delete(m.Quantities, "n1") },
			func(m *model.Model) { m.Quantities["n2"] = &model.Quantity{Name: "a", Typical: "1"} },
			func(m *model.Model) {
				m.Quantities = map[model.ID]*model.Quantity{"n2": {Name: "a", Typical: "1"}}
			}, ""},
		{"both remove",
			func(m *model.Model) { delete(m.Quantities, "n1") }, func(m *model.Model) { delete(m.Quantities, "n1") },
			func(m *model.Model) { delete(m.Quantities, "n1") }, ""},
		{"I remove what they changed",
			func(m *model.Model) { relation(m).Columns["c3"].Name = "amount" },
			func(m *model.Model) { delete(relation(m).Columns, "c3") }, nil,
			`physical.relations.r1.columns.c3: {"name":"total","role":"regular","type":"decimal"} {"name":"amount","role":"regular","type":"decimal"} nothing`},
		{"I change what they removed",
			func(m *model.Model) { delete(m.Physical.Relations, "r1") },
			func(m *model.Model) { relation(m).Columns["c3"].Name = "amount" }, nil,
			`physical.relations.r1.columns.c3.name: "total" nothing "amount"`},
		{"I add to what they removed",
			func(m *model.Model) { m.Physical = model.Physical{} },
			func(m *model.Model) { relation(m).Columns["c4"] = &model.Column{Name: "x"} }, nil,
			`physical.relations.r1.columns.c4: nothing nothing {"name":"x","role":"","type":""}`},
		{"I remove a column of a table that they removed",
			func(m *model.Model) { delete(m.Physical.Relations, "r1") },
			func(m *model.Model) { delete(relation(m).Columns, "c3") },
			func(m *model.Model) { delete(m.Physical.Relations, "r1") }, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			base, theirs := shop().Encode(), edited(test.theirs)
			merged, conflicts := mustMerge(t, theirs, mustMake(t, base, edited(test.mine)))
			want := theirs
			if test.want != nil {
				want = edited(test.want)
			}
			if diff := cmp.Diff(string(want), string(merged)); diff != "" {
				t.Errorf("merged (-want +got):\n%s", diff)
			}
			var got []string
			for _, c := range conflicts {
				got = append(got, fmt.Sprintf("%s: %s %s %s", strings.Join(c.Path, "."), shown(c.Base), shown(c.Theirs), shown(c.Mine)))
			}
			if strings.Join(got, "\n") != test.conflict {
				t.Errorf("conflicts:\n got %s\nwant %s", strings.Join(got, "\n"), test.conflict)
			}
		})
	}
}

func shown(value []byte) string {
	if value == nil {
		return "nothing"
	}
	return string(value)
}

func TestUndoKeepsWhatOthersDid(t *testing.T) {
	base := shop().Encode()
	mine := edited(func(m *model.Model) {
		m.Quantities["n2"] = &model.Quantity{Name: "mine", Typical: "1"}
		delete(m.Physical.Relations, "r1")
	})
	undo := mustMake(t, base, mine).Inverse()
	head := edited(func(m *model.Model) {
		m.Quantities["n2"] = &model.Quantity{Name: "mine", Typical: "1"}
		m.Quantities["n1"].Worst = "500"
		m.Physical = model.Physical{}
	})
	merged, conflicts := mustMerge(t, head, undo)
	want := edited(func(m *model.Model) {
		m.Quantities["n1"].Worst = "500"
		m.Physical.Keyspaces = nil
	})
	if len(conflicts) > 0 || string(merged) != string(want) {
		t.Errorf("Merge(head, undo): conflicts %v, (-want +got):\n%s", conflicts, cmp.Diff(string(want), string(merged)))
	}
}

// randomEdit changes the elements whose number modulo 2 is parity, so that edits
// of different parity do not conflict.
func randomEdit(random *rand.Rand, m *model.Model, parity int) {
	id := func(prefix string) model.ID { return model.ID(fmt.Sprintf("%s%d", prefix, 2*random.IntN(4)+parity)) }
	for range 1 + random.IntN(6) {
		columns := m.Physical.Relations["r1"].Columns
		switch random.IntN(6) {
		case 0:
			columns[id("c")] = &model.Column{Name: fmt.Sprint(random.IntN(9)), Type: model.Native("int"), Role: model.Regular}
		case 1:
			delete(columns, id("c"))
		case 2:
			if column := columns[id("c")]; column != nil {
				column.Name, column.Length = fmt.Sprint(random.IntN(9)), model.Expression(fmt.Sprint(random.IntN(3)))
			}
		case 3:
			if m.Quantities == nil {
				m.Quantities = map[model.ID]*model.Quantity{}
			}
			m.Quantities[id("n")] = &model.Quantity{Name: fmt.Sprint(random.IntN(9)), Typical: "1"}
		case 4:
			delete(m.Quantities, id("n"))
		case 5:
			m.Physical.Relations["r1"].Realizes[id("t")] = random.IntN(2) == 0
		}
	}
}

func TestPatchProperties(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 7))
		start := shop()
		randomEdit(random, start, 0)
		randomEdit(random, start, 1)
		edit := func(parity int) []byte {
			m := start.Clone()
			randomEdit(random, m, parity)
			return m.Encode()
		}
		base, a, b := start.Encode(), edit(0), edit(1)
		toA, toB := mustMake(t, base, a), mustMake(t, base, b)
		if got, err := Apply(base, toA.Encode()); err != nil || string(got) != string(a) {
			t.Fatalf("seed %d: Apply(base, Make(base, a)) = %v\n%s", seed, err, cmp.Diff(string(a), string(got)))
		}
		if got, err := Apply(a, toA.Inverse().Encode()); err != nil || string(got) != string(base) {
			t.Fatalf("seed %d: Apply(a, inverse) = %v\n%s", seed, err, cmp.Diff(string(base), string(got)))
		}
		onB, conflictsOnB := mustMerge(t, b, toA)
		onA, conflictsOnA := mustMerge(t, a, toB)
		if len(conflictsOnA)+len(conflictsOnB) > 0 || string(onA) != string(onB) {
			t.Fatalf("seed %d: edits apart from each other: conflicts %v %v, order matters:\n%s", seed, conflictsOnA, conflictsOnB, cmp.Diff(string(onA), string(onB)))
		}
		if m, err := model.Decode(onA); err != nil || string(m.Encode()) != string(onA) {
			t.Fatalf("seed %d: the merge is not canonical: %v", seed, err)
		}
		if undone, conflicts := mustMerge(t, onA, toA.Inverse()); len(conflicts) > 0 || string(undone) != string(b) {
			t.Fatalf("seed %d: undo of a after b: conflicts %v\n%s", seed, conflicts, cmp.Diff(string(b), string(undone)))
		}
	}
}

// Between returns the same patch for two models as Make does for their texts.
// TestApplySeveral: patches applied at once give what they give one after another, and
// stay as they are.
func TestApplySeveral(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 8))
		m := shop()
		first := m.Encode()
		last, patches := first, [][]byte{}
		for range 1 + random.IntN(30) {
			m = m.Clone()
			randomEdit(random, m, random.IntN(2))
			patches = append(patches, mustMake(t, last, m.Encode()).Encode())
			last = m.Encode()
		}
		kept := slices.Concat(patches...)
		got, err := Apply(first, patches...)
		if err != nil || string(got) != string(last) {
			t.Fatalf("seed %d: %d patches at once: %v\n%s", seed, len(patches), err, cmp.Diff(string(last), string(got)))
		}
		if !bytes.Equal(kept, slices.Concat(patches...)) {
			t.Fatalf("seed %d: the patches were changed", seed)
		}
	}
}

func TestBetweenComparesAsMakeDoes(t *testing.T) {
	canonical := func(m *model.Model) *model.Model {
		_, kept, err := m.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 8))
		start := shop()
		randomEdit(random, start, 0)
		changed := start.Clone()
		randomEdit(random, changed, int(seed)%2)
		if random.IntN(3) == 0 {
			changed.Name, changed.Note, changed.Quantities = "\xff", "new", nil
			changed.Layout = model.Layout{"physical": {"r1": {X: 1.5, Pinned: true}}}
			changed.Physical.Relations["r1"].Columns["c1"] = &model.Column{Type: model.Native("int")}
		}
		before, after := canonical(start), canonical(changed)
		for _, pair := range [][2]*model.Model{{before, after}, {after, before}, {after, after.Clone()}} {
			got, err := Between(pair[0], pair[1])
			if err != nil {
				t.Fatal(err)
			}
			if want := mustMake(t, pair[0].Encode(), pair[1].Encode()); string(got.Encode()) != string(want.Encode()) {
				t.Fatalf("seed %d: Between = %s, want %s", seed, got.Encode(), want.Encode())
			}
		}
	}
}

// A field that this version does not know is part of the patch.
func TestBetweenKeepsUnknownFields(t *testing.T) {
	before, err := model.Decode([]byte(`{"format":"widerow/2","name":"shop","quantities":{"n1":{"future":1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	after := before.Clone()
	delete(after.Quantities, "n1")
	patch, err := Between(before, after)
	if err != nil || string(patch.Encode()) != string(mustMake(t, before.Encode(), after.Encode()).Encode()) {
		t.Errorf("Between = %s, %v", patch.Encode(), err)
	}
	if !strings.Contains(string(patch.Encode()), "future") {
		t.Errorf("Between = %s, want the unknown field in it", patch.Encode())
	}
}

func TestMergeRejectsABrokenPatch(t *testing.T) {
	for _, patch := range []Patch{{{Path: []string{"name"}, New: []byte("{")}}, {{New: []byte("1")}}} {
		if _, _, err := Merge(shop().Encode(), patch); err == nil {
			t.Errorf("Merge(%v) gives no error", patch)
		}
	}
}

func FuzzPatch(f *testing.F) {
	base := shop().Encode()
	f.Add(edited(func(m *model.Model) { m.Name = "x"; delete(m.Quantities, "n1") }), base)
	f.Add([]byte(`{"a":{"b":[1]}}`), []byte(`[{"path":["physical","relations"],"new":null}]`))
	f.Fuzz(func(t *testing.T, document, other []byte) {
		if patch, err := Decode(other); err == nil {
			if again, err := Decode(patch.Encode()); err != nil || !cmp.Equal(patch, again) {
				t.Fatalf("Decode(Encode(patch)) = %v, %v; want %v", again, err, patch)
			}
			Merge(base, patch)
			Apply(base, other)
		}
		patch, err := Make(document, other)
		if err != nil {
			return
		}
		got, err := Apply(document, patch.Encode())
		if err != nil {
			t.Fatalf("Apply(before, Make(before, after)): %v", err)
		}
		if rest, err := Make(got, other); err != nil || len(rest) > 0 {
			t.Fatalf("after Apply there is still %v, %v", rest, err)
		}
		if merged, conflicts, err := Merge(document, patch); err != nil || len(conflicts) > 0 {
			t.Fatalf("Merge into the base: %s, %v, %v", merged, conflicts, err)
		}
	})
}

func BenchmarkApply(b *testing.B) {
	m := model.New("big")
	m.Logical.Tables = map[model.ID]*model.LogicalTable{}
	ids := model.SeededIDs(nil)
	for range 60 {
		table := &model.LogicalTable{Name: "a table", Columns: map[model.ID]*model.LogicalColumn{}}
		for range 10 {
			table.Columns[ids.New()] = &model.LogicalColumn{Order: model.Last(table.Columns), Name: "a_column_of_it", Role: model.Regular, Attribute: ids.New()}
		}
		m.Logical.Tables[ids.New()] = table
	}
	before := m.Encode()
	m.Logical.Tables[slices.Sorted(maps.Keys(m.Logical.Tables))[7]].Name = "renamed"
	patch := mustMake(b, before, m.Encode()).Encode()
	b.SetBytes(int64(len(before)))
	for b.Loop() {
		if _, err := Apply(before, patch); err != nil {
			b.Fatal(err)
		}
	}
}
