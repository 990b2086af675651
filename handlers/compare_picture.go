package handlers

import (
	"context"
	"fmt"
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/overlay"
	"widerow/diagram/scene"
	"widerow/handlers/workbench"
	"widerow/model"
)

// comparePicture serves what differs in one diagram as a file: ?tab= is the
// diagram, ?focus= an element that is drawn with its neighbours, ?theme=dark.
func (s *Server) comparePicture(format diagram.Format) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.chargeRender(c); err != nil {
			return err
		}
		found, done, err := s.compared(c)
		if err != nil {
			return err
		}
		defer done()
		display := diagram.Display{Theme: scene.Theme(c.QueryParam("theme"))}
		if display.Theme != scene.ThemeDark && display.Theme != scene.ThemePrint {
			display.Theme = scene.ThemeLight
		}
		asked := found.asked(c)
		kind := diagram.Kind(asked.tab)
		if asked.tab == planTab || asked.tab == cqlTab {
			kind = diagram.KindPhysical
		}
		if focus := found.box(model.ID(c.QueryParam("focus"))); focus != "" {
			display.Focus, kind = focus, found.kindOf(focus)
		}
		file, err := s.drawComparison(c.Request().Context(), found, kind, display, format)
		if err != nil {
			return err
		}
		c.Response().Header().Set("Content-Security-Policy", picturePolicy)
		return s.download(c, fmt.Sprintf("%s-r%d-r%d-%s", found.to.Model.Name, found.from.Revision.Number, found.to.Revision.Number, kind), string(format), pictureTypes[format], file)
	}
}

// drawComparison draws what differs in one diagram as a file of its own.
func (s *Server) drawComparison(ctx context.Context, found *comparison, kind diagram.Kind, display diagram.Display, format diagram.Format) ([]byte, error) {
	picture, err := s.comparisonScene(ctx, found, kind, display)
	if err != nil {
		return nil, err
	}
	return diagram.Encode(ctx, picture, format, display.Scale, "")
}

// comparisonScene is the picture of what differs in a diagram.
func (s *Server) comparisonScene(ctx context.Context, found *comparison, kind diagram.Kind, display diagram.Display) (*scene.Scene, error) {
	drawn := diagram.Compare(found.from.Model, found.to.Model, kind, display, overlay.Differences(found.changes))
	picture, err := drawn.Draw(ctx, s.layouter, diagram.ViewChanges, diagram.Options{Standalone: true})
	if err != nil {
		return nil, fmt.Errorf("draw what differs in %s of model %s: %w", kind, found.id, err)
	}
	return picture, nil
}

// box is the element that a diagram draws as a box: itself, or what it is a part
// of. It is "" if no diagram shows it.
func (f *comparison) box(id model.ID) model.ID {
	for id != "" {
		element, found := f.element(id)
		if !found {
			return ""
		}
		if !workbench.IsPart(element.Kind) {
			break
		}
		id = element.Parent
	}
	if f.kindOf(id) == "" {
		return ""
	}
	return id
}

// pictureAddress is where what differs around an element is drawn, "" if no
// diagram shows the element.
func (s *Server) pictureAddress(found *comparison, element model.ID, theme scene.Theme) templ.SafeURL {
	focus := found.box(element)
	if focus == "" {
		return ""
	}
	query := url.Values{"from": {found.named(found.from)}, "to": {found.named(found.to)}, "focus": {string(focus)}, "theme": {string(theme)}}
	return s.url.Path("/m/" + url.PathEscape(found.id) + "/compare.svg?" + query.Encode())
}
