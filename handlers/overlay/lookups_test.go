package overlay_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/proof"
)

// Q4 and Q9 of the hotel each return one attribute that their table does not store.
func TestLookups(t *testing.T) {
	words := "looks up Amenity.name for each row, with its room_number and the hotel_id of the query"
	logical := []diagram.Lookup{{Query: "q4", From: "availablerooms", To: "amenitiesbyroom", Number: 2, Words: words}}
	for _, test := range []struct {
		name   string
		change func(*model.Model)
		kind   diagram.Kind
		want   []diagram.Lookup
	}{
		{"logical", func(*model.Model) {}, diagram.KindLogical, logical},
		{"physical", func(*model.Model) {}, diagram.KindPhysical,
			[]diagram.Lookup{{Query: "q4", From: "pavailablerooms", To: "pamenitiesbyroom", Number: 2, Words: words}}},
		{"concepts", func(*model.Model) {}, diagram.KindER, nil},
		{"workflow", func(*model.Model) {}, diagram.KindWorkflow, nil},
		{"logical tables that no relation realizes", func(m *model.Model) { m.Physical.Relations = nil }, diagram.KindLogical, logical},
		{"no physical tables", func(m *model.Model) { m.Physical.Relations = nil }, diagram.KindPhysical, nil},
		{"two relations of one table, physical", splitHotels, diagram.KindPhysical, []diagram.Lookup{{Query: "q2", From: "photelsbyid", To: "rest", Number: 2,
			Words: "looks up Hotel.phone once, with the hotel_id of the query"}}},
		{"two relations of one table, logical", splitHotels, diagram.KindLogical, nil},
		{"relations that realize nothing", func(m *model.Model) {
			m.Physical.Relations["pamenitiesbyroom"].Realizes = nil
			delete(m.Logical.Tables, "amenitiesbyroom")
		}, diagram.KindLogical, nil},
	} {
		m, err := example.Load("hotel")
		if err != nil {
			t.Fatal(err)
		}
		m.Workflow.Queries["q4"].Find["more"] = &model.Find{Attribute: "amenityname", Order: "9"}
		test.change(m)
		if diff := cmp.Diff(test.want, overlay.Lookups(m, test.kind, proof.All(m))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// splitHotels moves a column of a relation into a second relation with the same
// key.
func splitHotels(m *model.Model) {
	delete(m.Workflow.Queries["q4"].Find, "more")
	first := m.Physical.Relations["photelsbyid"]
	rest := *first
	rest.Name, rest.Columns = "hotel_phones", map[model.ID]*model.Column{}
	for id, column := range first.Columns {
		if column.Role == model.Partition || column.Name == "phone" {
			moved := *column
			rest.Columns["rest"+id] = &moved
		}
		if column.Name == "phone" {
			delete(first.Columns, id)
		}
	}
	m.Physical.Relations["rest"] = &rest
}
