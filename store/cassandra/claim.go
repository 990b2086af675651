package cassandra

import (
	"context"
	"errors"
	"fmt"
	"time"

	"widerow/store"
	"widerow/store/cluster"
)

// claim makes sure that an operation creates one model, although each of its retries may choose
// another id. mine is false if the request is to be tried again: it then has the id of an earlier
// try, or the earlier try is found to have succeeded.
func (s *Store) claim(ctx context.Context, r *request) (mine bool, err error) {
	operation := []byte(r.operation)
	applied, err := s.data.Apply(ctx, "INSERT INTO creations (operation, model, claim) VALUES (?, ?, ?) IF NOT EXISTS",
		operation, string(r.model), newID(time.Now()))
	if err == nil && applied {
		return true, nil
	}
	if err != nil && !errors.Is(err, cluster.ErrUncertain) {
		return false, err
	}
	claimed, err := s.creations.model(ctx, r.operation)
	switch {
	case err != nil:
		return false, err
	case claimed == r.model:
		return true, nil
	case claimed == "": // the write was not answered, and had no effect
		return false, fmt.Errorf("%w: the claim of an operation was not answered", cluster.ErrUnavailable)
	}
	return false, s.takeOver(ctx, r, claimed)
}

// takeOver settles what becomes of a creation that an earlier try has begun as another model.
func (s *Store) takeOver(ctx context.Context, r *request, other store.ModelID) error {
	found, err := s.heads(ctx, true, other)
	if err != nil {
		return err
	}
	exists := found[other] != nil
	if !exists && r.model.IsModel() && other.IsModel() {
		r.rename(other) // both then write the same row
		return nil
	}
	if !exists {
		if err := s.raiseFence(ctx, other.Root()); err != nil {
			return err
		}
	}
	if seen, err := s.seen(ctx, r.operation); err != nil || seen != nil {
		return err
	}
	_, err = s.data.Apply(ctx, "UPDATE creations SET model = ?, claim = ? WHERE operation = ? IF model = ?",
		string(r.model), newID(time.Now()), []byte(r.operation), string(other))
	if errors.Is(err, cluster.ErrUncertain) {
		return nil // the next try sees
	}
	return err
}

// claimRows is the table creations.
type claimRows struct{ data *cluster.Data }

// model returns the model that an operation is to create, or "".
func (c claimRows) model(ctx context.Context, operation string) (model store.ModelID, err error) {
	read := cluster.Read{Text: "SELECT model FROM creations WHERE operation = ?", Values: []any{[]byte(operation)}, Serial: true}
	err = c.data.Each(ctx, read, func(scan func(...any) error) error { return scan((*string)(&model)) })
	return model, err
}

// remove removes the claim of an operation whose model is purged.
func (c claimRows) remove(ctx context.Context, operation string, model store.ModelID) error {
	_, err := c.data.Apply(ctx, "DELETE FROM creations WHERE operation = ? IF model = ?", []byte(operation), string(model))
	return err
}
