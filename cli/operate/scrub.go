package operate

import (
	"context"
	"log/slog"
	"time"

	"widerow/handlers/operator"
)

// scrubRate bounds the reading of a check in the background, in bytes a second.
const scrubRate = 8 << 20

// firstScrub is the longest wait for a server's first check.
const firstScrub = time.Minute

// scrub checks all models every interval until ctx is done.
func scrub(ctx context.Context, keeper operator.Keeper, interval time.Duration, log *slog.Logger) {
	if interval <= 0 {
		return
	}
	wait := min(interval, firstScrub)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = interval
		report, err := keeper.Scrub(ctx, scrubRate)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			log.Error("check of all models failed", "error", err)
			continue
		}
		operator.Log(log, report)
	}
}
