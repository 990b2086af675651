package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"widerow/handlers"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/edit"
	"widerow/store"
)

// spoil saves a document that this version cannot open as the newest revision.
func (s *site) spoil(path string, document []byte) uint64 {
	s.t.Helper()
	base := revisionOfModel(s.t, s, path)
	saved, err := s.store.Save(context.Background(), store.Save{
		Model: store.ModelID(strings.TrimPrefix(path, "/m/")), Base: base, Operation: fmt.Sprint("spoil ", path, base),
		Kind: store.KindEdit, Words: "spoiled", Title: "Spoiled", Document: document,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return saved.Number
}

// TestUnreadableHead: if the newest revision cannot be opened, everything else of
// the model still works.
func TestUnreadableHead(t *testing.T) {
	oneByOne(t)
	large := model.New("Large")
	large.Note = strings.Repeat("x", model.MaxSize)
	for name, document := range map[string][]byte{"not a document": []byte(`{"format":"widerow/99"}`), "too large": large.Encode()} {
		t.Run(name, func(t *testing.T) {
			s := newSiteOn(t, "/", store.NewMemory(store.Options{Apply: diff.Apply})) // an older version had no limit
			path := s.open("hotel")
			s.addEntity(path, "Pool")
			head := s.spoil(path, document)

			for _, page := range []string{"", "/concepts", "/cql", "/design"} {
				if a := s.want(http.StatusInternalServerError, s.get(path+page)); !strings.Contains(a.body, "Restore<span") {
					t.Errorf("%s does not offer older revisions", page)
				}
			}
			history := s.want(http.StatusOK, s.get(path+"/history"))
			parse(t, history.body)
			for _, part := range []string{"The newest revision cannot be opened", "opened the example", "model.json?rev=1", "/delete"} {
				if !strings.Contains(history.body, part) {
					t.Errorf("the history lacks %q", part)
				}
			}
			if got := s.want(http.StatusOK, s.get(path+"/model.json")); got.body != string(document) {
				t.Errorf("the document has %d bytes, want what is stored", len(got.body))
			}
			for _, page := range []string{"/model.json?rev=1", "/schema.cql?rev=2", "/physical?rev=2", "/physical.svg?rev=1"} {
				s.want(http.StatusOK, s.get(path+page))
			}
			s.want(http.StatusInternalServerError, s.post(path+"/copy", form()))
			copied := s.path(s.want(http.StatusSeeOther, s.post(path+"/copy", form("revision", "2"))))
			s.want(http.StatusFound, s.get(copied))

			for _, action := range []string{"edit", "undo", "layout", "derive"} {
				s.want(http.StatusInternalServerError,
					s.post(path+"/"+action, form("do", map[string]string{"edit": "save", "derive": "apply"}[action],
						"diagram", "er", "action", "release-all")))
			}
			s.want(http.StatusInternalServerError, s.post(path+"/restore", form("revision", fmt.Sprint(head))))
			s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "2")))
			s.want(http.StatusOK, s.get(path+"/concepts"))

			head = s.spoil(path, document)
			s.want(http.StatusOK, s.get(path+"/delete"))
			s.want(http.StatusConflict, s.post(path+"/delete", form("base", "1")))
			s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", fmt.Sprint(head))))
			s.want(http.StatusNotFound, s.get(path+"/history"))
			s.want(http.StatusInternalServerError, s.post(path+"/restore", form("revision", fmt.Sprint(head+1))))
			s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "1")))
			s.want(http.StatusOK, s.get(path+"/concepts"))
		})
	}
}

// wideScript creates tables of that many columns.
func wideScript(tables, columns int) string {
	var script strings.Builder
	for t := range tables {
		fmt.Fprintf(&script, "CREATE TABLE wide.t%d (a int PRIMARY KEY", t)
		for c := range columns {
			fmt.Fprintf(&script, ", c%d int", c)
		}
		script.WriteString(");\n")
	}
	return script.String()
}

// TestReadBack: a document that could not be opened again is not saved, since it
// would stay the newest revision for ever.
func TestReadBack(t *testing.T) {
	large := model.New("Large")
	large.Note = strings.Repeat("x", model.MaxSize)
	var refused *store.TooLarge
	if _, _, err := handlers.ReadBack("large", nil, large); !errors.As(err, &refused) || refused.Limit != model.MaxSize {
		t.Errorf("error %v, want that the model is too large", err)
	}
	large.Note = large.Note[1000:]
	if _, _, err := handlers.ReadBack("large", nil, large); err != nil {
		t.Error(err)
	}
}

// TestLimitOfEveryWay: a document above the limit is refused by each way to save,
// and the model stays as it was.
func TestLimitOfEveryWay(t *testing.T) {
	const limit = 40_000 // the hotel has 33 kB
	small := store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: limit})
	s := newSiteOn(t, "/", small)
	path := s.open("hotel")
	script := wideScript(3, 30)
	long := ""
	for i := range 60 {
		long += fmt.Sprintf("Entity%d: key%d, name%d, size%d\n", i, i, i, i)
	}
	document := model.New("Long")
	document.Note = strings.Repeat("x", limit)
	for name, a := range map[string]answer{
		"new":         s.post("/import/create", form("text", wideScript(9, 40), "name", "Wide")),
		"document":    s.post("/import/create", form("text", string(document.Encode()))),
		"import into": s.post("/import/create", form("into", strings.TrimPrefix(path, "/m/"), "text", script)),
		"edit":        s.post(path+"/edit", form("tab", "concepts", "do", "add:entity:", "new.entity.text", long)),
	} {
		if a.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(a.body, "too large") {
			t.Errorf("%s: status %d, want 422 and why", name, a.StatusCode)
		}
	}
	if number := revisionOfModel(t, s, path); number != 1 || modelCount(t, s) != 1 {
		t.Errorf("r%d of %d models, want r1 of one", number, modelCount(t, s))
	}
}

// wrongValues are values that a program may send.
var wrongValues = []string{
	"", " ", "a", "Hotel", "hotel_id", "\xff\xfe", "\x00", "\u202e", "a\u0000b", "NaN", "Inf", "1e999", "-1", "9223372036854775808", "0.5",
	"text", "list<frozen<map<text, int>>>", strings.Repeat("frozen<list<", 70) + "int" + strings.Repeat(">", 140), "PARTITION", "clustering",
	"a: *b, c (d (e, f), g), {h}, /i", "A 1 has n B", strings.Repeat("(", 200), "SELECT Hotel.name WHERE Hotel.hotel_id = ?", strings.Repeat("x", 5000),
	"{\"a\":1}", "'; DROP TABLE x; --", "<b>", "model", "constructor", "1,5", "2 * (3 + 4", "🏨",
}

// TestAcceptedRequestsKeepModelsReadable sends random requests. After each accepted
// one the model can be opened, and its size is within the limit.
func TestAcceptedRequestsKeepModelsReadable(t *testing.T) {
	const limit = 60_000 // the hotel has 33 kB
	var mutex sync.Mutex
	done := map[string]int{}
	t.Cleanup(func() {
		for _, kind := range []string{"comments", "copy", "merge", "derive", "design", "proposals", "proposal", "name", "recover"} {
			if done[kind] == 0 {
				t.Errorf("no request of kind %s was accepted: %v", kind, done)
			}
		}
	})
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := newSiteOn(t, "/", store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: limit}))
			r := &randomRequests{site: s, Rand: rand.New(rand.NewPCG(seed, 7)), path: s.open("hotel"), done: map[string]int{}}
			accepted, refused := 0, 0
			for i := range 120 {
				path, form := r.request()
				before := revisionOfModel(t, s, r.path)
				a := s.post(path, form)
				after := revisionOfModel(t, s, r.path)
				r.note(path, a)
				switch {
				case a.StatusCode >= 500:
					t.Fatalf("POST %s %v: status %d", path, form, a.StatusCode)
				case after > before:
					accepted++
				default:
					refused++
				}
				if newest, _ := s.store.History(t.Context(), r.model(), 0, 1); newest[0].Kind == store.KindDelete {
					s.want(http.StatusSeeOther, s.post(r.path+"/restore", url.Values{"revision": {fmt.Sprint(after)}}))
				}
				text, _, err := s.store.Head(t.Context(), r.model())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := model.Decode(text); err != nil || len(text) > limit {
					t.Fatalf("POST %s %v: %d bytes, which %v", path, form, len(text), err)
				}
				if i%15 == 0 {
					r.wantOpen()
				}
			}
			r.wantOpen()
			t.Logf("%d accepted, %d refused; by kind: %v", accepted, refused, r.done)
			mutex.Lock()
			maps.Copy(done, r.done)
			mutex.Unlock()
			if accepted < 10 || refused < 10 {
				t.Errorf("%d requests were accepted and %d refused: want many of both", accepted, refused)
			}
			if err := s.store.Verify(t.Context(), r.model()); err != nil {
				t.Error(err)
			}
		})
	}
}

// randomRequests sends what a page could send, with wrong values.
type randomRequests struct {
	*site
	*rand.Rand
	path string
	// others are the paths of copies and of the branches of proposals, which are
	// changed, merged, and opened too.
	others    []string
	proposals int
	done      map[string]int // accepted requests by the last word of their path
}

func (r *randomRequests) model() store.ModelID {
	return store.ModelID(strings.TrimPrefix(r.path, "/m/"))
}

func (r *randomRequests) value() string { return wrongValues[r.IntN(len(wrongValues))] }

func (r *randomRequests) element() model.Element {
	m, _ := r.site.model(r.path)
	elements := slices.Collect(m.Elements())
	return elements[r.IntN(len(elements))]
}

func (r *randomRequests) request() (path string, form url.Values) {
	form = url.Values{"tab": {"physical"}}
	element := r.element()
	id := string(element.ID)
	switch r.IntN(22) {
	case 0, 1, 2:
		fields := edit.FieldsOf(element.Kind)
		if len(fields) == 0 {
			break
		}
		field := fields[r.IntN(len(fields))]
		m, _ := r.site.model(r.path)
		name := id + "." + field.Name
		form.Set("was."+name, field.Text(m, element))
		form.Set("set."+name, r.value())
	case 3, 4:
		kinds := []model.Kind{model.EntityKind, model.AttributeKind, model.QueryKind, model.TableKind,
			model.RelationElement, model.RelationColumnKind, model.QuantityKind, model.UserTypeKind, model.IndexKind}
		kind := string(kinds[r.IntN(len(kinds))])
		form.Set("do", "add:"+kind+":"+id)
		for _, field := range []string{"name", "type", "text", "value", "note"} {
			form.Set("new."+kind+"."+field, r.value())
		}
	case 5:
		form.Set("do", []string{"remove-anyway:", "table:", "realize:", "keep-types:"}[r.IntN(4)]+id)
	case 6:
		for name, value := range map[string]string{"diagram": "physical", "action": "move", "box": id, "x": r.value(),
			"y": []string{"NaN", "1e308", "5"}[r.IntN(3)]} {
			form.Set(name, value)
		}
		return r.path + "/layout", form
	case 7:
		return r.path + "/" + []string{"undo", "redo"}[r.IntN(2)], form
	case 8:
		form.Set("revision", fmt.Sprint(1+r.Uint64N(revisionOfModel(r.t, r.site, r.path))))
		return r.path + "/restore", form
	case 9:
		form.Set("into", strings.TrimPrefix(r.path, "/m/"))
		form.Set("text", fmt.Sprintf("CREATE TABLE h.t%d (a int PRIMARY KEY%s); %s", r.IntN(9),
			strings.Repeat(fmt.Sprintf(", c%d text", r.IntN(99)), r.IntN(2)), r.value()))
		return "/import/create", form
	case 10:
		form.Set("name", r.value())
		form.Set("text", `{"format":"widerow/2","name":"`+r.value()+`"}`)
		return []string{"/models", "/import/create"}[r.IntN(2)], form
	case 11:
		form.Set("base", fmt.Sprint(revisionOfModel(r.t, r.site, r.path)))
		return r.path + "/delete", form
	case 12, 13, 14, 15, 16, 17, 18, 19, 20, 21:
		return r.teamRequest(id)
	}
	return r.path + "/edit", form
}
