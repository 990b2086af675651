package digest

import "testing"

type part struct {
	text string
	more []part
}

type whole struct {
	Number float64
	count  int
	is     bool
	parts  []part
	at     *part
}

// Values that differ anywhere have different digests, and equal values have equal
// digests.
func TestOfTellsValuesApart(t *testing.T) {
	values := map[string]whole{
		"nothing":           {},
		"a number":          {Number: 1},
		"a count":           {count: 1},
		"a flag":            {is: true},
		"an empty part":     {parts: []part{{}}},
		"two empty parts":   {parts: []part{{}, {}}},
		"an inner part":     {parts: []part{{more: []part{{}}}}},
		"two texts":         {parts: []part{{text: "a"}, {text: "b"}}},
		"one text":          {parts: []part{{text: "ab"}, {}}},
		"an empty pointer":  {at: &part{}},
		"a pointer to text": {at: &part{text: "a"}},
	}
	seen := map[Sum]string{}
	for name, value := range values {
		if other, found := seen[Of(value)]; found {
			t.Errorf("%s and %s have the same digest", name, other)
		}
		seen[Of(value)] = name
	}
	first, second := &whole{at: &part{text: "a"}}, &whole{at: &part{text: "a"}}
	if Of(first) != Of(second) {
		t.Error("equal values behind other pointers have different digests")
	}
}

func TestOfRefusesWhatHasNoOrder(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a map has a digest")
		}
	}()
	Of(struct{ m map[string]int }{})
}
