package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/storetest"
)

var ann = store.Author{ID: "ann", Name: "Ann"}

// newStore is a store in memory whose clock goes on by a second with each write.
func newStore() store.Store {
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	options := storetest.Options()
	options.Now = func() time.Time { at = at.Add(time.Second); return at }
	return store.NewMemory(options)
}

func openKeeper(t *testing.T, models store.Store) *Keeper {
	t.Helper()
	k, err := OpenKeeper(t.Context(), models)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func add(name string) func(*people.Directory) (*people.Directory, error) {
	return func(d *people.Directory) (*people.Directory, error) {
		return d.Add(model.ID(strings.ReplaceAll(name, " ", "")), people.Account{Name: name}, time.Now())
	}
}

// TestKeeper: two servers that change the accounts of one store lose nothing.
func TestKeeper(t *testing.T) {
	models := newStore()
	one, two := openKeeper(t, models), openKeeper(t, models)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for _, keeper := range []*Keeper{one, two} {
				name := fmt.Sprintf("person %c %d", 'a'+i, i%2)
				if keeper == two {
					name += " too"
				}
				if err := keeper.Change(context.Background(), ann, "added "+name, add(name)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := len(openKeeper(t, models).Directory().Accounts); got != 40 {
		t.Errorf("%d accounts, want 40", got)
	}
	var rejected *model.Rejected
	if err := one.Change(t.Context(), ann, "added", add("Person A 0")); !errors.As(err, &rejected) {
		t.Errorf("a name that is taken: %v", err)
	}
	history, err := models.History(t.Context(), store.People, 0, 100)
	if err != nil || len(history) != 40 || history[0].Author != ann || !strings.HasPrefix(history[0].Words, "added person") {
		t.Errorf("history: %d revisions, %v", len(history), err)
	}
}

func create(t *testing.T, models store.Store, id store.ModelID) {
	t.Helper()
	if _, err := models.Create(t.Context(), storetest.First(id)); err != nil {
		t.Fatal(err)
	}
}

func wantRole(t *testing.T, s *Sharings, id store.ModelID, person string, want sharing.Role) {
	t.Helper()
	roles, err := s.Of(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if got := roles.RoleOf(sharing.Person{Account: model.ID(person)}); got != want {
		t.Errorf("%s has the role %q on %s, want %q", person, got, id, want)
	}
}

// TestSharings: who may do what with models from before and after the first account,
// with branches, and with deleted ones.
func TestSharings(t *testing.T) {
	models := newStore()
	keeper := openKeeper(t, models)
	s := NewSharings(models, keeper)
	create(t, models, "old")
	wantRole(t, s, "old", "eve", sharing.Owner)
	if err := keeper.Change(t.Context(), ann, "added Ann", add("ann")); err != nil {
		t.Fatal(err)
	}
	create(t, models, "lost")
	create(t, models, "new")
	give := func(person string, role sharing.Role) {
		t.Helper()
		if err := s.Change(t.Context(), "new", ann, "shared", func(before *sharing.Sharing) (*sharing.Sharing, error) {
			return before.Give(model.ID(person), role)
		}); err != nil {
			t.Fatal(err)
		}
	}
	give("ann", sharing.Owner)
	give("bob", sharing.Viewer)

	s = NewSharings(models, openKeeper(t, models)) // as after a start
	wantRole(t, s, "old", "eve", sharing.Owner)
	wantRole(t, s, "lost", "eve", sharing.None) // a model whose roles are lost is nobody's
	wantRole(t, s, "new", "ann", sharing.Owner)
	wantRole(t, s, "new", "bob", sharing.Viewer)
	wantRole(t, s, "new", "eve", sharing.None)
	wantRole(t, s, store.ModelID("new").Branch(1), "bob", sharing.Viewer)
	if _, err := s.Of(t.Context(), "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("roles of no model: %v", err)
	}
	give("bob", sharing.Editor)
	wantRole(t, s, "new", "bob", sharing.Editor)

	if _, err := models.Delete(t.Context(), store.Deletion{Model: "new", Base: 1, Operation: "delete"}); err != nil {
		t.Fatal(err)
	}
	s = NewSharings(models, keeper)
	wantRole(t, s, "new", "ann", sharing.Owner)
	wantRole(t, s, "new", "eve", sharing.None)
}
