// Package progress tells whoever waits for long work what is being done, and how far it
// is.
package progress

import "context"

// Step is what is being done. Of is how many things there are to do, 0 if nobody
// knows; Done is how many of them are done.
type Step struct {
	What     string
	Done, Of int
}

type key struct{}

// With returns a context whose work tells watch of its steps.
func With(ctx context.Context, watch func(Step)) context.Context {
	return context.WithValue(ctx, key{}, watch)
}

// Say tells of a step, if anybody wants to know.
func Say(ctx context.Context, step Step) {
	if watch, is := ctx.Value(key{}).(func(Step)); is {
		watch(step)
	}
}
