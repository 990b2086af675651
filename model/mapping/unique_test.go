package mapping_test

import (
	"testing"

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
