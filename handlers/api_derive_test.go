package handlers_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"widerow/model"
)

// TestAPIDerive: the tables that the queries of a model need are derived as JSON, CQL and a
// document, and nothing is saved.
func TestAPIDerive(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	path := "/models/" + string(id) + "/derive"
	before := p.send("ada read", "GET", "/models/"+string(id)+"/document", "").want(200)
	var derived struct {
		Tables []struct {
			Table   string
			Queries []string
		}
		Queries []struct{ Verdict string }
		Failed  []struct{ Query string }
	}
	p.send("ada read", "GET", path+"?lookups=true", "").want(200).read(&derived)
	if len(derived.Tables) == 0 || len(derived.Queries) == 0 || len(derived.Failed) != 0 {
		t.Errorf("derived: %+v", derived)
	}
	script := p.send("ada read", "GET", path+"?format=cql&lookups=true", "").want(200)
	for _, table := range derived.Tables {
		if len(table.Queries) > 0 && !strings.Contains(script.Body.String(), " "+table.Table+" ") {
			t.Errorf("the script lacks %s", table.Table)
		}
	}
	document := p.send("ada read", "GET", path+"?format=document", "").want(200)
	if m, err := model.Decode(document.Body.Bytes()); err != nil || len(m.Physical.Relations) == 0 {
		t.Errorf("the document with the tables: %v", err)
	}
	after := p.send("ada read", "GET", "/models/"+string(id)+"/document", "").want(200)
	if before.Body.String() != after.Body.String() || before.Header().Get("ETag") != after.Header().Get("ETag") {
		t.Error("deriving has changed the model")
	}
	tag := p.send("ada read", "GET", path, "").want(200).Header().Get("ETag")
	p.send("ada read", "GET", path, "", "If-None-Match", tag).want(http.StatusNotModified)
	if other := p.send("ada read", "GET", path+"?lookups=true", "", "If-None-Match", tag); tag == "" || other.Code != 200 {
		t.Errorf("with lookups: %d as without, tag %q", other.Code, tag)
	}
	p.send("ada read", "GET", path+"?lookups=maybe", "").want(400)
	p.send("ada read", "GET", path+"?format=text", "").want(400)
	p.send("ada read", "GET", path+"?target=oracle", "").want(400)
}

// FuzzAPIBodies sends any text as the body of each request that changes something: the
// answer is of the description, and never a failure of the server.
func FuzzAPIBodies(f *testing.F) {
	p := newPrograms(f)
	id := string(p.hotel())
	var opened struct{ ID string }
	p.send("ada comment", "POST", "/models/"+id+"/comments", `{"text":"First."}`).want(201).read(&opened)
	p.send("ada comment", "POST", "/models/"+id+"/proposals", p.renaming(p.hotel(), "Proposed"))
	document, err := json.Marshal(map[string]any{"format": "widerow/1", "name": "Other"})
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range apiRows {
		if row.body != "" {
			f.Add(row.body)
		}
	}
	for _, text := range []string{"", "{}", "[]", "null", "0", `""`, "{", `{"name":null}`, `{"title":"x","document":null}`, `{"text":"\u0000"}`, `{"text":"\ud800"}`,
		`{"title":"t","document":{"format":"widerow/1"}}`, `{"about":{"element":"x","kind":"table"},"text":"x"}`, `{"reviewers":[{}]}`, `{"content":{"a":[1e400]}}`,
		string(document), `{"format":"widerow/9"}`, `{"format":"widerow/1","physical":{"relations":{"a":null}}}`, strings.Repeat("[", 20_000)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, body string) {
		p.t = t
		for _, row := range apiRows {
			if row.method == "GET" || row.method == "DELETE" {
				continue
			}
			path := strings.NewReplacer("MODEL", id, "THREAD", opened.ID).Replace(row.path)
			if answer := p.send("ada admin", row.method, path, body, row.headers...); answer.Code >= 500 {
				t.Errorf("%s %s: status %d: %s", row.method, path, answer.Code, answer.Body)
			}
		}
		if answer := p.send("ada admin", "POST", "/models", body); answer.Code >= 500 {
			t.Errorf("make a model: status %d: %s", answer.Code, answer.Body)
		}
	})
}
