package handlers

import (
	"net/http"
	"strings"
	"testing"

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
		if got := quotedName(test.kind, test.name) != ""; got != test.quoted {
			t.Errorf("quotedName(%s, %q): %v, want %v", test.kind, test.name, got, test.quoted)
		}
		if got := oddName(test.kind, test.name) != ""; got != test.odd {
			t.Errorf("oddName(%s, %q): %v, want %v", test.kind, test.name, got, test.odd)
		}
	}
}

// TestOddNameIsSaidAtOnce renames a column to words that CQL takes in quotes only.
func TestOddNameIsSaidAtOnce(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/physical?select=photelsbyid")).body
	if strings.Contains(page, "always with quotes") {
		t.Error("plain names need no quotes")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pq2phone", "name", "phone", "order by", "tab", "physical", "select", "photelsbyid")))
	for _, selected := range []string{"photelsbyid", "pq2phone"} {
		page := s.want(http.StatusOK, s.get(path+"/physical?select="+selected)).body
		if !strings.Contains(page, "In CQL this is <code>&#34;order by&#34;</code>, always with quotes.") {
			t.Errorf("the details of %s do not say how the name is written in CQL", selected)
		}
	}
}
