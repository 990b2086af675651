package operate

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"widerow/store"
)

// keepFlag is the time for which deleted models are kept: "30d", "12h", or "forever", which is 0.
type keepFlag time.Duration

const keepForever = "forever"

// String returns the flag as it can be written.
func (k keepFlag) String() string {
	if k == 0 {
		return keepForever
	}
	return time.Duration(k).String()
}

// maxKeepDays is a hundred years.
const maxKeepDays = 36500

// UnmarshalText reads the flag. kong calls it.
func (k *keepFlag) UnmarshalText(text []byte) error {
	value := string(text)
	if value == keepForever {
		*k = 0
		return nil
	}
	kept, err := time.ParseDuration(value)
	if days, found := strings.CutSuffix(value, "d"); found {
		var count int
		count, err = strconv.Atoi(days)
		kept = time.Duration(min(count, maxKeepDays+1)) * 24 * time.Hour
	}
	if err != nil || kept < time.Minute || kept > maxKeepDays*24*time.Hour {
		return fmt.Errorf("%q: want a number of days, such as 30d, or hours, such as 12h, or %s", value, keepForever)
	}
	*k = keepFlag(kept)
	return nil
}

// purgeInterval is the time from one purge to the next. A server that is killed
// forgets at most this part of the wait.
const purgeInterval = 10 * time.Minute

// confirmPurge is the time for which a model must be due before it is purged, while the server's
// clock does not jump. It leaves time to notice a wrong clock.
const confirmPurge = 6 * time.Hour

// dueKeeper keeps for how long deleted models have been due.
type dueKeeper interface {
	read(ctx context.Context) store.Due
	write(ctx context.Context, due store.Due)
}

// purgeDeleted removes models for good that were deleted longer ago than keep. It looks at once and
// then every purgeInterval, until ctx is done. kept records for how long models have been due, so that
// restarts do not prolong the wait.
func purgeDeleted(ctx context.Context, models store.Store, kept dueKeeper, keep time.Duration, log *slog.Logger) {
	ticker := time.NewTicker(purgeInterval)
	defer ticker.Stop()
	purger := store.Purger{Keep: keep, Confirm: min(confirmPurge, keep)}
	start := time.Now()
	warn := func(jumped bool) {
		if jumped {
			log.Warn("the clock has jumped: no deleted model is purged for some hours", "now", time.Now().UTC(), "for", purger.Confirm)
		}
	}
	warn(purger.Resume(kept.read(ctx), start, 0))
	for {
		now := time.Now()
		warn(purger.At(now, now.Sub(start)))
		purgeDue(ctx, models, &purger, log)
		kept.write(ctx, purger.Due())
		select {
		case <-ctx.Done():
			now := time.Now()
			warn(purger.At(now, now.Sub(start)))
			kept.write(context.WithoutCancel(ctx), purger.Due())
			return
		case <-ticker.C:
		}
	}
}

// purgeDue removes what is due and logs each model.
func purgeDue(ctx context.Context, models store.Store, purger *store.Purger, log *slog.Logger) {
	err := purger.Purge(ctx, models, func(purged store.Summary, err error) {
		log := log.With("model", purged.Model, "title", purged.Title, "deleted", purged.UpdatedAt, "by", purged.Author.Name)
		if err != nil {
			log.Error("a deleted model was not purged", "error", err)
			return
		}
		log.Info("purged a deleted model", "revisions", purged.Revision)
	})
	if err != nil && ctx.Err() == nil {
		log.Error("purge deleted models", "error", err)
	}
}
