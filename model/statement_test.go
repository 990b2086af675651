package model_test

import (
	"slices"
	"testing"

	"widerow/model"
)

func TestStatementTables(t *testing.T) {
	for _, test := range []struct {
		text string
		want []model.StatementTable
	}{
		{"SELECT a, b FROM carts WHERE a = ? ALLOW FILTERING;", []model.StatementTable{{"SELECT", "", "carts"}}},
		{"delete\n from Shop.Carts where id = 'update x from y; it''s'", []model.StatementTable{{"DELETE", "shop", "carts"}}},
		{`DELETE tags['from z'], "from" FROM "My ""Shop""" . "Carts" WHERE id = $$ into q $$`, []model.StatementTable{{"DELETE", `My "Shop"`, "Carts"}}},
		{"/* update a */ UPDATE carts USING TTL 60 SET n = n + 1 -- from b\nWHERE id = ? IF n = 2", []model.StatementTable{{"UPDATE", "", "carts"}}},
		{"BEGIN UNLOGGED BATCH INSERT INTO a (x) VALUES (1) UPDATE b SET y = 2 WHERE x = 1; DELETE FROM k.c WHERE x = 1; APPLY BATCH", []model.StatementTable{
			{"INSERT", "", "a"}, {"UPDATE", "", "b"}, {"DELETE", "k", "c"}}},
		{"INSERT INTO", nil},
		{"'open", nil},
		{"", nil},
	} {
		if got := model.StatementTables(test.text); !slices.Equal(got, test.want) {
			t.Errorf("StatementTables(%s) = %+v, want %+v", test.text, got, test.want)
		}
	}
}

func FuzzStatementTables(f *testing.F) {
	f.Add("DELETE FROM a.\"b\"\"\" WHERE x = 'é''' -- \n$$")
	f.Fuzz(func(t *testing.T, text string) {
		for _, table := range model.StatementTables(text) {
			if table.Verb == "" {
				t.Errorf("StatementTables(%q) = %+v", text, table)
			}
		}
	})
}
