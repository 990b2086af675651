package home

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"widerow/handlers/feature"
	"widerow/store"
)

// modelList keeps the list of models for those who search or sort it. It is read from the
// store once, and after that only the models are that were saved since.
type modelList struct {
	feature.Site

	mutex  sync.Mutex
	saves  uint64 // of live.Hub.Listed
	models []store.Summary
}

// all returns the models in the order of store.List. Callers share the slice.
func (l *modelList) all(ctx context.Context) ([]store.Summary, error) {
	if l.InWorker() { // it hears nothing of saves
		return feature.EveryModel(ctx, l.Store())
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	changed, saves, anything := l.Hub().Listed(l.saves)
	if anything {
		l.models = nil
	}
	models, err := l.renewed(ctx, changed)
	if err != nil {
		return nil, err
	}
	l.models, l.saves = models, saves
	return models, nil
}

func (l *modelList) renewed(ctx context.Context, changed []store.ModelID) ([]store.Summary, error) {
	damaged := slices.ContainsFunc(l.models, func(summary store.Summary) bool { return summary.Damaged })
	switch {
	case l.models == nil || damaged: // whose repair is no save
		return feature.EveryModel(ctx, l.Store())
	case len(changed) == 0:
		return l.models, nil
	}
	created, models := map[store.ModelID]time.Time{}, make([]store.Summary, 0, len(l.models)+len(changed))
	for _, summary := range l.models {
		if _, found := slices.BinarySearch(changed, summary.Model); found {
			created[summary.Model] = summary.CreatedAt
		} else {
			models = append(models, summary)
		}
	}
	for _, id := range changed {
		summary, listed, err := l.summary(ctx, id, created[id])
		if err != nil {
			return feature.EveryModel(ctx, l.Store())
		}
		if listed {
			models = append(models, summary)
		}
	}
	slices.SortFunc(models, func(a, b store.Summary) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.Model, b.Model))
	})
	return models, nil
}

// summary reads the summary of a model. created is zero if it is not known yet. listed is false for
// a model that is deleted.
func (l *modelList) summary(ctx context.Context, id store.ModelID, created time.Time) (summary store.Summary, listed bool, err error) {
	newest, err := l.Newest(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && newest.Kind == store.KindDelete {
		return summary, false, nil
	}
	first := store.Revision{At: created}
	if err == nil && created.IsZero() {
		var revisions []store.Revision
		if revisions, err = l.Store().History(ctx, id, 2, 1); err == nil {
			first = revisions[0]
		}
	}
	return store.SummaryOf(first, newest), true, err
}
