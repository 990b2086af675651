package history

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store"
	webhistory "widerow/web/history"
)

// foldRuns puts each row under the one above it, if the same person changed the same field in both:
// somebody who tries several numbers has made one change.
func (s *Feature) foldRuns(ctx context.Context, revisions []store.Revision, rows []webhistory.RevisionRow) (folded []webhistory.RevisionRow) {
	last := ""
	for i, row := range rows {
		field := s.fieldOf(ctx, revisions[i])
		if field == "" || field != last || row.Name != "" || revisions[i].Number != revisions[i-1].Number-1 {
			folded, last = append(folded, row), field
			continue
		}
		head := &folded[len(folded)-1]
		head.Earlier = append(head.Earlier, row)
		head.Compare = s.URL().Path(fmt.Sprintf("/m/%s/compare?from=%d&to=%d", revisions[i].Model, row.Number-1, head.Number))
	}
	return folded
}

// fieldOf names who changed which fields in a revision, apart from where boxes are drawn. It is empty
// for anything but an edit of present fields.
func (s *Feature) fieldOf(ctx context.Context, revision store.Revision) string {
	if revision.Kind != store.KindEdit || len(revision.Patch) == 0 {
		return ""
	}
	patch, err := s.PatchOf(ctx, revision)
	if err != nil {
		return ""
	}
	var fields []string
	for _, operation := range patch {
		switch {
		case model.IsPlacement(operation.Path):
		case len(operation.Old) == 0 || len(operation.New) == 0: // adds or removes
			return ""
		default:
			fields = append(fields, strings.Join(operation.Path, "\x00"))
		}
	}
	if len(fields) == 0 {
		return ""
	}
	slices.Sort(fields)
	return revision.Author.ID + "\n" + revision.Author.Name + "\n" + strings.Join(fields, "\n")
}

// openedRow marks the row of the revision that is open.
func openedRow(rows []webhistory.RevisionRow, b *feature.Context) {
	for i := range rows {
		rows[i].Opened = b.Readonly() && rows[i].Number == b.Document.Revision.Number
		openedRow(rows[i].Earlier, b)
	}
}
