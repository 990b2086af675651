package diagram

import (
	"slices"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/figure"
	"widerow/diagram/scene"
	"widerow/model/example"
)

var amenityLookup = Lookup{Query: "q4", From: "availablerooms", To: "amenitiesbyroom", Number: 2, Words: "looks up amenity_name for each row"}

// TestLookupsChangeNoPlace draws a lookup between two tables that a query arrow
// also connects, and one against the direction of the arrows.
func TestLookupsChangeNoPlace(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	engine := engine.New(enginetest.Pool(t, nil), nil)
	backwards := Lookup{Query: "q5", From: "amenitiesbyroom", To: "hotelsbypoi", Number: 21, Words: "looks up name"}
	without := Build(m, KindLogical, Display{})
	with := Build(m, KindLogical, Display{}, amenityLookup, backwards)
	before, err := without.Layout(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	after, err := with.Layout(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	first := without.graph.Boxes[0].ID
	dx, dy := after.Boxes[first].X-before.Boxes[first].X, after.Boxes[first].Y-before.Boxes[first].Y
	for box, want := range before.Boxes {
		want.X, want.Y = want.X+dx, want.Y+dy
		if got := after.Boxes[box]; got != want {
			t.Errorf("%s is at %v, want %v", box, got, want)
		}
	}
	texts := shown(with.Scene(after, figure.Options{}).Items)
	for _, want := range []string{"Q4", "Q4 ②", "Q5", "Q5 (21)"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no label %q in %q", want, texts)
		}
	}
}

func TestLookupIsALinkToItsQuery(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	d := Build(m, KindLogical, Display{Query: "q4"}, amenityLookup)
	layout, err := rows{}.Layout(t.Context(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	s := d.Scene(layout, figure.Options{Href: testHref, Selected: "q4"})
	var found *scene.Element
	for _, item := range s.Items {
		if e, ok := item.(*scene.Element); ok && slices.Contains(shown(e.Items), "Q4 ②") {
			found = e
		}
	}
	want := "Q4 ② · Find the rooms that are free in a range of dates · looks up amenity_name for each row"
	if found == nil || found.ID != "" || found.Href != testHref("q4") || !found.Chosen || found.Title != want || !slices.Equal(found.Hooks.Queries, []string{"q4"}) {
		t.Errorf("label of the lookup: %+v, want the title %q", found, want)
	}
	if !strings.Contains(d.describe(figure.Options{Standalone: true}), want+" · from available_rooms_by_hotel_date") || !strings.HasSuffix(d.description, "1 query arrow, 1 lookup.") {
		t.Errorf("description: %s", d.describe(figure.Options{Standalone: true}))
	}
	if d.figures["amenitiesbyroom"] == nil {
		t.Error("the tables of Q4 lack the one of its lookup")
	}
}

func TestLookupsOfTablesThatAreLeftOut(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []Lookup{{Query: "q4", From: "availablerooms", To: "gone", Number: 2}, {Query: "q4", From: "gone", To: "availablerooms", Number: 2}} {
		if got, want := len(Build(m, KindLogical, Display{}, l).graph.Edges), len(Build(m, KindLogical, Display{}).graph.Edges); got != want {
			t.Errorf("%+v: %d edges, want %d", l, got, want)
		}
	}
}
