package write_test

import (
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// Whoever always has a partner may lose the last one: by a deletion of that, or of the relationship, or since the partner
// gets another one. Weak entities go with their owner, and who may be without a partner is none to warn of.
func TestAlone(t *testing.T) {
	m := derived(t, `Customer: customer_id, customer_name
Order: order_id
Agent: agent_id
Desk: desk_id
weak Line: *line_no
Customer 1 places n Order
Order 1 has n Line
Agent 1 helps n Order
Agent n sits m Desk`, "SELECT Order WHERE Customer.customer_id = ? VIA places")
	for _, end := range [][2]string{{"places", "Order"}, {"sits", "Desk"}} {
		for _, participant := range m.Concepts.Relationships[named(t, m, end[0])].Participants {
			participant.Total = participant.Total || m.Title(participant.Entity) == end[1]
		}
	}
	const orders, desks = "U1 may leave an Order without a Customer, which each one has (places)", "U1 may leave a Desk without an Agent, which each one has (sits)"
	for _, test := range []struct {
		kind    model.UpdateKind
		cascade model.Cascade
		writes  string
		says    string
		level   write.Level
	}{
		{model.Delete, model.CascadeUnsaid, "Customer", orders, write.Warning},
		{model.Delete, model.Cascades, "Customer", orders, write.Info},
		{model.Delete, model.Restricts, "Customer", "", ""},
		{model.Delete, model.CascadeUnsaid, "places", orders, write.Warning},
		{model.Delete, model.CascadeUnsaid, "Agent", desks, write.Warning},
		{model.Delete, model.CascadeUnsaid, "sits", desks, write.Warning},
		{model.Delete, model.CascadeUnsaid, "helps", "", ""},
		{model.Delete, model.CascadeUnsaid, "Order", "", ""},
		{model.Delete, model.CascadeUnsaid, "Desk", "", ""},
		{model.Insert, model.CascadeUnsaid, "Order", "", ""},
		{model.Insert, model.CascadeUnsaid, "sits", "", ""},
		{model.Change, model.CascadeUnsaid, "Customer", "", ""},
	} {
		plan := write.Of(withUpdate(m, model.Update{Kind: test.kind, Cascade: test.cascade}, []model.ID{named(t, m, test.writes)}, nil), "u1")
		var said write.Finding
		for _, f := range plan.Findings {
			if f.Code == write.CodeAlone {
				said = f
			}
		}
		if said.Message != test.says || said.Level != test.level {
			t.Errorf("%s %s %s: %+v, want %s %s", test.kind, test.writes, test.cascade, said, test.level, test.says)
		}
	}
}
