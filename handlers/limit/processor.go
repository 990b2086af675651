package limit

import (
	"context"
	"errors"
	"time"
)

// ErrCostly reports that work has taken all the time that a request may take.
var ErrCostly = errors.New("the request has used up its processor time")

const (
	// look is the interval between two readings of the processor time.
	look = 50 * time.Millisecond
	// unmetered is the wall time allowed on systems that do not report processor time.
	unmetered = 10 * time.Second
)

// meter measures the processor time of a process that does one thing at a time.
type meter struct{ start, most time.Duration }

type meterKey struct{}

// Metered returns a context whose work may take that much processor time of the
// process from now on. The context does not end by itself: see Within.
func Metered(ctx context.Context, most time.Duration) context.Context {
	return context.WithValue(ctx, meterKey{}, &meter{processorTime(), most})
}

// Within returns a context for the long part of some work. It ends with ErrCostly once the work has
// used up its time; the answer about that needs the context of before. Where no processor time is
// measured, a while on the clock counts.
func Within(ctx context.Context) (context.Context, context.CancelFunc) {
	metered, is := ctx.Value(meterKey{}).(*meter)
	if !is {
		return context.WithTimeoutCause(ctx, unmetered, ErrCostly)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	if metered.used() {
		cancel(ErrCostly)
	} else {
		go metered.watch(ctx, cancel)
	}
	return ctx, func() { cancel(context.Canceled) }
}

// used reports whether the time is used up.
func (m *meter) used() bool { return processorTime()-m.start >= m.most }

func (m *meter) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if m.used() {
				cancel(ErrCostly)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
