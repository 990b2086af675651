package history

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
	webhistory "widerow/web/history"
)

// filter chooses revisions of the history. Its address has by, of and kind.
type filter struct {
	before uint64     // only revisions below it; 0: all
	by     string     // the name of who made it; "": anybody
	of     model.ID   // an element that it changed; "": anything
	kind   store.Kind // "": any
}

func filterOf(c echo.Context) filter {
	filter := filter{by: c.QueryParam("by"), of: model.ID(c.QueryParam("of")), kind: store.Kind(c.QueryParam("kind"))}
	if before, err := strconv.ParseUint(c.QueryParam("before"), 10, 64); err == nil {
		filter.before = before
	}
	return filter
}

func (f filter) isEmpty() bool { return f.by == "" && f.of == "" && f.kind == "" }

// query is the address of the revisions below another one.
func (f filter) query(before uint64) string {
	values := url.Values{}
	for name, value := range map[string]string{"by": f.by, "of": string(f.of), "kind": string(f.kind)} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if before > 0 {
		values.Set("before", fmt.Sprint(before))
	}
	return values.Encode()
}

// maxHistorySearch bounds the revisions that one page of a filtered history looks at.
// Older ones are a link away.
const maxHistorySearch = 1000

// filtered returns the newest revisions that the filter takes, at most a page, and
// the revision below which the search ended; 0 at the end of the history.
func (s *Feature) filtered(ctx context.Context, id store.ModelID, f filter) (found []store.Revision, end uint64, err error) {
	before := f.before
	for range maxHistorySearch / historyPage {
		page, err := s.Store().History(ctx, id, before, historyPage)
		if err != nil {
			return nil, 0, fmt.Errorf("history of model %s: %w", id, err)
		}
		for _, revision := range page {
			if len(found) == historyPage {
				return found, before, nil
			}
			if s.takes(ctx, f, revision) {
				found = append(found, revision)
			}
			before = revision.Number
		}
		if len(page) < historyPage || before <= 1 {
			return found, 0, nil
		}
	}
	return found, before, nil
}

// takes reports whether a filter takes a revision. One whose document is lost is
// in a history of all changes only.
func (s *Feature) takes(ctx context.Context, f filter, revision store.Revision) bool {
	switch {
	case f.by != "" && revision.Author.Name != f.by, f.kind != "" && revision.Kind != f.kind:
		return false
	case f.of == "":
		return true
	case revision.Number == 1:
		first, err := s.At(ctx, revision.Model, 1)
		if err != nil {
			return false
		}
		_, found := first.Model.Element(f.of)
		return found
	}
	patch, err := s.PatchOf(ctx, revision)
	return err == nil && slices.ContainsFunc(patch, ofElement(f.of))
}

// ofElement matches changes of an element or its parts, other than its place in a
// diagram.
func ofElement(element model.ID) func(diff.Operation) bool {
	key := fmt.Appendf(nil, "%q:", element)
	return func(o diff.Operation) bool {
		return len(o.Path) > 0 && !model.IsPlacement(o.Path) &&
			(slices.Contains(o.Path, string(element)) || bytes.Contains(o.Old, key) || bytes.Contains(o.New, key))
	}
}

// filterView returns the form above the history. Names are the authors of the newest revisions.
func (s *Feature) filterView(ctx context.Context, b *feature.Context, f filter) (webhistory.Filter, error) {
	newest, err := s.Store().History(ctx, store.ModelID(b.View.Model), 0, maxHistorySearch)
	if err != nil {
		return webhistory.Filter{}, fmt.Errorf("history of model %s: %w", b.View.Model, err)
	}
	view := webhistory.Filter{
		Address: s.URL().Tab(web.View{Model: b.View.Model, Tab: web.TabHistory}), Filtered: !f.isEmpty(),
		By: f.by, Kind: string(f.kind), Kinds: historyKinds, Of: string(f.of),
	}
	names := map[string]bool{f.by: true}
	for _, revision := range newest {
		names[revision.Author.Name] = true
	}
	delete(names, "")
	view.Names = slices.Sorted(maps.Keys(names))
	if f.of != "" {
		view.Element = "a removed element"
		if element, found := b.Model.Element(f.of); found {
			view.Element = element.Kind.Words() + " " + b.Model.TitleOf(element)
		}
	}
	return view, nil
}

var historyKinds = []edit.Choice{
	{Label: "All changes"}, {Value: string(store.KindEdit), Label: "Edits"}, {Value: string(store.KindImport), Label: "Imports"},
	{Value: string(store.KindUndo), Label: "Undone"}, {Value: string(store.KindRedo), Label: "Redone"}, {Value: string(store.KindRestore), Label: "Restored"},
}
