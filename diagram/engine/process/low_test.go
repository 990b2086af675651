package process

import (
	"context"
	"errors"
	"testing"
)

// Other jobs find a free child while more jobs of low priority than there are children
// do not end.
func TestLowJobsLeaveAChildFree(t *testing.T) {
	pool := testPool(t, "faulty", nil)
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan error, 3)
	for range cap(ended) {
		go func() {
			_, err := do(ctx, pool, "hang", low)
			ended <- err
		}()
	}
	for range 20 {
		askPID(t, pool)
	}
	leave()
	for range cap(ended) {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	}
	askPID(t, pool)
}

// No job runs on a child that has lowered its priority.
func TestLowChildIsReplaced(t *testing.T) {
	pool := testPool(t, "faulty", func(o *Options) { o.Size = 1 })
	for range 5 {
		pid, err := do(t.Context(), pool, "well", low)
		if err != nil {
			t.Fatal(err)
		}
		if askPID(t, pool) == pid {
			t.Error("a child with a lowered priority was kept")
		}
	}
}
