package review

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/versions"
	"widerow/store"
	"widerow/web"
)

// compared reads the two revisions of the address. By default it compares the
// newest revision with the one before.
func (s *comparisons) compared(c echo.Context) (*comparison, func(), error) {
	ctx := c.Request().Context()
	found := &comparison{id: string(feature.ModelID(c)), newest: map[store.ModelID]uint64{}, names: map[store.ModelID]*versions.Versions{}}
	to, err := s.revisionAt(c, "to", found, nil)
	if err != nil {
		return nil, nil, err
	}
	from, err := s.revisionAt(c, "from", found, &to)
	if err != nil {
		return nil, nil, err
	}
	size := int64(0)
	for _, revision := range []store.Revision{from, to} {
		bytes, err := s.DocumentSize(ctx, revision.Model)
		if err != nil {
			return nil, nil, err
		}
		size += bytes
	}
	done, err := s.Work(c, feature.ModelWeight*size)
	if err != nil {
		return nil, nil, err
	}
	if err := s.compareModels(ctx, found, from, to); err != nil {
		done()
		return nil, nil, err
	}
	return found, done, nil
}

func (s *comparisons) compareModels(ctx context.Context, found *comparison, from, to store.Revision) (err error) {
	if found.from, err = s.At(ctx, from.Model, from.Number); err != nil {
		return err
	}
	if found.to, err = s.At(ctx, to.Model, to.Number); err != nil {
		return err
	}
	if found.across() && !related(found.from.Model, found.to.Model) {
		return feature.NewError(http.StatusUnprocessableEntity, fmt.Sprintf("%s and %s have no element in common", found.from.Model.Name, found.to.Model.Name),
			"Two models are compared by the IDs of their elements, which a copy keeps. To compare by names, export both and run widerow diff.", nil)
	}
	found.changes = compare.Models(found.from.Model, found.to.Model, true)
	if found.across() { // their names differ, and that is no change
		found.changes = slices.DeleteFunc(found.changes, func(change compare.Change) bool { return change.Type == "model" && change.Field == "name" })
	}
	return nil
}

// related reports whether two models share a tenth of the elements of the smaller
// one. An ID alone says nothing: documents that were written by hand all have a
// q1.
func related(one, other *model.Model) bool {
	shared, ones, others := 0, 0, 0
	for element := range one.Elements() {
		ones++
		if there, found := other.Element(element.ID); found && there.Kind == element.Kind && other.TitleOf(there) == one.TitleOf(element) {
			shared++
		}
	}
	for range other.Elements() {
		others++
	}
	return 10*shared >= min(ones, others)
}

// revisionAt reads the revision in the parameter of that name, from or to: "3",
// "v1", or "MODEL@3" of another model. A form has the model in a parameter of its
// own, from_model. Without a number it is the newest one, or the one before to,
// unless that is nil or of another model.
func (s *comparisons) revisionAt(c echo.Context, name string, found *comparison, to *store.Revision) (store.Revision, error) {
	asked, number := store.Revision{Model: feature.ModelID(c)}, c.QueryParam(name)
	if other := c.QueryParam(name + "_model"); other != "" {
		asked.Model = feature.ModelNamed(other)
	}
	if other, after, across := strings.Cut(number, "@"); across {
		asked.Model, number = feature.ModelNamed(other), after
	}
	newest, err := s.Newest(c.Request().Context(), asked.Model)
	if err != nil {
		return asked, err
	}
	found.newest[asked.Model] = newest.Number
	found.names[asked.Model] = s.RevisionNames(c.Request().Context(), asked.Model)
	asked.Number, err = s.NumberOf(c.Request().Context(), asked.Model, number, "?from=3&to=12")
	switch {
	case err != nil || asked.Number > 0:
	case number == "" && to != nil && to.Model == asked.Model:
		asked.Number = max(1, to.Number-1)
	default:
		asked.Number = newest.Number
	}
	return asked, err
}

// compareTicked leads to the comparison of the revisions that were ticked in the
// history: two, or one with the newest.
func (s *comparisons) compareTicked(c echo.Context, ticked []string) error {
	if len(ticked) == 0 || len(ticked) > 2 {
		return feature.NewError(http.StatusBadRequest, fmt.Sprintf("%d revisions are ticked", len(ticked)),
			"Tick two revisions in the History to compare them, or one to compare it with the newest.", nil)
	}
	query := url.Values{"from": {ticked[len(ticked)-1]}} // the history has the newest first
	if len(ticked) == 2 {
		query.Set("to", ticked[0])
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Path("/m/"+url.PathEscape(string(feature.ModelID(c)))+"/compare?"+query.Encode())))
}

// maxOthers bounds the models that the history offers to compare with.
const maxOthers = 50

// OtherModels lists the models that were changed last, without the one that is
// shown. Those named like it come first: "Copy of Hotel" is one of "Hotel".
func (s *comparisons) OtherModels(ctx context.Context, id store.ModelID, title string) ([]edit.Choice, error) {
	list, err := s.Store().List(ctx, "", maxOthers+1)
	if err != nil {
		return nil, fmt.Errorf("list models: %w", err)
	}
	unlike := func(other store.Summary) int {
		if strings.Contains(other.Title, title) || strings.Contains(title, other.Title) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list.Models, func(a, b store.Summary) int { return cmp.Compare(unlike(a), unlike(b)) })
	var others []edit.Choice
	for _, other := range list.Models {
		if other.Model != id && !other.Damaged && len(others) < maxOthers {
			others = append(others, edit.Choice{Value: string(other.Model),
				Label: fmt.Sprintf("%s, r%d, %s", other.Title, other.Revision, web.Ago(s.Now(), other.UpdatedAt))})
		}
	}
	return others, nil
}
