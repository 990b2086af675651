package stress_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/stress"
	"widerow/model"
	"widerow/model/example"
)

var update = flag.Bool("update", false, "write the expected profiles in testdata anew")

var now = time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)

func load(t *testing.T, name string) *model.Model {
	t.Helper()
	m, err := example.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestExamples: the profiles of examples with views, counters, static columns and buckets are as
// expected. TestTool shows that cassandra-stress runs them.
func TestExamples(t *testing.T) {
	for _, name := range []string{"hotel", "likes", "sensors"} {
		golden(t, name, load(t, name))
	}
}

// TestTypes: types that cassandra-stress does not make become blobs, and indexes and queries that
// need the old type are left out, with a comment. Odd names and texts stay one YAML scalar.
func TestTypes(t *testing.T) { golden(t, "types", types(t)) }

func types(t *testing.T) *model.Model {
	t.Helper()
	script, err := os.ReadFile("testdata/types.cql")
	if err != nil {
		t.Fatal(err)
	}
	m, report := cql.Import(string(script), "Types\nof: #all")
	if len(report.Refused) > 0 {
		t.Fatal(report.Refused)
	}
	return m
}

func golden(t *testing.T, name string, m *model.Model) {
	t.Helper()
	var all strings.Builder
	for _, profile := range stress.Profiles(m, now) {
		all.WriteString("-- " + profile.File() + " --\n" + profile.Text)
	}
	file := filepath.Join("testdata", name+".txtar")
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(string(want), all.String()); difference != "" {
		t.Errorf("%s (-want +got):\n%s", file, difference)
	}
}

// TestZip: an archive has the profile of each table.
func TestZip(t *testing.T) {
	profiles := stress.Profiles(load(t, "magazine"), now)
	archive, err := stress.Zip(profiles)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range reader.File {
		opened, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(opened)
		if err != nil || file.Name != profiles[i].File() || string(text) != profiles[i].Text {
			t.Errorf("%s (%v):\n%s", file.Name, err, text)
		}
	}
	if len(reader.File) != 2 {
		t.Errorf("%d files, want 2", len(reader.File))
	}
}
