package people

import (
	"context"
	"crypto/subtle"
	"fmt"
	"sync"
	"time"

	"widerow/model/people"
	"widerow/store/shared"
)

// FirstAdmin is the link by which the first admin is made, while no account can be one.
// It works once, for an hour.
type FirstAdmin struct {
	mutex  sync.Mutex
	secret string
	until  time.Time
}

// firstAdminTime is the time for which the link works.
const firstAdminTime = time.Hour

// NewFirstAdmin returns a link and its secret, for the log of the server. All servers of a store
// have the same one.
func NewFirstAdmin(ctx context.Context, state shared.State, now time.Time) (*FirstAdmin, string, error) {
	made, reset := people.NewReset(now.Add(firstAdminTime))
	secret, err := state.Once(ctx, "first admin", []byte(made), firstAdminTime)
	if err != nil {
		return nil, "", fmt.Errorf("make the link of the first admin: %w", err)
	}
	return &FirstAdmin{secret: string(secret), until: reset.Until}, string(secret), nil
}

func (f *FirstAdmin) fits(secret string, now time.Time) bool {
	if f == nil {
		return false
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.secret != "" && now.Before(f.until) && subtle.ConstantTimeCompare([]byte(f.secret), []byte(secret)) == 1
}

func (f *FirstAdmin) use() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.secret = ""
}
