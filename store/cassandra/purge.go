package cassandra

import (
	"context"
	"errors"
	"fmt"

	"widerow/store"
	"widerow/store/cluster"
)

func (s *Store) Purge(ctx context.Context, model store.ModelID, base uint64) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if model == "" || store.CheckModel(model) != nil {
		return notFound(model)
	}
	release, err := s.turns.take(ctx, string(model.Root()))
	if err != nil {
		return err
	}
	defer release()
	ctx = context.WithoutCancel(ctx)
	for range writeTries {
		life, done, err := s.unmake(ctx, model, base)
		if err != nil {
			return s.translate("purge a model of", err)
		}
		if done {
			if err := s.cleanUp(ctx, model, life); err != nil {
				s.log.Warn("what a purged model left is removed by the next scrub", "model", model, "error", err)
			}
			return nil
		}
	}
	return s.failed("purge a model of", fmt.Errorf("%w: model %s is written all the time", store.ErrUnavailable, model))
}

const unmakeStatement = "UPDATE heads SET current = null, fence = ?, attempt = ? WHERE root = ? AND model = ? AND life = ? " +
	"IF current = ? AND fence = ? AND attempt = ?"

// unmake ends the life of a model: from then on it does not exist, nor what belongs to it.
func (s *Store) unmake(ctx context.Context, model store.ModelID, base uint64) (life string, done bool, err error) {
	h, err := s.head(ctx, true, model)
	if err != nil {
		return "", false, err
	}
	newest, err := s.revision(ctx, h)
	if err != nil {
		return "", false, err
	}
	if err := store.CheckPurge(newest, base); err != nil {
		return "", false, err
	}
	applied, err := s.data.Apply(ctx, unmakeStatement, *h.fence+1, h.attempt, string(model), string(model), h.life, h.life, *h.fence, h.attempt)
	if err == nil {
		return h.life, applied, nil
	}
	if !errors.Is(err, cluster.ErrUncertain) {
		return "", false, err
	}
	is, failed := s.standing(ctx, true, model)
	if failed != nil {
		return "", false, fmt.Errorf("model %s may or may not be purged: %w: %w", model, store.ErrUnknownOutcome, failed)
	}
	return h.life, is.life != h.life, nil
}

// cleanUp removes all rows of a life that has ended. It can be repeated.
func (s *Store) cleanUp(ctx context.Context, root store.ModelID, life string) error {
	chains, err := s.chainsOf(ctx, root)
	if err != nil {
		return err
	}
	for _, h := range chains[life] {
		if err := s.removeChain(ctx, h.model, life, h.number); err != nil {
			return err
		}
	}
	if err := s.summaries.remove(ctx, root, life); err != nil {
		return err
	}
	for _, h := range chains[life] {
		if _, err := s.data.Apply(ctx, "DELETE FROM heads WHERE root = ? AND model = ? AND life = ? IF EXISTS", string(root), string(h.model), life); err != nil {
			return err
		}
	}
	return nil
}

// chainsOf returns all rows of heads of a model, by their lives.
func (s *Store) chainsOf(ctx context.Context, root store.ModelID) (map[string][]*head, error) {
	chains := map[string][]*head{}
	read := cluster.Read{Text: "SELECT " + headColumns + " FROM heads WHERE root = ?", Values: []any{string(root)}, Page: 100}
	err := s.data.Each(ctx, read, func(scan func(...any) error) error {
		h, life, err := scanHead(scan)
		if err == nil && life != "" { // else only the static columns are left
			chains[life] = append(chains[life], h)
		}
		return err
	})
	return chains, err
}

// removeChain removes the revisions of a chain up to a number, and those that attempts began
// after it.
func (s *Store) removeChain(ctx context.Context, model store.ModelID, life string, last uint64) error {
	for bucket := int64(0); bucket <= bucketOf(last+1); bucket++ {
		first := uint64(bucket) * bucketSize
		found, err := s.revisions.read(ctx, model, life, first, first+bucketSize-1)
		if err != nil {
			return err
		}
		for number, entries := range found {
			for _, e := range entries {
				if err := s.removeEntry(ctx, model, life, number, e); err != nil {
					return err
				}
			}
		}
		err = s.data.Write(ctx, "DELETE FROM revisions USING TIMESTAMP ? WHERE model = ? AND life = ? AND bucket = ?", int64(removeTime), string(model), life, bucket)
		if err != nil {
			return err
		}
	}
	return nil
}

// removeEntry removes what belongs to a revision, or an attempt.
func (s *Store) removeEntry(ctx context.Context, model store.ModelID, life string, number uint64, e entry) error {
	operation := ""
	revision, err := s.decode(ctx, &head{model: model, standing: standing{life: life}}, e)
	if err == nil {
		operation = revision.Operation
	} else if !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	if number == 1 && operation != "" {
		if err := s.creations.remove(ctx, operation, model); err != nil {
			return err
		}
	}
	return s.forget(ctx, model, life, e, operation)
}
