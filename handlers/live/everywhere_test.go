package live

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"widerow/store"
)

// follow subscribes to the list of models and to an inbox whose mark a test sets.
func follow(t *testing.T, hub *Hub, visitor string, mark *string) *Reader {
	t.Helper()
	reader, err := hub.Subscribe(t.Context(), Interest{Models: true, Visitor: visitor, Inbox: func() string { return *mark }}, none)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(reader.Close)
	return reader
}

// The list of models changes with each save of a model, and not with those of its
// comments and branches.
func TestModelsMark(t *testing.T) {
	hub, inbox := NewHub(nil), "i1"
	reader := follow(t, hub, "ada", &inbox)
	if first := reader.Take(); first.Models != hub.ModelsMark() || first.Inbox != "i1" {
		t.Errorf("the first message is %v", first)
	}
	if again := reader.Take(); !again.empty() {
		t.Errorf("then %v, want nothing", again)
	}
	for _, step := range []struct {
		saved store.ModelID
		want  bool
	}{{"hotel", true}, {"hotel.discussion", false}, {"hotel.p1", false}, {"hotel.p1.discussion", false}, {"bank", true}} {
		hub.Publish(Head{Of: step.saved, Number: 1})
		if mark := reader.Take().Models; (mark != "") != step.want || step.want && mark != hub.ModelsMark() {
			t.Errorf("after %s: %q", step.saved, mark)
		}
	}
	if restarted := NewHub(nil); restarted.ModelsMark() == NewHub(nil).ModelsMark() {
		t.Error("two servers have the same marks")
	}
}

// A message comes only if the inbox differs, and what a visitor has looked at is told
// to that visitor.
func TestInboxMark(t *testing.T) {
	hub, adas, bens := NewHub(nil), "a1", "b1"
	ada, ben := follow(t, hub, "ada", &adas), follow(t, hub, "ben", &bens)
	ada.Take()
	ben.Take()
	adas = "a2"
	hub.talk("hotel")
	if got, other := ada.Take().Inbox, ben.Take().Inbox; got != "a2" || other != "" {
		t.Errorf("told %q and %q, want a2 and nothing", got, other)
	}
	adas, bens = "a3", "b3"
	hub.Looked("ben")
	if got, other := ada.Take().Inbox, ben.Take().Inbox; got != "" || other != "b3" {
		t.Errorf("told %q and %q, want nothing and b3", got, other)
	}
}

func TestTalked(t *testing.T) {
	hub := NewHub(nil)
	for _, id := range []store.ModelID{"b", "a", "b", "c"} {
		hub.talk(id)
	}
	for _, test := range []struct {
		since uint64
		want  []store.ModelID
	}{{0, []store.ModelID{"a", "b", "c"}}, {2, []store.ModelID{"b", "c"}}, {3, []store.ModelID{"c"}}, {4, nil}} {
		if about, now, _ := hub.Talked(test.since); now != 4 || !slices.Equal(about, test.want) {
			t.Errorf("Talked(%d) = %v, %d, want %v, 4", test.since, about, now, test.want)
		}
	}
}

func TestChangesInboxes(t *testing.T) {
	for _, test := range []struct {
		revision store.Revision
		want     bool
	}{
		{store.Revision{Model: "hotel", Kind: store.KindEdit}, false},
		{store.Revision{Model: "hotel", Kind: store.KindCreate}, false},
		{store.Revision{Model: "hotel", Kind: store.KindDelete}, true},
		{store.Revision{Model: "hotel", Kind: store.KindRestore}, true},
		{store.Revision{Model: "hotel", Kind: store.KindEdit, From: store.Source{Model: "hotel.p1", Number: 2}}, true},
		{store.Revision{Model: "hotel.p1", Kind: store.KindEdit}, true},
		{store.Revision{Model: "hotel.discussion", Kind: store.KindEdit}, true},
		{store.Revision{Model: "hotel.proposals", Kind: store.KindCreate}, true},
	} {
		if got := changesInboxes(test.revision); got != test.want {
			t.Errorf("%s by %s: %v, want %v", test.revision.Model, test.revision.Kind, got, test.want)
		}
	}
}

// The list of models tells who is in each of them, and who has left.
func TestPeopleInTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub, inbox := NewHub(nil), ""
		defer hub.Close()
		reader := follow(t, hub, "", &inbox)
		reader.Take()
		told := func(want string) {
			t.Helper()
			time.Sleep(time.Second)
			synctest.Wait()
			var texts []string
			for _, here := range reader.Take().Here {
				texts = append(texts, string(here.Of)+":"+strings.TrimSpace(namesAt(Message{Here: []Here{here}})))
			}
			slices.Sort(texts)
			if got := strings.Join(texts, " "); got != want {
				t.Errorf("told %q, want %q", got, want)
			}
		}
		hub.See("hotel", Person{ID: KeyOf("ada"), Name: "Ada"})
		hub.See("bank.p1", Person{ID: KeyOf("ben"), Name: "Ben"})
		told("bank.p1:Ben@ hotel:Ada@")
		told("")
		hub.Leave("hotel", KeyOf("ada"))
		told("hotel:")
		hub.See("hotel", Person{ID: KeyOf("eve"), Name: "Eve"})
		told("hotel:Eve@")
		// Whoever leaves takes their stream along, before it is said that they left.
		own := subscribe(t, hub, none, "hotel")
		select {
		case <-reader.changed: // of what was told
		default:
		}
		hub.Leave("hotel", KeyOf("eve"))
		own.Close()
		select {
		case <-reader.changed:
		default:
			t.Error("the list is not told that the last one has left")
		}
		told("hotel:")
	})
}
