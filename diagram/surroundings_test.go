package diagram

import (
	"reflect"
	"testing"
	"unsafe"

	"widerow/model"
)

// Every field of what ends and attributes are planned from is part of its key.
func TestEachFieldOfSurroundingsIsInTheirKey(t *testing.T) {
	round := &surroundings{
		boxes: []fannedBox{{fan: []*oval{{parts: []*oval{{}}}}}},
		edges: []endedEdge{{course: []Point{{}}}},
	}
	before := round.key()
	fields := 0
	eachLeaf(reflect.ValueOf(round).Elem(), "surroundings", func(path string, field reflect.Value) {
		fields++
		field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem() // it may be set
		old := reflect.New(field.Type()).Elem()
		old.Set(field)
		alter(t, field)
		if round.key() == before {
			t.Errorf("%s is not in the key", path)
		}
		field.Set(old)
	})
	if fields != 20 || round.key() != before {
		t.Errorf("%d fields were looked at", fields)
	}
	for what, other := range map[string]*surroundings{
		"a box without a fan": {boxes: []fannedBox{{}}, edges: round.edges},
		"an edge less":        {boxes: round.boxes},
		"no parts":            {boxes: []fannedBox{{fan: []*oval{{}}}}, edges: round.edges},
		"no course":           {boxes: round.boxes, edges: []endedEdge{{}}},
	} {
		if other.key() == before {
			t.Errorf("%s has the same key", what)
		}
	}
}

// A change of a text that changes no size plans nothing anew.
func TestTextAlonePlansNothing(t *testing.T) {
	known, m := newMemories(surroundBytes), notationModel()
	first := drawn(t, known, m, KindER, Display{}, Options{})
	for id, e := range m.Concepts.Entities {
		e.Note = "another note of " + string(id)
		for _, a := range e.Attributes {
			a.Note, a.Key = "another note", model.NoKey
		}
	}
	if drawn(t, known, m, KindER, Display{}, Options{}) == first {
		t.Error("the notes are not in the picture")
	}
	if plans := known.planned.known.Len(); plans != 1 {
		t.Errorf("%d plans were made, want 1", plans)
	}
}

// What is remembered counts all that it takes, and no more stays than is allowed.
func TestPlansAreCounted(t *testing.T) {
	if end, spot := unsafe.Sizeof(endPlace{}), unsafe.Sizeof(ovalPlace{}); end != endBytes || spot != ovalBytes {
		t.Errorf("places take %d and %d bytes, they count as %d and %d", end, spot, endBytes, ovalBytes)
	}
	known := newMemory[*surrounded](40 << 10)
	for i := range 100 {
		plan := &surrounded{spots: make([]ovalPlace, i)}
		known.of(contentKey{byte(i)}, func() *surrounded { return plan })
		if got := known.of(contentKey{byte(i)}, func() *surrounded { return nil }); got != plan {
			t.Fatalf("plan %d is not known", i)
		}
		if known.bytes > known.most || i > 50 && known.bytes < known.most/2 {
			t.Fatalf("after %d plans the memory takes %d bytes, at most %d are allowed", i, known.bytes, known.most)
		}
	}
	counted := 0
	for _, plan := range known.known.Values() {
		counted += leastBytes + int(unsafe.Sizeof(ovalPlace{}))*cap(plan.spots)
	}
	if counted != known.bytes {
		t.Errorf("the memory takes %d bytes, it counts %d", counted, known.bytes)
	}
}
