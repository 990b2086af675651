package seen_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/seen"
)

var (
	ada   = discussion.Person{ID: "adas-id", Name: "Ada"}
	grace = discussion.Person{ID: "graces-id", Name: "Grace"}
	noon  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

// said is a discussion of threads t1 and t2: Ada writes orders 1 and 2, Grace 3.
func said(t testing.TB) *discussion.Discussion {
	t.Helper()
	d := &discussion.Discussion{}
	var err error
	for i, thread := range []model.ID{"t1", "t2"} {
		comment := discussion.NewComment{ID: model.ID(fmt.Sprint("c", i+1)), By: ada, At: noon, Text: "x"}
		if d, err = d.OpenThread(thread, discussion.About{Kind: model.ModelKind}, comment); err != nil {
			t.Fatal(err)
		}
	}
	if d, err = d.Reply("t1", discussion.NewComment{ID: "c3", By: grace, At: noon, Text: "y"}); err != nil {
		t.Fatal(err)
	}
	return d
}

// news are the numbers of new comments of t1 and t2.
func news(s *seen.Seen, d *discussion.Discussion, person discussion.Person) string {
	return fmt.Sprint(s.Of(person.ID).New("t1", d.Thread("t1"), person.ID), s.Of(person.ID).New("t2", d.Thread("t2"), person.ID))
}

func TestSee(t *testing.T) {
	d, none := said(t), &seen.Seen{}
	first := none.See(grace.ID, noon, d, map[model.ID]int{"t1": 1})
	second := first.See(grace.ID, noon, d, map[model.ID]int{"t2": 99, "gone": 5})
	for _, test := range []struct {
		name   string
		seen   *seen.Seen
		person discussion.Person
		want   string
	}{
		{"nothing yet", none, grace, "1 1"}, {"one's own are not new", none, ada, "1 0"}, {"one thread", first, grace, "0 1"},
		{"another person's", first, ada, "1 0"}, {"both", second, grace, "0 0"}, {"all at once", none.SeeAll(ada.ID, noon, d), ada, "0 0"},
	} {
		if got := news(test.seen, d, test.person); got != test.want {
			t.Errorf("%s: new %s, want %s", test.name, got, test.want)
		}
	}
	if all := second.Of(grace.ID); all.Comments != 3 || len(all.Threads) != 0 {
		t.Errorf("who has seen all takes %+v, want one number", all)
	}
	if second.See(grace.ID, noon, d, map[model.ID]int{"t1": 3}) != second || second.SeeAll(grace.ID, noon, d) != second {
		t.Error("what is known already makes a revision")
	}
	next, err := d.Reply("t2", discussion.NewComment{ID: "c4", By: ada, At: noon, Text: "z"})
	if err != nil || news(second, next, grace) != "0 1" {
		t.Errorf("after a reply, new %s, want 0 1", news(second, next, grace))
	}
}

func TestLookAt(t *testing.T) {
	s := (&seen.Seen{}).LookAt(ada.ID, noon, 3, 1)
	if branch, reviews := s.Of(ada.ID).Look(); branch != 3 || reviews != 1 {
		t.Errorf("looked at r%d and %d reviews", branch, reviews)
	}
	if branch, reviews := s.Of(grace.ID).Look(); branch != 0 || reviews != 0 {
		t.Error("a proposal was seen that was not looked at")
	}
	if s.LookAt(ada.ID, noon, 2, 1) != s {
		t.Error("an older look makes a revision")
	}
}

// However many people look, a bounded number is kept, and never the one who looks now
// is forgotten.
func TestMostPeople(t *testing.T) {
	d, s := said(t), &seen.Seen{}
	for i := range seen.MaxPeople + 10 {
		person := fmt.Sprint("person", i)
		s = s.SeeAll(person, noon.Add(time.Duration(i)*time.Second), d)
		if s.Of(person) == nil {
			t.Fatalf("%s was forgotten at once", person)
		}
	}
	if len(s.People) != seen.MaxPeople || s.Of("person0") != nil || s.Of("person10") == nil {
		t.Errorf("%d people, want %d without the first ten", len(s.People), seen.MaxPeople)
	}
}

// In any order of comments and looks, exactly what was not looked at is new.
func TestRandomLooks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		d, s := &discussion.Discussion{}, &seen.Seen{}
		looked := map[model.ID]int{}
		for step := range 40 {
			thread := model.ID(fmt.Sprint("t", random.IntN(5)))
			by := []discussion.Person{ada, grace}[random.IntN(2)]
			comment := discussion.NewComment{ID: model.ID(fmt.Sprint("c", step)), By: by, At: noon, Text: "x"}
			var err error
			switch {
			case random.IntN(3) == 0:
				if d.Thread(thread) != nil {
					looked[thread] = d.Thread(thread).Newest()
					s = s.See(grace.ID, noon, d, map[model.ID]int{thread: looked[thread]})
				}
			case d.Thread(thread) == nil:
				d, err = d.OpenThread(thread, discussion.About{Kind: model.ModelKind}, comment)
			default:
				d, err = d.Reply(thread, comment)
			}
			if err != nil {
				t.Fatal(err)
			}
			fresh := map[model.ID]int{}
			for entry, number := range s.Of(grace.ID).Fresh(d, grace.ID) {
				fresh[entry.ID] = number
			}
			for _, entry := range d.Listed() {
				id, thread := entry.ID, entry.Value
				want := 0
				for _, comment := range thread.Comments {
					if comment.Author.ID == ada.ID && comment.Order > looked[id] {
						want++
					}
				}
				if got := s.Of(grace.ID).New(id, thread, grace.ID); got != want || fresh[id] != want {
					t.Fatalf("step %d: %d new in %s, want %d; seen %s", step, got, id, want, s.Encode())
				}
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add((&seen.Seen{}).See("grace", noon, said(f), map[model.ID]int{"t1": 1}).LookAt("ada", noon, 3, 1).Encode())
	f.Add([]byte(`{"format":"seen/1","people":{"p1":{"at":"2026-03-01T12:00:00Z","more":1}}}`))
	f.Add([]byte(`{"format":"seen/2"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		decoded, err := seen.Decode(text)
		if err != nil {
			return
		}
		again, err := seen.Decode(decoded.Encode())
		if err != nil || !bytes.Equal(again.Encode(), decoded.Encode()) {
			t.Errorf("%q becomes %q, error %v", text, decoded.Encode(), err)
		}
	})
}
