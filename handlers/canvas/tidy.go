package canvas

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// proposeTidy answers the Tidy button: it shows the diagram before and after,
// and saves nothing.
func (s *Feature) proposeTidy(c echo.Context, form *placeForm) error {
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	view := feature.ViewOfForm(c)
	view.Model = string(feature.ModelID(c))
	proposal, err := s.tidyProposal(c.Request().Context(), form.kind, head)
	if err != nil {
		return s.Failed(c, view, feature.Answer{Values: form.values}, err)
	}
	proposal.Keep = s.URL().Tab(view)
	page, err := s.ModelPage(c, head, view, nil)
	if err != nil {
		return err
	}
	page.Dialog = proposal
	if s.WantsParts(c) {
		return s.Show(c, http.StatusOK, web.WorkbenchFragments(page))
	}
	return s.Show(c, http.StatusOK, web.Workbench(page))
}

func (s *Feature) tidyProposal(ctx context.Context, kind diagram.Kind, head feature.Document) (*webcanvas.TidyProposal, error) {
	found, err := s.tidied(ctx, kind, head.Model)
	if err != nil {
		return nil, err
	}
	proposal := &webcanvas.TidyProposal{Diagram: string(kind)}
	if gains := tidyGains(found); len(gains) > 0 {
		for _, gain := range gains {
			proposal.Gains = append(proposal.Gains, gain.String())
		}
		if proposal.Now, err = s.sketch(ctx, head.Model, kind); err != nil {
			return nil, err
		}
		proposal.Then, err = s.sketch(ctx, head.Model.WithPositions(string(kind), found.At), kind)
	}
	return proposal, err
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

func (s *Feature) sketch(ctx context.Context, m *model.Model, kind diagram.Kind) ([]byte, error) {
	return diagram.Render(ctx, s.Layouter(), m, kind, diagram.Display{}, figure.Options{Standalone: true})
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
