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
	} {
		if got := cql.QuotedName(test.kind, test.name) != ""; got != test.quoted {
			t.Errorf("cql.QuotedName(%s, %q): %v, want %v", test.kind, test.name, got, test.quoted)
		}
		if got := cql.OddName(test.kind, test.name) != ""; got != test.odd {
			t.Errorf("cql.OddName(%s, %q): %v, want %v", test.kind, test.name, got, test.odd)
		}
	}
}
