package mapping_test

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// The role of what takes part in a relationship type of the path is kept by the document and by the text.
func TestEndsOfThePath(t *testing.T) {
	m := document(t, "Cook: cook_id, nick\nRecipe: recipe_id\nCook 1 publishes n Recipe\nCook(fan) n follows m Cook(chef)", "SELECT Recipe WHERE Recipe.recipe_id = ?")
	for _, via := range []string{"publishes(chef), follows", "publishes, follows", "publishes(fan), follows"} {
		parts, problems := querytext.Parse(m, "SELECT Cook(fan).nick, Cook(chef).nick WHERE Recipe.recipe_id = ? VIA "+via)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", via, problems)
		}
		m = apply(t, m, querytext.Commands(m, "q1", parts)...)
		data, _, err := m.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		if m, err = model.Decode(data); err != nil {
			t.Fatal(err)
		}
		if text := querytext.Format(m, querytext.Of(m.Workflow.Queries["q1"])); !strings.Contains(text, "VIA "+via) {
			t.Errorf("VIA %s becomes %s", via, text)
		}
	}
	if _, problems := querytext.Parse(m, "SELECT Cook(fan).nick WHERE Recipe.recipe_id = ? VIA publishes(guest), follows"); len(problems) == 0 {
		t.Error("publishes(guest) is no problem")
	}
	var follows model.ID
	for id, r := range m.Concepts.Relationships {
		if r.Name == "follows" {
			follows = id
		}
	}
	m = apply(t, m, edit.Remove{Element: follows})
	if ends := m.Workflow.Queries["q1"].Ends; len(ends) > 0 {
		t.Errorf("%v are left without their roles", ends)
	}
}
