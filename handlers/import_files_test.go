package handlers_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/handlers/upload"
)

// upload sends a form with files: names and texts by turns.
func (s *site) upload(path string, form url.Values, files ...string) answer {
	s.t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, values := range form {
		for _, value := range values {
			if err := writer.WriteField(name, value); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	for i := 0; i+1 < len(files); i += 2 {
		part, err := writer.CreateFormFile("file", files[i])
		if err == nil {
			_, err = io.WriteString(part, files[i+1])
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	writer.Close()
	request, err := http.NewRequestWithContext(s.t.Context(), "POST", s.base+path, &body)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", writer.FormDataContentType())
	response, err := s.http.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{response, string(text)}
}

var (
	hiddenInput = regexp.MustCompile(`<input type="hidden" name="([a-z]+)" value="([^"]*)"`)
	hiddenText  = regexp.MustCompile(`(?s)<textarea class="hidden" name="text"[^>]*>\n(.*?)</textarea>`)
)

// confirmedImport returns the form of an import's preview.
func confirmedImport(preview answer) url.Values {
	_, body, _ := strings.Cut(preview.body, `<form id="script-form"`)
	body, _, _ = strings.Cut(body, "</form>")
	values := url.Values{}
	for _, field := range hiddenInput.FindAllStringSubmatch(body, -1) {
		values.Add(field[1], field[2])
	}
	plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#39;", "'", "&#34;", `"`, "&amp;", "&")
	for _, field := range hiddenText.FindAllStringSubmatch(body, -1) {
		values.Add("text", plain.Replace(field[1]))
	}
	return values
}

// TestImportFiles: files are joined in the order of their names, the end of a file
// ends its last statement, and refused statements are reported with their file.
func TestImportFiles(t *testing.T) {
	s := newSite(t)
	preview := s.want(http.StatusOK, s.upload("/import", form("name", "Shop"),
		"2-tables.cql", "\ufeffUSE shop;\r\nCREATE TABLE orders (id uuid PRIMARY KEY, home frozen<address>);\r\nCREATE TABLE bad (id nt PRIMARY KEY);",
		"1-types.cql", "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "+
			"1};\nCREATE TYPE shop.address (street text) -- the last"))
	parse(t, preview.body)
	for _, want := range []string{"1-types.cql, 2-tables.cql", "shop.orders", "shop.address", "2-tables.cql line 3", "Unknown type shop.nt"} {
		if !strings.Contains(preview.body, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	if list, err := s.store.List(t.Context(), "", 0); err != nil || len(list.Models) != 0 {
		t.Fatalf("the preview saved %d models, err %v", len(list.Models), err)
	}
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", confirmedImport(preview))))
	m, _ := s.model(path)
	relationNamed(t, m, "orders")
	if len(m.Physical.Types) != 1 || m.Name != "Shop" {
		t.Errorf("the model %s has %d types", m.Name, len(m.Physical.Types))
	}
}

// TestImportOfUnclosedFile: anything unclosed in a file does not extend into the
// next one.
func TestImportOfUnclosedFile(t *testing.T) {
	s := newSite(t)
	preview := s.want(http.StatusOK, s.upload("/import", form("name", "Shop"),
		"1.cql", "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE 'shop;",
		"2.cql", "CREATE TABLE shop.orders (id uuid PRIMARY KEY) WITH comment = 'all';"))
	for _, want := range []string{"shop.orders", "1.cql line 2", "this string is never closed"} {
		if !strings.Contains(preview.body, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
}

// TestImportInto adds files to a model. Elements that they do not mention stay, and
// so do changes by others since the preview.
func TestImportInto(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	id := strings.TrimPrefix(path, "/m/")
	before, _ := s.model(path)
	if page := s.want(http.StatusOK, s.get("/import?into="+id)); !strings.Contains(page.body, "Import into") {
		t.Error("the page does not name the model")
	}
	preview := s.want(http.StatusOK, s.upload("/import", form("into", id),
		"more.cql", "CREATE KEYSPACE more WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE more.notes (id int PRIMARY KEY);"))
	for _, want := range []string{"1 table added; 1 keyspace added", "Tables that the script does not mention stay as they are."} {
		if !strings.Contains(preview.body, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	whole := confirmedImport(preview)
	whole.Set("take", "whole")
	if page := s.want(http.StatusOK, s.post("/import", whole)); !strings.Contains(page.body, "dropped") {
		t.Error("as the whole schema it drops the other tables")
	}
	name, _ := s.model(path)
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("model", "name", name.Name, "Renamed")))
	s.want(http.StatusSeeOther, s.post("/import/create", confirmedImport(preview)))
	after, revision := s.model(path)
	relationNamed(t, after, "notes")
	if got, want := len(after.Physical.Relations), len(before.Physical.Relations)+1; got != want || after.Name != "Renamed" {
		t.Errorf("%s has %d tables, want Renamed with %d", after.Name, got, want)
	}
	if got, want := revision.Words, "imported CQL: 1 table added; 1 keyspace added"; got != want || revision.Number != 3 {
		t.Errorf("revision %d says %q, want %q", revision.Number, got, want)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "cql")))
	if undone, _ := s.model(path); len(undone.Physical.Relations) != len(before.Physical.Relations) {
		t.Error("the undo left tables")
	}
	s.want(http.StatusNotFound, s.get("/import?into=nosuchmodel"))
}

func TestImportOfBadFiles(t *testing.T) {
	s := newSite(t)
	many := make([]string, 0, 2*upload.MaxFiles+2)
	for range upload.MaxFiles + 1 {
		many = append(many, "x.cql", "USE x;")
	}
	for _, test := range []struct {
		name  string
		files []string
		want  string
	}{
		{"UTF-16", []string{"a.cql", "\xff\xfeC\x00"}, "a.cql is text in UTF-16"},
		{"an archive", []string{"a.zip", "PK\x03\x04"}, "a.zip is an archive"},
		{"binary", []string{"ok.cql", "USE x;", "picture.cql", "ab\x00cd"}, "picture.cql is not text"},
		{"Latin-1", []string{"a.cql", "-- caf\xe9"}, "a.cql is not text in UTF-8"},
		{"empty", []string{"a.cql", "", "b.cql", " \n"}, "nothing to import"},
		{"a document among scripts", []string{"a.cql", "USE x;", "b.json", `{"format": "widerow/2"}`}, "b.json is a Widerow document"},
		{"too many", many, "201 files"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused := s.want(http.StatusUnprocessableEntity, s.upload("/import", form("name", "x"), test.files...))
			parse(t, refused.body)
			if !strings.Contains(refused.body, test.want) {
				t.Errorf("the page does not say %q", test.want)
			}
		})
	}
	large := s.want(http.StatusRequestEntityTooLarge, s.upload("/import", form("name", "x"), "a.cql", strings.Repeat(" ", handlers.BodyLimit+1)))
	if !strings.Contains(large.body, "5 MB") {
		t.Error("the page does not say how large a file may be")
	}
}
