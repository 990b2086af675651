package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"widerow/model/sharing"
	"widerow/store"
)

// form sends a form in the name of whom the proxy has signed in.
func (p *programs) form(who, path string, form url.Values) answered {
	p.t.Helper()
	request := httptest.NewRequestWithContext(p.t.Context(), "POST", "http://localhost"+path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-User", who)
	request.RemoteAddr = "10.0.0.1:4711"
	answer := answered{httptest.NewRecorder(), p.t}
	p.app.ServeHTTP(answer, request)
	return answer
}

// changedTable is the body of a proposal that changes a table.
func (p *programs) changedTable(id store.ModelID, title string) (body, keyspace string) {
	p.t.Helper()
	var document map[string]any
	p.send("ada read", "GET", "/models/"+string(id)+"/document", "").want(200).read(&document)
	relations := document["physical"].(map[string]any)["relations"].(map[string]any)
	var keys []string
	for key := range relations {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	table := relations[keys[0]].(map[string]any)
	table["name"] = table["name"].(string) + "_v2"
	text, err := json.Marshal(map[string]any{"title": title, "document": document})
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text), table["keyspace"].(string)
}

// ruled is the proposal of a model with the rule of the owners of keyspaces.
type ruled struct {
	Number  int
	Content string
	Waiting []struct{ ID, Name string }
	Checks  []struct {
		Check, Gate string
		Passes      bool
		Words       string
		Details     []string
	}
}

func (r ruled) owners() string {
	for _, check := range r.Checks {
		if check.Check == "owners" {
			return fmt.Sprint(check.Gate, " ", check.Passes, " ", check.Details)
		}
	}
	return ""
}

// TestOwnersOfKeyspaces: what changes a table of a keyspace is merged once one of its owners has approved, who is asked
// for it; others' approvals do not count as theirs, whatever they call themselves.
func TestOwnersOfKeyspaces(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	for _, name := range []string{"bob", "cleo", "dan"} {
		p.give(id, p.account(name, false), sharing.Editor)
	}
	path := "/models/" + string(id) + "/proposals"
	body, keyspace := p.changedTable(id, "Change a table")
	rules := url.Values{"approvals": {"0"}, "owners." + keyspace: {"cleo, Bob"}}
	p.form("bob", "/m/"+string(id)+"/proposals/rules", rules).want(403)
	if refused := p.form("ada", "/m/"+string(id)+"/proposals/rules", url.Values{"approvals": {"0"}, "owners." + keyspace: {"nobody"}}).want(422); !strings.Contains(refused.Body.String(), "nobody") {
		t.Error("the page does not name who is no account")
	}
	p.form("ada", "/m/"+string(id)+"/proposals/rules", rules).want(303)
	var got ruled
	p.send("bob edit", "POST", path, body).want(201).read(&got)
	if want := "block false [" + keyspaceName(p, id, keyspace) + ": one of its owners has to approve: cleo]"; got.owners() != want {
		t.Errorf("the check says %q, want %q", got.owners(), want)
	}
	if len(got.Waiting) != 1 || got.Waiting[0].ID != "account-cleo" {
		t.Errorf("it waits for %v, want cleo, who owns the keyspace too", got.Waiting)
	}
	approve := func(who string) {
		t.Helper()
		p.send(who, "POST", path+"/1/approve", fmt.Sprintf(`{"content":%q}`, got.Content)).want(200).read(&got)
	}
	approve("dan comment")
	refused := p.send("bob edit", "POST", path+"/1/merge", "").want(422)
	if !strings.Contains(refused.Body.String(), "owners of 0 of 1 keyspace approved") {
		t.Errorf("the merge is refused with %s", refused.Body)
	}
	approve("cleo comment")
	if got.owners() != "block true []" {
		t.Errorf("after cleo's approval, the check says %q", got.owners())
	}
	p.send("bob edit", "POST", path+"/1/merge", "").want(200)

	p.send("bob edit", "POST", path, p.renaming(id, "Inn")).want(201).read(&got)
	if got.owners() != "" {
		t.Errorf("a proposal that changes no table has the check %q", got.owners())
	}
}

// TestSoleOwner: who alone owns a keyspace needs nobody's approval of an own proposal.
func TestSoleOwner(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	body, keyspace := p.changedTable(id, "Change a table")
	p.form("ada", "/m/"+string(id)+"/proposals/rules", url.Values{"approvals": {"0"}, "owners." + keyspace: {"ada"}}).want(303)
	var got ruled
	p.send("ada edit", "POST", "/models/"+string(id)+"/proposals", body).want(201).read(&got)
	if got.owners() != "block true []" {
		t.Errorf("the check says %q", got.owners())
	}
	p.send("ada edit", "POST", "/models/"+string(id)+"/proposals/1/merge", "").want(200)
}

func keyspaceName(p *programs, id store.ModelID, keyspace string) string {
	p.t.Helper()
	var document struct {
		Physical struct {
			Keyspaces map[string]struct{ Name string }
		}
	}
	p.send("ada read", "GET", "/models/"+string(id)+"/document", "").want(200).read(&document)
	return document.Physical.Keyspaces[keyspace].Name
}
