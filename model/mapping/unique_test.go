package mapping_test

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// TestUnique: a unique value identifies its instance, and within a tenant it does so with
// the tenant's key.
func TestUnique(t *testing.T) {
	const shop = "Purchase (9000): order_id\nCustomer 1 places n(9) Purchase\n"
	for _, test := range []struct{ name, concepts, query, key string }{
		{"not unique", "Customer (1000): customer_id, email (1000), name\n" + shop, "SELECT Customer WHERE Customer.email = ?", "((email), customer_id)"},
		{"unique", "Customer (1000): customer_id, email unique, name\n" + shop, "SELECT Customer WHERE Customer.email = ?", "((email))"},
		{"what is related", "Customer (1000): customer_id, email unique, name\n" + shop, "SELECT Purchase WHERE Customer.email = ?", "((customer_email), order_id)"},
		{"one of several values", "Customer (1000): customer_id, {phone} unique, name\n" + shop, "SELECT Customer.name WHERE Customer.phone = ?", "((phone))"},
		{"within the tenant", tenants + "Customer: email unique within Tenant", "SELECT Customer WHERE Tenant.tenant_id = ? AND Customer.email = ? VIA has", "((tenant_id, email))"},
		{"within a tenant that is not given", tenants + "Customer: email unique within Tenant", "SELECT Customer WHERE Customer.email = ?", "((email), tenant_id)"},
		{"within the tenant of the owner", tenants + "Task: code_word unique within Tenant", "SELECT Task WHERE Tenant.tenant_id = ? AND Task.code_word = ? VIA runs, contains", "((tenant_id, code_word))"},
		{"within the owner that is in common", "Hospital: hospital_id\nNurse: nurse_id, badge unique within Hospital\nPatient: patient_id\nHospital 1 employs n Nurse\nHospital 1 admits n Patient\nNurse n nurses m Patient within Hospital",
			"SELECT Patient WHERE Hospital.hospital_id = ? AND Nurse.badge = ? VIA admits, nurses", "((hospital_id, nurse_badge), patient_id)"},
		{"of a relationship", "Guest: guest_id\nRoom: room_id\nGuest n books m Room: *at, code unique", "SELECT books WHERE books.code = ?", "((code))"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := mapping.Explore(document(t, test.concepts, test.query), "q1")
			if plan.Fatal() || plan.Alternatives[0].Signature() != test.key {
				t.Errorf("path %q, table %s, want %s; problems %+v", plan.Path.Words, plan.Alternatives[0].Signature(), test.key, plan.Problems)
			}
		})
	}
}

// TestLookupByGuess: a table made by hand that finds a customer by the e-mail address is a
// lookup table; one by the city loses customers.
func TestLookupByGuess(t *testing.T) {
	for _, test := range []struct {
		name, customer, by string
		lost               bool
	}{
		{"looks unique", "Customer: customer_id, email, city", "email", false},
		{"as many as there are", "Customer (1000): customer_id, email (1000), city", "email", false},
		{"fewer than there are", "Customer (1000): customer_id, email (300), city", "email", true},
		{"does not look unique", "Customer: customer_id, email, city", "city", true},
		{"said", "Customer: customer_id, email, city unique", "city", false},
		{"the key is not stored", "Customer: customer_id, email, city", "email without key", true},
	} {
		by, _, without := strings.Cut(test.by, " ")
		m := document(t, test.customer, "SELECT Customer WHERE Customer."+by+" = ?")
		columns := map[model.ID]*model.LogicalColumn{}
		for element := range m.ElementsOf(model.AttributeKind) {
			name := element.Value.(*model.Attribute).Name
			if name == "customer_id" && without {
				continue
			}
			role := model.Regular
			if name == by {
				role = model.Partition
			}
			columns["c"+element.ID[:8]] = &model.LogicalColumn{Name: name, Attribute: element.ID, Role: role}
		}
		m.Logical.Tables = map[model.ID]*model.LogicalTable{"t1": {Name: "customers_by_" + by, Columns: columns}}
		m.Logical.Arrows = map[model.ID]*model.QueryArrow{"w1": {Access: "q1", To: "t1"}}
		if lost := mapping.Overwrites(m); len(lost) > 0 != test.lost {
			t.Errorf("%s: %+v", test.name, lost)
		}
	}
}
