package cassandra

import (
	"context"
	"errors"
	"fmt"
	"time"

	"widerow/store"
	"widerow/store/cluster"
)

// commitPatience bounds the time in which an outcome is asked for.
const commitPatience = 25 * time.Second

// commitPause is the time between two questions for an outcome.
const commitPause = 100 * time.Millisecond

// commit makes the attempt the head, if the head is still the one that it follows. After a write
// whose outcome is unknown it asks for the outcome, and repeats the write as long as it may still
// take effect.
func (s *Store) commit(ctx context.Context, a *attempt) (won bool, err error) {
	begun := time.Now()
	for {
		applied, failed := s.apply(ctx, a)
		switch {
		case failed == nil && applied:
			return true, nil
		case failed != nil && !errors.Is(failed, cluster.ErrUncertain):
			return false, failed
		}
		outcome, err := s.outcome(ctx, a)
		if err == nil && outcome != undecided {
			return outcome == happened, nil
		}
		if time.Since(begun) > commitPatience {
			return false, fmt.Errorf("operation %q may or may not be saved: %w: %w", a.step.Revision.Operation, store.ErrUnknownOutcome,
				errors.Join(failed, err))
		}
		time.Sleep(commitPause)
	}
}

const commitStatement = "UPDATE heads SET current = ?, deleted = ?, fence = ?, attempt = ?, number = ?, hash = ?, created = ?, record = ?, record_parts = ?, " +
	"snapshot = ?, snapshot_attempt = ?, snapshot_parts = ? WHERE root = ? AND model = ? AND life = ? " +
	"IF current = ? AND deleted = ? AND fence = ? AND attempt = ?"

// apply is the conditional write.
func (s *Store) apply(ctx context.Context, a *attempt) (applied bool, err error) {
	fence := int64(1)
	if a.root.fence != nil {
		fence = *a.root.fence
	}
	deleted := a.root.deleted != nil && *a.root.deleted // that of a companion's model
	if a.model.Root() == a.model {
		deleted = a.step.Revision.Kind == store.KindDelete
	}
	hash := a.step.Revision.Hash
	return s.data.Apply(ctx, commitStatement,
		a.life, deleted, fence, a.attempt, int64(a.number), hash[:], a.created, a.inline(), a.parts,
		int64(a.snapshot.number), orNull(a.snapshot.attempt), a.snapshot.parts,
		string(a.model.Root()), string(a.model), a.life,
		orNull(a.root.life), a.root.deleted, a.root.fence, orNull(a.follows()))
}

// follows returns the attempt of the head that a follows, or "".
func (a *attempt) follows() string {
	if a.head == nil {
		return ""
	}
	return a.head.attempt
}

// orNull returns an id for a statement: nil for none.
func orNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}

type outcome int

const (
	undecided outcome = iota // it has no effect yet, and may still have one
	happened
	impossible
)

// outcome tells what has become of an attempt. It reads at the level of conditional writes, which
// ends those under way.
func (s *Store) outcome(ctx context.Context, a *attempt) (outcome, error) {
	found, err := s.heads(ctx, true, a.model)
	if err != nil {
		return undecided, err
	}
	now := found[a.model]
	if now == nil {
		is, err := s.standing(ctx, true, a.model.Root())
		if err == nil && a.head == nil && is.same(a.root) {
			return undecided, nil
		}
		return impossible, err
	}
	switch {
	case now.life != a.life:
		return impossible, nil
	case now.attempt == a.attempt:
		return happened, nil
	case now.number < a.number:
		if now.attempt == a.follows() && now.same(a.root) {
			return undecided, nil
		}
		return impossible, nil
	}
	made, err := s.made(ctx, now, a.number, a.attempt)
	if err == nil && made != nil {
		return happened, nil
	}
	return impossible, err
}

// same reports whether the conditions of a write still hold.
func (s standing) same(other standing) bool {
	return s.life == other.life && equal(s.deleted, other.deleted) && equal(s.fence, other.fence)
}

func equal[T comparable](a, b *T) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// made returns the revision that an attempt made, or nil if it made none.
func (s *Store) made(ctx context.Context, h *head, number uint64, attempt string) (*store.Revision, error) {
	if number > h.number {
		return nil, nil
	}
	linked, err := s.linkAt(ctx, h, number)
	if err != nil || linked.attempt != attempt {
		return nil, err
	}
	return &linked.Revision, nil
}

// finish does what readers can do without once an attempt has taken effect.
func (s *Store) finish(ctx context.Context, a *attempt) {
	s.documents.put(a.step.Revision.Hash, a.step.Document)
	if !a.model.IsModel() {
		return
	}
	line := lineOf(a.life, a.created, a.step.Revision)
	if err := s.summaries.put(ctx, line); err != nil {
		s.log.Warn("the list of models is brought up to date later", "model", a.model, "error", err)
	}
}

// raiseFence ends all attempts on a model that have not taken effect yet. Running requests then
// make their attempts again.
func (s *Store) raiseFence(ctx context.Context, root store.ModelID) error {
	const statement = "UPDATE heads SET fence = ? WHERE root = ? IF fence = ? AND current = ?"
	begun := time.Now()
	for {
		is, err := s.standing(ctx, true, root)
		if err != nil {
			return err
		}
		next := int64(1)
		if is.fence != nil {
			next = *is.fence + 1
		}
		applied, err := s.data.Apply(ctx, statement, next, string(root), is.fence, orNull(is.life))
		if err == nil && applied {
			return nil
		}
		if err != nil && !errors.Is(err, cluster.ErrUncertain) || time.Since(begun) > commitPatience {
			return errors.Join(err, fmt.Errorf("model %s is written all the time", root))
		}
	}
}
