package canvas

import (
	"context"
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
	"widerow/model/edit"
	"widerow/store"
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

// place carries out a form that moves boxes.
func (s *Feature) place(c echo.Context) error {
	form, err := parsePlaces(c)
	if err != nil {
		return err
	}
	if form.values.Get("action") == "tidy" {
		return s.tidy(c, form)
	}
	placing := func(ctx context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
		command, err := s.placing(ctx, form, head.Model)
		if err != nil {
			return nil, "", err
		}
		after, err := edit.Apply(head.Model, ids, command)
		if err != nil {
			return nil, "", err
		}
		return after, edit.Words(head.Model, after, command), nil
	}
	change := feature.Change{Kind: store.KindEdit, Make: func(head feature.Document, ids model.IDs) (*model.Model, string, error) {
		return placing(feature.Background(c), head, ids)
	}}
	saved, err := s.Save(c, change)
	if err != nil {
		return s.Refused(c, &submission.Form{Values: form.values, View: feature.ViewOfForm(c)}, saved, err)
	}
	return s.Edited(c, feature.ViewOfForm(c), saved, nil)
}

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

// placing is the command of a form.
func (s *Feature) placing(ctx context.Context, form *placeForm, m *model.Model) (edit.Command, error) {
	kind := string(form.kind)
	switch action := form.values.Get("action"); {
	case action == "move":
		return edit.Pin{Diagram: kind, At: form.at}, nil // AddPositions keeps it off what stays
	case nudges[action] != geom.Point{} && len(form.boxes) == 1:
		return s.nudged(ctx, form.kind, form.boxes[0], nudges[action], m)
	case action == "release" && len(form.boxes) > 0:
		return edit.Release{Diagram: kind, Elements: form.boxes}, nil
	case action == "release-all":
		return edit.Release{Diagram: kind}, nil
	}
	return nil, feature.BadForm(fmt.Errorf("action=%q with %d boxes", form.values.Get("action"), len(form.boxes)))
}

// nudged moves a box one step from its place in the newest diagram, or past what is there.
func (s *Feature) nudged(ctx context.Context, kind diagram.Kind, box model.ID, step geom.Point, m *model.Model) (edit.Command, error) {
	at, found, err := diagram.PlaceOf(ctx, s.Layouter(), m, kind, box)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, &edit.GoneError{Element: box}
	}
	moved := map[model.ID]model.Position{box: {X: at.X + step.X, Y: at.Y + step.Y}}
	free, err := diagram.Dropped(ctx, s.Layouter(), m, kind, moved, step)
	return edit.Pin{Diagram: string(kind), At: free}, err
}
