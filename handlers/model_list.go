package handlers

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"widerow/store"
)

// modelList keeps the list of models for those who search or sort it. It is read from the
// store once, and after that only the models are that were saved since.
type modelList struct {
	mutex  sync.Mutex
	saves  uint64 // of live.Hub.Listed
	models []store.Summary
}

// all returns the models in the order of store.List. Callers share the slice.
func (l *modelList) all(ctx context.Context, s *Server) ([]store.Summary, error) {
	if s.parent != nil { // a worker hears nothing of saves
		return s.everyModel(ctx)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	changed, saves := s.hub.Listed(l.saves)
	models, err := l.renewed(ctx, s, changed)
	if err != nil {
		return nil, err
	}
	l.models, l.saves = models, saves
	return models, nil
}

func (l *modelList) renewed(ctx context.Context, s *Server, changed []store.ModelID) ([]store.Summary, error) {
	damaged := slices.ContainsFunc(l.models, func(summary store.Summary) bool { return summary.Damaged })
	switch {
	case l.models == nil || damaged: // whose repair is no save
		return s.everyModel(ctx)
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
		summary, listed, err := s.summary(ctx, id, created[id])
		if err != nil {
			return s.everyModel(ctx)
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

// summary reads that of a model. created is zero if it is not known yet. listed is false
// for a model that is deleted.
func (s *Server) summary(ctx context.Context, id store.ModelID, created time.Time) (summary store.Summary, listed bool, err error) {
	newest, err := s.Newest(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && newest.Kind == store.KindDelete {
		return summary, false, nil
	}
	first := store.Revision{At: created}
	if err == nil && created.IsZero() {
		var revisions []store.Revision
		if revisions, err = s.Store().History(ctx, id, 2, 1); err == nil {
			first = revisions[0]
		}
	}
	return store.SummaryOf(first, newest), true, err
}

// everyModel reads the whole list.
func (s *Server) everyModel(ctx context.Context) ([]store.Summary, error) {
	all := []store.Summary{}
	for cursor := ""; ; {
		list, err := s.Store().List(ctx, cursor, store.MaxPage)
		if err != nil {
			return nil, err
		}
		all = append(all, list.Models...)
		if cursor = list.Next; cursor == "" {
			return all, nil
		}
	}
}
