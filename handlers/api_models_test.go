package handlers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAPIModels makes models and lists those that one may see, in pages.
func TestAPIModels(t *testing.T) {
	p := newPrograms(t)
	p.account("bob", false)
	for scope, want := range map[string]int{"read": 403, "comment": 403, "edit": 201, "admin": 201} {
		p.send("bob "+scope, "POST", "/models", `{"name":"Of Bob"}`).want(want)
	}
	for i := range 5 {
		answer := p.send("ada edit", "POST", "/models", fmt.Sprintf(`{"name":"Of Ada %d"}`, i)).want(201)
		var made madeModel
		answer.read(&made)
		if location := answer.Header().Get("Location"); location != "/api/v1/models/"+made.ID || answer.Header().Get("ETag") == "" {
			t.Errorf("the new model is at %q", location)
		}
		var got madeModel
		p.send("ada read", "GET", answer.Header().Get("Location"), "").want(200).read(&got)
		if got.Name != made.Name || got.Revision != 1 || got.Role != "viewer" {
			t.Errorf("got %+v", got)
		}
	}
	var names []string
	for cursor, pages := "", 0; ; pages++ {
		var list struct {
			Models []madeModel
			Next   *string
		}
		p.send("bob read", "GET", "/models?limit=1&cursor="+cursor, "").want(200).read(&list)
		for _, listed := range list.Models {
			names = append(names, listed.Name)
		}
		if list.Next == nil || pages > 10 {
			break
		}
		cursor = *list.Next
	}
	if !slices.Equal(names, []string{"Of Bob", "Of Bob"}) {
		t.Errorf("Bob sees %q", names)
	}
	p.send("bob read", "GET", "/models?limit=0", "").want(400)
	p.send("bob read", "GET", "/models?cursor=nonsense!", "").want(400)
}

// TestAPIDocument saves documents: a change is merged with those of others, and refused
// where both changed the same.
func TestAPIDocument(t *testing.T) {
	p := newPrograms(t)
	path := "/models/" + string(p.hotel()) + "/document"
	first := p.send("ada read", "GET", path, "").want(200)
	tag, text := first.Header().Get("ETag"), first.Body.String()
	p.send("ada read", "GET", path, "", "If-None-Match", tag).want(304)
	edited := func(field, value string) string {
		var document map[string]any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		document[field] = value
		changed, _ := json.Marshal(document)
		return string(changed)
	}
	p.send("ada edit", "PUT", path, edited("name", "First")).want(428)
	var saved madeModel
	p.send("ada edit", "PUT", path, text, "If-Match", tag).want(200).read(&saved)
	if saved.Revision != 1 {
		t.Errorf("the same document made revision %d", saved.Revision)
	}
	second := p.send("ada edit", "PUT", path, edited("name", "First"), "If-Match", tag).want(200)
	second.read(&saved)
	if saved.Name != "First" || saved.Merged || second.Header().Get("ETag") == tag {
		t.Errorf("saved %+v with %s", saved, second.Header().Get("ETag"))
	}
	var refused struct {
		Conflicts []struct{ Path, Base, Theirs, Mine string }
	}
	p.send("ada edit", "PUT", path, edited("name", "Second"), "If-Match", tag).want(412).read(&refused)
	if len(refused.Conflicts) != 1 || refused.Conflicts[0].Theirs != "First" || refused.Conflicts[0].Mine != "Second" || refused.Conflicts[0].Path != "name" {
		t.Errorf("conflicts %+v", refused.Conflicts)
	}
	p.send("ada edit", "PUT", path, edited("target", "cassandra-4.1"), "If-Match", "W/"+tag).want(200).read(&saved)
	if saved.Name != "First" || !saved.Merged {
		t.Errorf("merged %+v", saved)
	}
	if now := p.send("ada read", "GET", path, "").Body.String(); !strings.Contains(now, "cassandra-4.1") || !strings.Contains(now, `"First"`) {
		t.Error("the merged document lacks a change")
	}
	p.send("ada edit", "PUT", path, edited("name", "Third"), "If-Match", `"0000"`).want(412)
	for _, wrong := range []string{"", "{", `{"format":"widerow/99"}`, `{"format":"widerow/1","name":""}`, `{"format":"widerow/1","name":"A","physical":{"relations":{"r1":{"name":"t","keyspace":"k9"}}}}`} {
		p.send("ada edit", "PUT", path, wrong, "If-Match", "*").want(422)
	}
	key := []string{"If-Match", "*", "Idempotency-Key", "once"}
	p.send("ada edit", "PUT", path, edited("name", "Again"), key...).want(200).read(&saved)
	revision := saved.Revision
	p.send("ada edit", "PUT", path, edited("name", "Again"), key...).want(200).read(&saved)
	if saved.Revision != revision {
		t.Errorf("the same request twice made r%d after r%d", saved.Revision, revision)
	}
}

// TestAPIRevisions lists, reads and restores revisions, in pages.
func TestAPIRevisions(t *testing.T) {
	p := newPrograms(t)
	model := "/models/" + string(p.hotel())
	for _, name := range []string{"A", "B"} {
		p.send("ada edit", "PATCH", model, fmt.Sprintf(`{"name":%q}`, name)).want(200)
	}
	var numbers []int
	for cursor := ""; ; {
		var list struct {
			Revisions []struct{ Number int }
			Next      *string
		}
		p.send("ada read", "GET", model+"/revisions?limit=2&cursor="+cursor, "").want(200).read(&list)
		for _, revision := range list.Revisions {
			numbers = append(numbers, revision.Number)
		}
		if list.Next == nil {
			break
		}
		cursor = *list.Next
	}
	if !slices.Equal(numbers, []int{3, 2, 1}) {
		t.Errorf("revisions %v", numbers)
	}
	var restored madeModel
	p.send("ada edit", "POST", model+"/revisions/2/restore", "").want(200).read(&restored)
	if restored.Name != "A" || restored.Revision != 4 {
		t.Errorf("restored %+v", restored)
	}
	p.send("ada read", "GET", model+"/revisions/9", "").want(404)
	p.send("ada read", "GET", model+"/revisions/9/document", "").want(404)
	var compared struct{ Changes []struct{ Words string } }
	p.send("ada read", "GET", model+"/compare?from=1&to=3", "").want(200).read(&compared)
	if len(compared.Changes) != 1 {
		t.Errorf("compared %+v", compared)
	}
	p.account("bob", false)
	p.send("bob edit", "GET", model+"/compare", "").want(404)
}
