package history

import (
	"context"
	"fmt"
	"slices"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/web"
	webhistory "widerow/web/history"
)

// lastChanges finds who last changed an element and each of its parts, and in which
// proposal. It looks at the newest maxHistorySearch revisions.
func (s *Feature) lastChanges(ctx context.Context, id store.ModelID, m *model.Model, of model.ID) ([]webhistory.LastChange, error) {
	element, found := m.Element(of)
	if !found || element.Kind == model.ModelKind {
		return nil, nil
	}
	parts := []model.Element{element}
	for _, part := range m.Children(element) {
		if feature.IsPart(part.Kind) {
			parts = append(parts, part)
		}
	}
	last := map[model.ID]store.Revision{}
	for before := uint64(0); len(last) < len(parts) && before != 1; {
		page, err := s.Store().History(ctx, id, before, historyPage)
		if err != nil {
			return nil, fmt.Errorf("history of model %s: %w", id, err)
		}
		for _, revision := range page {
			s.noteChanges(ctx, last, parts, revision)
			before = revision.Number
		}
		if len(page) < historyPage || page[0].Number-before > maxHistorySearch {
			break
		}
	}
	return s.lastRows(ctx, id, m, parts, last)
}

// noteChanges notes a revision for the parts that it changed, and that no newer one
// has.
func (s *Feature) noteChanges(ctx context.Context, last map[model.ID]store.Revision, parts []model.Element, revision store.Revision) {
	var patch diff.Patch
	if revision.Number > 1 {
		var err error
		if patch, err = s.PatchOf(ctx, revision); err != nil {
			return // its document is lost
		}
	}
	for i, part := range parts {
		if _, known := last[part.ID]; known {
			continue
		}
		changed := ofElement(part.ID)
		if i == 0 {
			changed = ofItself(parts)
		}
		if revision.Number == 1 || slices.ContainsFunc(patch, changed) {
			last[part.ID] = revision
		}
	}
}

// ofItself matches changes of the first of the elements, and not only of the others,
// which are its parts.
func ofItself(parts []model.Element) func(diff.Operation) bool {
	isPart := func(name string) bool {
		return slices.ContainsFunc(parts[1:], func(part model.Element) bool { return string(part.ID) == name })
	}
	return func(o diff.Operation) bool { return ofElement(parts[0].ID)(o) && !slices.ContainsFunc(o.Path, isPart) }
}

func (s *Feature) lastRows(ctx context.Context, id store.ModelID, m *model.Model, parts []model.Element,
	last map[model.ID]store.Revision) ([]webhistory.LastChange, error) {
	proposed, err := s.review.Proposals(ctx, id.Root())
	if err != nil {
		return nil, err
	}
	var rows []webhistory.LastChange
	for _, part := range parts {
		revision, known := last[part.ID]
		if !known {
			continue
		}
		row := webhistory.LastChange{Kind: part.Kind.Words(), Name: m.TitleOf(part), Number: revision.Number,
			Words: revision.Words, Who: revision.Author.Name, Account: s.Accounts().AccountOf(revision.Author.ID),
			When: web.Ago(s.Now(), revision.At), Exact: web.ExactTime(revision.At),
			Href: s.URL().Path(fmt.Sprintf("/m/%s/history?before=%d#rev-%d", id, revision.Number+1,
				revision.Number))}
		if number := revision.From.Model.BranchNumber(); number > 0 {
			if proposal := proposed.Of(number); proposal != nil {
				row.Proposal = web.Link{Label: fmt.Sprintf("#%d %s", number, proposal.Title), Href: s.review.Address(id.Root(), number, nil)}
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
