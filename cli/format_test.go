package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// TestFilesOfAnOlderFormat reads a document and a data file that a program of widerow/1 has
// written: beside those of today, and after a backup and its restore.
func TestFilesOfAnOlderFormat(t *testing.T) {
	hotel, err := os.ReadFile(filepath.Join("..", "model", "example", "hotel.json"))
	if err != nil {
		t.Fatal(err)
	}
	older := strings.Replace(string(hotel), "widerow/2", "widerow/1", 1)
	renamed := strings.ReplaceAll(older, `"name": "pois_by_hotel"`, `"name": "sights_by_hotel"`)
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	today := path("today.json")
	for name, text := range map[string]string{path("older.json"): older, today: string(hotel)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wantRun(t, 0, []string{"no differences"}, "diff", path("older.json"), today)
	wantRun(t, 0, []string{`"format": "widerow/2"`}, "export", "--format", "json", path("older.json"))

	data, copied := path("widerow.db"), path("backup.db")
	models, err := bolt.Open(data, bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		t.Fatal(err)
	}
	patch, err := diff.Make([]byte(older), []byte(renamed))
	if err != nil {
		t.Fatal(err)
	}
	saves := []store.Save{
		{Model: "hotel", Operation: "one", At: time.Now(), Kind: store.KindCreate, Title: "Hotel", Document: []byte(older)},
		{Model: "hotel", Operation: "two", At: time.Now(), Kind: store.KindEdit, Title: "Hotel", Base: 1, Document: []byte(renamed), Patch: patch.Encode()},
	}
	if _, err := models.Create(t.Context(), saves[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := models.Save(t.Context(), saves[1]); err != nil {
		t.Fatal(err)
	}
	if err := models.Close(); err != nil {
		t.Fatal(err)
	}
	wantRun(t, 0, []string{"1 model, 2 revisions"}, "backup", "--data", data, copied)
	wantRun(t, 0, []string{"no damage"}, "verify", copied)
	wantRun(t, 0, []string{"restored 1 model"}, "restore", "--data", path("again.db"), copied)
	wantRun(t, 0, []string{"no differences"}, "diff", path("again.db")+"#hotel@1", today)
	wantRun(t, 0, []string{"renamed to sights_by_hotel"}, "diff", today, path("again.db")+"#hotel")
}
