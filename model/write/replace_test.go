package write_test

import (
	"testing"

	"widerow/model"
)

// Who handles a ticket again keeps it, also in the set of his tickets.
func TestSetsKeepWhatIsReplacedByItself(t *testing.T) {
	m := derived(t, "Agent: agent_id, name\nTicket: ticket_id, subject\nAgent 1 handles n Ticket",
		"SELECT Agent.agent_id, Ticket.ticket_id WHERE Agent.name = ? VIA handles",
		"SELECT Agent.agent_id, Agent.name WHERE Ticket.ticket_id = ? VIA handles", "SELECT Agent.name WHERE Agent.agent_id = ?")
	expect(t, "handles", updated(t, m, model.Insert, []string{"handles"}),
		"0 select name from agents where agent_id = ?",
		"1 select agent_id, name from agents_by_ticket where ticket_id = ?",
		"2 update tickets_by_name set tickets +  ? where agent_name = 0.name, agent_id = ?; only if 0.name; only if 0",
		"2 update tickets_by_name set tickets -  ? where agent_name = 1.name, agent_id = 1.agent_id; only if 1.name; only if 1.agent_id; "+
			"only if 1; if 1.name differs from 0.name; if 1.agent_id differs from ?",
		"2 insert agents_by_ticket: ticket_id ?, agent_id ?, name 0.name")
}

// A sprint that gets another team loses the rows of the members of the old one before it gets
// those of the new one, some of which may have the same numbers.
func TestSeveralRowsAreReplacedBefore(t *testing.T) {
	m := derived(t, "Team: team_id\nweak Member: *member_no, name\nTeam 1 has n Member\nSprint: sprint_id\nTeam 1 holds n Sprint",
		"SELECT Member.member_no, Member.name WHERE Sprint.sprint_id = ? VIA holds, has",
		"SELECT Member.member_no, Member.name WHERE Team.team_id = ? VIA has")
	expect(t, "holds", updated(t, m, model.Insert, []string{"holds"}),
		"0 select member_no, name from members_by_team where team_id = ?",
		"1 select member_no from members_by_sprint where sprint_id = ?",
		"2 delete from members_by_sprint where sprint_id = ?, member_no = 1.member_no; for each of 1",
		"3 insert members_by_sprint: sprint_id ?, member_no 0.member_no, name 0.name; for each of 0")
}
