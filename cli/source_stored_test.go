package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/cli/operate"
	"widerow/model/versions"
	"widerow/store"
	"widerow/store/bolt"
)

// A revision of a data file can be read while no server uses the file; otherwise a message lists
// the file's contents, or reports that the file is in use.
func TestStoredRevision(t *testing.T) {
	data := filepath.Join(t.TempDir(), "widerow.db")
	models, err := bolt.Open(data, bolt.Options{Options: operate.StoreOptions})
	if err != nil {
		t.Fatal(err)
	}
	created := store.Save{Model: "shop", Operation: "made", At: time.Now(), Kind: store.KindCreate, Title: "Shop", Document: []byte("{}")}
	if _, err := models.Create(t.Context(), created); err != nil {
		t.Fatal(err)
	}
	named, err := (&versions.Versions{}).Name("n", versions.Version{Name: "v1 live", Revision: 1, At: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	names := store.Save{Model: created.Model.Companion(store.Versions), Operation: "named", At: time.Now(), Kind: store.KindCreate, Document: named.Encode()}
	if _, err := models.Create(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	read := func(argument string) (string, string) {
		t.Helper()
		from, is, err := parseStored(argument)
		if err != nil || !is {
			t.Fatalf("%s: %v, %v", argument, is, err)
		}
		text, err := from.read(t.Context())
		if err != nil {
			return "", err.Error()
		}
		return string(text), ""
	}
	if _, problem := read(data + "#shop@1"); !strings.Contains(problem, "in use") || !strings.Contains(problem, "widerow backup") {
		t.Errorf("while the file is in use: %q", problem)
	}
	if err := models.Close(); err != nil {
		t.Fatal(err)
	}
	for _, argument := range []string{"#shop", "#shop@1", "#shop@r1", "#shop@v1-live", "#shop@head", "#shop@Latest", "#shop@R1"} {
		if text, problem := read(data + argument); text != "{}" {
			t.Errorf("%s: %q, %s", argument, text, problem)
		}
	}
	for argument, want := range map[string]string{"#shop@2": "no revision 2: the newest is 1", "#other": "It has shop (Shop)", "#shop@v2": `no version "v2". Its versions: v1 live (r1)`} {
		if _, problem := read(data + argument); !strings.Contains(problem, want) {
			t.Errorf("%s: %q", argument, problem)
		}
	}
}
