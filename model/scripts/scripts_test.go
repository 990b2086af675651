package scripts

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// two are the scripts that the tests begin with.
func two(t *testing.T) *Scripts {
	t.Helper()
	s := &Scripts{}
	for id, name := range map[model.ID]string{"one": "Free rooms", "two": "clean up"} {
		next, err := s.With(id, Script{Name: name, Text: "SELECT " + name, By: "Ann", At: noon}, "")
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	return s
}

func TestWith(t *testing.T) {
	one := two(t).Scripts["one"].Mark()
	for _, test := range []struct {
		what, name, text string
		id               model.ID
		seen, want       string // a part of the problem
	}{
		{"new", "Guests", "SELECT 1", "three", "", ""},
		{"changed", "Free rooms", "SELECT 2", "one", one, ""},
		{"renamed", " Rooms ", "SELECT 2", "one", one, ""},
		{"another case", "FREE ROOMS", "SELECT 2", "one", one, ""},
		{"taken", "free  ROOMS", "SELECT 1", "three", "", "There is a script free  ROOMS already, by Ann"},
		{"taken by a renamed one", "clean up", "SELECT 1", "one", one, "already, by Ann"},
		{"changed meanwhile", "Free rooms", "SELECT 2", "one", "0011223344556677", "Ann has changed this script"},
		{"saved as new where one is", "Free rooms", "SELECT 2", "one", "", "Ann has changed this script"},
		{"deleted meanwhile", "Guests", "SELECT 2", "three", one, "deleted this script meanwhile"},
		{"no name", " ", "SELECT 1", "three", "", "Give the script a name"},
		{"long name", strings.Repeat("ü", 61), "SELECT 1", "three", "", "has 61 characters; the limit is 60"},
		{"hidden name", "a\u202eb", "SELECT 1", "three", "", "changes the direction"},
		{"no text", "Guests", " \n", "three", "", "nothing to save"},
		{"long text", "Guests", strings.Repeat("-", 200_000), "three", "", "has 200 kB; the limit is 100"},
		{"password", "Guests", "SELECT 1; create role x with\npassword = 'y'", "three", "", "sets a password"},
		{"password in a name", "Guests", "SELECT password_hash FROM users", "three", "", ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			before := two(t)
			after, err := before.With(test.id, Script{Name: test.name, Text: test.text, By: "Ben", At: noon}, test.seen)
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Fatalf("got %v, want %q", err, test.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := &Script{Name: strings.TrimSpace(test.name), Text: test.text + "\n", By: "Ben", At: noon}
			if got := after.Scripts[test.id]; !cmp.Equal(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if before.Scripts["three"] != nil || before.Scripts["one"].Text != "SELECT Free rooms\n" {
				t.Error("the scripts before have changed")
			}
		})
	}
}

func TestTotal(t *testing.T) {
	s := &Scripts{}
	var err error
	for i := 0; err == nil; i++ {
		if i > maxScripts {
			t.Fatal("no limit")
		}
		var next *Scripts
		if next, err = s.With(model.ID(strings.Repeat("x", i+1)), Script{Name: strings.Repeat("n", i%60+1) + strings.Repeat(" m", i/60), Text: strings.Repeat("-", 90_000)}, ""); err == nil {
			s = next
		}
	}
	if s.size() < maxTotal-100_000 || !strings.Contains(err.Error(), "4 MB at most") {
		t.Errorf("%d bytes, then %v", s.size(), err)
	}
}

func TestWithout(t *testing.T) {
	s := two(t)
	if _, err := s.Without("one", s.Scripts["two"].Mark()); err == nil || !strings.Contains(err.Error(), "Ann has changed the script Free rooms") {
		t.Errorf("deleted after a change: %v", err)
	}
	after, err := s.Without("one", s.Scripts["one"].Mark())
	if err != nil || !cmp.Equal(after.Listed(), []model.ID{"two"}) || !cmp.Equal(s.Listed(), []model.ID{"two", "one"}) {
		t.Errorf("after: %v, before: %v; %v", after.Listed(), s.Listed(), err)
	}
}

func TestJSON(t *testing.T) {
	s := two(t)
	text := s.Encode()
	again, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(again, s, cmpopts.IgnoreUnexported(Scripts{})) || string(again.Encode()) != string(text) {
		t.Errorf("read back: %s", cmp.Diff(again, s, cmpopts.IgnoreUnexported(Scripts{})))
	}
	newer := strings.Replace(string(text), `"name": "clean up"`, `"colour": "red", "name": "clean up"`, 1)
	kept, err := Decode([]byte(newer))
	if err != nil || !strings.Contains(string(kept.Encode()), `"colour"`) {
		t.Errorf("an unknown field is lost: %v\n%s", err, kept.Encode())
	}
	for what, text := range map[string]string{
		"another format": strings.Replace(string(text), "scripts/1", "scripts/9", 1),
		"no name":        strings.Replace(string(text), "clean up", "", 1),
		"strange time":   strings.ReplaceAll(string(text), "2026-11", "0000-11"),
	} {
		if _, err := Decode([]byte(text)); err == nil {
			t.Errorf("%s is read", what)
		}
	}
}
