package discussion_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/discussion"
)

var people = []discussion.Person{ada, grace, {ID: "i3", Name: "Éva Ó"}, {Name: "Ada Lovelace"}, {ID: "i5", Name: "-x-"}, {ID: "i6", Name: "grace_2"}}

// randomAct changes a discussion as one form does. It returns the discussion itself if
// the act is refused or changes nothing.
func randomAct(random *rand.Rand, d *discussion.Discussion, step int) *discussion.Discussion {
	by := people[random.IntN(len(people))]
	texts := []string{"Words", "Is it, @ada?", "@Ada Lovelace!", "mail@grace.org", "@ÉVA Ó and @grace", "@", "@-x- x", "@grace_2@ada", strings.Repeat("@n%d ", 3) + fmt.Sprint("@n", step)}
	comment := discussion.NewComment{ID: model.ID(fmt.Sprint("c", step)), By: by, At: noon.Add(time.Duration(random.IntN(9999)) * time.Second), Text: texts[random.IntN(len(texts))]}
	threads := d.Listed()
	if len(threads) == 0 || random.IntN(4) == 0 {
		about := discussion.About{Kind: model.ModelKind, Words: "Hotel"}
		if n := random.IntN(6); n > 0 {
			about = discussion.About{Element: model.ID(fmt.Sprint("e", n)), Kind: model.RelationElement, Words: "t"}
			if random.IntN(3) == 0 {
				about.Line = discussion.LineOf(fmt.Sprint("part", random.IntN(3)), "x")
			} else if random.IntN(3) == 0 {
				about.Spot = discussion.At(step, 0)
			}
		}
		return kept(d)(d.OpenThread(model.ID(fmt.Sprint("t", step)), about, comment))
	}
	chosen := threads[random.IntN(len(threads))]
	switch random.IntN(5) {
	case 0:
		return kept(d)(d.Resolve(chosen.ID, by, comment.At))
	case 1:
		return kept(d)(d.Reopen(chosen.ID))
	case 2:
		comments := chosen.Value.Listed()
		comment.ID = comments[random.IntN(len(comments))].ID
		return kept(d)(d.Edit(chosen.ID, comment))
	}
	return kept(d)(d.Reply(chosen.ID, comment))
}

func kept(before *discussion.Discussion) func(*discussion.Discussion, error) *discussion.Discussion {
	return func(after *discussion.Discussion, err error) *discussion.Discussion {
		if err != nil {
			return before
		}
		return after
	}
}

// A discussion that was read from any save of the whole and the parts after it is the one
// that was saved, and answers as one that looks through all threads.
func TestRandomParts(t *testing.T) {
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(5, seed))
		d := &discussion.Discussion{}
		read := d
		for step := range 120 {
			before := d
			d = randomAct(random, before, step)
			text := discussion.Changes(before, d, 1)
			if step%40 == 39 {
				text = d.Encode()
			}
			part, err := discussion.Parse(text)
			if err != nil {
				t.Fatalf("seed %d, step %d: %v in %s", seed, step, err, text)
			}
			if read, err = part.On(read); err != nil {
				t.Fatalf("seed %d, step %d: %v in %s", seed, step, err, text)
			}
			// A part that is applied twice, after a repair of the store, changes nothing.
			if twice, err := part.On(read); err != nil || !bytes.Equal(twice.Encode(), d.Encode()) {
				t.Fatalf("seed %d, step %d: applied twice: %v", seed, step, err)
			}
			if whole, err := discussion.Decode(d.Encode()); err != nil || !bytes.Equal(whole.Encode(), read.Encode()) || !bytes.Equal(d.Encode(), read.Encode()) {
				t.Fatalf("seed %d, step %d: read as %s, want %s, error %v", seed, step, read.Encode(), d.Encode(), err)
			}
			checkAnswers(t, read)
			checkAnswers(t, before)
		}
	}
}

// checkAnswers compares what the lists of a discussion answer with all its threads.
func checkAnswers(t *testing.T, d *discussion.Discussion) {
	t.Helper()
	all, open, names, newest := d.Listed(), 0, []string{}, 0
	for i, entry := range all {
		if entry.Value != d.Thread(entry.ID) || i > 0 && entry.Value.Newest() > all[i-1].Value.Newest() {
			t.Fatalf("thread %s is listed at %d", entry.ID, i)
		}
		if entry.Value.Resolved == nil {
			open++
		}
		for _, comment := range entry.Value.Comments {
			names, newest = append(names, comment.Author.Name), max(newest, comment.Order)
		}
	}
	slices.Sort(names)
	if open != d.OpenThreads() || len(all) != d.Len() || newest != d.Newest() || !slices.Equal(slices.Compact(names), append([]string{}, d.People()...)) {
		t.Fatalf("%d threads, %d open, newest %d, people %q; says %d, %d, %d, %q", len(all), open, newest, names, d.Len(), d.OpenThreads(), d.Newest(), d.People())
	}
	for n := range 7 {
		checkAbout(t, d, all, model.ID(strings.TrimSuffix(fmt.Sprint("e", n), "e0")))
	}
	half := newest / 2
	if got := ids(slices.Collect(d.After(half))); !slices.Equal(got, ids(where(all, func(thread *discussion.Thread) bool { return thread.Newest() > half }))) {
		t.Fatalf("after %d: %v", half, got)
	}
	concerned := slices.Collect(d.Concerned())
	for _, person := range people {
		waits := func(thread *discussion.Thread) bool { return thread.WaitsFor(person) != "" }
		waiting, why := d.Waiting(person)
		want := where(all, waits)
		got := ids(waiting)
		slices.Sort(got)
		wanted := ids(want)
		if slices.Sort(wanted); !slices.Equal(got, wanted) || len(why) != len(waiting) {
			t.Fatalf("%v waits for %s, want %v", got, person.Name, wanted)
		}
		if len(want) > 0 && !slices.ContainsFunc(person.Concerns(), func(who string) bool { return slices.Contains(concerned, who) }) {
			t.Fatalf("%v waits for %s, who is not among those concerned: %q", wanted, person.Name, concerned)
		}
		for _, takes := range []func(*discussion.Thread) bool{
			func(thread *discussion.Thread) bool { return thread.Has(person.ID) },
			func(thread *discussion.Thread) bool { return thread.Mentions(person.Name) },
		} {
			if got := ids(d.Of(person, takes)); !slices.Equal(got, ids(where(all, takes))) {
				t.Fatalf("of %s: %v, want %v", person.Name, got, ids(where(all, takes)))
			}
		}
	}
}

func checkAbout(t *testing.T, d *discussion.Discussion, all []discussion.Entry[*discussion.Thread], element model.ID) {
	t.Helper()
	on := func(about discussion.About) bool { return about.Element == element }
	want := where(all, func(thread *discussion.Thread) bool { return on(thread.About) })
	open := len(where(want, func(thread *discussion.Thread) bool { return thread.Resolved == nil }))
	got, total := d.About(on, 3)
	if total != len(want) || !slices.Equal(ids(got), ids(want[:min(3, len(want))])) || d.OpenOn(element) != open {
		t.Fatalf("on %q: %v of %d, %d open; want %v, %d open", element, ids(got), total, d.OpenOn(element), ids(want), open)
	}
	counted := 0
	for about, number := range d.Anchors() {
		if on(about) {
			counted += number
		}
	}
	if counted != open {
		t.Fatalf("on %q: %d open at its anchors, want %d", element, counted, open)
	}
	for i, entry := range all {
		before := len(where(all[:i], func(thread *discussion.Thread) bool { return on(thread.About) }))
		if rank, about := d.Before(entry.ID, on); rank != i || about != before {
			t.Fatalf("%s is %d, %d on %q before it; want %d, %d", entry.ID, rank, about, element, i, before)
		}
	}
}

func where(all []discussion.Entry[*discussion.Thread], takes func(*discussion.Thread) bool) []discussion.Entry[*discussion.Thread] {
	return slices.DeleteFunc(slices.Clone(all), func(entry discussion.Entry[*discussion.Thread]) bool { return !takes(entry.Value) })
}

func ids(entries []discussion.Entry[*discussion.Thread]) []model.ID {
	listed := make([]model.ID, len(entries))
	for i, entry := range entries {
		listed[i] = entry.ID
	}
	return listed
}

// What a save writes depends on what it changes, not on how much was said before.
func TestPartIsSmall(t *testing.T) {
	d := opened(t)
	size := func() int {
		return len(discussion.Changes(d, must(t)(d.Reply("t1", newComment("c", grace, "Yes"))), 1))
	}
	small := size()
	for i := range 500 {
		d = must(t)(d.OpenThread(model.ID(fmt.Sprint("x", i)), discussion.About{Kind: model.ModelKind}, newComment(model.ID(fmt.Sprint("x", i)), ada, "Words")))
	}
	if large := size(); large > small+10 { // its order has more digits
		t.Errorf("a reply takes %d bytes after 500 threads, %d before", large, small)
	}
}

func TestDamagedPart(t *testing.T) {
	for name, text := range map[string]string{
		"a part without a base":  `{"format":"discussion/2"}`,
		"a whole with a base":    `{"format":"discussion/1","base":3}`,
		"a base below the first": `{"format":"discussion/2","base":-1}`,
		"a newer format":         `{"format":"discussion/3"}`,
		"no object":              `[]`,
	} {
		if _, err := discussion.Parse([]byte(text)); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	part, err := discussion.Parse([]byte(`{"format":"discussion/2","base":3,"threads":{"t":{"about":{"kind":"model","words":""},"comments":{}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.On(&discussion.Discussion{}); err == nil {
		t.Error("a thread without a comment is read")
	}
	if _, err := discussion.Decode([]byte(`{"format":"discussion/2","base":3}`)); err == nil {
		t.Error("a part is read as the whole")
	}
}
