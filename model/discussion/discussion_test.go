package discussion_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
)

var (
	ada   = discussion.Person{ID: "adas-id", Name: "Ada"}
	grace = discussion.Person{ID: "graces-id", Name: "Grace"}
	noon  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

func newComment(id model.ID, by discussion.Person, text string) discussion.NewComment {
	return discussion.NewComment{ID: id, By: by, At: noon, Text: text}
}

// must returns a function that stops the test on an error.
func must(t testing.TB) func(*discussion.Discussion, error) *discussion.Discussion {
	return func(d *discussion.Discussion, err error) *discussion.Discussion {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
}

func opened(t testing.TB) *discussion.Discussion {
	t.Helper()
	about := discussion.About{Element: "col1", Kind: model.RelationColumnKind, Words: "hotels.name"}
	return must(t)((&discussion.Discussion{}).OpenThread("t1", about, newComment("c1", ada, " Is this\r\nenough? ")))
}

func TestActs(t *testing.T) {
	first := opened(t)
	replied := must(t)(first.Reply("t1", newComment("c2", grace, "Yes, see @Ada")))
	edited := must(t)(replied.Edit("t1", discussion.NewComment{ID: "c2", By: grace, At: noon.Add(time.Hour), Text: "No"}))
	resolved := must(t)(edited.Resolve("t1", ada, noon))
	again := must(t)(resolved.Resolve("t1", grace, noon))
	reopened := must(t)(resolved.Reopen("t1"))

	comments := edited.Thread("t1").Listed()
	if len(comments) != 2 || comments[0].Value.Text != "Is this\nenough?" || comments[1].Value.Text != "No" || comments[1].Value.Edited.IsZero() {
		t.Errorf("comments %+v, %+v", comments[0].Value, comments[1].Value)
	}
	if text := replied.Thread("t1").Comments["c2"].Text; text != "Yes, see @Ada" {
		t.Errorf("an edit has changed the discussion before it: %q", text)
	}
	if by := again.Thread("t1").Resolved; by == nil || by.By != ada {
		t.Errorf("resolved %+v, want by Ada, who was first", by)
	}
	if resolved.OpenOn("col1") != 0 || reopened.OpenOn("col1") != 1 || len(first.Thread("t1").Comments) != 1 {
		t.Error("wrong count of open threads")
	}
	if people := replied.People(); !slices.Equal(people, []string{"Ada", "Grace"}) {
		t.Errorf("people %q", people)
	}
	if thread := replied.Thread("t1"); !thread.Has(ada.ID) || thread.Has("") || !thread.Mentions("ada") || thread.Mentions("Grace") {
		t.Error("wrong people in the thread")
	}
}

func TestProblems(t *testing.T) {
	d := opened(t)
	for name, want := range map[string]struct {
		message string
		act     func() (*discussion.Discussion, error)
	}{
		"empty": {"Write a comment first.", func() (*discussion.Discussion, error) { return d.Reply("t1", newComment("c2", ada, " \n\u200b")) }},
		"1 MB": {"The comment has 1024 KB; the limit is 64 KB.", func() (*discussion.Discussion, error) {
			return d.Reply("t1", newComment("c2", ada, strings.Repeat("x", 1<<20)))
		}},
		"control":      {"control character U+0007", func() (*discussion.Discussion, error) { return d.Reply("t1", newComment("c2", ada, "a\a")) }},
		"not UTF-8":    {"not valid UTF-8", func() (*discussion.Discussion, error) { return d.Reply("t1", newComment("c2", ada, "a\xff")) }},
		"no thread":    {"no such thread", func() (*discussion.Discussion, error) { return d.Reply("t2", newComment("c2", ada, "a")) }},
		"resolve none": {"no such thread", func() (*discussion.Discussion, error) { return d.Resolve("t2", ada, noon) }},
		"reopen none":  {"no such thread", func() (*discussion.Discussion, error) { return d.Reopen("t2") }},
		"no comment":   {"no such comment", func() (*discussion.Discussion, error) { return d.Edit("t1", newComment("c2", ada, "a")) }},
		"another's":    {"Only Ada can edit", func() (*discussion.Discussion, error) { return d.Edit("t1", newComment("c1", grace, "a")) }},
		"without a name": {"Only Ada can edit", func() (*discussion.Discussion, error) {
			return d.Edit("t1", newComment("c1", discussion.Person{}, "a"))
		}},
	} {
		_, err := want.act()
		var problem *model.Rejected
		if !errors.As(err, &problem) || !strings.Contains(problem.Message, want.message) {
			t.Errorf("%s: %v, want %q", name, err, want.message)
		}
	}
}

func TestSuggestion(t *testing.T) {
	suggestion, err := discussion.NewSuggestion([]byte(`[{"op":"x"}]`), []string{"name: total → amount"})
	if err != nil {
		t.Fatal(err)
	}
	suggested := must(t)(opened(t).Reply("t1", discussion.NewComment{ID: "c2", By: grace, At: noon, Suggestion: suggestion}))
	read, err := discussion.Decode(suggested.Encode())
	if err != nil {
		t.Fatal(err)
	}
	accepted := must(t)(read.Accept("t1", "c2", discussion.Acceptance{By: ada, At: noon.Add(time.Minute), Revision: 7}))
	found := accepted.Thread("t1").Comments["c2"].Suggestion
	if found.Applied == nil || found.Applied.Revision != 7 || found.Applied.By != ada || accepted.Thread("t1").Resolved == nil {
		t.Errorf("accepted: %+v, thread resolved: %v", found.Applied, accepted.Thread("t1").Resolved)
	}
	if read.Thread("t1").Comments["c2"].Suggestion.Applied != nil {
		t.Error("accepting has changed the discussion before it")
	}
	if again, err := discussion.Decode(accepted.Encode()); err != nil || !bytes.Equal(again.Encode(), accepted.Encode()) {
		t.Errorf("an accepted suggestion is not read back: %v", err)
	}
	for name, act := range map[string]func() error{
		"apply twice": func() error {
			_, err := accepted.Accept("t1", "c2", discussion.Acceptance{By: ada, At: noon})
			return err
		},
		"no suggestion":      func() error { _, err := read.Suggested("t1", "c1"); return err },
		"no thread":          func() error { _, err := read.Suggested("t9", "c1"); return err },
		"nothing to suggest": func() error { _, err := discussion.NewSuggestion(nil, nil); return err },
		"too large": func() error {
			_, err := discussion.NewSuggestion(make([]byte, discussion.MaxPatch+1), []string{"all"})
			return err
		},
		"no text, no changes": func() error { _, err := read.Reply("t1", newComment("c3", ada, " ")); return err },
	} {
		var problem *model.Rejected
		if err := act(); !errors.As(err, &problem) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMostComments(t *testing.T) {
	comments := map[model.ID]*discussion.Comment{}
	for i := range discussion.MaxComments {
		comments[model.ID(fmt.Sprint("x", i))] = &discussion.Comment{Number: i + 1, Author: ada, At: noon, Text: "x"}
	}
	full := discussion.New(map[model.ID]*discussion.Thread{"t1": {About: discussion.About{Kind: model.ModelKind}, Comments: comments}})
	var problem *model.Rejected
	if _, err := full.Reply("t1", newComment("c2", ada, "one more")); !errors.As(err, &problem) || !strings.Contains(problem.Message, "10000 comments") {
		t.Errorf("error %v", err)
	}
	must(t)(full.Resolve("t1", ada, noon))
}

// The newest thread is the first one, also if the clock has gone back meanwhile.
func TestListedDespiteTheClock(t *testing.T) {
	d := opened(t)
	late := newComment("c2", grace, "later")
	late.At = noon.Add(-time.Hour)
	d = must(t)(d.OpenThread("t2", discussion.About{Kind: model.ModelKind}, late))
	read, err := discussion.Decode(d.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if listed := read.Listed(); listed[0].ID != "t2" {
		t.Errorf("the first thread is %s", listed[0].ID)
	}
}

// A line is kept with its thread, in few bytes and on one line.
func TestLine(t *testing.T) {
	for _, test := range []struct{ part, text, want string }{
		{"option ttl", "  WITH\tttl = 1\r\n", "WITH ttl = 1"}, {"key", "a\xffb", "a\uFFFDb"}, {"key", strings.Repeat("é", 400), strings.Repeat("é", 250) + "…"},
		{"key", "x" + strings.Repeat("é", 400), "x" + strings.Repeat("é", 249) + "…"},
	} {
		line := discussion.LineOf(test.part, test.text)
		if line == nil || line.Text != test.want {
			t.Errorf("%q, %.20q: %+v", test.part, test.text, line)
			continue
		}
		about := discussion.About{Element: "tab1", Kind: model.RelationElement, Words: "hotels", Line: line}
		d := must(t)(opened(t).OpenThread("t2", about, newComment("c2", ada, "x")))
		read, err := discussion.Decode(d.Encode())
		if err != nil || *read.Thread("t2").About.Line != *line || read.Thread("t1").About.Line != nil || !bytes.Equal(read.Encode(), d.Encode()) {
			t.Errorf("%q is read back as %+v, error %v", test.part, read.Thread("t2").About, err)
		}
	}
	for _, part := range []string{"", "a\nb", "a\xff", strings.Repeat("x", 301)} {
		if line := discussion.LineOf(part, "x"); line != nil {
			t.Errorf("the part %.20q is accepted", part)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("key", "PRIMARY KEY (a, b)")
	f.Add("text 00ff", "\x00 \u2028")
	f.Fuzz(func(t *testing.T, part, text string) {
		line := discussion.LineOf(part, text)
		if line == nil {
			return
		}
		d := must(t)((&discussion.Discussion{}).OpenThread("t", discussion.About{Element: "e", Kind: model.RelationElement, Line: line}, newComment("c", ada, "x")))
		read, err := discussion.Decode(d.Encode())
		if err != nil || *read.Thread("t").About.Line != *line {
			t.Errorf("%q, %q: read back with error %v", part, text, err)
		}
	})
}

func TestMentions(t *testing.T) {
	for _, test := range []struct {
		text, name string
		want       bool
	}{
		{"see @Ada Lovelace.", "Ada Lovelace", true}, {"see @ada", "Ada", true}, {"(@Ada)", "Ada", true},
		{"@Adam or @Ada", "Ada", true}, {"@Adam", "Ada", false}, {"x@Ada", "Ada", false}, {"Ada", "Ada", false}, {"@", "", false},
	} {
		if got := discussion.Mentions(test.text, test.name); got != test.want {
			t.Errorf("Mentions(%q, %q) = %v", test.text, test.name, got)
		}
	}
}

// A save is stored as a small patch that yields the same bytes.
func TestPatch(t *testing.T) {
	before := opened(t)
	after := must(t)(before.Reply("t1", newComment("c2", grace, "Ümlaut\n<b>\u2028")))
	patch, err := diff.Make(before.Encode(), after.Encode())
	if err != nil || len(patch) != 1 {
		t.Fatalf("patch of %d operations, error %v", len(patch), err)
	}
	applied, err := diff.Apply(before.Encode(), patch.Encode())
	if err != nil || !bytes.Equal(applied, after.Encode()) {
		t.Errorf("applied: %s, error %v; want %s", applied, err, after.Encode())
	}
	for _, changed := range []*discussion.Discussion{must(t)(after.Resolve("t1", ada, noon)), must(t)(after.Edit("t1", newComment("c1", ada, "other")))} {
		decoded, err := discussion.Decode(changed.Encode())
		if err != nil || !bytes.Equal(decoded.Encode(), changed.Encode()) {
			t.Errorf("decoded %s, error %v", decoded.Encode(), err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(opened(f).Encode())
	f.Add([]byte(`{"format":"discussion/1","threads":{"t":{"about":{"kind":"model","words":""},"comments":{"c":{"number":1,"author":{"name":"A"},"at":"2026-03-01T12:00:00Z","text":"x","new":1}}}}}`))
	f.Add([]byte(`{"format":"discussion/1","threads":{"t":{"about":{"element":"e","kind":"relation","words":"a.b","line":{"part":"option ttl","text":"WITH x","new":[1]}},"comments":{"c":{"number":1,"author":{"name":"A"},"at":"2026-03-01T12:00:00Z","text":"x"}}}}}`))
	f.Add([]byte(`{"format":"discussion/2"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		decoded, err := discussion.Decode(text)
		if err != nil {
			return
		}
		again, err := discussion.Decode(decoded.Encode())
		if err != nil || !bytes.Equal(again.Encode(), decoded.Encode()) {
			t.Errorf("%q becomes %q, error %v", text, decoded.Encode(), err)
		}
		for _, thread := range again.Listed() {
			thread.Value.Listed()
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	d := opened(b)
	for i := range 2000 {
		id := model.ID(fmt.Sprint("t", i))
		d = must(b)(d.OpenThread(id+"x", d.Thread("t1").About, newComment("c1", ada, strings.Repeat("some words ", 20))))
		d = must(b)(d.Reply(id+"x", newComment("c2", grace, "agreed")))
	}
	text := d.Encode()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		decoded, err := discussion.Decode(text)
		if err != nil {
			b.Fatal(err)
		}
		decoded.Listed()
	}
}
