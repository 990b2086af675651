package handlers

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/web"
)

// proposeTidy answers the Tidy button: it shows the diagram before and after,
// and saves nothing.
func (s *Server) proposeTidy(c echo.Context, form *placeForm) error {
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	view := viewOfForm(c)
	view.Model = string(modelID(c))
	proposal, err := s.tidyProposal(c.Request().Context(), form.kind, head)
	if err != nil {
		return s.failed(c, view, workbench.Answer{Values: form.values}, err)
	}
	proposal.Keep = s.url.Tab(view)
	page, err := s.newWorkbench(c, head, view, nil)
	if err != nil {
		return err
	}
	page.Tidy = proposal
	if enhanced(c) {
		return s.show(c, http.StatusOK, web.WorkbenchFragments(page))
	}
	return s.show(c, http.StatusOK, web.Workbench(page))
}

func (s *Server) tidyProposal(ctx context.Context, kind diagram.Kind, head workbench.Document) (*web.TidyProposal, error) {
	found, err := s.tidied(ctx, kind, head.Model)
	if err != nil {
		return nil, err
	}
	proposal := &web.TidyProposal{Diagram: string(kind)}
	if gains := tidyGains(found); len(gains) > 0 {
		proposal.Gains = gains
		if proposal.Now, err = s.sketch(ctx, head.Model, kind); err != nil {
			return nil, err
		}
		proposal.Then, err = s.sketch(ctx, head.Model.WithPositions(string(kind), found.At), kind)
	}
	return proposal, err
}

func (s *Server) sketch(ctx context.Context, m *model.Model, kind diagram.Kind) ([]byte, error) {
	return diagram.Render(ctx, s.layouter, m, kind, diagram.Display{}, diagram.Options{Standalone: true})
}

// tidied returns the best arrangement of a diagram.
func (s *Server) tidied(ctx context.Context, kind diagram.Kind, m *model.Model) (*diagram.Proposal, error) {
	found, err := diagram.Propose(ctx, s.layouter, m, kind)
	if err != nil {
		return nil, &pageError{http.StatusServiceUnavailable, "The diagram was not tidied",
			"The layout engine failed or is busy. Nothing was changed; try again in a minute.", err}
	}
	return found, nil
}

// tidyGains says what a proposal changes, nothing if it is no better.
func tidyGains(p *diagram.Proposal) []string {
	if p.At == nil || p.Now == p.Then {
		return nil
	}
	var gains []string
	for _, count := range []struct {
		name      string
		now, then int
	}{
		{"crossings", p.Now.Crossings, p.Then.Crossings},
		{"length of the lines", int(p.Now.Length), int(p.Then.Length)},
		{"width", int(p.Now.Width), int(p.Then.Width)},
		{"height", int(p.Now.Height), int(p.Then.Height)},
	} {
		if count.now != count.then {
			gains = append(gains, fmt.Sprintf("%s %s → %s", count.name, inThousands(count.now), inThousands(count.then)))
		}
	}
	return gains
}

// inThousands writes a number with a comma after each three digits.
func inThousands(number int) string {
	text := strconv.Itoa(number)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
