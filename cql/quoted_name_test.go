package cql_test

import (
	"testing"

	"widerow/cql"
	"widerow/model"
)

func TestQuotedName(t *testing.T) {
	for _, test := range []struct {
		kind        model.Kind
		name        string
		quoted, odd bool
	}{
		{model.RelationColumnKind, "order by", true, true},
		{model.RelationColumnKind, "order", true, true},
		{model.RelationColumnKind, "Order", true, true},
		{model.RelationColumnKind, "userId", true, false},
		{model.RelationColumnKind, "user_id", false, false},
		{model.RelationColumnKind, "text", false, false},
		{model.UserTypeKind, "text", true, true},
		{model.EntityKind, "Order", false, false},
		{model.TableKind, "", false, false},
		{model.TableKind, "order by", true, true},
	} {
		if got := cql.QuotedName(test.kind, test.name) != ""; got != test.quoted {
			t.Errorf("cql.QuotedName(%s, %q): %v, want %v", test.kind, test.name, got, test.quoted)
		}
		if got := cql.OddName(test.kind, test.name) != ""; got != test.odd {
			t.Errorf("cql.OddName(%s, %q): %v, want %v", test.kind, test.name, got, test.odd)
		}
	}
}

// TestNamesThatQuotesDoNotHelp has the words for a name that Cassandra refuses, as in
// TableMetadata.validate, and for one that it takes in quotes.
func TestNamesThatQuotesDoNotHelp(t *testing.T) {
	for _, test := range []struct {
		kind       model.Kind
		name, want string
	}{
		{model.RelationElement, "Rooms", "In CQL this is `\"Rooms\"`, always with quotes."},
		{model.RelationElement, "order by", "Cassandra refuses `order by` here, even in quotes: use letters, digits and `_`."},
		{model.KeyspaceKind, "hôtel", "Cassandra refuses `hôtel` here, even in quotes: use letters, digits and `_`."},
		{model.UserTypeKind, "order by", "In CQL this is `\"order by\"`, always with quotes."},
	} {
		if got := cql.QuotedName(test.kind, test.name); got != test.want {
			t.Errorf("cql.QuotedName(%s, %q): %s, want %s", test.kind, test.name, got, test.want)
		}
	}
}
