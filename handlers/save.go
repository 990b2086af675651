package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

// change is what one request wants done to a model.
type change struct {
	model     store.ModelID
	operation string // chosen by the page that holds the form, kept by a retry
	author    store.Author
	kind      store.Kind
	reverts   uint64
	// make gives the changed model and says in words what changed. It is
	// called again on the newer document when somebody saved in between.
	make func(document) (after *model.Model, words string, err error)
}

// saveTries bounds how often a save is tried again because others save at
// the same time. Each try loses only to a save that succeeded.
const saveTries = 20

// save makes the change on the newest document and stores it. A change that
// changes nothing makes no revision. The error is a *model.Conflict,
// *model.InvalidError or *model.GoneError of make, or one of the store's.
func (s *Server) save(ctx context.Context, change change) (document, error) {
	for range saveTries {
		head, err := s.base(ctx, change)
		if err != nil {
			return head, err
		}
		if done, found, err := s.alreadyDone(ctx, change, head); found || err != nil {
			return done, err
		}
		after, words, err := change.make(head)
		if err != nil {
			s.metrics.saves.WithLabelValues(string(change.kind), "refused").Inc()
			return head, err
		}
		after, drawings := s.addPositions(ctx, head.model, after, change.reverts > 0)
		saved, err := s.append(ctx, change, head, after, words)
		if err == nil && saved.model == after {
			s.drawings.add(after, drawings)
		}
		if !errors.Is(err, store.ErrConflict) {
			return saved, err
		}
	}
	return document{}, fmt.Errorf("save model %s: %w", change.model, store.ErrConflict)
}

// base is the document that the change is made on. A deleted model has none,
// but can be restored.
func (s *Server) base(ctx context.Context, change change) (document, error) {
	head, err := s.head(ctx, change.model)
	if change.kind == store.KindRestore && errors.Is(err, store.ErrDeleted) {
		return s.lastOf(ctx, change.model)
	}
	return head, err
}

// alreadyDone tells whether the operation was carried out by an earlier try
// whose answer was lost; commands must not be applied to their own result.
func (s *Server) alreadyDone(ctx context.Context, change change, head document) (document, bool, error) {
	done, found, err := s.store.FindOperation(ctx, change.operation)
	if err != nil || !found {
		return document{}, false, err
	}
	if done.Model != change.model {
		return document{}, false, fmt.Errorf("save model %s: %w", change.model, store.ErrOperationReused)
	}
	return head, true, nil
}

func (s *Server) append(ctx context.Context, change change, head document, after *model.Model, words string) (document, error) {
	text, after, err := after.Canonical()
	if err != nil {
		return document{}, fmt.Errorf("read back model %s: %w", change.model, err)
	}
	if bytes.Equal(text, head.text) && !head.deleted {
		return head, nil
	}
	patch, err := diff.Between(head.model, after)
	if err != nil {
		return document{}, fmt.Errorf("compare revisions of model %s: %w", change.model, err)
	}
	revision, err := s.store.Save(ctx, store.Save{
		Model: change.model, Base: head.revision.Number, Operation: change.operation, Author: change.author,
		At: s.now(), Words: words, Kind: change.kind, Reverts: change.reverts, Title: after.Name,
		Document: text, Patch: patch.Encode(),
	})
	s.metrics.saves.WithLabelValues(string(change.kind), outcome(err)).Inc()
	if err != nil {
		return document{}, fmt.Errorf("save model %s: %w", change.model, err)
	}
	return document{revision: revision, text: text, model: s.documents.keep(revision.DocumentHash, after)}, nil
}

func outcome(err error) string {
	switch {
	case err == nil:
		return "saved"
	case errors.Is(err, store.ErrConflict):
		return "retried"
	}
	return "error"
}

// create stores a new model with its first revision.
func (s *Server) create(ctx context.Context, first store.Save, document *model.Model) (store.Revision, error) {
	first.Model = newModelID()
	first.Title, first.Document, first.At = document.Name, document.Encode(), s.now()
	revision, err := s.store.Create(ctx, first)
	s.metrics.saves.WithLabelValues(string(first.Kind), outcome(err)).Inc()
	if err != nil {
		return revision, fmt.Errorf("create model: %w", err)
	}
	return revision, nil
}
