package docs_test

import (
	"os"
	"strings"
	"testing"

	"widerow/docs"
)

// The manual has each file of the folder once, with a title.
func TestManual(t *testing.T) {
	seen := map[string]bool{}
	for _, part := range docs.Manual() {
		for _, page := range part.Pages {
			if seen[page.Name] || page.Title == "" || !strings.HasPrefix(page.Text, "# "+page.Title+"\n") {
				t.Errorf("the page %s is there twice, or has no title", page.Name)
			}
			seen[page.Name] = true
		}
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name, is := strings.CutSuffix(entry.Name(), ".md"); is && !seen[name] {
			t.Errorf("%s.md is not in the manual", name)
		}
	}
}
