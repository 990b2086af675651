package canvas

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/geom"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
)

// kinds are the diagrams whose places a document keeps.
var kinds = []diagram.Kind{diagram.KindER, diagram.KindWorkflow, diagram.KindLogical, diagram.KindPhysical}

// A form moves boxes of a diagram. Its names:
//
//	diagram   er, workflow, logical or physical
//	action    move, left, right, up, down, release, release-all or tidy
//	box       an element, once for each that is moved or released
//	x, y      where move puts it, one of each for each box
type placeForm struct {
	values url.Values
	kind   diagram.Kind
	boxes  []model.ID
	at     map[model.ID]model.Position
}

// nudge is the distance by which a button moves a box, in px.
const nudge = 20

var nudges = map[string]geom.Point{"left": {X: -nudge}, "right": {X: nudge}, "up": {Y: -nudge}, "down": {Y: nudge}}

func parsePlaces(c echo.Context) (*placeForm, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	form := &placeForm{values: values, kind: diagram.Kind(values.Get("diagram")), at: map[model.ID]model.Position{}}
	if !slices.Contains(kinds, form.kind) {
		return nil, feature.BadForm(fmt.Errorf("diagram=%q", form.kind))
	}
	for _, box := range values["box"] {
		form.boxes = append(form.boxes, model.ID(box))
	}
	if len(form.boxes) > submission.MaxCommands {
		return nil, feature.BadForm(fmt.Errorf("%d boxes", len(form.boxes)))
	}
	if values.Get("action") == "move" {
		return form, form.parseMoves()
	}
	return form, nil
}

func (f *placeForm) parseMoves() error {
	xs, ys := f.values["x"], f.values["y"]
	if len(f.boxes) == 0 || len(xs) != len(f.boxes) || len(ys) != len(f.boxes) {
		return feature.BadForm(fmt.Errorf("%d boxes, %d x and %d y", len(f.boxes), len(xs), len(ys)))
	}
	for i, box := range f.boxes {
		x, errX := strconv.ParseFloat(xs[i], 64)
		y, errY := strconv.ParseFloat(ys[i], 64)
		if errX != nil || errY != nil {
			return feature.BadForm(fmt.Errorf("box %q at %q, %q", box, xs[i], ys[i]))
		}
		f.at[box] = model.Position{X: x, Y: y}
	}
	return nil
}
