package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"widerow/cql/apply"
	"widerow/handlers/cql"
)

// scriptOf returns the form of the CQL tab with a text.
func scriptOf(text string, more ...string) url.Values {
	values := form(append([]string{"revision", "1", "tab", "cql"}, more...)...)
	values.Set("text", text)
	return values
}

var hidden = regexp.MustCompile(`<input type="hidden" id="script-[a-z]+" name="([a-z]+)" value="([^"]*)"`)

// confirmed returns the form of a preview, with its text.
func confirmed(preview answer, script url.Values) url.Values {
	values := url.Values{"text": script["text"], "do": {"apply"}}
	for _, field := range hidden.FindAllStringSubmatch(preview.body, -1) {
		values.Set(field[1], field[2])
	}
	return values
}

func (s *site) script(path string) string {
	return s.want(http.StatusOK, s.get(path+"/schema.cql")).body
}

func TestApplyScript(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone := columnNamed(t, m, hotels, "phone")
	before := s.script(path)
	text := strings.ReplaceAll(before, "    phone text,\n", "    phone ascii,\n    fax text,\n")

	preview := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(text, "do", "preview")))
	for _, want := range []string{"2 tables changed", "column phone", "<del>text</del>", "<ins>ascii</ins>", "column fax", `name="do" value="apply"`} {
		if !strings.Contains(preview.body, want) {
			t.Errorf("the preview lacks %s", want)
		}
	}
	if _, revision := s.model(path); revision.Number != 1 {
		t.Fatalf("the preview made revision %d", revision.Number)
	}
	saved := s.want(http.StatusSeeOther, s.post(path+"/cql/preview", confirmed(preview, scriptOf(text))))
	if got, want := saved.Header.Get("Location"), path+"/cql"; got != want {
		t.Errorf("redirected to %s, want %s", got, want)
	}
	after, revision := s.model(path)
	if got := after.TypeText(after.Physical.Relations[hotels].Columns[phone].Type); got != "ascii" {
		t.Errorf("phone is %q, want ascii", got)
	}
	if got, want := revision.Words, "applied CQL: 2 tables changed"; revision.Number != 2 || got != want {
		t.Errorf("revision %d says %q, want %q", revision.Number, got, want)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "cql")))
	if got, want := lineless(s.script(path)), lineless(before); got != want {
		t.Errorf("after the undo the script is\n%s", got)
	}
}

// lineless returns a script without its header.
func lineless(script string) string {
	_, rest, _ := strings.Cut(script, "\n\n")
	return rest
}

// TestApplyNothing: applying the model's own script makes no revision, with any
// line ends.
func TestApplyNothing(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := strings.ReplaceAll(s.script(path), "\n", "\r\n")
	preview := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(text)))
	if !strings.Contains(preview.body, "Nothing would change") || strings.Contains(preview.body, `value="apply"`) {
		t.Error("the preview has changes to apply")
	}
	s.want(http.StatusSeeOther, s.post(path+"/cql/preview", confirmed(preview, scriptOf(text))))
	if _, revision := s.model(path); revision.Number != 1 {
		t.Errorf("it made revision %d", revision.Number)
	}
}

func TestApplyRefusesErrors(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := strings.Replace(s.script(path), "phone text", "phone txt", 1)
	for _, do := range []string{"preview", "apply"} {
		refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/cql/preview", scriptOf(text, "do", do)))
		parse(t, refused.body)
		if !strings.Contains(refused.body, "Unknown type hotel.txt") ||
			!strings.Contains(refused.body, "phone txt,") || strings.Contains(refused.body, `value="apply"`) {
			t.Errorf("do=%s: the page does not say what is wrong, lost the text, or offers to apply it", do)
		}
	}
	if _, revision := s.model(path); revision.Number != 1 {
		t.Errorf("it made revision %d", revision.Number)
	}
}

// TestApplyOnlyWhatWasShown: a text that was changed after its preview is previewed
// again, not applied.
func TestApplyOnlyWhatWasShown(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := strings.Replace(s.script(path), "phone text", "phone ascii", 1)
	preview := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(text)))
	form := confirmed(preview, scriptOf(strings.Replace(text, " name text", " name ascii", 1)))
	again := s.want(http.StatusConflict, s.post(path+"/cql/preview", form))
	if !strings.Contains(again.body, "Nothing was applied") || !strings.Contains(again.body, "column name") {
		t.Error("there is no preview of the changed text")
	}
	s.want(http.StatusSeeOther, s.post(path+"/cql/preview", confirmed(again, form)))
	s.want(http.StatusBadRequest, s.post(path+"/cql/preview", scriptOf(text, "take", "sideways")))
	s.want(http.StatusBadRequest, s.post(path+"/cql/preview", url.Values{"text": {text}}))
}

// TestApplyForTheTarget: the preview refuses what a check refuses.
func TestApplyForTheTarget(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("model", "target", "cassandra-5.0", "scylladb")))
	text := s.script(path) + "CREATE INDEX phones ON hotel.hotels (phone) USING 'sai';\n"
	for _, do := range []string{"check", "preview"} {
		answer := s.post(path+"/cql/preview", scriptOf(text, "do", do, "revision", "2"))
		if want := "ScyllaDB does not have storage-attached indexes"; !strings.Contains(answer.body, want) || strings.Contains(answer.body, `value="apply"`) {
			t.Errorf("do=%s: the page does not say %q, or offers to apply it", do, want)
		}
	}
}

// TestPreviewDrawsWhatComes: the diagram beside a preview shows a new table, which
// has a link only once it is saved.
func TestPreviewDrawsWhatComes(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := s.script(path) + "CREATE TABLE hotel.invoices (id uuid PRIMARY KEY);\n"
	preview := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(text)))
	if picture := pictureOf(preview); !strings.Contains(picture, ">invoices<") ||
		!strings.Contains(picture, "After applying") || strings.Contains(picture, "physical.svg") {
		t.Errorf("the preview draws\n%s", picture)
	}
	same := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(s.script(path))))
	if picture := pictureOf(same); strings.Contains(picture, "After applying") || !strings.Contains(picture, "physical.svg") {
		t.Error("a script that changes nothing has another picture")
	}
	s.want(http.StatusSeeOther, s.post(path+"/cql/preview", confirmed(preview, scriptOf(text))))
	m, _ := s.model(path)
	link := "select=" + string(relationNamed(t, m, "invoices")) + `"`
	if saved := s.want(http.StatusOK, s.get(path+"/cql")); !strings.Contains(pictureOf(saved), link) {
		t.Error("what was applied has no link")
	}
}

// pictureOf returns the diagram of a page.
func pictureOf(page answer) string {
	_, picture, _ := strings.Cut(page.body, `id="script-diagram"`)
	picture, _, _ = strings.Cut(picture, "</section>")
	return picture
}

func TestApplyMigration(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	const text = "ALTER TABLE hotel.hotels ADD fax text; DROP TABLE hotel.pois_by_hotel;"
	preview := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(text)))
	for _, want := range []string{"1 table changed, 1 dropped", "The statements run against the present schema", "Q3", "loses hotel.pois_by_hotel"} {
		if !strings.Contains(preview.body, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/cql/preview", scriptOf(text, "take", string(apply.Whole))))
	if !strings.Contains(refused.body, "doesn&#39;t exist") || !strings.Contains(refused.body, `name="take" value="whole"`) {
		t.Error("as the whole schema the script has to be refused, and the choice kept")
	}
	s.want(http.StatusSeeOther, s.post(path+"/cql/preview", confirmed(preview, scriptOf(text))))
	m, _ := s.model(path)
	columnNamed(t, m, relationNamed(t, m, "hotels"), "fax")
}

// TestApplyAfterOthers: the header of the script names an older revision. Changes
// by others since then are kept.
func TestApplyAfterOthers(t *testing.T) {
	ann := newSite(t)
	path := ann.open("hotel")
	ben := ann.visitor()
	m, _ := ann.model(path)
	hotels := relationNamed(t, m, "hotels")
	name := columnNamed(t, m, hotels, "name")
	text := strings.Replace(ann.script(path), "    pois set<text>\n", "    pois set<text>,\n    fax text\n", 1)

	ben.want(http.StatusSeeOther, ben.post(path+"/edit", set(name, "type", "text", "ascii")))
	preview := ann.want(http.StatusOK, ann.post(path+"/cql/preview", scriptOf(text, "revision", "2")))
	if !strings.Contains(preview.body, "is based on revision 1; the model is at revision 2") || strings.Contains(preview.body, "ascii</del>") {
		t.Error("the preview takes the other's change back, or does not tell of it")
	}
	ann.want(http.StatusSeeOther, ann.post(path+"/cql/preview", confirmed(preview, scriptOf(text))))
	both, revision := ann.model(path)
	columnNamed(t, both, hotels, "fax")
	if got := both.TypeText(both.Physical.Relations[hotels].Columns[name].Type); got != "ascii" || revision.Number != 3 {
		t.Errorf("in revision %d name is %q, want ascii in 3", revision.Number, got)
	}
}

// TestApplyConflict: both changed the same column. Both values are shown, the text
// is kept, and the visitor may overwrite the other change after seeing it.
func TestApplyConflict(t *testing.T) {
	ann := newSite(t)
	path := ann.open("hotel")
	ben := ann.visitor()
	m, _ := ann.model(path)
	name := columnNamed(t, m, relationNamed(t, m, "hotels"), "name")
	text := strings.ReplaceAll(ann.script(path), "    name text,\n", "    name blob,\n")

	preview := ann.want(http.StatusOK, ann.post(path+"/cql/preview", scriptOf(text)))
	ben.want(http.StatusSeeOther, ben.post(path+"/edit", set(name, "type", "text", "ascii")))
	conflict := ann.want(http.StatusConflict, ann.post(path+"/cql/preview", confirmed(preview, scriptOf(text))))
	parse(t, conflict.body)
	for _, want := range []string{"Others changed the same places since revision 1", "<td>text</td>", "<td>ascii</td>", "<td>blob</td>", "name blob,"} {
		if !strings.Contains(conflict.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	again := ann.want(http.StatusOK, ann.post(path+"/cql/preview", scriptOf(text, "do", "rebase")))
	if !strings.Contains(again.body, "<del>ascii</del>") || !strings.Contains(again.body, "-- Revision 2") {
		t.Error("against the newest revision the preview does not show what it takes back")
	}
	_, text, _ = strings.Cut(again.body, `wrap="off"`)
	_, text, _ = strings.Cut(text, ">\n")
	text, _, _ = strings.Cut(text, "</textarea>")
	text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#39;", "'").Replace(text)
	ann.want(http.StatusSeeOther, ann.post(path+"/cql/preview", confirmed(again, scriptOf(text))))
}

func TestHeaderRevision(t *testing.T) {
	for _, test := range []struct {
		text  string
		want  uint64
		found bool
	}{
		{"-- Hotel\n-- Revision 12\n\nCREATE", 12, true},
		{"\ufeff-- Hotel\r\n-- Revision 12\r\n", 12, true},
		{"-- Inn\n-- Revision 12\n", 0, false},
		{"-- Hotel\n\n-- Revision 12", 0, false},
		{"-- Hotel\n-- Revision x", 0, false},
		{"-- Hotel\n-- Revision 0", 0, false},
		{"", 0, false},
	} {
		if got, found := cql.HeaderRevision(test.text, "Hotel"); found != test.found || found && got != test.want {
			t.Errorf("headerRevision(%q) = %d, %v", test.text, got, found)
		}
	}
}

func TestApplyFragments(t *testing.T) {
	s := newSiteAt(t, "/x/y")
	path := s.open("hotel")
	text := strings.Replace(s.script(path), "phone text", "phone ascii", 1)
	preview := s.want(http.StatusOK, s.post(path+"/cql/preview", scriptOf(text), "HX-Request", "true", "HX-Request-Type", "partial"))
	if strings.Contains(preview.body, "<html") || !strings.Contains(preview.body, `hx-post="/x/y/m/`) {
		t.Error("htmx wants fragments, with addresses below the base path")
	}
	saved := s.want(http.StatusOK, s.post(path+"/cql/preview", confirmed(preview, scriptOf(text)), "HX-Request", "true", "HX-Request-Type", "partial"))
	if !strings.Contains(saved.body, "Saved · r2") || !strings.Contains(saved.body, "-- Revision 2") || strings.Contains(saved.body, `id="preview"`) {
		t.Error("the answer is not the saved page")
	}
}
