package handlers

import (
	"context"
	"errors"
	"fmt"

	"widerow/handlers/limit"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/store"
)

// documentCache holds decoded models by the hash of their text.
type documentCache struct {
	decoded *limit.Cache[store.Hash, *model.Model]
}

// cachedBytes bounds the memory of decoded models, and that of drawings.
const cachedBytes = 32 << 20

func newDocumentCache() *documentCache {
	return &documentCache{limit.NewCache[store.Hash, *model.Model](cachedBytes)}
}

func (d *documentCache) decode(text []byte, hash store.Hash) (*model.Model, error) {
	if decoded, found := d.decoded.Get(hash); found {
		return decoded, nil
	}
	decoded, err := model.Decode(text)
	if err != nil {
		return nil, err
	}
	return d.keep(hash, decoded), nil
}

// keep adds the model of a text, and returns the one that is there already.
func (d *documentCache) keep(hash store.Hash, decoded *model.Model) *model.Model {
	return d.decoded.Add(hash, decoded, workbench.Bytes(decoded))
}

// Head loads the newest revision of a model.
func (s *Server) Head(ctx context.Context, id store.ModelID) (workbench.Document, error) {
	return s.At(ctx, id, 0)
}

// At loads one revision of a model; number 0 is the newest.
func (s *Server) At(ctx context.Context, id store.ModelID, number uint64) (workbench.Document, error) {
	text, revision, err := s.Stored(ctx, id, number)
	if err != nil {
		return workbench.Document{}, err
	}
	return s.opened(ctx, text, revision, number)
}

// opened decodes a revision that was asked for by its number, or by 0.
func (s *Server) opened(ctx context.Context, text []byte, revision store.Revision, number uint64) (workbench.Document, error) {
	document, err := s.decoded(text, revision)
	if err != nil || number == 0 {
		return document, err
	}
	newest, err := s.Newest(ctx, revision.Model)
	document.Old = err == nil && newest.Number != number
	return document, err
}

// errUnreadable reports a stored document that cannot be decoded, such as one that
// an older version saved above the present limits.
var errUnreadable = errors.New("the document cannot be opened")

func (s *Server) decoded(text []byte, revision store.Revision) (workbench.Document, error) {
	decoded, err := s.documents.decode(text, revision.DocumentHash)
	if err != nil {
		return workbench.Document{}, fmt.Errorf("read revision %d of model %s: %w: %w", revision.Number, revision.Model, errUnreadable, err)
	}
	return workbench.Document{Revision: revision, Stored: text, Model: decoded}, nil
}

// Newest returns a model's newest revision, also if the model is deleted or its
// document cannot be opened.
func (s *Server) Newest(ctx context.Context, id store.ModelID) (store.Revision, error) {
	revisions, err := s.store.History(ctx, id, 0, 1)
	if err != nil {
		return store.Revision{}, fmt.Errorf("history of model %s: %w", id, err)
	}
	return revisions[0], nil
}

// Stored loads the text of a revision without decoding it; number 0 is the
// newest.
func (s *Server) Stored(ctx context.Context, id store.ModelID, number uint64) (text []byte, revision store.Revision, err error) {
	if number == 0 {
		text, revision, err = s.store.Head(ctx, id)
	} else {
		text, revision, err = s.store.At(ctx, id, number)
	}
	if err != nil {
		return nil, revision, fmt.Errorf("open revision %d of model %s: %w", number, id, err)
	}
	return text, revision, nil
}
