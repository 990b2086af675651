package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
)

// Every kind of element can be edited on some tab, either by itself or in the
// form of its parent.
func TestEveryKindHasATab(t *testing.T) {
	seen := map[model.Kind]bool{}
	var visit func(kind model.Kind, inForm bool)
	visit = func(kind model.Kind, inForm bool) {
		if feature.IsPart(kind) != inForm {
			t.Errorf("isPart(%s) = %t, want %t", kind, !inForm, inForm)
		}
		if tab := feature.TabFor(kind, web.TabHistory); tab == web.TabHistory {
			t.Errorf("no tab lists %s, or has it in a form", kind)
		}
		seen[kind] = true
		for _, child := range model.ChildrenOf(kind) {
			visit(child, kind != model.KeyspaceKind)
		}
	}
	for _, kind := range model.ChildrenOf(model.ModelKind) {
		visit(kind, false)
	}
	if len(seen) < 20 {
		t.Errorf("there are only %d kinds", len(seen))
	}
}

func TestTabFor(t *testing.T) {
	for _, test := range []struct {
		kind          model.Kind
		current, want web.Tab
	}{
		{model.RelationElement, web.TabConcepts, web.TabPhysical},
		{model.RelationElement, web.TabSizes, web.TabSizes}, // listed there, too
		{model.RelationColumnKind, web.TabSizes, web.TabPhysical},
		{model.QuantityKind, web.TabPhysical, web.TabSizes},
		{model.KeyspaceKind, web.TabStatements, web.TabStatements},
		{model.ModelKind, web.TabLogical, web.TabLogical},
	} {
		if got := feature.TabFor(test.kind, test.current); got != test.want {
			t.Errorf("from %s, %s is edited on %s, want %s", test.current, test.kind, got, test.want)
		}
	}
}

// TestEmptyTabsSayWhatToDo: each tab of an empty model leads to what can be done first,
// and an address that adds something shows its form.
func TestEmptyTabsSayWhatToDo(t *testing.T) {
	s := newSite(t)
	path := s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "Empty"))))
	path = strings.TrimSuffix(path, "/concepts")
	for tab, wanted := range map[string]string{
		"queries": path + "/concepts", "derive": path + "/concepts",
		"logical": path + "/concepts", "physical": path + "/concepts",
		"keys": path + "/concepts", "design": path + "/concepts",
	} {
		if page := s.want(http.StatusOK, s.get(path+"/"+tab)).body; !strings.Contains(page, `id="start-0" href="`+wanted+`"`) {
			t.Errorf("%s does not lead to %s", tab, wanted)
		}
	}
	hotel := s.open("hotel")
	if page := s.get(hotel + "/concepts?add=entity").body; strings.Contains(page, "data-idle") {
		t.Error("the form that the address asks for is hidden")
	}
}
