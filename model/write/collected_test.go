package write_test

import (
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// A row that moves takes the whole collection with it, also an empty one: a ticket without comments keeps its row. Where
// there is a row for each comment, the key has one element.
func TestMovedRowsCopyWholeCollections(t *testing.T) {
	m := derived(t, "Ticket: ticket_id, priority, status\nComment: comment_id\nLabel: label_name\nTicket 1 has n Comment\nTicket n marked m Label",
		"SELECT Comment.comment_id, Ticket.ticket_id, Ticket.status WHERE Ticket.priority = ? VIA has",
		"SELECT Comment.comment_id WHERE Ticket.status = ? ORDER BY Ticket.priority VIA has",
		"SELECT Comment.comment_id, Label.label_name WHERE Ticket.ticket_id = ? VIA has, marked",
		"SELECT Ticket.priority, Ticket.status WHERE Ticket.ticket_id = ?")
	m = withUpdate(m, model.Update{Kind: model.Change}, []model.ID{named(t, m, "Ticket.priority")}, nil)
	plan := write.Of(m, "u1")
	expect(t, "change", lines(m, &plan),
		"0 select priority, status from tickets where ticket_id = ?",
		"1 select comments from comments_by_ticket where ticket_id = ?",
		"2 insert tickets_by_priority: priority new, ticket_id ?, status 0.status, comments 1.comments; only if 0",
		"2 delete from tickets_by_priority where priority = 0.priority, ticket_id = ?; only if 0.priority; only if 0; if 0.priority differs from ?",
		"2 insert comments_by_status: ticket_status 0.status, ticket_priority new, comment_id 1.comments; for each of 1; only if 0.status; only if 0",
		"2 delete from comments_by_status where ticket_status = 0.status, ticket_priority = 0.priority, comment_id = 1.comments; "+
			"for each of 1; only if 0.status; only if 0.priority; only if 0; if 0.priority differs from ?",
		"2 update tickets set priority new where ticket_id = ?")
	for _, step := range plan.Steps {
		for _, s := range step.Statements {
			for _, v := range s.Values {
				if v.From == "comments" && v.Element != (s.Access.Name == "comments_by_status") {
					t.Errorf("%s.%s takes one element: %v", s.Access.Name, v.Column, v.Element)
				}
			}
		}
	}
}
