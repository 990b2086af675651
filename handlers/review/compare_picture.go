package review

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/differences"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/handlers/feature"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/sizing"
	webreview "widerow/web/review"
)

// compareDiagram adds the picture to the page, and the changes with their places
// in it.
func (s *comparisons) compareDiagram(ctx context.Context, page *webreview.ComparePage, found *comparison, asked compareView) error {
	for _, v := range viewsCompared {
		page.Views = append(page.Views, webreview.CompareLink{Title: v.title, Current: asked.view == v.view,
			Href: s.compareAddress(found, compareView{tab: asked.tab, view: v.view, change: asked.change, at: asked.at})})
	}
	display := diagram.Display{}
	if columns := columnsCompared(found, diagram.Kind(asked.tab)); columns > feature.ManyColumns {
		display.Columns, display.Attributes = figure.ColumnsKeys, figure.ColumnsKeys
		page.Keys = fmt.Sprintf("%s columns or attributes are many for one page, so the picture has those of the "+
			"keys only. The list has every change.", sizing.FormatNumber(float64(columns)))
	}
	drawn := differences.Compare(found.from.Model, found.to.Model, diagram.Kind(asked.tab), display, overlay.Differences(found.changes))
	found.drawn = drawn.Anchors(asked.view)
	s.listChanges(page, found, asked, drawn.Anchors(differences.ViewChanges), found.drawn)
	if asked.at != "" {
		page.Selected = found.anchor(found.drawn, asked.at)
	}
	page.Diagram = asked.tab
	if drawn.Drawing(asked.view).Empty() {
		page.Empty = "This diagram is empty."
		return nil
	}
	numbers := drawn.Differences()
	scene, err := drawn.Draw(ctx, s.Layouter(), asked.view, figure.Options{Selected: page.Selected, Href: func(id model.ID) string {
		if number := numbers[id].Number; number > 0 {
			return fmt.Sprintf("#c%d", number)
		}
		if _, exists := found.to.Model.Element(id); found.at != "" && exists {
			return "#at-" + string(id) // compare.js opens what is said about it
		}
		return ""
	}})
	if errors.Is(err, graph.ErrTooLarge) {
		page.Empty = "This diagram is too large for one picture. The list has every change."
		return nil
	}
	if err != nil {
		return fmt.Errorf("compare revisions %d and %d of model %s: %w", found.from.Revision.Number, found.to.Revision.Number, found.id, err)
	}
	page.SVG = svg.Encode(scene)
	page.Letters = typeface.Letters(page.SVG)
	return nil
}

// columnsCompared bounds the columns of a picture of both states.
func columnsCompared(found *comparison, kind diagram.Kind) int {
	return max(feature.ColumnsOf(found.from.Model, kind), feature.ColumnsOf(found.to.Model, kind))
}

// comparePicture serves what differs in one diagram as a file: ?tab= is the
// diagram, ?focus= an element that is drawn with its neighbours, ?theme=dark.
func (s *comparisons) comparePicture(format diagram.Format) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.ChargeRender(c); err != nil {
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
		c.Response().Header().Set("Content-Security-Policy", feature.PicturePolicy)
		return feature.Download(c, fmt.Sprintf("%s-r%d-r%d-%s", found.to.Model.Name, found.from.Revision.Number,
			found.to.Revision.Number, kind), string(format), feature.PictureTypes[format], file)
	}
}

// drawComparison draws what differs in one diagram as a file of its own.
func (s *comparisons) drawComparison(ctx context.Context, found *comparison, kind diagram.Kind,
	display diagram.Display, format diagram.Format) ([]byte, error) {
	if format == diagram.FormatPNG && columnsCompared(found, kind) > feature.ManyColumns && display.Focus == "" {
		display.Columns, display.Attributes = figure.ColumnsKeys, figure.ColumnsKeys // all of them would take minutes
	}
	picture, err := s.comparisonScene(ctx, found, kind, display)
	if err != nil {
		return nil, err
	}
	return diagram.Encode(ctx, picture, format, display.Scale, "")
}

// comparisonScene is the picture of the differences in a diagram.
func (s *comparisons) comparisonScene(ctx context.Context, found *comparison, kind diagram.Kind, display diagram.Display) (*scene.Scene, error) {
	drawn := differences.Compare(found.from.Model, found.to.Model, kind, display, overlay.Differences(found.changes))
	picture, err := drawn.Draw(ctx, s.Layouter(), differences.ViewChanges, figure.Options{Standalone: true})
	if err != nil {
		return nil, fmt.Errorf("draw what differs in %s of model %s: %w", kind, found.id, err)
	}
	return picture, nil
}

// box is the element that a diagram draws as a box: the element itself, or its whole. It is "" if
// no diagram shows it.
func (f *comparison) box(id model.ID) model.ID {
	for id != "" {
		element, found := f.element(id)
		if !found {
			return ""
		}
		if !feature.IsPart(element.Kind) {
			break
		}
		id = element.Parent
	}
	if f.kindOf(id) == "" {
		return ""
	}
	return id
}

// pictureAddress returns the address of the picture of the differences around an element, "" if no
// diagram shows the element.
func (s *comparisons) pictureAddress(found *comparison, element model.ID, theme scene.Theme) templ.SafeURL {
	focus := found.box(element)
	if focus == "" {
		return ""
	}
	query := url.Values{"from": {found.named(found.from)}, "to": {found.named(found.to)}, "focus": {string(focus)}, "theme": {string(theme)}}
	return s.URL().Path("/m/" + url.PathEscape(found.id) + "/compare.svg?" + query.Encode())
}
