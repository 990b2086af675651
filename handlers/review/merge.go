package review

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/diagram/scene"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	webreview "widerow/web/review"
)

// Which side of a conflict to take, by the element: take.ID=source.
const (
	takeField  = "take."
	takeSource = "source"
	takeTarget = "target"
)

// merging merges what one model has changed since base into another one, the
// target: a copy into its original, or the original into the copy to bring it up
// to date.
type merging struct {
	source, base feature.Document
	choice       func(element model.ID) string
	words        string           // of the revision; "" names the source
	named        bool             // the name of the model is merged too
	mend         string           // where a problem is mended, "" for the source
	head         feature.Document // the target that the merge was last tried on
}

// mergeModel merges a revision of another model, in the field from, into the one
// of the address.
func (s *comparisons) mergeModel(c echo.Context) error {
	number, err := strconv.ParseUint(c.FormValue("revision"), 10, 64)
	if err != nil {
		return feature.BadForm(fmt.Errorf("revision %q", c.FormValue("revision")))
	}
	ctx := feature.Background(c)
	m := &merging{choice: chosenIn(c)}
	if m.source, err = s.At(ctx, feature.ModelNamed(c.FormValue("from")), number); err != nil {
		return err
	}
	newest, err := s.Newest(ctx, feature.ModelID(c))
	if err != nil {
		return err
	}
	if m.base, err = s.CommonBase(ctx, m.source.Revision, newest); err != nil {
		return err
	}
	saved, err := s.Save(c, feature.Change{Kind: store.KindEdit, From: m.source.Revision, Make: m.make})
	var unmergeable *feature.Unmergeable
	if errors.As(err, &unmergeable) {
		return s.showMerge(c, m, unmergeable.Conflicts, webreview.MergePage{Target: m.head.Model.Name, Source: m.source.Model.Name})
	}
	if err != nil {
		return err
	}
	query := url.Values{"from": {fmt.Sprint(max(1, saved.Revision.Number-1))}, "to": {fmt.Sprint(saved.Revision.Number)}}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Action(string(feature.ModelID(c)), "compare"))+"?"+query.Encode())
}

func (m *merging) make(head feature.Document, _ model.IDs) (*model.Model, string, error) {
	m.head = head
	if !related(m.source.Model, head.Model) {
		return nil, "", feature.NewError(http.StatusUnprocessableEntity, fmt.Sprintf("%s and %s have no element in common", m.source.Model.Name, head.Model.Name),
			"Only a copy and its original can be merged: a copy keeps the IDs of its elements.", nil)
	}
	patch, err := diff.Between(m.base.Model, m.source.Model)
	if err != nil {
		return nil, "", err
	}
	if !m.named {
		patch = slices.DeleteFunc(patch, func(o diff.Operation) bool { return o.Path[0] == "name" })
	}
	text, conflicts, err := diff.Merge(head.Text(), patch)
	if err != nil {
		return nil, "", fmt.Errorf("merge: %w", err)
	}
	text, conflicts = feature.MergeSpellings(text, conflicts)
	conflicts = feature.WithoutPlaces(conflicts, true)
	text, err = m.decide(text, conflicts)
	if err != nil {
		return nil, "", err
	}
	if bytes.Equal(text, head.Text()) && m.words == "" {
		return nil, "", feature.NewError(http.StatusConflict, "There is nothing to merge",
			fmt.Sprintf("%s has all changes of %s.", head.Model.Name, m.source.Model.Name), nil)
	}
	merged, err := model.Decode(text)
	if err != nil {
		return nil, "", fmt.Errorf("merge: %w", err)
	}
	if problem := m.spoilt(merged); problem != "" {
		return nil, "", feature.NewError(http.StatusConflict, "These changes cannot be merged", fmt.Sprintf(
			"After the merge there would be a problem with %s. Nothing was saved. Mend it in %s first, then merge "+
				"again.", problem, cmp.Or(m.mend, m.source.Model.Name)), nil)
	}
	feature.KeepPositions(head.Model, merged)
	return merged, cmp.Or(m.words, fmt.Sprintf("merged r%d of %s", m.source.Revision.Number, m.source.Model.Name)), nil
}

// decide takes the side that was chosen of each conflict. The error is an
// *feature.Unmergeable with those that are still open.
func (m *merging) decide(text []byte, conflicts []diff.Conflict) ([]byte, error) {
	var open, taken []diff.Conflict
	for _, conflict := range conflicts {
		switch m.choice(diff.ElementAt(conflict.Path)) {
		case takeSource:
			taken = append(taken, conflict)
		case takeTarget:
		default:
			open = append(open, conflict)
		}
	}
	if len(open) > 0 {
		return nil, &feature.Unmergeable{Conflicts: conflicts}
	}
	patch, err := diff.Take(text, m.source.Text(), taken)
	if err != nil {
		return nil, fmt.Errorf("decide conflicts: %w", err)
	}
	text, _, err = diff.Merge(text, patch)
	return text, err
}

// spoilt describes a problem that only the merged model has: a reference to an
// element that was removed, or two elements with one name.
func (m *merging) spoilt(merged *model.Model) string {
	before := feature.Broken(m.head.Model)
	for _, problem := range feature.Broken(merged) {
		if !slices.Contains(before, problem) {
			return fmt.Sprintf("%s: %s", merged.Title(problem.Element), problem.Message)
		}
	}
	return ""
}

// showMerge asks which side of each conflict to take.
func (s *comparisons) showMerge(c echo.Context, m *merging, conflicts []diff.Conflict, page webreview.MergePage) error {
	page.Page, page.ID = s.Page(c, cmp.Or(page.Title, "Merge into "+page.Target)), string(feature.ModelID(c))
	page.From, page.Revision = string(m.source.Revision.Model), m.source.Revision.Number
	theirs := compare.Models(m.base.Model, m.head.Model, true)
	mine := compare.Models(m.base.Model, m.source.Model, true)
	target := &comparison{id: page.ID, from: m.base, to: m.head, changes: theirs}
	source := &comparison{id: page.ID, from: m.base, to: m.source, changes: mine}
	seen := map[model.ID]bool{}
	for _, conflict := range conflicts {
		id := diff.ElementAt(conflict.Path)
		if seen[id] {
			continue
		}
		seen[id] = true
		page.Conflicts = append(page.Conflicts, webreview.MergeConflict{
			Field: takeField + string(id), Chosen: m.choice(id), Title: m.titleOf(id),
			Target: m.changesOf(id, theirs), Source: m.changesOf(id, mine),
			TargetPicture: s.mergePicture(target, id), SourcePicture: s.mergePicture(source, id),
		})
	}
	return s.Show(c, http.StatusConflict, webreview.Merge(page))
}

func (s *comparisons) mergePicture(side *comparison, element model.ID) webreview.MergePicture {
	return webreview.MergePicture{Light: s.pictureAddress(side, element, scene.ThemeLight), Dark: s.pictureAddress(side, element, scene.ThemeDark)}
}

func (m *merging) titleOf(id model.ID) string {
	for _, state := range []feature.Document{m.base, m.head, m.source} {
		if element, found := state.Model.Element(id); found {
			return state.Model.TitleOf(element)
		}
	}
	return string(id)
}

// changesOf returns the words of the changes of an element, or else of the element around it, which
// may have been removed as a whole.
func (m *merging) changesOf(id model.ID, changes []compare.Change) []string {
	for {
		var words []string
		for _, change := range changes {
			if change.ID == id {
				words = append(words, change.Words)
			}
		}
		element, found := m.base.Model.Element(id)
		if len(words) > 0 || !found || element.Kind == model.ModelKind {
			return words
		}
		id = element.Parent
	}
}

// chosenIn are the sides of conflicts that a form takes.
func chosenIn(c echo.Context) func(model.ID) string {
	return func(element model.ID) string { return c.FormValue(takeField + string(element)) }
}

// proposalConflict asks which side of conflicts to take.
type proposalConflict struct {
	*merging
	conflicts []conflict
	page      webreview.MergePage
}

func (*proposalConflict) Error() string { return "both sides have changed the same" }

// merged saves a merge of a proposal. conflicts become a *proposalConflict with
// the page that asks.
func (s *Feature) merged(c echo.Context, form *proposalForm, m *merging, change feature.Change, page webreview.MergePage) error {
	m.choice, m.named, m.mend = chosenIn(c), true, "the proposal"
	change.Kind, change.From, change.Make = store.KindEdit, m.source.Revision, m.make
	_, err := s.Save(c, change)
	return s.asked(c, form, m, err, page)
}

// asked turns the conflicts of a merge into the page that asks about them.
func (s *Feature) asked(c echo.Context, form *proposalForm, m *merging, err error, page webreview.MergePage) error {
	var unmergeable *feature.Unmergeable
	if !errors.As(err, &unmergeable) {
		return err
	}
	page.Action = s.URL().Path(fmt.Sprintf("/m/%s/proposals/%d", url.PathEscape(c.Param("model")), form.number))
	page.Do, page.Content = form.do, form.content
	return &proposalConflict{m, unmergeable.Conflicts, page}
}
