package cassandra

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"widerow/store"
)

// request is a call of Create, Save or Delete.
type request struct {
	model     store.ModelID
	base      uint64
	operation string
	at        time.Time
	create    bool
	decide    func(store.State) (store.Step, error)
	// rename makes it the creation of another model (claim.go).
	rename func(store.ModelID)
}

func (s *Store) Create(ctx context.Context, change store.Save) (store.Revision, error) {
	change.At = s.timeOf(change.At)
	r := &request{model: change.Model, operation: change.Operation, at: change.At, create: true}
	r.decide = func(state store.State) (store.Step, error) { return s.options.Create(state, change) }
	r.rename = func(model store.ModelID) { change.Model, r.model = model, model }
	return s.write(ctx, r)
}

func (s *Store) Save(ctx context.Context, change store.Save) (store.Revision, error) {
	change.At = s.timeOf(change.At)
	return s.write(ctx, &request{model: change.Model, base: change.Base, operation: change.Operation, at: change.At,
		decide: func(state store.State) (store.Step, error) { return s.options.Save(state, change) }})
}

func (s *Store) Delete(ctx context.Context, deletion store.Deletion) (store.Revision, error) {
	deletion.At = s.timeOf(deletion.At)
	return s.write(ctx, &request{model: deletion.Model, base: deletion.Base, operation: deletion.Operation, at: deletion.At,
		decide: func(state store.State) (store.Step, error) { return s.options.Delete(state, deletion) }})
}

// timeOf returns the time of a write, which is the same in all its attempts.
func (s *Store) timeOf(at time.Time) time.Time {
	if at.IsZero() {
		return s.options.Now()
	}
	return at
}

// writeTries bounds the attempts of a write that other servers outrun. Each of them makes
// progress then, so that many in a row are most unlikely.
const writeTries = 20

// write carries out a write. Once it has its turn, it runs to completion.
func (s *Store) write(ctx context.Context, r *request) (store.Revision, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return store.Revision{}, err
	}
	defer end()
	if store.CheckModel(r.model) != nil || store.CheckOperation(r.operation) != nil {
		_, err := r.decide(store.State{})
		return store.Revision{}, err
	}
	release, err := s.turns.take(ctx, string(r.model.Root()))
	if err != nil {
		return store.Revision{}, err
	}
	defer release()
	ctx = context.WithoutCancel(ctx)
	for range writeTries {
		revision, done, err := s.try(ctx, r)
		if err != nil {
			return store.Revision{}, s.translate("save to", err)
		}
		if done {
			return revision, nil
		}
	}
	return store.Revision{}, s.failed("save to", fmt.Errorf("%w: other servers write model %s all the time", store.ErrUnavailable, r.model))
}

// try makes one attempt. It is not done if another server was faster, or the request
// has become one for another model.
func (s *Store) try(ctx context.Context, r *request) (revision store.Revision, done bool, err error) {
	before, err := s.before(ctx, r)
	if err != nil {
		return store.Revision{}, false, err
	}
	step, err := r.decide(before.state)
	if err != nil && before.state.Seen == nil {
		step, err = s.decideAgain(ctx, r, before, err)
	}
	if err != nil {
		return store.Revision{}, false, err
	}
	if step.Repeated {
		step.Revision.Patch = bytes.Clone(step.Revision.Patch)
		return step.Revision, true, nil
	}
	if r.create {
		if mine, err := s.claim(ctx, r); err != nil || !mine {
			return store.Revision{}, false, err
		}
	}
	a := s.newAttempt(r, before, step)
	if err := s.prepare(ctx, a); err != nil {
		s.forgetLater(a)
		return store.Revision{}, false, fmt.Errorf("nothing was saved: %w", err)
	}
	won, err := s.commit(ctx, a)
	if err != nil {
		return store.Revision{}, false, err
	}
	if !won {
		s.forgetLater(a)
		return store.Revision{}, false, nil
	}
	s.finish(ctx, a)
	step.Revision.Patch = bytes.Clone(step.Revision.Patch)
	return step.Revision, true, nil
}

// before holds the state that a write reads first.
type before struct {
	state store.State
	root  standing
	head  *head // nil for a new chain
}

// before reads the state. What decides is read at the same time as the attempts of the
// operation: an attempt that made a revision up to the base was written down before whoever
// sent the request could know the base.
func (s *Store) before(ctx context.Context, r *request) (b before, err error) {
	var heads map[store.ModelID]*head
	group, within := errgroup.WithContext(ctx)
	group.Go(func() (err error) { heads, err = s.heads(within, false, family(r.model)...); return err })
	group.Go(func() (err error) { b.state.Seen, err = s.seen(within, r.operation); return err })
	group.Go(func() (err error) { b.state.Newest, err = s.clock.newest(within, r.at); return err })
	if err := group.Wait(); err != nil {
		return b, err
	}
	if b.state.Owner, err = s.ownerOf(ctx, r.model, heads); err != nil {
		return b, err
	}
	b.head = heads[r.model]
	switch {
	case b.head != nil:
		b.root = b.head.standing
		return b, s.readHead(ctx, r, &b)
	case heads[r.model.Root()] != nil:
		b.root = heads[r.model.Root()].standing
		return b, nil
	}
	b.root, err = s.standing(ctx, false, r.model.Root())
	return b, err
}

// readHead reads the newest revision, and its document if the write is based on it.
func (s *Store) readHead(ctx context.Context, r *request, b *before) error {
	revision, err := s.revision(ctx, b.head)
	if err != nil {
		return err
	}
	b.state.Head = &revision
	if revision.Number == r.base {
		b.state.Document, err = s.document(ctx, b.head, link{revision, b.head.entry})
	}
	return err
}

// decideAgain looks once more for the operation, now that the state is known that leads to
// a refusal: the operation itself may have led to that state.
func (s *Store) decideAgain(ctx context.Context, r *request, b before, refusal error) (store.Step, error) {
	seen, err := s.seen(ctx, r.operation)
	if err != nil {
		return store.Step{}, err
	}
	if seen == nil {
		return store.Step{}, refusal
	}
	b.state.Seen = seen
	return r.decide(b.state)
}
