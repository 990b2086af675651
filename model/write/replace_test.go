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

// A sprint that gets another team loses the rows of the members of the old one, but for those
// with a number that a member of the new one has, too.
func TestSeveralRowsAreReplaced(t *testing.T) {
	m := derived(t, "Team: team_id\nweak Member: *member_no, name\nTeam 1 has n Member\nSprint: sprint_id\nTeam 1 holds n Sprint",
		"SELECT Member.member_no, Member.name WHERE Sprint.sprint_id = ? VIA holds, has",
		"SELECT Member.member_no, Member.name WHERE Team.team_id = ? VIA has")
	expect(t, "holds", updated(t, m, model.Insert, []string{"holds"}),
		"0 select member_no, name from members_by_team where team_id = ?",
		"1 select member_no from members_by_sprint where sprint_id = ?",
		"2 insert members_by_sprint: sprint_id ?, member_no 0.member_no, name 0.name; for each of 0",
		"2 delete from members_by_sprint where sprint_id = ?, member_no = 1.member_no; for each of 1; unless written")
}

// A ticket that gets an agent of another tenant is on no list of its tenant: the row of the agent
// before goes although its key does not name the agent.
func TestWhatIsReplacedGoesWithoutNewRow(t *testing.T) {
	m := derived(t, "Tenant: tenant_id\nweak Agent: agent_id, name\nTenant 1 employs n Agent\nweak Ticket: number, status\n"+
		"Tenant 1 owns n Ticket\nAgent 1 handles n Ticket",
		"SELECT Ticket.number, Agent.agent_id WHERE Tenant.tenant_id = ? VIA employs, owns, handles",
		"SELECT Agent.agent_id WHERE Tenant.tenant_id = ? AND Ticket.number = ? VIA owns, handles")
	expect(t, "handles", updated(t, m, model.Insert, []string{"handles"}),
		"0 insert tickets_by_tenant: tenant_id ?, number ?, agent_id ?",
		"0 delete from tickets_by_tenant where tenant_id = ?, number = ?; unless written",
		"0 insert agents_by_tenant_ticket: tenant_id ?, ticket_number ?, agent_id ?")
}

// A dispute that gets a payment without a merchant has no row with the name of one.
func TestWhatIsReplacedGoesWithoutPartner(t *testing.T) {
	m := derived(t, "Merchant: merchant_id, name\nPayment: payment_id, amount\nDispute: dispute_id, state\n"+
		"Merchant 1 charges n Payment\nPayment 1 disputed 1 Dispute",
		"SELECT Merchant.name WHERE Dispute.dispute_id = ? VIA charges, disputed",
		"SELECT Merchant.merchant_id, Merchant.name WHERE Payment.payment_id = ? VIA charges",
		"SELECT Dispute.dispute_id WHERE Payment.payment_id = ? VIA disputed")
	expect(t, "disputed", updated(t, m, model.Insert, []string{"disputed"}),
		"0 select name from merchants_by_payment where payment_id = ?",
		"1 select dispute_id from disputes_by_payment where payment_id = ?",
		"2 insert merchants_by_dispute: dispute_id ?, name 0.name; only if 0",
		"2 delete from merchants_by_dispute where dispute_id = ?; unless written",
		"2 delete from merchants_by_dispute where dispute_id = 1.dispute_id; only if 1.dispute_id; only if 1; if 1.dispute_id differs from ?",
		"3 insert disputes_by_payment: payment_id ?, dispute_id ?",
		"3 delete from disputes_by_payment where payment_id = unknown; missing payment_id",
		"missing payment_id of disputes_by_payment by Dispute.dispute_id")
}

// A composite value is no collection: who receives a parcel is replaced.
func TestCompositeValuesAreReplaced(t *testing.T) {
	m := derived(t, "Parcel: parcel_id\nCustomer: customer_id, address (street, zip)\nCustomer 1 receives n Parcel",
		"SELECT Customer.address WHERE Parcel.parcel_id = ? VIA receives", "SELECT Customer.address WHERE Customer.customer_id = ?")
	expect(t, "receives", updated(t, m, model.Insert, []string{"receives"}),
		"0 select address from customers where customer_id = ?",
		"1 insert customers_by_parcel: parcel_id ?, address 0.address")
}

// A ticket that gets another agent is no longer counted with the one before.
func TestCountersForgetWhatIsReplaced(t *testing.T) {
	m := small(t, "entity Agent agent_id", "entity Ticket ticket_id", "relationship handles Agent 1 Ticket n",
		"table agents_by_ticket K:Ticket.ticket_id:uuid R:Agent.agent_id:uuid", "table tickets_by_agent K:Agent.agent_id:uuid R:Ticket.ticket_id:counter")
	expect(t, "handles", updated(t, m, model.Insert, []string{"handles"}),
		"0 select agent_agent_id from agents_by_ticket where ticket_ticket_id = ?",
		"1 update agents_by_ticket set agent_agent_id ? where ticket_ticket_id = ?",
		"2 update tickets_by_agent set ticket_ticket_id +  new where agent_agent_id = ?",
		"3 update tickets_by_agent set ticket_ticket_id -  new where agent_agent_id = 0.agent_agent_id; only if 0.agent_agent_id")
}

// A payment of another merchant than its payout's is on no list of those that agree: its row goes,
// also if no owner says that both are the same.
func TestWhatIsReplacedGoesFromCycles(t *testing.T) {
	m := derived(t, "Merchant: merchant_id\nPayment: payment_id, amount\nPayout: payout_id, total\n"+
		"Merchant 1 charges n Payment\nMerchant 1 gets n Payout\nPayout 1 settles n Payment",
		"SELECT Payment.amount, Payout.total WHERE Payment.payment_id = ? VIA charges, gets, settles",
		"SELECT Payment.amount WHERE Payment.payment_id = ?",
		"SELECT Payout.payout_id, Payout.total WHERE Payment.payment_id = ? VIA settles",
		"SELECT Payout.total WHERE Merchant.merchant_id = ? AND Payout.payout_id = ? VIA gets")
	expect(t, "charges", updated(t, m, model.Insert, []string{"charges"}),
		"0 select amount, payout_id, payout_total from payments_2 where payment_id = ?",
		"1 select merchant_id from payouts_by_merchant where merchant_id = ?, payout_id = 0.payout_id; only if 0.payout_id",
		"2 insert payments: payment_id ?, amount 0.amount, payout_total 0.payout_total; only if 0.payout_id; only if 1",
		"2 delete from payments where payment_id = ?; unless written")
}

// TestReplacementLeavesNoOldValue: a row that a new relationship writes over keeps nothing of the partner before, also where
// no table finds the values of the new one.
func TestReplacementLeavesNoOldValue(t *testing.T) {
	m := derived(t, "Person: person_id, name\nChief: chief_id, chief_name\nChief 1 leads n Person: since\nPerson n likes m Chief",
		"SELECT Chief.chief_name, leads.since WHERE Person.person_id = ? VIA leads", "SELECT Chief.chief_name WHERE Person.person_id = ? VIA likes")
	plan := updated(t, m, model.Insert, []string{"leads"}) // chief_name is null
	expect(t, "leads", plan, "0 insert chiefs_by_person: person_id ?, since ?, chief_name", "missing chief_name of chiefs_by_person by Chief.chief_id")
	plan = updated(t, m, model.Insert, []string{"likes"})
	expect(t, "likes", plan, "0 insert chiefs_by_person_2: person_id ?, chief_id ?", "missing chief_name of chiefs_by_person_2 by Chief.chief_id")
}
