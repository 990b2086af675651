package diagram

import "testing"

// An entry arrow meets a table in the middle of its header bar, which ends a
// little above the first row.
func TestEntriesMeetTheHeader(t *testing.T) {
	table := &tableFigure{id: "a", name: "hotels", rows: []tableRow{{id: "c", name: "hotel_id"}}}
	table.measure(0)
	view, err := newView(&Graph{Boxes: []Box{table.box()}, Edges: []Edge{{ID: "q", To: "a", LabelWidth: 30, LabelHeight: 20}}})
	if err != nil {
		t.Fatal(err)
	}
	r := &router{view: view, boxes: []Rect{{200, 100, 120, 60}}, routes: make([]Route, 1)}
	r.drawEntries()
	if got, want := r.routes[0].Points[1], (Point{200, 100 + table.head()/2}); got != want {
		t.Errorf("the arrow ends at %v, want %v", got, want)
	}
}
