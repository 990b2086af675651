package querytext

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// An order, a group, a page and a limit are entity types of many applications: they need no quotes, and the clauses that
// begin with these words stay what they are.
func TestTypesNamedLikeClauses(t *testing.T) {
	m, err := edit.Apply(model.New("clauses"), model.SeededIDs([]byte("clauses")),
		added(model.EntityKind, "", "o", "name", "Order"), added(model.AttributeKind, "o", "oid", "name", "order_id", "key", "key"),
		added(model.AttributeKind, "o", "oo", "name", "order"),
		added(model.EntityKind, "", "g", "name", "Group"), added(model.AttributeKind, "g", "gid", "name", "group_id", "key", "key"),
		added(model.EntityKind, "", "p", "name", "Page"), added(model.AttributeKind, "p", "pid", "name", "page_id", "key", "key"),
		added(model.AttributeKind, "p", "pl", "name", "limit"),
		added(model.EntityKind, "", "l", "name", "Limit"), added(model.AttributeKind, "l", "lid", "name", "limit_id", "key", "key"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"SELECT Order", "SELECT Group, Page", "SELECT Page PAGE 50", "SELECT Limit LIMIT 5", "SELECT Order WHERE Page.page_id = ? ORDER BY Order.order DESC",
		"SELECT count(Page) WHERE Order.order_id = ? GROUP BY Order.order LIMIT 10 PAGE SIZE 20", "SELECT order, limit ORDER BY order PAGE 5",
	} {
		parts, problems := Parse(m, text)
		if len(problems) > 0 {
			t.Errorf("%s: %v", text, problems)
			continue
		}
		again, problems := Parse(m, Format(m, parts))
		if first, second := Format(m, parts), Format(m, again); len(problems) > 0 || first != second {
			t.Errorf("%s: %s became %s, %v", text, first, second, problems)
		}
	}
	for _, text := range []string{"INSERT Order", "INSERT INTO Page", "DELETE Group WHERE Group.group_id = ?", "CHANGE Order.order, Limit WHERE Order.order_id = ?",
		"INSERT Page IF NOT EXISTS"} {
		parts, problems := ParseUpdate(m, text)
		if len(problems) > 0 {
			t.Errorf("%s: %v", text, problems)
		} else if again, problems := ParseUpdate(m, FormatUpdate(m, parts)); len(problems) > 0 || FormatUpdate(m, again) != FormatUpdate(m, parts) {
			t.Errorf("%s: formatted as %s: %v", text, FormatUpdate(m, parts), problems)
		}
	}
	if got := Entries("INSERT Order\nDELETE Page\nSELECT Group\nINSERT Limit"); len(got) != 4 {
		t.Errorf("got %+v, want four entries", got)
	}
}
