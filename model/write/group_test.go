package write_test

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/write"
)

// precomputed chooses the tables with a row for each group, for queries that are named so.
func precomputed(m *model.Model) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for id, query := range m.Workflow.Queries {
		if !strings.Contains(query.Name, "GROUP BY") {
			continue
		}
		for _, a := range mapping.Derive(m, nil, nil).Plan(id).Alternatives {
			if a.Form == mapping.Precomputed {
				choices[id] = mapping.Choice{Key: a.Signature()}
			}
		}
	}
	return choices
}

// A group that an instance leaves is computed, or deleted if it was the last one, also if another
// partner replaces the one before.
func TestGroupsAfterUpdates(t *testing.T) {
	m := derived(t, "Customer: customer_id, name\nProduct: product_id, price, category\nCustomer 1 buys n Product",
		"SELECT Product.category, sum(Product.price) WHERE Customer.customer_id = ? GROUP BY Product.category",
		"SELECT Product, Customer.customer_id WHERE Product.product_id = ?")
	const (
		computes = "update product_statistics_by_customer_category set sum_price computed where customer_id = "
		deletes  = "delete from product_statistics_by_customer_category where customer_id = "
	)
	for _, test := range []struct {
		kind   model.UpdateKind
		writes string
		want   []string
	}{
		{model.Insert, "buys", []string{"insert product_statistics_by_customer_category: customer_id ?, category 0.category, sum_price computed; only if 0.category: ",
			computes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: not empty",
			deletes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: empty"}},
		{model.Change, "Product.category", []string{computes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: not empty",
			deletes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: empty",
			"insert product_statistics_by_customer_category: customer_id 0.customer_id, category new, sum_price computed; only if 0.customer_id: "}},
		{model.Change, "Product.price", []string{computes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: "}},
		{model.Delete, "Product", []string{computes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: not empty",
			deletes + "0.customer_id, category = 0.category; only if 0.customer_id; only if 0.category: empty"}},
	} {
		plan := write.Of(withUpdate(m, model.Update{Kind: test.kind}, []model.ID{named(t, m, test.writes)}, nil), "u1")
		var got []string
		for _, step := range plan.Steps {
			for _, s := range step.Statements {
				if s.Select == nil && strings.HasPrefix(s.Access.Name, "product_statistics") {
					got = append(got, strings.TrimSuffix(line(m, &s), "; only if 0")+": "+string(s.IfGroup))
				}
			}
		}
		expect(t, test.writes, got, test.want...)
	}
}
