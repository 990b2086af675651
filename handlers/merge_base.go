package handlers

import (
	"context"
	"fmt"

	"widerow/handlers/feature"
	"widerow/store"
)

// LastMerged returns the newest revision of another model that a revision of a model
// contains, because the model began as its copy or has merged it since: what the
// two have in common. It is 0 if there is none.
func (d *documents) LastMerged(ctx context.Context, at store.Revision, other store.ModelID) (uint64, error) {
	key := mergeKey{at.Hash, other}
	if number, found := d.mergeBases.Get(key); found {
		return number, nil
	}
	revisions := make(map[uint64]store.Revision, at.Number)
	for before := at.Number + 1; before > 1; {
		page, err := d.store.History(ctx, at.Model, before, store.MaxPage)
		if err != nil {
			return 0, fmt.Errorf("history of model %s: %w", at.Model, err)
		}
		for _, revision := range page {
			revisions[revision.Number], before = revision, revision.Number
		}
		if len(page) == 0 {
			break
		}
	}
	number := lastMergedBy(revisions, at.Number, other)
	return d.mergeBases.Add(key, number, factBytes), nil
}

// lastMergedBy follows the revisions from the first one on. Undoing a merge gives back
// what was there before it, and restoring an old revision what it had.
func lastMergedBy(revisions map[uint64]store.Revision, last uint64, other store.ModelID) uint64 {
	taken := make([]uint64, last+1) // by revision
	for number := uint64(1); number <= last; number++ {
		revision := revisions[number]
		taken[number] = taken[number-1]
		switch target := revision.Reverts; {
		case revision.From.Model == other:
			taken[number] = revision.From.Number
		case revision.Kind == store.KindRestore && target > 0:
			taken[number] = taken[target]
		case target > 0 && taken[target] != taken[target-1] && taken[number] == taken[target]:
			taken[number] = taken[target-1]
		}
	}
	return taken[last]
}

// CommonBase returns what two models have in common: the newest revision of one
// that the other has taken over. Copies from before revisions said so have the
// first revision of the younger one in common.
func (d *documents) CommonBase(ctx context.Context, one, other store.Revision) (feature.Document, error) {
	var newest feature.Document
	for _, pair := range [][2]store.Revision{{one, other}, {other, one}} {
		number, err := d.LastMerged(ctx, pair[0], pair[1].Model)
		if err != nil {
			return feature.Document{}, err
		}
		if number == 0 {
			continue
		}
		found, err := d.At(ctx, pair[1].Model, number)
		if err != nil {
			return feature.Document{}, err
		}
		if newest.Model == nil || found.Revision.At.After(newest.Revision.At) {
			newest = found
		}
	}
	if newest.Model != nil {
		return newest, nil
	}
	first, err := d.At(ctx, one.Model, 1)
	if err != nil {
		return feature.Document{}, err
	}
	second, err := d.At(ctx, other.Model, 1)
	if err == nil && first.Revision.At.After(second.Revision.At) {
		return first, nil
	}
	return second, err
}
