package mapping

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/sizing"
)

// TestSizesAfterAreSizes changes random fields of examples, and compares the sizes that are taken from one
// revision to the next with those that are computed from nothing.
func TestSizesAfterAreSizes(t *testing.T) {
	texts := []string{"", "7", "3 / 50", "rooms_per_hotel * 2", "text", "map<text, int>", "frozen<address>", "other", "name"}
	for _, slug := range []string{"hotel", "magazine", "sensors"} {
		m, err := example.Load(slug)
		if err != nil {
			t.Fatal(err)
		}
		random, known, changed := rand.New(rand.NewPCG(3, 5)), sizing.Known{}, 0
		for round := range 400 {
			var elements []model.Element
			for element := range m.Elements() {
				elements = append(elements, element)
			}
			element := elements[random.IntN(len(elements))]
			fields := edit.FieldsOf(element.Kind)
			field := fields[random.IntN(len(fields))]
			set := edit.Set{Element: element.ID, Field: field.Name, Was: field.Text(m, element), Value: texts[random.IntN(len(texts))]}
			if choices := field.Choices(m, element); len(choices) > 0 {
				set.Value = choices[random.IntN(len(choices))].Value
			}
			after, err := edit.Apply(m, model.SeededIDs(fmt.Append(nil, round)), set)
			if err != nil {
				continue
			}
			changed++
			m = model.Next(m, after)
			known = SizesAfter(known, m, sizing.Disk)
			if want := Sizes(m, sizing.Disk); !reflect.DeepEqual(known.Sizes, want) {
				t.Fatalf("%s: after %+v the sizes are\n%+v\nwant\n%+v", slug, set, known.Sizes, want)
			}
		}
		if changed < 100 {
			t.Errorf("%s: %d edits, want more", slug, changed)
		}
	}
}
