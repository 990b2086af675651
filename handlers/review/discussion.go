package review

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/store"
)

// Discussion loads the discussion of a model. It is empty if there is no comment
// yet or the model is deleted.
func (s *companions) Discussion(ctx context.Context, id store.ModelID) (discussed, error) {
	text, revision, err := s.Store().Head(ctx, id.Companion(store.Discussion))
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
		return discussed{Discussion: &discussion.Discussion{}}, nil
	}
	if err != nil {
		return discussed{}, fmt.Errorf("open the comments on model %s: %w", id, err)
	}
	kept, _ := s.discussions.Get(id)
	authors := s.Accounts().Authors()
	if kept.authors != authors {
		kept = discussed{}
	}
	switch {
	case kept.revision.Hash == revision.Hash:
		return kept, nil
	case !s.stillThere(ctx, kept.revision):
		kept = discussed{authors: authors}
	case kept.revision.Number > revision.Number: // another request was faster
		return kept, nil
	}
	loaded, err := s.discussedAt(ctx, kept, text, revision)
	if err != nil {
		return discussed{}, fmt.Errorf("read the comments on model %s: %w", id, err)
	}
	s.keepDiscussion(id, loaded)
	return loaded, nil
}

// stillThere reports whether a revision is in its history, which the repair of a damaged
// file may change.
func (s *companions) stillThere(ctx context.Context, known store.Revision) bool {
	if known.Number == 0 {
		return false
	}
	_, revision, err := s.Store().At(ctx, known.Model, known.Number)
	return err == nil && revision.Hash == known.Hash
}

func (s *companions) keepDiscussion(id store.ModelID, loaded discussed) {
	s.discussions.Replace(id, loaded, 6*int64(loaded.whole+loaded.parts))
}

// discussedAt reads a revision from its text and those before it: from kept on, an older
// revision or none, or from the one with the whole text.
func (s *companions) discussedAt(ctx context.Context, kept discussed, text []byte, revision store.Revision) (discussed, error) {
	part, err := discussion.Parse(text)
	if err != nil {
		return discussed{}, fmt.Errorf("%w: %w", feature.ErrUnreadable, err)
	}
	before := kept
	if first := uint64(part.Base); first > 0 && before.revision.Number < first {
		if before, err = s.discussedBefore(ctx, kept, revision.Model, first); err != nil {
			return discussed{}, err
		}
	}
	for number := before.revision.Number + 1; part.Base > 0 && number < revision.Number; number++ {
		text, between, err := s.Store().At(ctx, revision.Model, number)
		if errors.Is(err, store.ErrLost) {
			s.Log().Error("some comments were lost by damage on the disk", "model", revision.Model, "revision", number)
			continue
		}
		if err == nil {
			before, err = s.next(before, text, between)
		}
		if err != nil {
			return discussed{}, err
		}
	}
	return s.next(before, text, revision)
}

// discussedBefore reads the whole text of a revision. If that is lost, it has what was
// said before.
func (s *companions) discussedBefore(ctx context.Context, kept discussed, id store.ModelID, number uint64) (discussed, error) {
	for ; number > kept.revision.Number; number-- {
		text, revision, err := s.Store().At(ctx, id, number)
		if err == nil {
			return s.discussedAt(ctx, kept, text, revision)
		}
		if !errors.Is(err, store.ErrLost) {
			return discussed{}, err
		}
		s.Log().Error("some comments were lost by damage on the disk", "model", id, "revision", number)
	}
	return kept, nil
}

// next is the discussion after the text of a further revision. Its authors are accounts, also of what visitors wrote whose
// work an account has adopted.
func (s *companions) next(d discussed, text []byte, revision store.Revision) (discussed, error) {
	part, err := discussion.Parse(text)
	if err != nil {
		return discussed{}, fmt.Errorf("%w: %w", feature.ErrUnreadable, err)
	}
	before := d.Discussion
	if before == nil {
		before = &discussion.Discussion{}
	}
	after, err := part.ByAuthors(s.Accounts().Author).On(before)
	if err != nil {
		return discussed{}, fmt.Errorf("%w: %w", feature.ErrUnreadable, err)
	}
	next := discussed{after, revision, d.base, d.whole, d.parts + len(text), d.authors}
	if part.Base == 0 {
		next.base, next.whole, next.parts = revision.Number, len(text), 0
	}
	return next, nil
}

// discuss changes the discussion of a model, in turn with other saves. An act that
// changes nothing makes no revision. The error is a *model.Rejected or
// *model.GoneError of act, or one of the store's.
func (s *companions) discuss(c echo.Context,
	act func(before *discussion.Discussion, ids model.IDs) (after *discussion.Discussion, words string,
		err error)) error {
	return s.discussOn(c, feature.ModelID(c), act)
}

// discussOn is discuss for a model or a branch that need not be that of the address.
func (s *companions) discussOn(c echo.Context, owner store.ModelID,
	act func(before *discussion.Discussion, ids model.IDs) (after *discussion.Discussion, words string,
		err error)) error {
	change := s.Identified(c, feature.Change{Kind: store.KindEdit, Model: owner.Companion(store.Discussion)})
	return s.InTurn(c, change, func(ctx context.Context) error {
		before, err := s.Discussion(ctx, owner)
		if err != nil {
			return err
		}
		if _, found, err := s.AlreadyDone(ctx, change); found || err != nil {
			return err
		}
		after, words, err := act(before.Discussion, s.IDsOf(change.Operation))
		if err != nil || after == before.Discussion {
			return err
		}
		return s.appendDiscussion(ctx, change, before, after, words)
	})
}

// appendDiscussion saves what after changes. What is saved is also read back: it can be
// opened again.
func (s *companions) appendDiscussion(ctx context.Context, change feature.Change, before discussed, after *discussion.Discussion, words string) error {
	text := before.textOf(after)
	if len(text) > model.MaxSize {
		return &model.Rejected{Message: fmt.Sprintf("The comments on this model have reached the limit "+
			"of %d MB. Nothing was saved. Copy the model: the copy starts without comments.", model.MaxSize>>20)}
	}
	next, err := s.next(before, text, store.Revision{Number: before.revision.Number + 1})
	if err != nil {
		return fmt.Errorf("read back %s: %w", change.Model, err)
	}
	next.revision, err = s.AppendCompanion(ctx, change, before.revision.Number, nil, text, words)
	if err == nil && next.revision.Number == before.revision.Number+1 && next.revision.DocumentHash == store.HashOf(text) {
		s.keepDiscussion(change.Model.Owner(), next)
	}
	return err
}

// leastParts is the minimum number of bytes of parts between two whole texts.
const leastParts = 64 << 10

// textOf returns the text to save for the discussion after: what changed, or now and then
// the whole. Each whole text follows on parts that take more than the one before it, so
// that all together take a few times what was said, and a reader reads few of them.
func (d discussed) textOf(after *discussion.Discussion) []byte {
	if d.base > 0 {
		part := discussion.Changes(d.Discussion, after, int(d.base))
		parts := d.parts + len(part)
		if parts <= max(d.whole, leastParts) && d.whole+parts <= model.MaxSize {
			return part
		}
	}
	return after.Encode()
}

// TalkOf loads the comments for a page. A model whose comments cannot be read is
// shown without them.
func (s *companions) TalkOf(c echo.Context, of store.Revision) feature.Talk {
	id := of.Model
	loaded, err := s.Discussion(c.Request().Context(), id)
	t := feature.Talk{Discussion: loaded.Discussion, Me: discussion.Person{ID: s.KnownVisitor(c), Name: s.VisitorName(c)}, Now: s.Now(), Accounts: s.Accounts()}
	if err != nil {
		s.Log().Error("comments are not shown", "id", c.Get("request"), "error", err)
		t.Discussion, t.Failure = &discussion.Discussion{},
			"The comments on this model cannot be read. The model itself is whole. The administrator finds the "+
				"reason in the log."
	}
	t.Seen, t.Marks = s.seenBy(c.Request().Context(), id, t.Me.ID)
	t.Look()
	t.From, _ = strconv.Atoi(c.QueryParam("from"))
	t.Editors = s.EditorsOf(c.Request().Context(), of)
	return t
}
