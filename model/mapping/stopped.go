package mapping

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"widerow/model"
)

// Cost is the time that the derivation of one query took.
type Cost struct {
	Query model.ID
	Time  time.Duration
}

// StoppedError reports that a derivation ended before it was done, because its context
// was. The document and its tables are as before.
type StoppedError struct {
	// At is the query whose tables were being looked for, empty while tables were being
	// shared between queries.
	At model.ID
	// Done is the number of queries before it, All the number of all queries to derive.
	Done, All int
	// Costs lists the costs of At and of the queries before it, the largest first.
	Costs []Cost
	title string
	cause error
}

func (e *StoppedError) Error() string {
	at := "while it looked for tables that serve several queries"
	if e.At != "" {
		at = "at " + e.title
	}
	return fmt.Sprintf("derivation stopped %s, after %d of %d queries: %v", at, e.Done, e.All, e.cause)
}

func (e *StoppedError) Unwrap() error { return e.cause }

type watchKey struct{}

// Watched returns a context whose derivations tell watch how many of their queries are
// done.
func Watched(ctx context.Context, watch func(done, all int)) context.Context {
	return context.WithValue(ctx, watchKey{}, watch)
}

// costs collects what each query of a derivation costs, until its context is done.
type costs struct {
	ctx   context.Context
	model *model.Model
	all   int
	spent []Cost
	begun time.Time
}

func newCosts(ctx context.Context, m *model.Model, all int) *costs {
	return &costs{ctx: ctx, model: m, all: all, begun: time.Now()}
}

// add notes that a query is done. It is an error if the context ended before that.
func (c *costs) add(query model.ID) error {
	now := time.Now()
	c.spent = append(c.spent, Cost{query, now.Sub(c.begun)})
	c.begun = now
	if watch, is := c.ctx.Value(watchKey{}).(func(done, all int)); is {
		watch(len(c.spent), c.all)
	}
	return c.check(query, len(c.spent)-1)
}

// check returns an error if the context is done.
func (c *costs) check(at model.ID, done int) error {
	if c.ctx.Err() == nil {
		return nil
	}
	return &StoppedError{at, done, c.all, c.sorted(), c.model.Title(at), context.Cause(c.ctx)}
}

// sorted returns the costs, the most costly query first.
func (c *costs) sorted() []Cost {
	slices.SortStableFunc(c.spent, func(a, b Cost) int { return cmp.Compare(b.Time, a.Time) })
	return c.spent
}
