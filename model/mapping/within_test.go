package mapping_test

import (
	"testing"

	"widerow/model/mapping"
)

const tenants = `Tenant (100): tenant_id, name
weak Customer: number, name
Tenant 1 has n(50) Customer
weak Ticket: ticket_no, title
Tenant 1 owns n(1000) Ticket
weak Project: code
Tenant 1 runs n(10) Project
weak Task: task_no, label
Project 1 contains n(200) Task
`

// TestWithin: the participants of a relationship type that is within an owner have one
// instance of it, wherever it is on the way up.
func TestWithin(t *testing.T) {
	for _, test := range []struct{ name, concepts, query, key string }{
		{"not within", "Customer 1 opens n(20) Ticket",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, opens", "((tenant_id, customer_number), ticket_tenant_id, ticket_no)"},
		{"both weak", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, opens", "((tenant_id, customer_number), ticket_no)"},
		{"the way over the other end", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA owns, opens", "((tenant_id, customer_number), ticket_no)"},
		{"the tenant is not given", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Customer.number = ?", "((customer_number), tenant_id, ticket_no)"},
		{"the tenant is found", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Tenant.name, Ticket WHERE Ticket.ticket_no = ? AND Customer.number = ? VIA opens, owns", "((ticket_no), customer_number, tenant_id)"},
		{"the tenant comes first", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Customer.number = ? AND Tenant.tenant_id = ? VIA has, opens", "((tenant_id, customer_number), ticket_no)"},
		{"without VIA", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ?", "((tenant_id, customer_number), ticket_no)"},
		{"VIA names all three", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA opens, has, owns", "((tenant_id, customer_number), ticket_no)"},
		{"a work list", "weak Agent: agent_no\nTenant 1 employs n(7) Agent\nAgent 1 handles n Ticket within Tenant",
			"SELECT Ticket.ticket_no WHERE Tenant.tenant_id = ? AND Agent.agent_no = ? AND Ticket.title = ? VIA owns, handles", "((tenant_id, agent_no), title, ticket_no)"},
		{"the tenant is given, VIA names no way to it", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA opens", "((tenant_id, customer_number), ticket_no)"},
		{"two relationship types within the tenant", "Customer n opens m Ticket within Tenant\nCustomer n watches m Ticket within Tenant",
			"SELECT Customer.name WHERE Tenant.tenant_id = ? AND Ticket.ticket_no = ? VIA opens, watches", "((tenant_id, ticket_no), number)"},
		{"two levels, VIA names no way to the tenant", "Customer n works_on m Task within Tenant",
			"SELECT Task WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA works_on", "((tenant_id, customer_number), project_code, task_no)"},
		{"m to n", "Customer n watches m Ticket within Tenant",
			"SELECT Customer WHERE Tenant.tenant_id = ? AND Ticket.ticket_no = ? VIA owns, watches", "((tenant_id, ticket_no), number)"},
		{"three participants", "Customer n(9) asks m(9) Ticket n(2) Project within Tenant",
			"SELECT Ticket, Project WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, asks", "((tenant_id, customer_number), ticket_no, project_code)"},
		{"two levels", "Customer n works_on m Task within Tenant",
			"SELECT Task WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, works_on", "((tenant_id, customer_number), project_code, task_no)"},
		{"two levels, from below", "Customer n works_on m Task within Tenant",
			"SELECT Customer WHERE Tenant.tenant_id = ? AND Project.code = ? AND Task.task_no = ? VIA runs, contains, works_on", "((tenant_id, project_code, task_no), number)"},
		{"recursive", "Ticket(cause) n leads_to m Ticket(effect) within Tenant",
			"SELECT Ticket(effect) WHERE Tenant.tenant_id = ? AND Ticket(cause).ticket_no = ? VIA owns, leads_to", "((tenant_id, cause_ticket_no), effect_ticket_no)"},
		{"recursive within the project", "Task(first) n precedes m Task(second) within Project",
			"SELECT Task(second) WHERE Tenant.tenant_id = ? AND Project.code = ? AND Task(first).task_no = ? VIA runs, contains, precedes", "((tenant_id, project_code, first_task_no), second_task_no)"},
		{"recursive within the tenant, of different projects", "Task(first) n precedes m Task(second) within Tenant",
			"SELECT Task(second) WHERE Tenant.tenant_id = ? AND Project.code = ? AND Task(first).task_no = ? VIA runs, contains, precedes", "((tenant_id, project_code, first_task_no), second_project_code, second_task_no)"},
		{"by a side of 1", "Agent: agent_id\nTenant 1 employs n(7) Agent\nAgent 1 handles n Ticket within Tenant",
			"SELECT Ticket WHERE Agent.agent_id = ?", "((agent_id), ticket_no)"},
		{"by a side of 1, on the path", "Agent: agent_id\nTenant 1 employs n(7) Agent\nAgent 1 handles n Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Agent.agent_id = ? VIA employs, handles", "((tenant_id, agent_id), ticket_no)"},
		{"an owner in common with two others", "Agent: agent_no\nTenant 1 employs n Agent\nAgent 1 leads n Project within Tenant\nCustomer n joins m Project within Tenant",
			"SELECT Agent WHERE Tenant.tenant_id = ? AND Customer.number = ?", "((tenant_id, customer_number), code)"},
		{"a subtype", "Vip: level\nVip isa Customer\nVip 1 escalates n Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, escalates", "((tenant_id, customer_number), ticket_no)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := mapping.Explore(document(t, tenants+test.concepts, test.query), "q1")
			if plan.Fatal() {
				t.Fatalf("path %q, problems %+v", plan.Path.Words, plan.Problems)
			}
			if plan.Alternatives[0].Signature() != test.key || len(plan.Path.Others) > 0 {
				t.Errorf("path %q, others %+v, table %s, want %s; problems %+v", plan.Path.Words, plan.Path.Others, plan.Alternatives[0].Signature(), test.key, plan.Problems)
			}
		})
	}
}

// TestNumbersWithin: the numbers of the concepts hold: no row is counted for two owners.
func TestNumbersWithin(t *testing.T) {
	for _, test := range []struct {
		name, concepts, query   string
		rows, partitions, worst float64
	}{
		{"1 to n", "Customer 1 opens n(20/90) Ticket within Tenant",
			"SELECT Ticket WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, opens", 20, 5000, 90},
		{"m to n", "Customer n(4) watches m(80) Ticket within Tenant",
			"SELECT Customer WHERE Tenant.tenant_id = ? AND Ticket.ticket_no = ? VIA owns, watches", 4, 100_000, 4},
		{"two levels", "Customer n(2) works_on m(80) Task within Tenant",
			"SELECT Task WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, works_on", 80, 5000, 80},
		{"all of the tenant", "Customer 1 opens n(20) Ticket within Tenant",
			"SELECT Ticket, Customer WHERE Tenant.tenant_id = ? VIA owns, opens", 1000, 100, 1000},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := mapping.Explore(document(t, tenants+test.concepts, test.query), "q1")
			got := plan.Alternatives[0].Estimate
			if got.Rows.Typical != test.rows || got.Partitions.Typical != test.partitions || got.Rows.Worst != test.worst {
				t.Errorf("%s: rows %+v, partitions %+v", plan.Alternatives[0].Signature(), got.Rows, got.Partitions)
			}
		})
	}
}
