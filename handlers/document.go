package handlers

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"widerow/model"
	"widerow/store"
)

// document is a model as it is at one revision. It is shared between
// requests and must not be changed.
type document struct {
	revision store.Revision
	text     []byte
	model    *model.Model
	// old: not the newest revision; it is shown read-only.
	old bool
	// deleted: the model is hidden until a revision is restored.
	deleted bool
}

// documentCache holds decoded models by the hash of their text.
type documentCache struct {
	decoded *lru.Cache[store.Hash, *model.Model]
}

// cachedDocuments bounds the memory of decoded models: about 1 MB for a
// hundred of the hotel's size.
const cachedDocuments = 100

func newDocumentCache() *documentCache {
	decoded, err := lru.New[store.Hash, *model.Model](cachedDocuments)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &documentCache{decoded}
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
	if known, found, _ := d.decoded.PeekOrAdd(hash, decoded); found {
		return known
	}
	return decoded
}

// head loads the newest revision of a model.
func (s *Server) head(ctx context.Context, id store.ModelID) (document, error) {
	text, revision, err := s.store.Head(ctx, id)
	if err != nil {
		return document{}, fmt.Errorf("open model %s: %w", id, err)
	}
	return s.decoded(text, revision)
}

// at loads one revision of a model; number 0 is the newest.
func (s *Server) at(ctx context.Context, id store.ModelID, number uint64) (document, error) {
	if number == 0 {
		return s.head(ctx, id)
	}
	text, revision, err := s.store.At(ctx, id, number)
	if err != nil {
		return document{}, fmt.Errorf("open revision %d of model %s: %w", number, id, err)
	}
	document, err := s.decoded(text, revision)
	if err != nil {
		return document, err
	}
	newest, err := s.store.History(ctx, id, 0, 1)
	if err != nil {
		return document, fmt.Errorf("open model %s: %w", id, err)
	}
	document.old = len(newest) > 0 && newest[0].Number != number
	return document, nil
}

func (s *Server) decoded(text []byte, revision store.Revision) (document, error) {
	decoded, err := s.documents.decode(text, revision.DocumentHash)
	if err != nil {
		return document{}, fmt.Errorf("read revision %d of model %s: %w", revision.Number, revision.Model, err)
	}
	return document{revision: revision, text: text, model: decoded}, nil
}

// lastOf loads the last document of a deleted model.
func (s *Server) lastOf(ctx context.Context, id store.ModelID) (document, error) {
	newest, err := s.store.History(ctx, id, 0, 1)
	if err != nil {
		return document{}, fmt.Errorf("open deleted model %s: %w", id, err)
	}
	text, revision, err := s.store.At(ctx, id, newest[0].Number)
	if err != nil {
		return document{}, fmt.Errorf("open deleted model %s: %w", id, err)
	}
	last, err := s.decoded(text, revision)
	last.deleted = true
	return last, err
}
