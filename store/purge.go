package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Purger chooses the deleted models to purge. A clock that jumps ahead makes
// none of them due: a model is purged when it was deleted longer ago than Keep,
// and has been so for Confirm by a clock that did not jump.
//
// It is used from one goroutine.
type Purger struct {
	Keep, Confirm time.Duration

	now   moment
	since map[deletion]time.Duration // uptime at which a model was first due
}

// moment is one time by two clocks: the wall clock, which can jump, and the time
// since the start of the process, which cannot.
type moment struct {
	wall   time.Time
	uptime time.Duration
}

type deletion struct {
	model    ModelID
	revision uint64
}

// jump is the smallest difference between the two clocks that counts as a jump of
// the wall clock. Corrections by a time server are smaller.
const jump = 5 * time.Minute

// At sets the time of the next purge. It reports whether the wall clock has
// jumped since the one before: Confirm then begins anew for all models.
func (p *Purger) At(wall time.Time, uptime time.Duration) (jumped bool) {
	next := moment{wall.Round(0), uptime} // without the monotonic clock's part
	passed := next.wall.Sub(p.now.wall) - (next.uptime - p.now.uptime)
	if p.since != nil && passed.Abs() > jump {
		p.since, jumped = nil, true
	}
	p.now = next
	return jumped
}

// DueModel is a deleted model that was due for Waited when it was written down.
type DueModel struct {
	Model    ModelID       `json:"model"`
	Revision uint64        `json:"revision"`
	Waited   time.Duration `json:"waited_ns"`
}

// Due is the state of a Purger for the next process: when the state was taken, and for how long
// each model has been due while a server ran.
type Due struct {
	At     time.Time  `json:"at"`
	Models []DueModel `json:"models"`
}

// Due returns what is due at the time of At.
func (p *Purger) Due() Due {
	due := Due{At: p.now.wall}
	for key, first := range p.since {
		due.Models = append(due.Models, DueModel{key.model, key.revision, p.now.uptime - first})
	}
	slices.SortFunc(due.Models, func(a, b DueModel) int { return cmp.Compare(a.Model, b.Model) })
	return due
}

// Resume continues from what the previous process has written down. The time
// between the two processes does not count, since the clock may have jumped in it:
// a model that became due only in that time waits for all of Confirm. Resume
// reports whether the clock has gone back: Confirm then begins anew for all models.
func (p *Purger) Resume(due Due, wall time.Time, uptime time.Duration) (jumped bool) {
	p.now = moment{wall.Round(0), uptime}
	if due.At.Sub(p.now.wall) > jump {
		return true
	}
	p.since = map[deletion]time.Duration{}
	for _, model := range due.Models {
		waited := min(max(model.Waited, 0), p.Confirm)
		p.since[deletion{model.Model, model.Revision}] = uptime - waited
	}
	return false
}

// Purge purges what is due. It calls purged for each model, with the error if it
// could not be purged, and goes on.
func (p *Purger) Purge(ctx context.Context, models Store, purged func(Summary, error)) error {
	since := map[deletion]time.Duration{}
	for cursor := ""; ; {
		page, err := models.ListDeleted(ctx, cursor, MaxPage)
		if err != nil {
			return fmt.Errorf("list deleted models: %w", err)
		}
		for _, summary := range page.Models {
			if !summary.UpdatedAt.Before(p.now.wall.Add(-p.Keep)) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			key := deletion{summary.Model, summary.Revision}
			first, known := p.since[key]
			if !known {
				first = p.now.uptime
			}
			if p.now.uptime-first >= p.Confirm {
				purged(summary, models.Purge(ctx, summary.Model, summary.Revision))
				continue
			}
			since[key] = first
		}
		if cursor = page.Next; cursor == "" {
			p.since = since
			return nil
		}
	}
}
