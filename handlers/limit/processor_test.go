package limit

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A process that computes uses up its time; one that waits does not. What was to be
// said goes on.
func TestProcessorTimeEndsWork(t *testing.T) {
	metered := Metered(t.Context(), 20*time.Millisecond)
	ctx, cancel := Within(metered)
	defer cancel()
	waiting, stop := Within(Metered(t.Context(), time.Hour))
	defer stop()
	for ctx.Err() == nil { // computes
		_ = len(time.Now().String())
	}
	if !errors.Is(context.Cause(ctx), ErrCostly) {
		t.Errorf("the work ends with %v", context.Cause(ctx))
	}
	if waiting.Err() != nil || metered.Err() != nil {
		t.Errorf("work that has time left ends with %v, the request with %v", context.Cause(waiting), metered.Err())
	}
}

// Work that nobody measures ends by the clock.
func TestUnmeteredWorkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := Within(t.Context())
		defer cancel()
		<-ctx.Done()
		if !errors.Is(context.Cause(ctx), ErrCostly) {
			t.Errorf("the work ends with %v", context.Cause(ctx))
		}
	})
}
