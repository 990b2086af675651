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

// TestAPIDeriveChoices: the choices of the page and of the command line are parameters; what the model lacks is refused with
// what it has.
func TestAPIDeriveChoices(t *testing.T) {
	p := newPrograms(t)
	var document map[string]any
	p.send("ada read", "GET", "/models/"+string(p.hotel())+"/document", "").want(200).read(&document)
	delete(document, "logical")
	physical := document["physical"].(map[string]any)
	physical["relations"], physical["statements"] = map[string]any{}, map[string]any{}
	body, err := json.Marshal(map[string]any{"document": document})
	if err != nil {
		t.Fatal(err)
	}
	var made madeModel
	p.send("ada edit", "POST", "/models", string(body)).want(201).read(&made)
	path := "/models/" + made.ID + "/derive"
	tables := func(query string) map[string][]string {
		t.Helper()
		var derived struct {
			Tables []struct {
				Table         string
				PartitionKey  []string `json:"partition_key"`
				ForThese      []string `json:"queries"`
				ClusteringKey []struct{ Column string }
			}
		}
		p.send("ada read", "GET", path+query, "").want(200).read(&derived)
		found := map[string][]string{}
		for _, table := range derived.Tables {
			for _, query := range table.ForThese {
				found[query] = append(found[query], strings.Join(table.PartitionKey, "+"))
			}
		}
		return found
	}
	before := tables("")
	if len(before["Q4"]) == 0 || !strings.HasPrefix(before["Q4"][0], "hotel_id+") {
		t.Fatalf("Q4 has the tables %v, want one that is split", before["Q4"])
	}
	if len(before["Q5"]) == 0 || before["Q5"][0] != "hotel_id+room_number" {
		t.Fatalf("Q5 has the tables %v", before["Q5"])
	}
	for query, wants := range map[string]func(map[string][]string) bool{
		"?choose=Q5=2":             func(found map[string][]string) bool { return found["Q5"][0] == "hotel_id" },
		"?choose=Q5=2&choose=Q2=1": func(found map[string][]string) bool { return found["Q5"][0] == "hotel_id" },
		"?only=Q4&split=room_nights_by_hotel_date=none": func(found map[string][]string) bool {
			return found["Q4"][0] == "hotel_id" && found["Q5"] == nil
		},
	} {
		if found := tables(query); !wants(found) {
			t.Errorf("%s: %v", query, found)
		}
	}
	plain := p.send("ada read", "GET", path, "").Header().Get("ETag")
	if other := p.send("ada read", "GET", path+"?choose=Q5=2", "", "If-None-Match", plain); other.Code != 200 {
		t.Errorf("another choice answers %d to the tag of none", other.Code)
	}
	for query, want := range map[string]string{
		"?only=Q99": "no query Q99; the document has Q1", "?path=Q1=1": "no two paths of Q1", "?choose=Q1=7": "choose Q1=7",
		"?store=Hotel.stars=set": "no attribute Hotel.stars", "?split=nothing=1": "split", "?subtypes=Q1=each": "subtypes Q1",
	} {
		if got := p.send("ada read", "GET", path+query, "").want(422); !strings.Contains(got.Body.String(), want) || strings.Contains(got.Body.String(), "--") {
			t.Errorf("%s: %s, want %q", query, got.Body, want)
		}
	}
	for _, query := range []string{"?choose=Q5", "?path==1", "?split=a="} {
		p.send("ada read", "GET", path+query, "").want(400)
	}
}
