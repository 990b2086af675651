package feature

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/validation"
	"widerow/store"
)

// Unmergeable reports that others changed the values that a merge would
// change.
type Unmergeable struct{ Conflicts []diff.Conflict }

func (e *Unmergeable) Error() string {
	return fmt.Sprintf("%d places were changed since", len(e.Conflicts))
}

// Merge applies a patch to a newer document. It fails if the result has more
// dangling references than the document.
func Merge(head Document, patch diff.Patch) (*model.Model, error) {
	text, conflicts, err := diff.Merge(head.Text(), patch)
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	text, conflicts = MergeSpellings(text, conflicts)
	if conflicts = WithoutPlaces(conflicts, !bytes.Equal(text, head.Text())); len(conflicts) > 0 {
		return nil, &Unmergeable{conflicts}
	}
	merged, err := model.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	if len(Broken(merged)) > len(Broken(head.Model)) {
		return nil, &Unmergeable{}
	}
	return merged, nil
}

// WithoutPlaces drops conflicts about the places of boxes if the merge
// changes anything else: a box moved meanwhile stays where it is.
func WithoutPlaces(conflicts []diff.Conflict, merged bool) []diff.Conflict {
	return slices.DeleteFunc(conflicts, func(c diff.Conflict) bool { return merged && model.IsPlacement(c.Path) })
}

// Broken are the problems that even a draft must not have, such as dangling
// references and cycles.
func Broken(m *model.Model) []model.Problem {
	return slices.DeleteFunc(validation.Problems(m), validation.Unfinished)
}

// KeepPositions keeps positions that an undo would remove: a diagram in which only
// some boxes have a position would be rearranged.
func KeepPositions(head, after *model.Model) {
	for kind, positions := range head.Layout {
		if len(after.Layout[kind]) == 0 {
			continue // as before the first edit
		}
		kept := map[model.ID]model.Position{}
		for id, position := range positions {
			if after.Layout[kind][id] == nil && !position.Pinned {
				kept[id] = *position
			}
		}
		model.SetPositions(after, kind, kept)
	}
}

// Onto merges the changes from base to after into the newest revision.
func Onto(head, base Document, after *model.Model) (*model.Model, error) {
	if head.Revision.DocumentHash == base.Revision.DocumentHash { // not by numbers: a branch has its own
		return after, nil
	}
	patch, err := diff.Make(base.Text(), after.Encode())
	if err != nil {
		return nil, fmt.Errorf("compare the script with revision %d: %w", base.Revision.Number, err)
	}
	return Merge(head, patch)
}

// NotReverted explains why an undo, a redo or an import does not fit any more.
func NotReverted(s Site, c echo.Context, id store.ModelID, kind store.Kind, err error) error {
	var unmergeable *Unmergeable
	if !errors.As(err, &unmergeable) {
		return err
	}
	author := UnknownAuthor
	if len(unmergeable.Conflicts) > 0 {
		author = AuthorOf(s, c, id, OfPlace(unmergeable.Conflicts[0].Path))
	}
	return NewError(http.StatusConflict, "Cannot "+string(kind)+": this was changed again since",
		author+" changed the same place after you. Nothing was saved. Change it by hand, or restore a revision from the History.", err)
}
