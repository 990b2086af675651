package cassandra

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"widerow/store"
)

// attempt is one try to make a revision. Its rows are its own.
type attempt struct {
	entry
	step    store.Step
	model   store.ModelID
	root    standing // as it was read
	head    *head    // that it follows, or nil
	life    string
	created time.Time
}

func (s *Store) newAttempt(r *request, b before, step store.Step) *attempt {
	a := &attempt{step: step, model: r.model, root: b.root, head: b.head, life: b.root.life, created: step.Revision.At}
	a.number, a.attempt = step.Revision.Number, newID(time.Now())
	if a.life == "" {
		a.life = newID(time.Now())
	}
	if b.head != nil {
		a.created, a.snapshot = b.head.created, b.head.snapshot
	}
	if step.Snapshot {
		a.snapshot = snapshot{a.number, a.attempt, partsOf(len(step.Document))}
	}
	if a.record = step.Revision.Encode(); len(a.record) > inlineRecord {
		a.parts = partsOf(len(a.record))
	}
	return a
}

// inline returns the record for its row: nil if it is in chunks.
func (a *attempt) inline() []byte {
	if a.parts > 0 {
		return nil
	}
	return a.record
}

func (a *attempt) key(kind string) chunkKey { return chunkKey{a.model, a.life, a.attempt, kind} }

// prepare writes all rows of an attempt, of which nobody knows yet.
func (s *Store) prepare(ctx context.Context, a *attempt) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.revisions.put(ctx, a.model, a.life, a.entry, a.inline()) })
	group.Go(func() error { return s.operations.put(ctx, a.step.Revision, a.life, a.attempt) })
	group.Go(func() error { return s.summaries.claim(ctx, a.model, a.life, a.number) })
	group.Go(func() error { return s.clock.advance(ctx, a.step.Revision.At) })
	if a.snapshot.attempt == a.attempt {
		group.Go(func() error { return s.chunks.put(ctx, a.key(documentKind), a.step.Document) })
	}
	if a.parts > 0 {
		group.Go(func() error { return s.chunks.put(ctx, a.key(recordKind), a.record) })
	}
	return group.Wait()
}

// forget removes the rows of an attempt that has no effect and never will.
func (s *Store) forget(ctx context.Context, model store.ModelID, life string, e entry, operation string) error {
	if e.snapshot.attempt == e.attempt {
		if err := s.chunks.remove(ctx, chunkKey{model, life, e.attempt, documentKind}, e.snapshot.parts); err != nil {
			return err
		}
	}
	if e.parts > 0 {
		if err := s.chunks.remove(ctx, chunkKey{model, life, e.attempt, recordKind}, e.parts); err != nil {
			return err
		}
	}
	if err := s.operations.remove(ctx, operation, model, life, e.number, e.attempt); err != nil {
		return err
	}
	return s.revisions.remove(ctx, model, life, e)
}

// forgetTimeout bounds the removal of what an attempt left. What stays, the scrub finds.
const forgetTimeout = 10 * time.Second

// forgetLater is forget in the background.
func (s *Store) forgetLater(a *attempt) {
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		ctx, cancel := context.WithTimeout(context.Background(), forgetTimeout)
		defer cancel()
		if err := s.forget(ctx, a.model, a.life, a.entry, a.step.Revision.Operation); err != nil {
			s.log.Debug("what an attempt left is removed by the next scrub", "model", a.model, "error", err)
		}
	}()
}
