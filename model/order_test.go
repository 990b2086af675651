package model

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBetween(t *testing.T) {
	for _, test := range []struct{ a, b, want Order }{
		{"", "", "2"},
		{"2", "", "4"},
		{"y", "", "y02"},
		{"y0y", "", "y11"}, // never a 0 at the end
		{"zzz", "", "zzz0002"},
		{"", "2", "1"},
		{"", "1", "02"},
		{"2", "4", "3"},
		{"2", "3", "22"},
		{"2z", "3", "2z02"},
		{"a", "a1", "a02"},
		{"b", "a", "d"},  // not in order
		{"a", "a", "c"},  // not in order
		{"a", "a0", "c"}, // not valid: there is nothing between
		{"", "000", "2"}, // not valid either
		{"c4i", "", "c4k"},
	} {
		if got := Between(test.a, test.b); got != test.want {
			t.Errorf("Between(%q, %q) = %q, want %q", test.a, test.b, got, test.want)
		}
	}
}

func TestBetweenIsStrictlyBetween(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := []Order{Between("", "")}
	for range 20_000 {
		i := random.IntN(len(keys) + 1)
		if random.IntN(3) == 0 {
			i = min(1, len(keys)) // often insert at the same place
		}
		var a, b Order
		if i > 0 {
			a = keys[i-1]
		}
		if i < len(keys) {
			b = keys[i]
		}
		key := Between(a, b)
		if key <= a || b != "" && key >= b || !key.Valid() {
			t.Fatalf("Between(%q, %q) = %q", a, b, key)
		}
		if len(keys) < 3000 {
			keys = slices.Insert(keys, i, key)
		}
	}
}

func TestAppendedKeysStayShort(t *testing.T) {
	var last Order
	for i := range 100_000 {
		key := Between(last, "")
		if key <= last || !key.Valid() {
			t.Fatalf("Between(%q, \"\") = %q", last, key)
		}
		if last = key; i == 16 && len(last) > 1 || i == 600 && len(last) > 3 {
			t.Errorf("key %d is %q", i+1, last)
		}
	}
	if len(last) > 7 {
		t.Errorf("after 100,000 appended keys the last is %q", last)
	}
}

func TestSortedBreaksTiesByID(t *testing.T) {
	steps := map[ID]*Step{"b": {Order: "2"}, "a": {Order: "2"}, "c": {Order: "1"}, "d": {}}
	var got []ID
	for _, item := range Sorted(steps) {
		got = append(got, item.ID)
	}
	if want := []ID{"d", "c", "a", "b"}; !slices.Equal(got, want) {
		t.Errorf("Sorted = %v, want %v", got, want)
	}
	if got, want := Last(steps), Order("4"); got != want {
		t.Errorf("Last = %q, want %q", got, want)
	}
}

func TestSortedColumnsAreOrderedByRole(t *testing.T) {
	table := &LogicalTable{Columns: map[ID]*LogicalColumn{
		"a": {Order: "1", Role: Regular}, "b": {Order: "2", Role: Static}, "c": {Order: "3", Role: Clustering},
		"d": {Order: "4", Role: Partition}, "e": {Order: "0a", Role: RoleCounter}, "f": {Order: "2", Role: Clustering}}}
	var got []ID
	for _, item := range table.SortedColumns() {
		got = append(got, item.ID)
	}
	if want := []ID{"d", "f", "c", "b", "e", "a"}; !slices.Equal(got, want) {
		t.Errorf("SortedColumns = %v, want %v", got, want)
	}
}
