package history

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// Steps are the revisions that undo and redo of a visitor would revert.
type Steps struct{ Undo, Redo *store.Revision }

// Undo searches only the newest revisions for the visitor's own changes, a
// page at a time. Older ones can be restored from the history.
const (
	undoPage      = 100
	maxUndoSearch = 400
)

// Undoable finds what the author can undo and redo, walking the history from
// the newest revision down. An undo names the revision that it reverts, so
// each change is undone once; a redo reverts an undo; a new edit leaves
// nothing to redo.
func (s *Feature) Undoable(ctx context.Context, id store.ModelID, author string) (Steps, error) {
	var found Steps
	if author == "" {
		return found, nil
	}
	reverted, edited := map[uint64]bool{}, false
	before := uint64(0)
	for range maxUndoSearch / undoPage {
		page, err := s.Store().History(ctx, id, before, undoPage)
		if err != nil {
			return found, fmt.Errorf("history of model %s: %w", id, err)
		}
		for _, revision := range page {
			before = revision.Number
			if revision.Author.ID != author {
				continue
			}
			edited = found.note(revision, reverted, edited)
			if found.Undo != nil && (found.Redo != nil || edited) {
				return found, nil
			}
		}
		if len(page) < undoPage {
			break
		}
	}
	return found, nil
}

// note accounts for one revision of the author and reports whether an edit
// has been found, before which nothing can be redone.
func (s *Steps) note(revision store.Revision, reverted map[uint64]bool, edited bool) bool {
	if reverted[revision.Number] {
		return edited
	}
	switch revision.Kind {
	case store.KindUndo:
		reverted[revision.Reverts] = true
		if s.Redo == nil && !edited {
			s.Redo = &revision
		}
	case store.KindRedo:
		reverted[revision.Reverts] = true
		if s.Undo == nil {
			s.Undo = &revision
		}
	case store.KindEdit, store.KindRestore:
		if s.Undo == nil {
			s.Undo = &revision
		}
		return true
	}
	return edited
}

func (s *Feature) undo(c echo.Context) error {
	return s.revert(c, store.KindUndo, func(found Steps) *store.Revision { return found.Undo })
}

func (s *Feature) redo(c echo.Context) error {
	return s.revert(c, store.KindRedo, func(found Steps) *store.Revision { return found.Redo })
}

// revert undoes or redoes one of the visitor's own revisions by a three-way
// merge, which keeps later changes of others.
func (s *Feature) revert(c echo.Context, kind store.Kind, choose func(Steps) *store.Revision) error {
	saved, err := s.revertInTurn(c, kind, choose)
	if err != nil {
		return s.Failed(c, feature.ViewOfForm(c), feature.Answer{}, feature.NotReverted(s, c, feature.ModelID(c), kind, err))
	}
	return s.Edited(c, feature.ViewOfForm(c), saved, nil)
}

// revertInTurn chooses what to revert when its turn has come: of two reverts
// sent at once, the second reverts the revision before.
func (s *Feature) revertInTurn(c echo.Context, kind store.Kind, choose func(Steps) *store.Revision) (feature.Document, error) {
	change := s.Identified(c, feature.Change{Kind: kind})
	done, err := s.TakeTurn(c, change)
	if err != nil {
		return feature.Document{}, err
	}
	defer done()
	ctx := feature.Background(c)
	// The first of two clicks on one button may have left nothing to revert.
	if _, found, err := s.AlreadyDone(ctx, change); found || err != nil {
		head, headErr := s.Head(ctx, change.Model)
		return head, cmp.Or(err, headErr)
	}
	found, err := s.Undoable(ctx, change.Model, change.Author.ID)
	if err != nil {
		return feature.Document{}, err
	}
	target := choose(found)
	if target == nil {
		return feature.Document{}, feature.NewError(http.StatusConflict, "You have no change to "+string(kind),
			"Undo and redo cover your own changes only. To go back further, restore a revision from the History.", nil)
	}
	patch, err := s.PatchOf(ctx, *target)
	if err != nil {
		return feature.Document{}, err
	}
	change.Reverts = target.Number
	change.Make = func(head feature.Document, _ model.IDs) (*model.Model, string, error) {
		after, err := feature.Merge(head, patch.Inverse())
		if err != nil {
			return nil, "", err
		}
		feature.KeepPositions(head.Model, after)
		return after, revertWords(kind, target), nil
	}
	return s.SaveInTurn(ctx, change)
}

// revertWords names the change that is undone or redone, even if target is
// itself an undo or a redo: "redid r12: renamed …".
func revertWords(kind store.Kind, target *store.Revision) string {
	what := fmt.Sprintf("r%d: %s", target.Number, target.Words)
	if target.Kind == store.KindUndo || target.Kind == store.KindRedo {
		_, what, _ = strings.Cut(target.Words, " ")
	}
	return map[store.Kind]string{store.KindUndo: "undid", store.KindRedo: "redid"}[kind] + " " + what
}

// restore makes an old revision the newest, as a new revision.
func (s *Feature) restore(c echo.Context) error {
	number, err := strconv.ParseUint(c.FormValue("revision"), 10, 64)
	if err != nil || number == 0 {
		return feature.BadForm(fmt.Errorf("revision %q", c.FormValue("revision")))
	}
	ctx, id := feature.Background(c), feature.ModelID(c)
	old, err := s.At(ctx, id, number)
	if err != nil {
		return err
	}
	saved, err := s.Save(c, feature.Change{
		Kind: store.KindRestore, Reverts: number,
		Make: func(feature.Document, model.IDs) (*model.Model, string, error) {
			return old.Model, fmt.Sprintf("restored r%d of %s", number, old.Revision.At.Format("2006-01-02 15:04")), nil
		},
	})
	if err != nil {
		return err
	}
	return s.Edited(c, web.View{Model: string(id), Tab: web.TabHistory}, saved, nil)
}
