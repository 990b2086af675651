package cli_test

import (
	"compress/gzip"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/store"
)

// A data file whose comments were saved whole, each time anew, opens with all of them,
// takes further ones, and has the same after a restart.
func TestCommentsOfOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "widerow.db")
	unpack(t, "testdata/comments.db.gz", path)
	const address, model = "/m/v3ihggaszg4jpebg", store.ModelID("v3ihggaszg4jpebg")
	lists := func(s *benchSite, wanted ...string) string {
		t.Helper()
		page, _ := s.ask("GET", address+"/comments?threads=all", nil)
		for _, text := range wanted {
			if !strings.Contains(page, text) {
				t.Errorf("the page lacks %q", text)
			}
		}
		return page
	}
	t.Run("first", func(t *testing.T) {
		s := newBenchSiteOn(t, path)
		page := lists(s, "Thread 1 for", "Thread 2 for", "Thread 3 for", "More", "Resolved by Ada")
		_, after, _ := strings.Cut(page, `id="thread-`)
		thread, _, _ := strings.Cut(after, `"`)
		s.ask("POST", address+"/comments", url.Values{"do": {"reply:" + thread}, "text": {"Later words"}})
		s.ask("POST", address+"/comments", url.Values{"do": {"open"}, "text": {"A new thread"}})
	})
	t.Run("again", func(t *testing.T) {
		s := newBenchSiteOn(t, path)
		lists(s, "Thread 1 for", "Thread 2 for", "Thread 3 for", "More", "Resolved by Ada", "Later words", "A new thread")
		if err := s.store.Verify(t.Context(), model.Companion(store.Discussion)); err != nil {
			t.Error(err)
		}
	})
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	packed, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
