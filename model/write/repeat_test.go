package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// A repetition with other values leaves the rows of the first try whose keys have the old ones: the plan names these. A
// key of an entity type is chosen once; a row that is replaced is looked for again.
func TestRepetitionNeedsTheSameValues(t *testing.T) {
	m := derived(t, "Reader: reader_id, name, city\nBook: isbn, title\nReader n borrows m Book: *borrowed_on, returned_on\nReader n rates m Book: stars",
		"SELECT Reader WHERE Reader.reader_id = ?", "SELECT Reader.reader_id, Reader.name WHERE Reader.city = ?",
		"SELECT Book.isbn, borrows.returned_on WHERE Reader.reader_id = ? VIA borrows",
		"SELECT Book.isbn WHERE Reader.reader_id = ? ORDER BY rates.stars DESC VIA rates")
	for _, test := range []struct {
		kind         model.UpdateKind
		writes, same string
	}{
		{model.Insert, "Reader", "Repeat it with the same Reader.city:"},
		{model.Insert, "borrows", "Repeat it with the same borrows.borrowed_on:"},
		{model.Insert, "rates", "Repeat it with the same rates.stars:"},
		{model.Insert, "Book", ""},
		{model.Change, "Reader.city", ""},
		{model.Delete, "Reader", ""},
	} {
		plan := write.Of(withUpdate(m, model.Update{Kind: test.kind}, []model.ID{named(t, m, test.writes)}, nil), "u1")
		said := ""
		for _, step := range plan.Steps {
			said += step.Failure
		}
		if strings.Contains(said, "Repeat it with the same") != (test.same != "") || !strings.Contains(said, test.same) {
			t.Errorf("%s %s: %s, want %q", test.kind, test.writes, said, test.same)
		}
	}
}

// Writes that are too large for one batch end with those of tables that the plan reads: a repetition after a failure finds
// there what the rows of the other tables have.
func TestWhatIsReadIsWrittenLast(t *testing.T) {
	m := small(t, "entity Ticket ticket_id state body",
		"table tickets K:Ticket.ticket_id:uuid R:Ticket.state:text R:Ticket.body:text",
		"table tickets_by_state K:Ticket.state:text C:Ticket.ticket_id:uuid R:Ticket.body:text")
	for _, relation := range m.Physical.Relations {
		for _, c := range relation.Columns {
			c.Length = "30000"
		}
	}
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Change}, []model.ID{"Ticket.state"}, []model.ID{"Ticket.ticket_id"}), "u1")
	var written []string
	for _, step := range plan.Steps {
		if step.Kind == write.Write {
			written = append(written, step.Statements[0].Access.Name)
		}
	}
	if want := []string{"tickets_by_state", "tickets_by_state", "tickets"}; !slices.Equal(written, want) {
		t.Errorf("writes %v, want %v\n%s", written, want, summary(&plan))
	}
}
