package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/model/discussion"
)

// suggest sends a form of the details that suggests its changes.
func (s *site) suggest(path string, fields url.Values, more ...string) answer {
	s.t.Helper()
	for name, values := range form(append([]string{"suggest", "1", "tab", "physical", "select", "pguestsbyid"}, more...)...) {
		fields[name] = values
	}
	return s.post(path+"/edit", fields)
}

// suggested returns the only comment with a suggestion.
func (s *site) suggested(path string) (thread *discussion.Thread, do string, found *discussion.Suggestion) {
	s.t.Helper()
	for _, entry := range s.threads(path).Listed() {
		for _, comment := range entry.Value.Listed() {
			if comment.Value.Suggestion != nil {
				return entry.Value, "apply:" + string(entry.ID) + ":" + string(comment.ID), comment.Value.Suggestion
			}
		}
	}
	s.t.Fatal("nothing was suggested")
	return nil, "", nil
}

// TestSuggestion: Grace suggests a name, Ada applies it.
func TestSuggestion(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	grace := ada.visitor().named("Grace")
	page := ada.want(http.StatusOK, grace.get(path+"/physical?select=pq9firstname&suggest=1"))
	parse(t, page.body)
	grace.lists(page.body, "You suggest a change", `name="suggest" value="1"`, `id="suggest-send"`)
	ada.want(http.StatusSeeOther, grace.suggest(path, set("pq9firstname", "name", "first_name", "given_name"), "why", "As the **passport** says"))
	if m, revision := ada.model(path); revision.Number != 1 || m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "first_name" {
		t.Fatal("a suggestion has changed the model")
	}
	thread, do, _ := ada.suggested(path)
	if thread.About.Element != "pq9firstname" {
		t.Errorf("the thread is about %+v, want the column that would change", thread.About)
	}
	ada.lists(ada.want(http.StatusOK, ada.get(path+"/physical?select=pq9firstname")).body, "Suggested change", "given_name", "<strong>passport</strong>", do)

	// A rename and another type meanwhile do not matter to it.
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pguestsbyid", "name", "guests", "visitors")))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq9firstname", "type", "text", "ascii")))
	apply := form("do", do, "operation", "once", "tab", "physical", "select", "pq9firstname")
	for range 2 { // the answer to the first was lost
		ada.want(http.StatusSeeOther, ada.post(path+"/comments", apply))
	}
	m, revision := ada.model(path)
	column := m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"]
	if revision.Number != 4 || column.Name != "given_name" || m.TypeText(column.Type) != "ascii" {
		t.Errorf("r%d has %s %s", revision.Number, column.Name, m.TypeText(column.Type))
	}
	if !strings.HasPrefix(revision.Words, "applied a suggestion of Grace: ") || revision.Author.Name != "Ada" {
		t.Errorf("the history says %q by %s", revision.Words, revision.Author.Name)
	}
	thread, do, found := ada.suggested(path)
	if found.Applied == nil || found.Applied.By.Name != "Ada" || found.Applied.Revision != 4 || thread.Resolved == nil {
		t.Errorf("applied: %+v, resolved: %v", found.Applied, thread.Resolved)
	}
	ada.lists(ada.want(http.StatusOK, grace.get(path+"/comments?threads=all")).body, "Applied by Ada", "compare?from=3&amp;to=4")
	ada.lists(ada.want(http.StatusUnprocessableEntity,
		grace.post(path+"/comments", form("do", do, "tab", "comments", "threads", "all"))).body,
		"Ada has applied this suggestion already.")
	if _, revision := ada.model(path); revision.Number != 4 {
		t.Errorf("applying twice made r%d", revision.Number)
	}
}

// TestSuggestionRefused: suggestions that cannot be made, and one that does not fit
// any more. What was typed stays.
func TestSuggestionRefused(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	same := set("pq9firstname", "name", "first_name", "first_name")
	ada.lists(ada.want(http.StatusUnprocessableEntity, ada.suggest(path, same, "why", "I do not know")).body,
		"change a field first", "I do not know", `name="suggest"`)
	ada.lists(ada.want(http.StatusUnprocessableEntity,
		ada.suggest(path, set("pq9firstname", "type", "text", "list<"), "why", "Several")).body, "Several",
		"list&lt;", `name="suggest"`)

	ada.want(http.StatusSeeOther, ada.suggest(path, form("do", "remove:pq9title", "why", "")))
	if m, _ := ada.model(path); m.Physical.Relations["pguestsbyid"].Columns["pq9title"] == nil {
		t.Fatal("suggesting to remove a column has removed it")
	}
	_, do, _ := ada.suggested(path)
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq9title", "name", "title", "salutation")))
	shown := ada.want(http.StatusOK, ada.get(path+"/physical?select=pq9title")).body
	ada.lists(shown, "It no longer applies: guests.salutation has changed since.")
	if strings.Contains(shown, do) {
		t.Error("a suggestion that does not fit can be applied")
	}
	refused := ada.want(http.StatusUnprocessableEntity, ada.post(path+"/comments", form("do", do, "tab", "physical", "select", "pq9title"))).body
	ada.lists(refused, "salutation was changed since this was suggested, last by You", do)
	if m, _ := ada.model(path); m.Physical.Relations["pguestsbyid"].Columns["pq9title"] == nil {
		t.Error("a refused suggestion has removed the column")
	}
}

// TestSuggestionAdds: a suggested column is added with its type, and undone in one
// step.
func TestSuggestionAdds(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	ada.want(http.StatusSeeOther, ada.suggest(path, form("do", "add:relation-column:pguestsbyid",
		"new.relation-column.name", "loyalty", "new.relation-column.type", "int")))
	_, do, found := ada.suggested(path)
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", do)))
	m, _ := ada.model(path)
	if columnNamed(t, m, "pguestsbyid", "loyalty") == "" {
		t.Errorf("not added by %q", found.Changes)
	}
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", strings.Replace(do[:strings.LastIndex(do, ":")], "apply", "reopen", 1))))
	ada.want(http.StatusSeeOther, ada.suggest(path, set("pq9title", "name", "title", "salutation")))
	ada.want(http.StatusSeeOther, ada.post(path+"/edit", set("pq9title", "name", "title", "salutation")))
	ada.lists(ada.want(http.StatusOK, ada.get(path+"/physical?select=pq9title")).body, "The model has this change already")
	ada.want(http.StatusSeeOther, ada.post(path+"/undo", form()))
	ada.want(http.StatusSeeOther, ada.post(path+"/undo", form()))
	m, _ = ada.model(path)
	for _, column := range m.Physical.Relations["pguestsbyid"].Columns {
		if column.Name == "loyalty" {
			t.Error("undo keeps the column")
		}
	}
}

// TestSuggestionInProposal: a reviewer suggests, the author applies on the page of the
// proposal; after it has ended nobody can.
func TestSuggestionInProposal(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	branch, review := ada.propose(path, "Names", "")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	ada.want(http.StatusSeeOther, ada.suggest(branch, set("pq9firstname", "name", "given_name", "forename")))
	ada.want(http.StatusSeeOther, ada.suggest(branch, set("pq9title", "name", "title", "salutation")))
	threads := ada.threads(branch).Listed()
	comment := threads[0].Value.Listed()[0]
	do := "apply:" + string(threads[0].ID) + ":" + string(comment.ID)
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, "Suggested change", do)
	applied := ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", do, "review", "1")))
	if at := applied.Header.Get("Location"); !strings.HasPrefix(at, review) {
		t.Errorf("applying leads to %s", at)
	}
	if _, revision := ada.model(branch); revision.Number != 3 {
		t.Errorf("the branch is at r%d", revision.Number)
	}
	ada.want(http.StatusSeeOther, ada.act(review, "close"))
	other := threads[1]
	last := "apply:" + string(other.ID) + ":" + string(other.Value.Listed()[0].ID)
	if body := ada.want(http.StatusOK, ada.get(review)).body; strings.Contains(body, `value="apply:`) {
		t.Error("a closed proposal still offers to apply a suggestion")
	}
	ada.want(http.StatusConflict, ada.post(branch+"/comments", form("do", last, "review", "1")))
	if m, _ := ada.model(branch); m.Physical.Relations["pguestsbyid"].Columns["pq9title"].Name != "title" &&
		m.Physical.Relations["pguestsbyid"].Columns["pq9firstname"].Name != "given_name" {
		t.Error("a closed proposal was changed")
	}
}
