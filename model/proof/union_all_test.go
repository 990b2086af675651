package proof_test

import (
	"maps"
	"testing"

	"widerow/model"
	"widerow/model/proof"
)

// TestUnionHasAll reads the tables of subtypes together only for queries whose instances they have,
// each once.
func TestUnionHasAll(t *testing.T) {
	const concepts = "Depot: depot_id, city\nStaff: staff_id, name\nDriver: licence\nConductor: languages\nDriver, Conductor isa Staff\nStaff n based_at 1 Depot"
	const drivers, conductors = "SELECT Staff.name, Driver.licence WHERE Depot.depot_id = ?", "SELECT Staff.name, Conductor.languages WHERE Depot.depot_id = ?"
	const supertype = "SELECT Staff.name WHERE Depot.depot_id = ?"
	for _, test := range []struct {
		name, query     string
		total, disjoint bool
		tables          []string // of the queries
		want            int      // the tables read, 0 if the query is not served
	}{
		{"all of two", supertype, true, true, []string{drivers, conductors}, 2},
		{"some are neither", supertype, false, true, []string{drivers, conductors}, 0},
		{"some are both", supertype, true, false, []string{drivers, conductors}, 0},
		{"a table has all", supertype, false, true, []string{drivers, supertype}, 1},
		{"attributes of both", "SELECT Staff.name, Driver.licence, Conductor.languages WHERE Depot.depot_id = ?", true, false, []string{drivers, conductors}, 2},
		{"attributes of both, and some are neither", "SELECT Staff.name, Driver.licence, Conductor.languages WHERE Depot.depot_id = ?", false, true, []string{drivers, conductors}, 0},
		{"a number of all", "SELECT count(Staff.staff_id) WHERE Depot.depot_id = ?", true, true, []string{drivers, conductors}, 2},
		{"a number in which some count twice", "SELECT count(Staff.staff_id) WHERE Depot.depot_id = ?", true, false, []string{drivers, conductors}, 0},
	} {
		m, asked := written(t, concepts, test.tables...), written(t, concepts, test.query)
		for _, hierarchy := range m.Concepts.Hierarchies {
			hierarchy.Total, hierarchy.Disjoint = test.total, test.disjoint
		}
		for _, table := range m.Logical.Tables {
			for id, column := range table.Columns {
				byHand := *column
				byHand.Query = ""
				table.Columns[id] = &byHand
			}
		}
		clear(m.Logical.Arrows)
		clear(m.Workflow.Queries)
		maps.Copy(m.Workflow.Queries, asked.Workflow.Queries)
		result := proof.Of(m, "q1")
		read := 0
		if best, _ := result.Best(); result.Served() {
			read = 1 + len(best.Lookups)
		}
		if read != test.want {
			t.Errorf("%s: %d tables are read, want %d", test.name, read, test.want)
		}
	}
}

// TestNoUnionOfOthers: tables of other things are no parts of an answer because one of them is of a
// subtype, and a query whose VIA connects nothing has no answer.
func TestNoUnionOfOthers(t *testing.T) {
	const concepts = "Run: run_id, state\nStop: stop_id, seq\nStaff: staff_id, name\nDriver: licence\nConductor: languages\nDriver, Conductor isa Staff\n" +
		"Booking: booking_id, price\nRun 1 makes n Stop\nDriver n drives m Run\nBooking n boards 1 Stop"
	m := written(t, concepts, "SELECT Staff.name, Driver.licence WHERE Run.run_id = ?", "SELECT Stop.seq WHERE Run.run_id = ?")
	asked := written(t, concepts, "SELECT count(Booking.booking_id) WHERE Run.run_id = ? VIA boards")
	clear(m.Logical.Arrows)
	clear(m.Workflow.Queries)
	maps.Copy(m.Workflow.Queries, map[model.ID]*model.Query{"q1": asked.Workflow.Queries["q1"]})
	result := proof.Of(m, "q1")
	if best, _ := result.Best(); result.Served() || best.Mismatch == "" {
		t.Errorf("it is served by %v: %q", result.Tables(), best.Mismatch)
	}
}
