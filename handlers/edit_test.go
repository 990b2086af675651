package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/model"
)

func TestRenameColumn(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	before, _ := s.model(path)
	hotels := relationNamed(t, before, "hotels")
	phone := columnNamed(t, before, hotels, "phone")

	saved := s.want(http.StatusSeeOther, s.post(path+"/edit", set(phone, "name", "phone", "telephone", "tab", "physical", "select", string(hotels))))
	if got, want := saved.Header.Get("Location"), path+"/physical?select="+string(hotels); got != want {
		t.Errorf("redirected to %s, want %s", got, want)
	}
	after, revision := s.model(path)
	if got := after.Physical.Relations[hotels].Columns[phone].Name; got != "telephone" {
		t.Errorf("name is %q, want telephone", got)
	}
	if revision.Number != 2 || !strings.Contains(revision.Words, "phone") || !strings.Contains(revision.Words, "telephone") {
		t.Errorf("revision %d says %q", revision.Number, revision.Words)
	}
	page := s.get(path + "/cql")
	if !strings.Contains(page.body, "telephone") {
		t.Error("the CQL does not have the new name")
	}
}

// TestRenameTypeInFunctions: a function kept as text follows a renamed type, and
// undo reverts both.
func TestRenameTypeInFunctions(t *testing.T) {
	s := newSite(t)
	const script = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shop.place (x int);
CREATE FUNCTION shop.near (p place) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return null;';`
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", script, "name", "Shop"))))
	exported := func() string {
		_, statements, _ := strings.Cut(s.get(path+"/schema.cql").body, "CREATE KEYSPACE") // behind the number of the revision
		return statements
	}
	before := exported()
	m, _ := s.model(path)
	for id := range m.Physical.Types {
		s.want(http.StatusSeeOther, s.post(path+"/edit", set(id, "name", "place", "spot", "tab", "physical")))
	}
	if got, want := exported(), strings.ReplaceAll(before, "place", "spot"); got != want {
		t.Errorf("exported\n%s\nwant\n%s", got, want)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", url.Values{}))
	if got := exported(); got != before {
		t.Errorf("undone\n%s\nwant\n%s", got, before)
	}
}

func TestEditThatChangesNothingMakesNoRevision(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	m, _ := s.model(path)
	for id, relation := range m.Physical.Relations {
		s.want(http.StatusSeeOther, s.post(path+"/edit", set(id, "name", relation.Name, relation.Name, "tab", "physical")))
	}
	if _, revision := s.model(path); revision.Number != 1 {
		t.Errorf("revision %d, want 1", revision.Number)
	}
}

func TestSameFormTwiceIsOneEdit(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	add := form("do", "add:entity:", "new.entity.name", "Reader", "tab", "concepts", "operation", "op1")
	s.want(http.StatusSeeOther, s.post(path+"/edit", add))
	s.want(http.StatusSeeOther, s.post(path+"/edit", add))
	m, revision := s.model(path)
	if revision.Number != 2 {
		t.Errorf("revision %d, want 2: the second request repeats the first", revision.Number)
	}
	count := 0
	for _, entity := range m.Concepts.Entities {
		if entity.Name == "Reader" {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d entity types are named Reader, want 1", count)
	}
}

// TestFormChangedAfterALostAnswer: the response to a save is lost, the visitor
// continues typing and sends the form again with the same operation ID.
func TestFormChangedAfterALostAnswer(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "Reader", "operation", "op1")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "Writer", "operation", "op1")))
	m, _ := s.model(path)
	if !hasEntity(m, "Reader") || !hasEntity(m, "Writer") {
		t.Error("want both Reader and Writer")
	}
}

func hasEntity(m *model.Model, name string) bool {
	for _, entity := range m.Concepts.Entities {
		if entity.Name == name {
			return true
		}
	}
	return false
}

// TestTwoPeople edit different fields of one table: both edits are kept. If they
// edit the same field, the second sees both values and keeps what was typed.
func TestTwoPeople(t *testing.T) {
	ann := newSite(t)
	path := ann.open("hotel")
	ben := ann.visitor()
	ann.want(http.StatusSeeOther, ann.post("/you", form("name", "Ann")))
	m, _ := ann.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone, name := columnNamed(t, m, hotels, "phone"), columnNamed(t, m, hotels, "name")

	ann.want(http.StatusSeeOther, ann.post(path+"/edit", set(phone, "name", "phone", "telephone")))
	ben.want(http.StatusSeeOther, ben.post(path+"/edit", set(name, "name", "name", "title")))
	both, _ := ann.model(path)
	columns := both.Physical.Relations[hotels].Columns
	if columns[phone].Name != "telephone" || columns[name].Name != "title" {
		t.Errorf("columns are %s and %s, want telephone and title", columns[phone].Name, columns[name].Name)
	}

	conflict := ben.want(http.StatusConflict, ben.post(path+"/edit", set(phone, "name", "phone", "fax", "tab", "physical", "select", string(hotels))))
	parse(t, conflict.body)
	for _, value := range []string{"telephone", "fax", "Ann changed this while you were typing."} {
		if !strings.Contains(conflict.body, value) {
			t.Errorf("the conflict does not show %s", value)
		}
	}
	if !strings.Contains(conflict.body, `value="fax"`) {
		t.Error("what was typed is not in the form any more")
	}
	if !strings.Contains(conflict.body, `name="was.`+string(phone)+`.name" value="telephone"`) {
		t.Error("saving again must put the own value in place of the one that is shown now")
	}
}

// Each of two disputed fields is decided by its own button. The other one, and
// whatever else was typed, stays until then.
func TestConflictsAreDecidedOneByOne(t *testing.T) {
	ann := newSite(t)
	path := ann.open("hotel")
	ben := ann.visitor()
	m, _ := ann.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone, name := columnNamed(t, m, hotels, "phone"), columnNamed(t, m, hotels, "name")
	id := string(hotels)
	ann.want(http.StatusSeeOther, ann.post(path+"/edit", set(phone, "name", "phone", "telephone",
		"was."+string(name)+".name", "name", "set."+string(name)+".name", "title")))

	typed := func(wasPhone, wasName string, more ...string) url.Values {
		return set(phone, "name", wasPhone, "fax", append([]string{"was." + string(name) + ".name", wasName, "set." + string(name) + ".name", "label",
			"was." + id + ".note", "", "set." + id + ".note", "Ben's", "tab", "physical", "select", id}, more...)...)
	}
	both := ben.want(http.StatusConflict, ben.post(path+"/edit", typed("phone", "name")))
	for _, want := range []string{`name="conflict.` + string(phone) + `.name"`, `value="mine:` + string(name) +
		`.name"`, `value="theirs:` + string(phone) + `.name"`, `value="fax"`, `value="label"`} {
		if !strings.Contains(both.body, want) {
			t.Errorf("the conflict has no %s", want)
		}
	}
	disputed := []string{"conflict." + string(phone) + ".name", "true", "conflict." + string(name) + ".name", "true"}
	columns := func() (string, string, string) {
		m, _ := ann.model(path)
		relation := m.Physical.Relations[hotels]
		return relation.Columns[phone].Name, relation.Columns[name].Name, relation.Note
	}

	// Saving the form leaves what is disputed.
	half := ben.want(http.StatusOK, ben.post(path+"/edit", typed("telephone", "title", append(disputed, "do", "save")...)))
	if a, b, note := columns(); a != "telephone" || b != "title" || note != "Ben's" {
		t.Errorf("after Save: %s, %s, note %q", a, b, note)
	}
	if !strings.Contains(half.body, `value="fax"`) || !strings.Contains(half.body, `value="label"`) || !strings.Contains(half.body, "Not saved: see the form") {
		t.Error("what is disputed is not kept in the form")
	}
	one := ben.want(http.StatusOK, ben.post(path+"/edit", typed("telephone", "title", append(disputed, "do", "mine:"+string(phone)+".name")...)))
	if a, b, _ := columns(); a != "fax" || b != "title" {
		t.Errorf("after one was kept: %s, %s, want fax, title", a, b)
	}
	if strings.Contains(one.body, `name="conflict.`+string(phone)) ||
		!strings.Contains(one.body, `name="conflict.`+string(name)) || !strings.Contains(one.body, `value="label"`) {
		t.Error("the other conflict is not shown any more, or the first still is")
	}
	ben.want(http.StatusSeeOther, ben.post(path+"/edit", typed("fax", "title", append(disputed[2:], "do", "theirs:"+string(name)+".name")...)))
	if a, b, _ := columns(); a != "fax" || b != "title" {
		t.Errorf("after the other was given up: %s, %s, want fax, title", a, b)
	}
}

func TestRemovedMeanwhile(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	m, _ := s.model(path)
	table := model.Sorted(m.Logical.Tables)[0].ID
	name := m.Logical.Tables[table].Name
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:"+string(table))))
	gone := s.want(http.StatusConflict, s.post(path+"/edit", set(table, "name", name, "a_name_of_mine", "tab", "logical", "select", string(table))))
	if !strings.Contains(gone.body, "You removed this") || !strings.Contains(gone.body, "a_name_of_mine") {
		t.Errorf("the page must say that the table is gone and keep what was typed")
	}
}

func TestWrongInputStaysInTheForm(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	column := columnNamed(t, m, hotels, "phone")
	tests := []struct {
		name        string
		form        url.Values
		want, typed string
	}{
		{"unknown type", set(column, "type", "text", "txt"), "txt", `value="txt"`},
		{"cut type", set(column, "type", "text", "map<text"), "map&lt;text", `value="map&lt;text"`},
		{"empty name", set(column, "name", "phone", ""), "must not be empty", ""},
		{"long name", set(column, "name", "phone", strings.Repeat("x", 10_000)), "10000", strings.Repeat("x", 10_000)},
		{"control character", set(column, "name", "phone", "a\x00b"), "control character", ""},
		{"taken name", set(column, "name", "phone", "name"), "another", `value="name"`},
		{"division", set(hotels, "rows", m.ExpressionText(m.Physical.Relations[hotels].Rows), "1 / 0 )"), "", `value="1 / 0 )"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.form.Set("tab", "physical")
			test.form.Set("select", string(hotels))
			refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", test.form))
			parse(t, refused.body)
			if !strings.Contains(refused.body, test.want) || !strings.Contains(refused.body, `aria-invalid="true"`) {
				t.Errorf("the page does not say %q beside the field", test.want)
			}
			if !strings.Contains(refused.body, test.typed) {
				t.Errorf("what was typed is gone, want %q", test.typed)
			}
		})
	}
	if _, revision := s.model(path); revision.Number != 1 {
		t.Errorf("revision %d, want 1: nothing was valid", revision.Number)
	}
}

func TestFormsThatMakeNoSense(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	for _, do := range []string{"fly", "move:x", "move:x:up", "add:x", "remove:", "realize:", "add::"} {
		answer := s.post(path+"/edit", form("do", do))
		if answer.StatusCode < 400 || answer.StatusCode >= 500 {
			t.Errorf("do=%s: status %d, want a client error", do, answer.StatusCode)
		}
	}
	s.want(http.StatusBadRequest, s.post(path+"/edit", form("was.x", "1")))
}

func TestFragments(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone := columnNamed(t, m, hotels, "phone")
	saved := s.want(http.StatusOK, s.post(path+"/edit", set(phone, "name", "phone", "telephone", "tab", "physical", "select", string(hotels)),
		"HX-Request", "true", "HX-Request-Type", "partial"))
	if strings.Contains(saved.body, "<html") {
		t.Error("htmx wants fragments, not a whole page")
	}
	for _, part := range []string{`hx-target="#topbar"`, `hx-target="#workbench"`, "Saved · r2", "telephone", `id="outline"`, `id="canvas"`, `id="inspector"`} {
		if !strings.Contains(saved.body, part) {
			t.Errorf("the answer lacks %s", part)
		}
	}
	if got, want := saved.Header.Get("HX-Push-Url"), path+"/physical?select="+string(hotels); got != want {
		t.Errorf("HX-Push-Url is %s, want %s", got, want)
	}
}

// TestSavesDoNotFillTheBrowsersHistory: Back leads to the page before.
func TestSavesDoNotFillTheBrowsersHistory(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone := columnNamed(t, m, hotels, "phone")
	address := path + "/physical?select=" + string(hotels)
	saved := s.want(http.StatusOK, s.post(path+"/edit", set(phone, "name", "phone", "telephone", "tab", "physical", "select", string(hotels)),
		"HX-Request", "true", "HX-Request-Type", "partial", "HX-Current-URL", s.base+address))
	if got := saved.Header.Get("HX-Push-Url"); got != "" {
		t.Errorf("HX-Push-Url is %s on the page that has this address", got)
	}
}

// TestUnfinishedRowIsKept: the visitor types a new column and then changes
// another field, which saves itself.
func TestUnfinishedRowIsKept(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone := columnNamed(t, m, hotels, "phone")
	saved := s.want(http.StatusOK, s.post(path+"/edit", set(phone, "name", "phone", "telephone",
		"new.relation-column.name", "stars", "tab", "physical", "select", string(hotels)), "HX-Request", "true", "HX-Request-Type", "partial"))
	if !strings.Contains(saved.body, `value="stars"`) {
		t.Error("the half-typed column is gone")
	}
}

// TestEnterInTheNewRowAdds: without scripts Enter presses the form's first button.
func TestEnterInTheNewRowAdds(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "save", "parent.relation-column", string(hotels),
		"new.relation-column.name", "stars", "new.relation-column.type", "tinyint", "new.relation-column.role", "regular")))
	after, _ := s.model(path)
	columnNamed(t, after, hotels, "stars")
}

func TestMakeTheTableOfAQuery(t *testing.T) {
	s := newSite(t)
	path := s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "Library"))))
	path = strings.TrimSuffix(path, "/concepts")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.name", "Find books of an author", "tab", "queries")))
	m, _ := s.model(path)
	query := model.Sorted(m.Workflow.Queries)[0].ID
	for _, part := range []url.Values{
		form("do", "add:given:"+string(query), "new.given.name", "author", "new.given.operator", "="),
		form("do", "add:sort:"+string(query), "new.sort.name", "year"),
		form("do", "add:find:"+string(query), "new.find.name", "title"),
	} {
		s.want(http.StatusSeeOther, s.post(path+"/edit", part))
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "table:"+string(query))))
	script := s.want(http.StatusOK, s.get(path+"/schema.cql")).body
	if !strings.Contains(script, "author") || !strings.Contains(script, "PRIMARY KEY") {
		t.Errorf("want a table for the query, got:\n%s", script)
	}
}
