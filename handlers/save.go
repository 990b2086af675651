package handlers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/limit"
	"widerow/handlers/monitor"
	"widerow/handlers/worker"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/sharing"
	"widerow/store"
)

// saver saves changes. Changes of one model take turns.
type saver struct {
	*documents
	*visitors
	queue    *limit.Saves
	metrics  *monitor.Metrics
	drawings *feature.Drawings
	layouter graph.Layouter
	log      *slog.Logger
	now      func() time.Time
	ids      model.IDs    // nil: made from the operation of a request
	parent   *worker.Link // of the server, in a worker
	everyone sharing.Role // of everyone, on new models
	// ended returns an error for a branch whose proposal has ended.
	ended func(context.Context, store.ModelID) error
}

func newSaver(config Config, documents *documents, visitors *visitors) *saver {
	queue := limit.NewSaves(limit.DefaultSaveLimits)
	return &saver{
		documents: documents, visitors: visitors, queue: queue, metrics: monitor.NewMetrics(queue, config.Store),
		drawings: feature.NewDrawings(cachedBytes), layouter: config.Layouter,
		log: config.Log, now: config.Now, ids: config.IDs, parent: config.Parent,
		everyone: config.NewModels,
	}
}

// Log is the log of the server, Layouter its layout engine.
func (s *saver) Log() *slog.Logger        { return s.log }
func (s *saver) Layouter() graph.Layouter { return s.layouter }

// InWorker reports whether this is the app of a worker, which hears nothing of saves.
func (s *saver) InWorker() bool { return s.parent != nil }

// Saved counts a save in the metrics.
func (s *saver) Saved(kind store.Kind, err error) { s.metrics.Saved(kind, outcome(err)) }

// Now is the time of the server's clock.
func (s *saver) Now() time.Time { return s.now() }

// saveTries bounds the tries of a save while another program writes to the same store: saves of
// this one take turns.
const saveTries = 5

// Identified adds the author and the model to a change.
func (s *saver) Identified(c echo.Context, change feature.Change) feature.Change {
	change.Model = cmp.Or(change.Model, feature.ModelID(c))
	change.Operation, change.Author = cmp.Or(change.Operation, feature.Operation(c)), s.Visitor(c)
	return change
}

// TakeTurn waits until the request may save a model; done ends its turn. A
// request that the client cancels leaves the queue; once it has its turn, it is
// carried out.
func (s *saver) TakeTurn(c echo.Context, change feature.Change) (done func(), err error) {
	if s.parent != nil {
		return func() { s.parent.EndTurn(feature.Background(c), change.Model) }, s.parent.Turn(c.Request().Context(), change.Model)
	}
	bytes := c.Request().ContentLength
	if bytes < 0 {
		bytes = bodyLimit
	}
	done, err = s.queue.Take(c.Request().Context(), limit.Turn{Model: change.Model, Client: client(c), Bytes: bytes})
	if err != nil {
		s.metrics.Saved(change.Kind, outcome(err))
		return nil, fmt.Errorf("save model %s: %w", change.Model, err)
	}
	return done, nil
}

func (s *saver) SaveInTurn(ctx context.Context, change feature.Change) (feature.Document, error) {
	if err := s.ended(ctx, change.Model); err != nil {
		return feature.Document{}, err
	}
	for range saveTries {
		made, err := s.made(ctx, change)
		if err != nil || made.after == nil {
			return made.head, err
		}
		if saved, err := s.keep(ctx, change, made); !errors.Is(err, store.ErrConflict) {
			return saved, err
		}
	}
	return feature.Document{}, fmt.Errorf("save model %s: %w", change.Model, limit.ErrManySaves)
}

// made is a change that was made on a document. after is nil if there is nothing to
// save: an earlier request has saved it.
type made struct {
	head     feature.Document
	after    *model.Model
	words    string
	drawings []*diagram.Drawing
}

// made makes a change on the newest document.
func (s *saver) made(ctx context.Context, change feature.Change) (made, error) {
	head, err := s.base(ctx, change)
	if err != nil {
		return made{head: head}, err
	}
	if done, found, err := s.AlreadyDone(ctx, change); err != nil {
		return made{head: head}, err
	} else if found {
		s.makeAgain(ctx, change, done)
		head, err = s.Head(ctx, change.Model)
		return made{head: head}, err
	}
	after, words, err := change.On(ctx, head, s.IDsOf(change.Operation))
	if err != nil {
		s.metrics.Saved(change.Kind, "refused")
		return made{head: head}, err
	}
	var drawings []*diagram.Drawing
	if head.Model != nil {
		after, drawings = s.AddPositions(ctx, head.Model, model.Next(head.Model, after), change.Reverts > 0)
	}
	return made{head, after, words, drawings}, nil
}

// keep stores a change that was made. The error is store.ErrConflict if others have
// saved since.
func (s *saver) keep(ctx context.Context, change feature.Change, made made) (feature.Document, error) {
	saved, err := s.append(ctx, change, made.head, made.after, made.words)
	if err == nil && saved.Model == made.after {
		s.drawings.Add(made.head.Model, made.after, made.drawings)
	}
	return saved, err
}

// IDsOf returns the IDs for what an operation adds. Equal operations get equal IDs,
// so that a form that is sent twice gets the same response.
func (s *saver) IDsOf(operation string) model.IDs {
	if s.ids != nil {
		return s.ids
	}
	return model.SeededIDs([]byte(operation))
}

// base is the document that the change is made on. To restore a revision it
// need not be readable: of a model that is deleted or damaged, or whose head
// cannot be opened, only the revision is known.
func (s *saver) base(ctx context.Context, change feature.Change) (feature.Document, error) {
	head, err := s.Head(ctx, change.Model)
	if err == nil || change.Kind != store.KindRestore {
		return head, err
	}
	newest, newestErr := s.Newest(ctx, change.Model)
	if newestErr != nil {
		return feature.Document{}, err
	}
	return feature.Document{Revision: newest}, nil
}

// AlreadyDone returns the revision that an earlier request with the same
// operation made; commands must not be applied to their own result.
func (s *saver) AlreadyDone(ctx context.Context, change feature.Change) (store.Revision, bool, error) {
	done, found, err := s.store.FindOperation(ctx, change.Operation)
	if found && done.Model != change.Model {
		err = fmt.Errorf("save model %s: %w", change.Model, store.ErrOperationReused)
	}
	return done, found, err
}

// makeAgain repeats a change on the revision on which it was made, so that the
// form notes what it selects and names, and its answer is the same.
func (s *saver) makeAgain(ctx context.Context, change feature.Change, done store.Revision) {
	if done.Number == 1 {
		return
	}
	if before, err := s.At(ctx, change.Model, done.Number-1); err == nil {
		_, _, _ = change.On(ctx, before, s.IDsOf(change.Operation))
	}
}

func (s *saver) append(ctx context.Context, change feature.Change, head feature.Document, after *model.Model, words string) (feature.Document, error) {
	text, after, err := readBack(change.Model, head.Model, after)
	if err != nil {
		return feature.Document{}, err
	}
	// What a merge or its undo has taken over matters, even if nothing differs.
	if bytes.Equal(text, head.Text()) && change.From.Number == 0 && change.Kind != store.KindUndo && change.Kind != store.KindRedo {
		return head, nil
	}
	patch, err := patchBetween(head, after)
	if err != nil {
		return feature.Document{}, fmt.Errorf("compare revisions of model %s: %w", change.Model, err)
	}
	revision, err := s.store.Save(ctx, store.Save{
		Model: change.Model, Base: head.Revision.Number, Operation: change.Operation, Author: change.Author,
		At: s.now(), Words: words, Kind: change.Kind, Reverts: change.Reverts, Title: after.Name,
		From:     store.Source{Model: change.From.Model, Number: change.From.Number},
		Document: text, Patch: patch,
	})
	s.metrics.Saved(change.Kind, outcome(err))
	if err != nil {
		return feature.Document{}, fmt.Errorf("save model %s: %w", change.Model, err)
	}
	return feature.Document{Revision: revision, Stored: text, Model: s.keepDecoded(revision.DocumentHash, after)}, nil
}

// readBack returns the text of a model as it is saved, and the model that is
// read from it. What could not be opened again is not saved: the error is a
// *store.TooLarge for a text above the limit. before is the model that it succeeds, or nil.
func readBack(id store.ModelID, before, m *model.Model) ([]byte, *model.Model, error) {
	if before == nil {
		before = &model.Model{}
		m = model.Next(before, m)
	}
	text, read, err := m.CanonicalAfter(before)
	if len(text) > model.MaxSize {
		return nil, nil, &store.TooLarge{Model: id, Size: len(text), Limit: model.MaxSize}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read back model %s: %w", id, err)
	}
	return text, read, nil
}

// patchBetween returns nothing if the document before cannot be read: the next
// one is stored whole. So is one after a document of an older format, for which the
// patch does not fit.
func patchBetween(before feature.Document, after *model.Model) ([]byte, error) {
	if before.Model == nil {
		return nil, nil
	}
	patch, err := diff.Between(before.Model, after)
	if err != nil {
		return nil, err
	}
	return patch.Encode(), nil
}

func outcome(err error) string {
	switch {
	case err == nil:
		return "saved"
	case errors.Is(err, store.ErrConflict):
		return "retried"
	case errors.Is(err, limit.ErrManySaves):
		return "busy"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return "error"
}

// Create stores a new model with its first revision.
func (s *saver) Create(ctx context.Context, first store.Save, document *model.Model) (store.Revision, error) {
	first.Model = feature.NewModelID()
	text, _, err := readBack(first.Model, nil, document)
	if err != nil {
		return store.Revision{}, fmt.Errorf("create model: %w", err)
	}
	first.Title, first.Document, first.At = document.Name, text, s.now()
	revision, err := s.store.Create(ctx, first)
	s.metrics.Saved(first.Kind, outcome(err))
	if err != nil {
		return revision, fmt.Errorf("create model: %w", err)
	}
	return revision, s.own(ctx, revision)
}

// own makes the author of a new model its owner. A model whose roles could not be saved
// is one that only admins see.
func (s *saver) own(ctx context.Context, created store.Revision) error {
	if s.guard == nil {
		return nil
	}
	begun, err := s.guard.Keeper.Begun(ctx)
	if err != nil || begun.IsZero() {
		return err // before the first account every model is everyone's
	}
	roles := sharing.Open()
	if s.guard.Mode != identity.None {
		roles = sharing.Private(model.ID(created.Author.ID), s.everyone)
	}
	return s.guard.Sharings.Change(ctx, created.Model, created.Author, "made the model", func(before *sharing.Sharing) (*sharing.Sharing, error) {
		if len(before.People) > 0 { // by the same request before
			return before, nil
		}
		return roles, nil
	})
}
