// Package progress reports the steps of long work, and their progress, to those who wait for it.
package progress

import "context"

// Step describes the current step of long work: Done of Of things are done. Of is 0 if
// the number is not known.
type Step struct {
	What     string
	Done, Of int
}

type key struct{}

// With returns a context whose work reports its steps to watch.
func With(ctx context.Context, watch func(Step)) context.Context {
	return context.WithValue(ctx, key{}, watch)
}

// Say reports a step, if anybody watches.
func Say(ctx context.Context, step Step) {
	if watch, is := ctx.Value(key{}).(func(Step)); is {
		watch(step)
	}
}
