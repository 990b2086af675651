package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"widerow/store"
)

// freshFor is the time for which accounts and roles that were compared with the store count as the
// newest, where other servers change them, too.
const freshFor = 500 * time.Millisecond

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

// text returns the message of a bell to other servers: the number of times that it was rung.
func (b *bell) text() []byte {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	text, _ := json.Marshal(b.count) // a number
	return text
}
