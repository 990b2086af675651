package canvas

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/handlers/feature"
	"widerow/handlers/overlay"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
	webreview "widerow/web/review"
)

// diagramContent fills a tab with its diagram.
func diagramContent(ctx context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	canvas, err := Draw(ctx, b, page, b.Tab().Diagram)
	if err != nil {
		return nil, err
	}
	canvas.Findings, canvas.Problem, canvas.Recovers = findingsOf(b), canvasProblem(b), recovers(b)
	if b.Answer.OnCanvas() && b.Answer.Removal != nil {
		canvas.Removal = removalQuestion(b.Model, b.Answer.Removal)
	}
	canvas.Pick, canvas.Queries = pickPanel(b), accesses(b)
	return canvas, nil
}

// accesses lists the queries and updates that the page offers for a new arrow between tables.
func accesses(b *feature.Context) []webcanvas.Access {
	if kind := b.Tab().Diagram; kind != diagram.KindLogical && kind != diagram.KindPhysical {
		return nil
	}
	var found []webcanvas.Access
	for _, element := range b.Elements(model.QueryKind) {
		found = append(found, webcanvas.Access{ID: element.ID, Title: b.Label(element), Kind: element.Kind.Words()})
	}
	return found
}

// manyBoxes is the number of boxes above which a page draws only those in view
// with all details.
const manyBoxes = 150

// canvas draws a diagram for the page.
func Draw(ctx context.Context, b *feature.Context, page *web.WorkbenchPage, kind diagram.Kind) (*webcanvas.Canvas, error) {
	canvas := &webcanvas.Canvas{Kind: kind, Pins: pins(b.Model, kind),
		Arranged: len(b.Model.Layout[string(kind)]) > 0,
		Overlays: []web.Content{&webreview.DiagramComments{Pins: review.BoxPins(b)}}, Tray: tray(b)}
	if kind == diagram.KindWorkflow && b.Panels.Flows != nil {
		if flows := b.Panels.Flows(b); flows != nil {
			canvas.Overlays = append(canvas.Overlays, flows)
		}
	}
	describeEmpty(b, canvas)
	drawing := b.Drawn().Drawing
	if drawing == nil {
		display, notices := b.BoundColumns(kind, diagram.Display{})
		page.Notices = append(page.Notices, notices...)
		drawing = diagram.Build(b.Model, kind, display, b.Lookups(kind)...)
	} else {
		addDisplay(b, canvas)
	}
	if drawing.Empty() {
		return canvas, nil
	}
	shown, _ := drawing.Shown()
	canvas.Large = shown > manyBoxes
	if b.Drawn().Drawing != nil {
		canvas.Picture = picture(b)
		if strings.HasPrefix(b.Known, canvas.Picture+".") {
			canvas.Picture, canvas.SVG = b.Known, []byte(web.KeptPicture)
			return canvas, nil
		}
	}
	layout, err := drawing.Layout(ctx, b.Layouter)
	if errors.Is(err, graph.ErrTooLarge) {
		canvas.Empty, canvas.Advice = tooLarge(drawing, kind, page.View.Tab)
		return canvas, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lay out %s of model %s: %w", kind, b.View.Model, err)
	}
	options, err := drawingOptions(ctx, b, drawing, kind)
	if err != nil {
		return nil, err
	}
	scene := drawing.Scene(layout, options)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	whole, parts := svg.EncodeParts(scene)
	page.Letters = typeface.Letters(whole)
	if canvas.SVG = whole; scene.Notice != "" {
		canvas.Picture = "" // draw it again next time
		page.Notices = append(page.Notices, web.Notice{Level: "warn", Text: scene.Notice})
	} else if b.Drawn().Drawing != nil {
		canvas.Picture, canvas.SVG = b.Drawings.Picture(canvas.Picture, whole, parts, b.Known)
	}
	return canvas, nil
}

// drawingOptions returns what a drawing shows beside its boxes: sizes, findings and marks.
func drawingOptions(ctx context.Context, b *feature.Context, drawing *diagram.Drawing, kind diagram.Kind) (figure.Options, error) {
	options := figure.Options{
		Selected: b.View.Select, Badges: overlay.Badges(b.Model, kind, b.Sizes()),
		Href: b.DrawnLink, Revision: feature.DrawnRevision(b.Document),
	}
	if drawing.Display().Advice {
		options.Advice = overlay.Findings(b.Model, kind, b.Sizes(), b.OpenAdvice())
		options.Advised = overlay.Advised(b.Model, kind, b.OpenAdvice())
	}
	if err := context.Cause(ctx); err != nil {
		return options, err
	}
	options.Faults = Faults(b.Model, kind, b.Proofs(), b.Plans())
	if err := context.Cause(ctx); err != nil {
		return options, err
	}
	if query, is := picking(b); is && kind == diagram.KindER {
		options.Picks = picks(b.Model, query.ID)
	}
	return options, nil
}

// describeEmpty names what is missing in a diagram without boxes, and what to do first.
func describeEmpty(b *feature.Context, canvas *webcanvas.Canvas) {
	tab := b.Tab()
	canvas.Empty, canvas.Advice = tab.Missing, tab.Advice
	canvas.Starts = Starts(b)
	canvas.Begin = beginning(b)
	if canvas.Begin != nil {
		canvas.Starts = canvas.Starts[1:] // the form is the first start
	}
	if canvas.Tray != nil {
		canvas.Advice = "Drag a query here for a step of its own, or add all at once: each follows the step that returns its values."
	}
}
