package write_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/model/write"
)

const desk = `Customer: customer_id, email, name
Ticket: ticket_id, title, status
Agent: agent_id, nick
Customer 1 opens n Ticket
Agent 1 handles n Ticket
Ticket m concerns n Product
Product: product_id, product_name`

// judged plans updates, each given by its kind and what it writes, and returns what is said
// about gaps and which queries are served.
func judged(t *testing.T, m *model.Model, updates ...[]string) (findings []string, served []bool) {
	t.Helper()
	m = m.Clone()
	m.Workflow.Updates = map[model.ID]*model.Update{}
	for i, update := range updates {
		made := &model.Update{Label: "U" + string(rune('1'+i)), Order: model.Nth(i), Kind: model.UpdateKind(update[0]), Writes: map[model.ID]*model.Write{}}
		for k, title := range update[1:] {
			made.Writes[model.ID("write"+made.Label+title)] = &model.Write{Order: model.Nth(k), Element: named(t, m, title)}
		}
		m.Workflow.Updates[model.ID(made.Label)] = made
	}
	plans, results := write.All(m), proof.All(m)
	found := write.Judge(m, plans, results)
	for _, plan := range plans {
		found = append(found, plan.Findings...)
	}
	codes := []string{write.CodeUnfilled, write.CodeUnwritten, write.CodeCopy, write.CodeLookup}
	for _, f := range found {
		if slices.Contains(codes, f.Code) && f.Level != write.Info {
			findings = append(findings, string(f.Level)+": "+f.Message)
		}
	}
	for i := range results {
		served = append(served, results[i].Served())
	}
	return findings, served
}

// TestGaps judges what the updates of a model leave out together: columns that a query reads
// and rows that an insert should write. Nothing is said of tables whose writes are not in the
// model, and a column that a later update fills is none.
func TestGaps(t *testing.T) {
	byCustomer := "SELECT Ticket.title, Ticket.status WHERE Customer.customer_id = ?"
	byAgent := "SELECT Ticket.title, Agent.nick WHERE Agent.agent_id = ? AND Ticket.status = ?"
	for _, test := range []struct {
		name     string
		queries  []string
		updates  [][]string
		findings []string
		served   []bool
	}{
		{"a whole instance", []string{byCustomer}, [][]string{{"insert", "Ticket"}}, nil, []bool{true}},
		{"a part of it", []string{byCustomer}, [][]string{{"insert", "Ticket.ticket_id", "Ticket.status", "opens"}},
			[]string{"error: U1 leaves title of tickets_by_customer empty: it does not write the value"}, []bool{false}},
		{"the rest later", []string{"SELECT Ticket.title WHERE Ticket.ticket_id = ?"}, [][]string{{"insert", "Ticket.ticket_id", "Ticket.status"}, {"change", "Ticket.title"}}, nil, []bool{true}},
		{"the rest never", []string{"SELECT Ticket.title WHERE Ticket.ticket_id = ?"}, [][]string{{"insert", "Ticket.ticket_id", "Ticket.status"}, {"change", "Ticket.status"}},
			[]string{"error: U1 leaves title of tickets empty: it does not write the value"}, []bool{false}},
		{"what no query reads", []string{"SELECT Ticket.status WHERE Customer.customer_id = ?"}, [][]string{{"insert", "Ticket.ticket_id", "Ticket.status", "opens"}}, nil, []bool{true}},
		{"no insert", []string{byCustomer}, [][]string{{"delete", "Ticket"}},
			[]string{"error: No table finds customer_id of tickets_by_customer by Ticket.ticket_id: a lookup table is missing"}, []bool{true}},
		{"a key that is not written", []string{"SELECT Customer.name WHERE Customer.email = ?"}, [][]string{{"insert", "Customer.customer_id", "Customer.name"}},
			[]string{"error: U1 does not write email, which the key of customers_by_email needs"}, []bool{false}},
		{"a relationship that is never made", []string{"SELECT Product.product_name WHERE Ticket.ticket_id = ?"}, [][]string{{"insert", "Ticket"}, {"insert", "Product"}},
			[]string{"warning: No update writes products_by_ticket, which Q1 reads: U1 inserts what its rows are about, but a new Ticket has no Product yet"}, []bool{true}},
		{"a relationship whose row needs more", []string{byAgent}, [][]string{{"insert", "Ticket"}, {"insert", "handles"}},
			[]string{"error: No table finds agent_id and status of tickets_by_agent_status by Ticket.ticket_id: a lookup table is missing"}, []bool{false}},
	} {
		findings, served := judged(t, derived(t, desk, test.queries...), test.updates...)
		expect(t, test.name, findings, test.findings...)
		if !slices.Equal(served, test.served) {
			t.Errorf("%s: served %v, want %v", test.name, served, test.served)
		}
	}
}

// TestUnfilled finds a column that no update fills: the products of an order, if no update lists
// them.
func TestUnfilled(t *testing.T) {
	m, err := example.Load("supermarket")
	if err != nil {
		t.Fatal(err)
	}
	if found := write.Judge(m, write.All(m), proof.All(m)); len(found) > 0 {
		t.Errorf("the example has %v", found)
	}
	delete(m.Workflow.Updates["u3"].Writes, "u3lists")
	results := proof.All(m)
	found := write.Judge(m, write.All(m), results)
	if len(found) != 2 || found[0].Code != write.CodeUnfilled || found[0].Message != "No update fills products of orders_by_customer, which Q5 reads" {
		t.Errorf("without its products: %v", found)
	}
	for i := range results {
		if is := results[i].Served(); is == (results[i].Query == "q5" || results[i].Query == "q6") {
			t.Errorf("%s is served: %t", results[i].Query, is)
		}
	}
	m.Workflow.Updates["u3"].Statement = "INSERT INTO orders_by_customer (customer_id, submission_time, order_id, products, status) VALUES (?, ?, ?, ?, ?)"
	found = write.Judge(m, write.All(m), proof.All(m))
	var messages []string
	for _, f := range found {
		messages = append(messages, f.Message)
	}
	for _, want := range []string{"No update fills item_subtotal, postage_packing_fee, promotional_discount and vat of orders_by_customer, which Q5 reads",
		"No update writes orders_by_delivery_date, which Q6 reads: U3 inserts what its rows are about, but its statement leaves the table as it is"} {
		if !slices.Contains(messages, want) {
			t.Errorf("by its statement: %v lacks %s", messages, want)
		}
	}
}
