package kdm_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/check"
	"widerow/model"
	"widerow/model/kdm"
	"widerow/model/validation"
)

var update = flag.Bool("update", false, "write the expected document in testdata anew")

func library(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/library.xml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLibrary: entity types, weak ones, relationship types with attributes, composite, derived and
// multi-valued attributes, IsA, access patterns, and chosen tables with and without other names.
func TestLibrary(t *testing.T) {
	project, err := kdm.Read(library(t), "Library")
	if err != nil {
		t.Fatal(err)
	}
	got := string(project.Model.Encode()) + strings.Join(project.Notes, "\n") + "\n"
	if *update {
		if err := os.WriteFile("testdata/library.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/library.txt")
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(string(want), got); difference != "" {
		t.Errorf("(-want +got):\n%s", difference)
	}
	if broken := broken(project.Model); len(broken) > 0 {
		t.Errorf("the model is inconsistent: %v", broken)
	}
}

// TestServed: a chosen table serves its query, as the proof says.
func TestServed(t *testing.T) {
	project, err := kdm.Read(library(t), "Library")
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range check.Document("library.xml", project.Model, nil).Queries {
		want := map[string]string{"Q1": "library.books_by_author", "Q2": "library.copies"}[query.Query]
		if len(query.Tables) == 0 || query.Tables[0] != want {
			t.Errorf("%s is answered by %v, want %s", query.Query, query.Tables, want)
		}
	}
}

func broken(m *model.Model) []model.Problem {
	var broken []model.Problem
	for _, problem := range validation.Problems(m) {
		if !validation.Unfinished(problem) {
			broken = append(broken, problem)
		}
	}
	return broken
}

// TestUnreadable: what is no project is refused with the reason; nothing is loaded, and nothing grows.
func TestUnreadable(t *testing.T) {
	laughs := `<!DOCTYPE KDMPROJECT [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><KDMPROJECT><ERMODEL>&b;</ERMODEL></KDMPROJECT>`
	outside := `<!DOCTYPE KDMPROJECT [<!ENTITY file SYSTEM "file:///etc/passwd">]><KDMPROJECT><ERMODEL>&file;</ERMODEL></KDMPROJECT>`
	for _, test := range []struct{ name, text, want string }{
		{"other XML", "<svg><g/></svg>", "no KDM project: it begins with <svg>"},
		{"empty", "<KDMPROJECT/>", "the KDM project is empty"},
		{"cut off", "<KDMPROJECT><ERMODEL>", "read the XML: "},
		{"two roots", "<KDMPROJECT/><KDMPROJECT/>", "a second element"},
		{"no element", "<!-- nothing -->", "the XML has no element"},
		{"entities", laughs, "invalid character entity &b;"},
		{"files", outside, "invalid character entity &file;"},
		{"depth", "<KDMPROJECT>" + strings.Repeat("<a>", 300) + strings.Repeat("</a>", 300) + "</KDMPROJECT>", "too large for a KDM project"},
		{"elements", "<KDMPROJECT>" + strings.Repeat("<a/>", 300_000) + "</KDMPROJECT>", "too large for a KDM project"},
	} {
		if _, err := kdm.Read(test.text, "x"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{"<KDMPROJECT>": true, "\ufeff <?xml version='1.0'?>": true, "<!-- x -->": true, "": false,
		"{": false, "CREATE TABLE t": false, "-- <a>": false, "<": false, "<< 3": false} {
		if kdm.Is(text) != want {
			t.Errorf("Is(%q) = %t", text, !want)
		}
	}
}

// FuzzRead: any text is refused, or becomes a consistent document that can be saved and read again.
func FuzzRead(f *testing.F) {
	f.Add(library(f))
	f.Add(strings.ReplaceAll(library(f), "Author", "Book"))
	f.Add(strings.ReplaceAll(library(f), "isbn", "title"))
	f.Add(`<KDMPROJECT><LOGICAL_MODEL><Q1><tbl><t/><columns><a/><a/><A/></columns></tbl></Q1></LOGICAL_MODEL></KDMPROJECT>`)
	f.Fuzz(func(t *testing.T, text string) {
		project, err := kdm.Read(text, "Fuzz")
		if err != nil {
			return
		}
		if broken := broken(project.Model); len(broken) > 0 {
			t.Errorf("the model is inconsistent: %v", broken)
		}
		again, err := model.Decode(project.Model.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if string(again.Encode()) != string(project.Model.Encode()) {
			t.Error("the document changes when it is read again")
		}
	})
}
