package effect_test

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/effect"
	"widerow/model/example"
)

func TestOfRenaming(t *testing.T) {
	for _, test := range []struct {
		owner, element model.ID
		change         func(*model.Model)
		want           string
	}{
		{"hotel", "hotelphone", nil, "2 columns are renamed, too (hotels.phone, hotels_by_poi.phone)"},
		{"hotel", "hotelphone", func(m *model.Model) { m.Logical.Tables["hotelsbypoi"].Columns["q1phone"].Name = "telephone" }, "1 column is renamed, too (hotels.phone)"},
		{"hotel", "hotelphone", func(m *model.Model) { clear(m.Logical.Tables) }, ""},
		{"poi", "poi", nil, ""},
		{"poi", "poiname", nil, "2 columns are renamed, too (hotels_by_poi.poi_name, pois_by_hotel.poi_name)"},
		{"guest", "guest", nil, "1 column is renamed, too (reservations_by_guest.guest_last_name)"},
		{"gone", "gone", nil, ""},
	} {
		m, err := example.Load("hotel")
		if err != nil {
			t.Fatal(err)
		}
		if test.change != nil {
			test.change(m)
		}
		if got := effect.OfRenaming(m, test.owner).Words(m, test.element); got != test.want {
			t.Errorf("%s: %q, want %q", test.element, got, test.want)
		}
	}
}

// TestRenamingSaysWhatFollows compares what is predicted with what a rename does.
func TestRenamingSaysWhatFollows(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for owner, entity := range m.Concepts.Entities {
			follow := effect.OfRenaming(m, owner)
			for id, attribute := range entity.Attributes {
				after, err := edit.Apply(m, model.SeededIDs([]byte("rename")), edit.Set{Element: id, Field: "name", Was: attribute.Name, Value: "wholly_new"})
				if err != nil {
					t.Fatal(err)
				}
				for table, logical := range m.Logical.Tables {
					for column, was := range logical.Columns {
						follows := after.Logical.Tables[table].Columns[column].Name != was.Name
						if follows != follow[id][column] {
							t.Errorf("%s, %s: %s.%s is renamed: %t, predicted: %t", e.Slug, attribute.Name, logical.Name, was.Name, follows, follow[id][column])
						}
					}
				}
			}
		}
	}
}
