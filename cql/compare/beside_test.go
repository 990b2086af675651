package compare_test

import (
	"slices"
	"testing"

	"widerow/cql/compare"
	"widerow/model"
)

// What a document has beside its elements is compared, too: its policy, what is accepted, and its lists of statements.
func TestBesideElements(t *testing.T) {
	shop := func(policy model.Policy, accepted map[string]*model.Accepted, lists map[model.ID]*model.StatementList) *model.Model {
		m := model.New("shop")
		m.Physical.Relations = map[model.ID]*model.Relation{"r": {Name: "users", Kind: model.Table}}
		m.Policy, m.Accepted, m.StatementLists = policy, accepted, lists
		return m
	}
	before := shop(model.Policy{Name: "cassandra.yaml", Guardrails: map[string]string{"tables_warn_threshold": "9", "page_size_warn_threshold": "5"}},
		map[string]*model.Accepted{"option/gc-grace@r": {Reason: "hourly"}, "query/scan@gone": {Reason: "small"}},
		map[model.ID]*model.StatementList{"a": {Name: "Reads", Text: "SELECT 1;"}, "b": {Name: "Old"}})
	after := shop(model.Policy{Name: "cassandra.yaml", Guardrails: map[string]string{"tables_warn_threshold": "7", "fields_per_udt_warn_threshold": "3"}},
		map[string]*model.Accepted{"option/gc-grace@r": {Reason: "daily"}, "update/condition@r@12ab34cd": {Reason: "support knows"}},
		map[model.ID]*model.StatementList{"a": {Name: "Reads", Text: "SELECT 2;"}, "c": {Name: "New"}})
	for _, test := range []struct {
		before, after *model.Model
		want          []string
	}{
		{before, after, []string{
			"guardrail fields_per_udt_warn_threshold set to 3", "guardrail page_size_warn_threshold removed, was 5", "guardrail tables_warn_threshold changed from 9 to 7",
			"advice option/gc-grace of users accepted again: daily", "advice query/scan no longer accepted", "advice update/condition of users accepted: support knows",
			"statement list Reads: statements changed", "statement list Old removed", "statement list New added",
		}},
		{shop(model.Policy{}, nil, nil), shop(model.Policy{Name: "axonops"}, nil, nil), []string{"policy of advice changed from what is recommended to axonops"}},
		{before, before, nil},
	} {
		var got []string
		for _, change := range compare.Models(test.before, test.after, false) {
			got = append(got, change.Words)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("got\n%q\nwant\n%q", got, test.want)
		}
	}
}
