package cassandra

import (
	"context"
	"errors"
	"fmt"

	"widerow/store"
	"widerow/store/cluster"
)

// tried is an attempt of an operation.
type tried struct {
	model   store.ModelID
	life    string
	number  uint64
	attempt string
}

// operationRows is the table operations.
type operationRows struct{ data *cluster.Data }

func (o operationRows) put(ctx context.Context, r store.Revision, life, attempt string) error {
	return o.data.Write(ctx, "INSERT INTO operations (operation, model, life, number, attempt) VALUES (?, ?, ?, ?, ?) USING TIMESTAMP ?",
		[]byte(r.Operation), string(r.Model), life, int64(r.Number), attempt, int64(writeTime))
}

func (o operationRows) remove(ctx context.Context, operation string, model store.ModelID, life string, number uint64, attempt string) error {
	if operation == "" {
		return nil
	}
	return o.data.Write(ctx, "DELETE FROM operations USING TIMESTAMP ? WHERE operation = ? AND model = ? AND life = ? AND number = ? AND attempt = ?",
		int64(removeTime), []byte(operation), string(model), life, int64(number), attempt)
}

// tries returns the attempts of an operation.
func (o operationRows) tries(ctx context.Context, operation string) (all []tried, err error) {
	read := cluster.Read{Text: "SELECT model, life, number, attempt FROM operations WHERE operation = ?", Values: []any{[]byte(operation)}}
	err = o.data.Each(ctx, read, func(scan func(...any) error) error {
		var t tried
		var model string
		var number int64
		err := scan(&model, &t.life, &number, &t.attempt)
		t.model, t.number = store.ModelID(model), uint64(number)
		all = append(all, t)
		return err
	})
	return all, err
}

// seen returns the revision that an operation made, or nil if it made none yet.
func (s *Store) seen(ctx context.Context, operation string) (*store.Revision, error) {
	all, err := s.operations.tries(ctx, operation)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		revision, _, err := s.resolve(ctx, t, false)
		if err != nil || revision != nil {
			return revision, err
		}
	}
	return nil, nil
}

// resolve returns the revision that an attempt made, or nil. open reports that it may still make
// one.
func (s *Store) resolve(ctx context.Context, t tried, serial bool) (revision *store.Revision, open bool, err error) {
	found, err := s.heads(ctx, serial, t.model)
	if err != nil {
		return nil, false, err
	}
	h := found[t.model]
	switch {
	case h == nil:
		return nil, t.number == 1, nil
	case h.life != t.life:
		return nil, false, nil
	case t.number > h.number:
		return nil, true, nil
	case t.attempt == h.attempt:
		newest, err := s.revision(ctx, h)
		return &newest, false, err
	}
	revision, err = s.made(ctx, h, t.number, t.attempt)
	return revision, false, err
}

func (s *Store) FindOperation(ctx context.Context, operation string) (store.Revision, bool, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return store.Revision{}, false, err
	}
	defer end()
	if store.CheckOperation(operation) != nil {
		return store.Revision{}, false, nil
	}
	revision, err := s.findOperation(ctx, operation)
	if err != nil {
		err = s.translate("find an operation in", err)
		if errors.Is(err, store.ErrUnavailable) {
			err = fmt.Errorf("%w: %w", store.ErrUnknownOutcome, err)
		}
		return store.Revision{}, false, err
	}
	if revision == nil {
		return store.Revision{}, false, nil
	}
	return *revision, true, nil
}

// findOperation is seen, for good: an attempt that might still take effect is ended first.
func (s *Store) findOperation(ctx context.Context, operation string) (*store.Revision, error) {
	all, err := s.operations.tries(ctx, operation)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		revision, open, err := s.resolve(ctx, t, true)
		if err == nil && open {
			if err = s.raiseFence(ctx, t.model.Root()); err == nil {
				revision, _, err = s.resolve(ctx, t, true)
			}
		}
		if err != nil || revision != nil {
			return revision, err
		}
	}
	return nil, nil
}
