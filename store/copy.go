package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Chains is a store whose chains can be copied as they are, with all their hashes: models,
// companions, branches and the chains of the server.
type Chains interface {
	Store

	// Chains returns the ids of all chains, each after its owner.
	Chains(ctx context.Context) ([]ModelID, error)

	// Chain returns a whole chain, deleted or not.
	Chain(ctx context.Context, id ModelID) (Repaired, error)

	// Put writes a whole chain, whose hashes it does not change. It returns ErrExists if there is
	// one with this id.
	Put(ctx context.Context, chain Repaired) error
}

// Copied is the outcome of Copy.
type Copied struct {
	Models    int // without companions
	Chains    int
	Revisions int
	Before    int // chains that were there already, from an earlier copy
}

// Copy copies all chains that to lacks, and compares their hashes. What an earlier, interrupted
// copy has copied stays. It refuses a store with other chains, or others of the same id, before it
// copies anything. done is called after each chain.
func Copy(ctx context.Context, from, to Chains, done func(id ModelID, revisions int)) (copied Copied, err error) {
	ids, err := from.Chains(ctx)
	if err != nil {
		return copied, fmt.Errorf("list what to copy: %w", err)
	}
	missing, err := missingChains(ctx, from, to, ids)
	if err != nil {
		return copied, err
	}
	copied.Before = len(ids) - len(missing)
	for _, id := range ids {
		if id.IsModel() {
			copied.Models++
		}
	}
	for _, id := range missing {
		revisions, err := copyChain(ctx, from, to, id)
		if err != nil {
			return copied, fmt.Errorf("copy %s: %w", id, err)
		}
		copied.Chains++
		copied.Revisions += revisions
		done(id, revisions)
	}
	return copied, nil
}

// missingChains returns the chains that to lacks. What it has must be the same.
func missingChains(ctx context.Context, from, to Chains, ids []ModelID) (missing []ModelID, err error) {
	there, err := to.Chains(ctx)
	if err != nil {
		return nil, fmt.Errorf("list what is there: %w", err)
	}
	for _, id := range there {
		if !slices.Contains(ids, id) {
			return nil, fmt.Errorf("the target has the model %s, which the source has not: choose an empty one: %w", id, ErrExists)
		}
	}
	for _, id := range ids {
		if !slices.Contains(there, id) {
			missing = append(missing, id)
			continue
		}
		old, err := newest(ctx, to, id)
		if err != nil {
			return nil, err
		}
		now, err := newest(ctx, from, id)
		if err != nil {
			return nil, err
		}
		if old != now {
			return nil, fmt.Errorf("the target has another history of %s: it was changed since it was copied, here or there: choose an empty target: %w",
				id, ErrExists)
		}
	}
	return missing, nil
}

// newest returns the hash of the last revision, which covers the whole history.
func newest(ctx context.Context, in Store, id ModelID) (Hash, error) {
	page, err := in.History(ctx, id, 0, 1)
	if err != nil || len(page) == 0 {
		return Hash{}, err
	}
	return page[0].Hash, nil
}

func copyChain(ctx context.Context, from, to Chains, id ModelID) (revisions int, err error) {
	chain, err := from.Chain(ctx, id)
	if err != nil {
		return 0, err
	}
	if err := to.Put(ctx, chain); err != nil {
		return 0, err
	}
	if err := to.Verify(ctx, id); err != nil {
		return 0, err
	}
	got, err := newest(ctx, to, id)
	if err == nil && got != chain.Revisions[len(chain.Revisions)-1].Hash {
		err = errors.New("the copy has another hash")
	}
	return len(chain.Revisions), err
}
