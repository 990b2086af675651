package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"widerow/model"
	"widerow/store"
	"widerow/store/shared"
)

// freshFor is the time for which accounts and roles that were compared with the store count as the
// newest, where other servers change them, too.
const freshFor = 500 * time.Millisecond

// Join lets a guard know that other servers change accounts and roles: it compares what it knows with
// the store before it decides, and tells the others at once what it changes. It is called before the guard is used.
func (g *Guard) Join(peers *shared.Peers) {
	g.Keeper.shared, g.Sharings.shared, g.Keeper.changed.told = true, true, peers.Changed
	heard := func(string, []byte) {
		g.Keeper.checked.Store(nil)
		g.Sharings.forget()
		g.Keeper.changed.wake()
	}
	peers.Add(&shared.Topic{Name: "roles", Text: g.Keeper.changed.text, Heard: heard})
}

// Fresh reads the accounts again if another server may have changed them since an age.
func (k *Keeper) Fresh(ctx context.Context, age time.Duration) error {
	if !k.shared {
		return nil
	}
	if at := k.checked.Load(); at != nil && time.Since(*at) < age {
		return nil
	}
	k.writing.Lock()
	defer k.writing.Unlock()
	if at := k.checked.Load(); at != nil && time.Since(*at) < age {
		return nil // by another request meanwhile
	}
	now := time.Now()
	newest, err := newestNumber(ctx, k.store, store.People)
	if err != nil {
		return fmt.Errorf("read the accounts: %w", err)
	}
	if newest != k.Revision() {
		if err := k.load(ctx); err != nil {
			return err
		}
		k.changed.wake()
	}
	k.checked.Store(&now)
	return nil
}

// ChangedOf is when the sessions of an account from before stopped to hold.
func (g *Guard) ChangedOf(id model.ID) time.Time {
	if account := g.Keeper.Directory().Accounts[id]; account != nil {
		return account.Changed
	}
	return time.Time{}
}

// newestNumber is the number of the newest revision of a chain; 0 if there is none.
func newestNumber(ctx context.Context, models store.Store, chain store.ModelID) (uint64, error) {
	newest, err := models.History(ctx, chain, 0, 1)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil || len(newest) == 0 {
		return 0, err
	}
	return newest[0].Number, nil
}

// Renew reads what decides about a person and a model again before the person is refused. It reports
// whether that makes sense.
func (g *Guard) Renew(ctx context.Context, id store.ModelID) bool {
	if !g.Keeper.shared || g.Keeper.Fresh(ctx, 0) != nil {
		return false
	}
	g.Sharings.mutex.Lock()
	defer g.Sharings.mutex.Unlock()
	g.Sharings.known.Remove(id.Root())
	return true
}

// forget reads all roles again.
func (s *Sharings) forget() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.known.Purge()
}

// isNewest reports whether the roles of a model that are known are the newest.
func (s *Sharings) isNewest(ctx context.Context, model store.ModelID, known roles) (bool, error) {
	if !s.shared || time.Since(known.checked) < freshFor {
		return true, nil
	}
	if known.revision == 0 {
		return false, nil
	}
	newest, err := newestNumber(ctx, s.store, model.Companion(store.Sharing))
	if err != nil || newest != known.revision {
		return false, err
	}
	known.checked = time.Now()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if now, found := s.known.Peek(model); found && now.revision == known.revision {
		s.known.Add(model, known)
	}
	return true, nil
}

// text is what a bell tells other servers: how often it was rung.
func (b *bell) text() []byte {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	text, _ := json.Marshal(b.count) // a number
	return text
}
