package handlers

import (
	"bytes"
	"fmt"
	"slices"

	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/model/diff"
)

// errUnmergeable reports that others changed the values that a merge would
// change.
type errUnmergeable struct{ conflicts []diff.Conflict }

func (e *errUnmergeable) Error() string {
	return fmt.Sprintf("%d places were changed since", len(e.conflicts))
}

// merge applies a patch to a newer document. It fails if the result has more
// dangling references than the document.
func (s *Server) merge(head workbench.Document, patch diff.Patch) (*model.Model, error) {
	text, conflicts, err := diff.Merge(head.Text, patch)
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	if conflicts = withoutPlaces(conflicts, !bytes.Equal(text, head.Text)); len(conflicts) > 0 {
		return nil, &errUnmergeable{conflicts}
	}
	merged, err := model.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	if len(broken(merged)) > len(broken(head.Model)) {
		return nil, &errUnmergeable{}
	}
	return merged, nil
}

// withoutPlaces drops conflicts about the places of boxes if the merge
// changes anything else: a box moved meanwhile stays where it is.
func withoutPlaces(conflicts []diff.Conflict, merged bool) []diff.Conflict {
	return slices.DeleteFunc(conflicts, func(c diff.Conflict) bool { return merged && c.Path[0] == "layout" })
}
