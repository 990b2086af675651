package model

import (
	"regexp"
	"strings"
	"testing"
)

func TestIDs(t *testing.T) {
	form := regexp.MustCompile(`^[a-z][a-z2-7]{11}$`)
	seeded := SeededIDs([]byte("script"))
	for _, ids := range []IDs{RandomIDs(), seeded} {
		seen := map[ID]bool{}
		for range 10_000 {
			id := ids.New()
			if !form.MatchString(string(id)) || !id.Valid() || seen[id] {
				t.Fatalf("New() = %q: not of the form, or given twice", id)
			}
			seen[id] = true
		}
	}
}

func TestSeededIDsRepeat(t *testing.T) {
	first, same, other := SeededIDs([]byte("a")), SeededIDs([]byte("a")), SeededIDs([]byte("b"))
	for range 5 {
		id := first.New()
		if again := same.New(); again != id {
			t.Errorf("the same seed gives %q and %q", id, again)
		}
		if different := other.New(); different == id {
			t.Errorf("another seed gives the same id %q", id)
		}
	}
}

func TestIDValid(t *testing.T) {
	for id, want := range map[ID]bool{
		"a": true, "hotelsbypoi": true, "t1": true, ID(strings.Repeat("a", 40)): true,
		"": false, "1a": false, "A": false, "a_b": false, "a b": false, "é": false, "model": false, "modela": true, "a\n": false,
		ID(strings.Repeat("a", 41)): false, `"><script>`: false,
	} {
		if got := id.Valid(); got != want {
			t.Errorf("ID(%q).Valid() = %v, want %v", id, got, want)
		}
	}
}

// TestPreviewIDs: a model whose elements were made with IDs of its name gets others.
func TestPreviewIDs(t *testing.T) {
	m := New("yard")
	made := SeededIDs([]byte("yard"))
	first, second := made.New(), made.New()
	m.Concepts.Entities = map[ID]*Entity{first: {Name: "Crate", Attributes: map[ID]*Attribute{second: {Name: "crate_id"}}}}
	if got, want := PreviewIDs(m).New(), made.New(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, again := PreviewIDs(m).New(), PreviewIDs(m).New(); got != again {
		t.Errorf("%s and %s for the same model", got, again)
	}
}
