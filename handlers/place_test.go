package handlers_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/handlers"
	"widerow/model"
)

// moving returns the form of a gesture: x, y and the box, three values each.
func moving(diagram, action string, values ...string) url.Values {
	form := url.Values{"diagram": {diagram}, "action": {action}, "tab": {"physical"}}
	for i := 0; i+2 < len(values); i += 3 {
		form.Add("box", values[i])
		form.Add("x", values[i+1])
		form.Add("y", values[i+2])
	}
	return form
}

// corner is a position without the width of its table.
func corner(at *model.Position) model.Position {
	return model.Position{X: at.X, Y: at.Y, Pinned: at.Pinned}
}

// arrange sends a gesture on the physical diagram.
func (s *site) arrange(path, action string, values ...string) {
	s.t.Helper()
	s.want(http.StatusSeeOther, s.post(path+"/layout", moving("physical", action, values...)))
}

// openTwoTables makes a model of the example, for gestures with two tables.
func openTwoTables(t *testing.T) (s *site, path string, hotels, guests model.ID) {
	t.Helper()
	s = newSite(t)
	path = s.open("hotel")
	m, _ := s.model(path)
	return s, path, relationNamed(t, m, "hotels"), relationNamed(t, m, "guests")
}

func TestMoveKeepsAllOthers(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	s.arrange(path, "move", string(hotels), "1500.4", "-200")
	first, revision := s.model(path)
	if got, want := corner(first.Layout["physical"][hotels]), (model.Position{X: 1500, Y: -200, Pinned: true}); got != want {
		t.Errorf("hotels is at %+v, want %+v", got, want)
	}
	if revision.Words != "moved table hotels in the physical diagram" || revision.Number != 2 {
		t.Errorf("r%d says %q", revision.Number, revision.Words)
	}
	if got, want := len(first.Layout["physical"]), len(m.Physical.Relations)+len(m.Physical.Types); got != want {
		t.Errorf("%d positions, want one for each of %d tables and types", got, want)
	}
	guests := relationNamed(t, m, "guests")
	s.arrange(path, "move", string(guests), "40", "3000")
	second, _ := s.model(path)
	for id, position := range first.Layout["physical"] {
		if id != guests && *second.Layout["physical"][id] != *position {
			t.Errorf("%s moved from %+v to %+v", m.Title(id), *position, *second.Layout["physical"][id])
		}
	}
}

func TestEditSavesPlacesOfTheNew(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	keyspace := m.Physical.Relations[relationNamed(t, m, "hotels")].Keyspace
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:relation:"+string(keyspace), "new.relation.name", "reviews", "tab", "physical")))
	after, revision := s.model(path)
	if revision.Number != 2 {
		t.Errorf("revision %d, want 2", revision.Number)
	}
	position := after.Layout["physical"][relationNamed(t, after, "reviews")]
	if position == nil || position.Pinned {
		t.Fatalf("the new table is at %+v, want an automatic place", position)
	}
	if len(after.Layout["er"]) != 0 || len(after.Layout["workflow"]) != 0 {
		t.Errorf("an edit of tables stored places of other diagrams: %v", after.Layout)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	undone, _ := s.model(path)
	if undone.Layout["physical"][relationNamed(t, after, "reviews")] != nil {
		t.Error("the removed table still has a place")
	}
}

func TestUndoOfAMove(t *testing.T) {
	s, path, hotels, guests := openTwoTables(t)
	s.arrange(path, "right", string(guests), "", "")
	s.arrange(path, "move", string(hotels), "900", "900")
	before, _ := s.model(path)
	// Somebody else moves another table; that stays.
	other := s.visitor()
	other.arrange(path, "move", string(guests), "-700", "50")
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	after, revision := s.model(path)
	if got := *after.Layout["physical"][hotels]; got.Pinned || got.X == 900 {
		t.Errorf("hotels is at %+v after the undo", got)
	}
	if got, want := corner(after.Layout["physical"][guests]), (model.Position{X: -700, Y: 50, Pinned: true}); got != want {
		t.Errorf("guests is at %+v, want %+v", got, want)
	}
	if !strings.HasPrefix(revision.Words, "undid r3: moved table hotels") {
		t.Errorf("the undo says %q", revision.Words)
	}
	s.want(http.StatusSeeOther, s.post(path+"/redo", form("tab", "physical")))
	if again, _ := s.model(path); *again.Layout["physical"][hotels] != *before.Layout["physical"][hotels] {
		t.Errorf("hotels is at %+v after the redo, want %+v", *again.Layout["physical"][hotels], *before.Layout["physical"][hotels])
	}
}

// openGrown opens a model of the example in which a table got a column.
func openGrown(t *testing.T) (s *site, path string, grown model.ID, before *model.Model) {
	t.Helper()
	s = newSite(t)
	path = s.open("hotel")
	before, _ = s.model(path)
	grown = relationNamed(t, before, "hotels")
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:relation-column:"+string(grown), "new.relation-column.name", "stars",
			"new.relation-column.type", "int")))
	return s, path, grown, before
}

// An edit can be undone even if a box that was pushed aside for it was moved since.
func TestUndoAfterOthersMoved(t *testing.T) {
	s, path, hotels, m := openGrown(t)
	first, _ := s.model(path)
	other := s.visitor()
	for _, relation := range model.Sorted(m.Physical.Relations) {
		other.arrange(path, "right", string(relation.ID), "", "")
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	after, _ := s.model(path)
	if len(after.Physical.Relations[hotels].Columns) != len(m.Physical.Relations[hotels].Columns) {
		t.Error("the column is still there")
	}
	for id := range m.Physical.Relations {
		if got := after.Layout["physical"][id]; got == nil || !got.Pinned || got.X != first.Layout["physical"][id].X+20 {
			t.Errorf("%s is at %+v, want it where the other visitor put it", m.Title(id), got)
		}
	}
}

// A step to the right, where there is space, moves nothing else, whatever was moved
// before.
func TestNudgesMoveNothingElse(t *testing.T) {
	oneByOne(t)
	random := rand.New(rand.NewPCG(6, 1))
	for _, names := range [][]string{
		{"guests", "hotels_by_poi", "pois_by_hotel", "reservations_by_hotel_date", "amenities_by_room"},
		{"amenities_by_room", "hotels_by_poi", "pois_by_hotel"},
		nil, nil, nil, nil, // all in a random order
	} {
		t.Run(strings.Join(names, " "), func(t *testing.T) {
			s, path, _, m := openGrown(t)
			var order []model.ID
			for _, name := range names {
				order = append(order, relationNamed(t, m, name))
			}
			if names == nil {
				order = boxesOf(m, diagram.KindPhysical)
				random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			}
			for _, id := range order {
				before, _ := s.model(path)
				s.arrange(path, "right", string(id), "", "")
				after, _ := s.model(path)
				for other, was := range before.Layout["physical"] {
					want := model.Position{X: was.X, Y: was.Y, Pinned: was.Pinned}
					if other == id {
						want = model.Position{X: was.X + 20, Y: was.Y, Pinned: true}
					}
					if got := corner(after.Layout["physical"][other]); got != want {
						t.Errorf("nudging %s moved %s from %+v to %+v", m.Title(id), m.Title(other), *was, got)
					}
				}
			}
		})
	}
}

func TestReleaseAndTidy(t *testing.T) {
	s, path, hotels, guests := openTwoTables(t)
	s.arrange(path, "move", string(hotels), "2000", "0", string(guests), "2000", "900")
	moved, revision := s.model(path)
	if !strings.Contains(revision.Words, "and 1 more") {
		t.Errorf("two moves say %q", revision.Words)
	}
	s.arrange(path, "release", string(guests), "", "")
	s.arrange(path, "tidy")
	tidied, revision := s.model(path)
	if *tidied.Layout["physical"][hotels] != *moved.Layout["physical"][hotels] {
		t.Errorf("tidying moved the pinned table to %+v", *tidied.Layout["physical"][hotels])
	}
	if *tidied.Layout["physical"][guests] == *moved.Layout["physical"][guests] {
		t.Error("tidying left the released table where it was")
	}
	if revision.Words != "tidied the physical diagram" {
		t.Errorf("tidying says %q", revision.Words)
	}
	if page := s.get(path + "/physical?select=" + string(hotels)); !strings.Contains(page.body,
		"the one pinned box") || !strings.Contains(page.body, `value="release"`) {
		t.Error("the page has no buttons that release")
	}
	s.arrange(path, "release-all")
	if page := s.get(path + "/physical?select=" + string(hotels)); strings.Contains(page.body, "Unpin all") || strings.Contains(page.body, `value="release"`) {
		t.Error("the page offers to release what is not pinned")
	}
}

// A box that is dropped on a pinned one lands beside it.
func TestDropOnAPin(t *testing.T) {
	s, path, hotels, guests := openTwoTables(t)
	s.arrange(path, "move", string(hotels), "2000", "0")
	s.arrange(path, "move", string(guests), "2010", "10")
	after, _ := s.model(path)
	if got := corner(after.Layout["physical"][hotels]); got != (model.Position{X: 2000, Y: 0, Pinned: true}) {
		t.Errorf("the pinned table is at %+v", got)
	}
	if got := *after.Layout["physical"][guests]; !got.Pinned || got.X == 2010 && got.Y == 10 {
		t.Errorf("the dropped table is at %+v, want it beside the pinned one", got)
	}
}

func TestMoveIsRefused(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := string(relationNamed(t, m, "hotels"))
	for _, test := range []struct {
		form url.Values
		want int
	}{
		{moving("physical", "move", "nobody", "1", "2"), http.StatusConflict},
		{moving("er", "move", hotels, "1", "2"), http.StatusUnprocessableEntity},
		{moving("physical", "move", hotels, "1e9", "2"), http.StatusUnprocessableEntity},
		{moving("physical", "move", hotels, "here", "2"), http.StatusBadRequest},
		{moving("physical", "move"), http.StatusBadRequest},
		{moving("physical", "fly", hotels, "1", "2"), http.StatusBadRequest},
		{moving("sketch", "tidy"), http.StatusBadRequest},
		{moving("physical", "left", "nobody", "", ""), http.StatusConflict},
	} {
		if answer := s.post(path+"/layout", test.form); answer.StatusCode != test.want {
			t.Errorf("%v: status %d, want %d", test.form, answer.StatusCode, test.want)
		}
	}
	if _, revision := s.model(path); revision.Number != 1 {
		t.Errorf("revision %d, want 1", revision.Number)
	}
}

// Places survive renames and copies.
func TestPlacesSurviveRenameAndCopy(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	s.arrange(path, "move", string(hotels), "1500", "-600")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(hotels, "name", "hotels", "inns")))
	renamed, _ := s.model(path)
	if got, want := corner(renamed.Layout["physical"][hotels]), (model.Position{X: 1500, Y: -600, Pinned: true}); got != want {
		t.Errorf("the renamed table is at %+v, want %+v", got, want)
	}
	copied, _ := s.model(s.path(s.want(http.StatusSeeOther, s.post(path+"/copy", url.Values{}))))
	if !maps.EqualFunc(renamed.Layout["physical"], copied.Layout["physical"], func(a, b *model.Position) bool { return *a == *b }) {
		t.Error("the copy has other places")
	}
}

// brokenEngine is an engine that is down.
type brokenEngine struct{}

func (brokenEngine) Layout(context.Context, *graph.Graph) (*graph.Layout, error) {
	return nil, errors.New("the engine is down")
}

// An edit is saved without positions if there is no engine.
func TestSaveWithoutEngine(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	app, err := handlers.New(handlers.Config{Store: s.store, Layouter: brokenEngine{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	down := *s
	down.base = server.URL
	down.want(http.StatusSeeOther, down.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "Review", "tab", "cql")))
	m, revision := s.model(path)
	if revision.Number != 2 || !hasEntity(m, "Review") {
		t.Errorf("r%d does not have what was added", revision.Number)
	}
	if len(m.Layout) != 0 {
		t.Errorf("positions out of nowhere: %v", m.Layout)
	}
}

// Tidy saves an arrangement that is better, and its message lists the improvements. It saves
// no other.
func TestTidySaysWhatIsBetter(t *testing.T) {
	oneByOne(t)
	s, path, hotels, _ := openTwoTables(t)
	s.arrange(path, "move", string(hotels), "900", "2200")
	s.arrange(path, "release", string(hotels), "", "")
	before, then := s.model(path)
	const offer = "/tidy.json?diagram=physical"
	s.lists(s.get(path+offer).body, `"gain":"crossings 1 → 0"`)
	tidy := moving("physical", "tidy")
	tidy.Set("tab", "physical")
	s.arrange(path, "tidy")
	after, revision := s.model(path)
	if revision.Number != then.Number+1 || *after.Layout["physical"][hotels] == *before.Layout["physical"][hotels] {
		t.Errorf("revision %d after Apply, want %d with the table elsewhere", revision.Number, then.Number+1)
	}
	if after.Tidied["physical"] == 0 || before.Tidied["physical"] != 0 {
		t.Errorf("the cost is %v after Apply and %v before", after.Tidied, before.Tidied)
	}
	s.lists(s.get(path+offer).body, `{"gain":""}`)
	page := s.post(path+"/layout", tidy)
	if _, revision := s.model(path); page.StatusCode != http.StatusOK || !strings.Contains(page.body, "Already tidy") || revision.Number != then.Number+1 {
		t.Errorf("a tidy diagram is tidied again: status %d, r%d", page.StatusCode, revision.Number)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	if undone, _ := s.model(path); *undone.Layout["physical"][hotels] != *before.Layout["physical"][hotels] {
		t.Error("one undo does not bring the table back")
	} else if len(undone.Tidied) > 0 {
		t.Errorf("after the undo the diagram was tidied at %v", undone.Tidied)
	}
}
