package versions

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// named gives names to revisions, in turn.
func named(t *testing.T, names ...string) *Versions {
	t.Helper()
	v := &Versions{}
	for i, name := range names {
		next, err := v.Name(model.ID(strings.Repeat("n", i+1)), Version{Name: name, Revision: i + 1, By: "Ann", At: noon})
		if err != nil {
			t.Fatal(err)
		}
		v = next
	}
	return v
}

func TestName(t *testing.T) {
	v := named(t, "v1 in production", "v2")
	for _, test := range []struct {
		name     string
		revision int
		want     string // a part of the problem
	}{
		{" v3 ", 3, ""},
		{"V2", 2, ""},
		{"V2", 3, "r2 already has this name"},
		{"v1-in  Production", 3, "r1 already has this name"},
		{"", 2, ""},
		{"12", 3, "means a revision"},
		{"r12", 3, "means a revision"},
		{"Head", 3, "means a revision"},
		{"release@2", 3, "contain @"},
		{"a/b", 3, "contain @, # or /"},
		{strings.Repeat("é", 60), 3, ""},
		{strings.Repeat("é", 61), 3, "too long"},
		{"in\u202evoice", 3, "The name"},
	} {
		before := v.Encode()
		next, err := v.Name("new", Version{Name: test.name, Revision: test.revision, At: noon})
		if string(v.Encode()) != string(before) {
			t.Fatalf("%q changes what it is based on", test.name)
		}
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q: %v, want %q", test.name, err, test.want)
			}
			continue
		}
		if err != nil || next.Of(uint64(test.revision)) != strings.TrimSpace(test.name) {
			t.Errorf("%q: %v, %v", test.name, next, err)
		}
	}
}

func TestNamesAreBounded(t *testing.T) {
	v := &Versions{Names: map[model.ID]*Version{}}
	for i := range MaxNames {
		v.Names[model.ID("n"+strings.Repeat("x", i))] = &Version{Name: strings.Repeat("y", i+1), Revision: i + 1}
	}
	if _, err := v.Name("new", Version{Name: "one more", Revision: MaxNames + 1}); err == nil {
		t.Error("a thousand and one names are taken")
	}
	if _, err := v.Name("new", Version{Name: "another", Revision: 1}); err != nil {
		t.Errorf("a name in place of another: %v", err)
	}
}

func TestFind(t *testing.T) {
	v := named(t, "v1 in production", "v2")
	for name, want := range map[string]int{"v2": 2, "V2": 2, "v1-in-production": 1, "v1 in  production": 1, "v": 0, "": 0} {
		got := 0
		if found := v.Find(name); found != nil {
			got = found.Revision
		}
		if got != want {
			t.Errorf("%q is r%d, want r%d", name, got, want)
		}
	}
	if listed := v.Listed(); len(listed) != 2 || listed[0].Revision != 2 {
		t.Errorf("listed: %v", listed)
	}
}

func TestEncode(t *testing.T) {
	v := named(t, "v1", "v2")
	decoded, err := Decode(v.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(v, decoded, cmpopts.IgnoreUnexported(Versions{})); diff != "" {
		t.Error(diff)
	}
	const newer = `{"format":"versions/1","names":{"n":{"at":"2026-11-24T12:00:00Z","by":"Ann","name":"v1","revision":1,"sign":"x"}},"zone":1}`
	kept, err := Decode([]byte(newer))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(kept.Encode()); !strings.Contains(text, `"sign"`) || !strings.Contains(text, `"zone"`) {
		t.Errorf("what a newer version wrote is lost: %s", text)
	}
	for _, text := range []string{
		"", "[]", "{}", `{"format":"versions/2"}`, `{"format":"versions/1","names":{"n":{"name":"v","revision":0}}}`,
		`{"format":"versions/1","names":{"n":{"name":"v","revision":1},"m":{"name":"w","revision":1}}}`,
		`{"format":"versions/1","names":{" ":{"name":"v","revision":1}}}`,
	} {
		if v, err := Decode([]byte(text)); err == nil {
			t.Errorf("%s was read as %v", text, v)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"format":"versions/1","names":{"n":{"at":"2026-11-24T12:00:00Z","by":"Ann","name":"v1","revision":1}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Decode(v.Encode())
		if err != nil || string(again.Encode()) != string(v.Encode()) {
			t.Errorf("%q becomes %q, %v", text, v.Encode(), err)
		}
	})
}
