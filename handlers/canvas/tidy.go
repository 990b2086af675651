package canvas

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
)

// tidy handles the Tidy button. It saves a better arrangement, if there is one, as one revision,
// and lists the improvements.
func (s *Feature) tidy(c echo.Context, form *placeForm) error {
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	view := feature.ViewOfForm(c)
	view.Model = string(feature.ModelID(c))
	found, err := s.tidied(c.Request().Context(), form.kind, head.Model)
	if err != nil {
		return s.Failed(c, view, feature.Answer{Values: form.values}, err)
	}
	if len(tidyGains(found)) == 0 {
		return s.alreadyTidy(c, form, head, view)
	}
	placing := func(ctx context.Context, newest feature.Document, ids model.IDs) (*model.Model, string, error) {
		if newest.Revision.Number != head.Revision.Number {
			if found, err = s.tidied(ctx, form.kind, newest.Model); err != nil {
				return nil, "", err
			}
		}
		command := edit.Tidy{Diagram: string(form.kind), At: found.At, Cost: found.Then.Cost()}
		after, err := edit.Apply(newest.Model, ids, command)
		if err != nil {
			return nil, "", err
		}
		return after, edit.Words(newest.Model, after, command), nil
	}
	saved, err := s.Save(c, feature.Change{Kind: store.KindEdit, Ahead: placing, Make: func(newest feature.Document, ids model.IDs) (*model.Model, string, error) {
		return placing(feature.Background(c), newest, ids)
	}})
	if err != nil {
		return s.Refused(c, &submission.Form{Values: form.values, View: view}, saved, err)
	}
	return s.Edited(c, view, saved, &feature.Answer{Toast: tidyWords(found)})
}

// alreadyTidy shows the page with the reason why nothing was moved.
func (s *Feature) alreadyTidy(c echo.Context, form *placeForm, head feature.Document, view web.View) error {
	words := "Already tidy: no arrangement with fewer crossings, shorter lines or straighter rows was found."
	if pinned := pins(head.Model, form.kind); pinned > 0 {
		words = fmt.Sprintf("Already tidy, but for what is pinned: %s. Unpin all lets Tidy move them.", web.Counted(pinned, "box", "boxes"))
	}
	page, err := s.ModelPage(c, head, view, &feature.Answer{Toast: words})
	if err != nil {
		return err
	}
	if s.WantsParts(c) {
		return s.Show(c, http.StatusOK, web.WorkbenchFragments(page))
	}
	return s.Show(c, http.StatusOK, web.Workbench(page))
}

// tidyWords names what has become better, at most two of it, and the way back.
func tidyWords(found *diagram.Proposal) string {
	var better []string
	for _, gain := range tidyGains(found) {
		if gain.then < gain.now && len(better) < 2 {
			better = append(better, gain.String())
		}
	}
	if len(better) == 0 {
		return "Tidied. Ctrl+Z undoes it."
	}
	return "Tidied: " + strings.Join(better, ", ") + ". Ctrl+Z undoes it."
}

// tidyOffer is the answer to the canvas, which asks after each change of a diagram. Gain is empty
// if there is no need to tidy.
type tidyOffer struct {
	Gain string `json:"gain"`
}

// offerTidy answers whether a diagram has become so crowded that Tidy is offered.
func (s *Feature) offerTidy(c echo.Context) error {
	kind := diagram.Kind(c.QueryParam("diagram"))
	if !slices.Contains(kinds, kind) {
		return feature.BadForm(fmt.Errorf("diagram=%q", kind))
	}
	document, done, err := s.RequestedInTurn(c, "")
	if err != nil {
		return err
	}
	defer done()
	if feature.Unchanged(s, c, document, "tidy", string(kind)) {
		return c.NoContent(http.StatusNotModified)
	}
	overdue, err := diagram.Overdue(c.Request().Context(), s.Layouter(), document.Model, kind)
	if err != nil {
		return fmt.Errorf("compare the %s diagram with a tidy one: %w", kind, err)
	}
	var offer tidyOffer
	if overdue != nil {
		offer.Gain = firstGain(overdue)
	}
	return c.JSON(http.StatusOK, offer)
}

// firstGain names what becomes less when a diagram is tidied.
func firstGain(p *diagram.Proposal) string {
	for _, gain := range tidyGains(p) {
		if gain.then < gain.now {
			return gain.String()
		}
	}
	return ""
}

// tidied returns the best arrangement of a diagram.
func (s *Feature) tidied(ctx context.Context, kind diagram.Kind, m *model.Model) (*diagram.Proposal, error) {
	found, err := diagram.Propose(ctx, s.Layouter(), m, kind)
	if err != nil {
		return nil, feature.NewError(http.StatusServiceUnavailable, "The diagram was not tidied",
			"The layout engine failed or is busy. Nothing was changed; try again in a minute.", err)
	}
	return found, nil
}

// gain is a number that a proposal changes.
type gain struct {
	name      string
	now, then int
}

// String returns the gain in words: "crossings 14 → 5".
func (g gain) String() string {
	return fmt.Sprintf("%s %s → %s", g.name, inThousands(g.now), inThousands(g.then))
}

// tidyGains lists what a proposal changes, nothing if it is no better.
func tidyGains(p *diagram.Proposal) []gain {
	if p.At == nil || p.Now == p.Then {
		return nil
	}
	return slices.DeleteFunc([]gain{
		{"crossings", p.Now.Crossings, p.Then.Crossings},
		{"length of the lines", int(p.Now.Length), int(p.Then.Length)},
		{"boxes out of line", p.Now.Ragged, p.Then.Ragged},
		{"width", int(p.Now.Width), int(p.Then.Width)},
		{"height", int(p.Now.Height), int(p.Then.Height)},
	}, func(g gain) bool { return g.now == g.then })
}

// inThousands writes a number with a comma after each three digits.
func inThousands(number int) string {
	text := strconv.Itoa(number)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
