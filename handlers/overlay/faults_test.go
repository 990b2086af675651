package overlay_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/model/write"
)

// Q9 of the hotel has one transition and one arrow. A test adds an arrow by hand.
func TestFaults(t *testing.T) {
	reason := func(j *proof.Judgement) string { return string(j.Verdict) + " of " + j.Access.Name }
	for _, test := range []struct {
		name   string
		change func(*model.Model)
		kind   diagram.Kind
		want   map[model.ID]string
	}{
		{"all served", func(*model.Model) {}, diagram.KindWorkflow, map[model.ID]string{}},
		{"workflow", noPartitionKey, diagram.KindWorkflow, map[model.ID]string{"goq9oneguest": "none of guests"}},
		{"logical", noPartitionKey, diagram.KindLogical, map[model.ID]string{"arrowq9": "none of guests", "arrowq9other": "none of guests"}},
		{"concepts", noPartitionKey, diagram.KindER, map[model.ID]string{}},
		{"no tables yet", func(m *model.Model) { m.Logical, m.Physical = model.Logical{}, model.Physical{} }, diagram.KindWorkflow, nil},
		{"parameter", func(m *model.Model) { m.Workflow.Queries["q4"].Given["q4givennightdate"].Source = "" }, diagram.KindWorkflow,
			map[model.ID]string{"goq4freerooms": "no query before it returns Room night.date"}},
		{"a missing lookup table, workflow", lookupMissing, diagram.KindWorkflow, map[model.ID]string{"transition": lookupMessage}},
		{"a missing lookup table, logical", lookupMissing, diagram.KindLogical, map[model.ID]string{"arrow": lookupMessage}},
	} {
		m, err := example.Load("hotel")
		if err != nil {
			t.Fatal(err)
		}
		m.Logical.Arrows["arrowq9other"] = &model.QueryArrow{Access: "q9", From: "reservationsbyconfirmation", To: m.Logical.Arrows["arrowq9"].To}
		test.change(m)
		got := overlay.Faults(m, test.kind, proof.All(m), write.All(m), reason)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func noPartitionKey(m *model.Model) {
	for _, column := range m.Physical.Relations["pguestsbyid"].Columns {
		column.Role = model.Regular
	}
}

const lookupMessage = "No table finds hotel_id, date and room_number of available_rooms_by_hotel_date by Amenity.name: a lookup table is missing"

// lookupMissing adds an update of available rooms whose only key is an amenity.
func lookupMissing(m *model.Model) {
	m.Workflow.Updates["u9"] = &model.Update{Label: "U9", Name: "Close a room", Kind: model.Change,
		Writes: map[model.ID]*model.Write{"w": {Element: "nightavailable"}},
		Given:  map[model.ID]*model.Given{"g": {Attribute: "amenityname", Operator: model.Equal, Source: model.UserInput}}}
	m.Workflow.Transitions["transition"] = &model.Transition{To: "freerooms", Access: "u9"}
	m.Logical.Arrows["arrow"] = &model.QueryArrow{Access: "u9", To: "availablerooms"}
	m.Logical.Arrows["elsewhere"] = &model.QueryArrow{Access: "u9", To: "guestsbyid"}
}
