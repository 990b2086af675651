package handlers

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/handlers/limit"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
	"widerow/store"
)

// discussed is the discussion of a model at one revision. Before the first comment
// there is no revision: its number is 0.
type discussed struct {
	*discussion.Discussion
	revision store.Revision
	text     []byte
}

// discussionCache holds decoded discussions by the hash of their text.
type discussionCache = limit.Cache[store.Hash, *discussion.Discussion]

// discussion loads the discussion of a model. It is empty if there is no comment
// yet or the model is deleted.
func (s *Server) discussion(ctx context.Context, id store.ModelID) (discussed, error) {
	text, revision, err := s.store.Head(ctx, id.Companion(store.Discussion))
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
		return discussed{Discussion: &discussion.Discussion{}}, nil
	}
	if err != nil {
		return discussed{}, fmt.Errorf("open the comments on model %s: %w", id, err)
	}
	decoded, found := s.discussions.Get(revision.DocumentHash)
	if !found {
		if decoded, err = discussion.Decode(text); err != nil {
			return discussed{}, fmt.Errorf("read the comments on model %s: %w: %w", id, errUnreadable, err)
		}
		decoded = s.discussions.Add(revision.DocumentHash, decoded, 4*int64(len(text)))
	}
	return discussed{decoded, revision, text}, nil
}

// discuss changes the discussion of a model, in turn with other saves. An act that
// changes nothing makes no revision. The error is a *discussion.Problem or
// *model.GoneError of act, or one of the store's.
func (s *Server) discuss(c echo.Context, act func(before *discussion.Discussion, ids model.IDs) (after *discussion.Discussion, words string, err error)) error {
	owner := modelID(c)
	change := s.identified(c, change{kind: store.KindEdit, model: owner.Companion(store.Discussion)})
	done, err := s.takeTurn(c, change)
	if err != nil {
		return err
	}
	defer done()
	ctx := background(c)
	for range saveTries {
		before, err := s.discussion(ctx, owner)
		if err != nil {
			return err
		}
		if _, found, err := s.alreadyDone(ctx, change); found || err != nil {
			return err
		}
		after, words, err := act(before.Discussion, s.idsOf(change.operation))
		if err != nil || after == before.Discussion {
			return err
		}
		err = s.appendDiscussion(ctx, change, before, after, words)
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists) {
			return err
		}
	}
	return fmt.Errorf("save %s: %w", change.model, limit.ErrManySaves)
}

func (s *Server) appendDiscussion(ctx context.Context, change change, before discussed, after *discussion.Discussion, words string) error {
	text := after.Encode()
	if len(text) > model.MaxSize {
		return &discussion.Problem{Message: fmt.Sprintf("The comments on this model take %d MB, which is the most. Nothing was saved. Copy the model: the copy starts without comments.", model.MaxSize>>20)}
	}
	return s.appendCompanion(ctx, change, before.revision.Number, before.text, text, words)
}

// appendCompanion saves a document that belongs to a model. base is the number of
// the revision before, or 0 if this is the first.
func (s *Server) appendCompanion(ctx context.Context, change change, base uint64, before, after []byte, words string) error {
	save := store.Save{
		Model: change.model, Base: base, Operation: change.operation, Author: change.author,
		At: s.now(), Words: words, Kind: change.kind, Document: after,
	}
	write := s.store.Save
	if base == 0 {
		save.Kind, write = store.KindCreate, s.store.Create
	} else if patch, err := diff.Make(before, after); err == nil {
		save.Patch = patch.Encode()
	}
	_, err := write(ctx, save)
	s.metrics.Saved(change.kind, outcome(err))
	if err != nil {
		return fmt.Errorf("save %s: %w", change.model, err)
	}
	return nil
}

// talkOf loads the comments for a page. A model whose comments cannot be read is
// shown without them.
func (s *Server) talkOf(c echo.Context, of store.Revision) workbench.Talk {
	id := of.Model
	loaded, err := s.discussion(c.Request().Context(), id)
	t := workbench.Talk{Discussion: loaded.Discussion, Me: discussion.Person{ID: s.knownVisitor(c), Name: s.visitorName(c)}, Now: s.now()}
	if err != nil {
		s.log.Error("comments are not shown", "id", c.Get("request"), "error", err)
		t.Discussion, t.Failure = &discussion.Discussion{}, "The comments on this model cannot be read. The model itself is whole. The administrator finds the reason in the log."
	}
	t.Seen, t.Marks = s.seenBy(c.Request().Context(), id, t.Me.ID)
	t.Threads, t.OpenOn = t.Listed(), t.Open()
	t.NewOn = t.Unseen()
	t.From, _ = strconv.Atoi(c.QueryParam("from"))
	t.Editors = s.editors(c.Request().Context(), of)
	return t
}

// editorRevisions is among how many of the newest revisions editors looks.
const editorRevisions = 30

// editorsKey is a revision up to which editors looks.
type editorsKey struct {
	model  store.ModelID
	number uint64
}

// keptEditors is how many answers of editors are kept.
const keptEditors = 256

// editors are the names of those who edited a model before a revision, or made it.
func (s *Server) editors(ctx context.Context, of store.Revision) (names []string) {
	key := editorsKey{of.Model, of.Number}
	if kept, found := s.editedBy.Get(key); found {
		return kept
	}
	revisions, err := s.store.History(ctx, of.Model, of.Number+1, editorRevisions)
	if err != nil {
		return nil // a comment can name anybody
	}
	for _, revision := range revisions {
		if revision.Author.Name != unknownAuthor && revision.Author.Name != "" {
			names = append(names, revision.Author.Name)
		}
	}
	s.editedBy.Add(key, names)
	return names
}
