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
		"2 delete from tickets_by_priority where priority = 0.priority, ticket_id = ?; only if 0.priority; only if 0; if 0.priority differs from new",
		"2 insert comments_by_status: ticket_status 0.status, ticket_priority new, comment_id 1.comments; for each of 1; only if 0.status; only if 0",
		"2 delete from comments_by_status where ticket_status = 0.status, ticket_priority = 0.priority, comment_id = 1.comments; "+
			"for each of 1; only if 0.status; only if 0.priority; only if 0; if 0.priority differs from new",
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

// Teams that a row collects are there by their helpers: without a helper, the application computes them, whether a read
// finds the teams of the helper or not.
func TestDeletionsOfWhatLeadsToElements(t *testing.T) {
	const concepts = "Festival: festival_id, year\nAct: act_id, minutes\nHelper: helper_id\nTeam: team_name\nFestival 1 shows n Act\nHelper n belongs m Team n Festival\n"
	queries := []string{"SELECT Act.minutes, Festival.festival_id, Team.team_name WHERE Act.minutes = ? VIA shows, belongs",
		"SELECT Act WHERE Festival.festival_id = ? VIA shows"}
	m := derived(t, concepts, queries...)
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Delete}, []model.ID{named(t, m, "Helper")}, nil), "u1")
	expect(t, "delete without a read", lines(m, &plan),
		"0 update acts_by_minutes set teams computed where minutes = unknown, act_id = unknown; missing minutes, act_id",
		"missing minutes, act_id of acts_by_minutes by Helper.helper_id")
	m = derived(t, concepts, append(queries, "SELECT Festival.festival_id, Team.team_name WHERE Helper.helper_id = ? VIA belongs")...)
	plan = write.Of(withUpdate(m, model.Update{Kind: model.Delete}, []model.ID{named(t, m, "Helper")}, nil), "u1")
	expect(t, "delete", lines(m, &plan),
		"0 select festival_id, team_name from festivals_by_helper where helper_id = ?",
		"1 select act_id, minutes from acts_by_festival where festival_id = 0.festival_id; for each of 0",
		"2 update acts_by_minutes set teams computed where minutes = 1.minutes, act_id = 1.act_id; for each of 0; for each of 1; only if 1.minutes",
		"2 delete from festivals_by_helper where helper_id = ?")
}
