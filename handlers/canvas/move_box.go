package canvas

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/geom"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
)

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
	moved, err := diagram.Carried(ctx, s.Layouter(), m, kind, box)
	if err != nil {
		return nil, err
	}
	if len(moved) == 0 {
		return nil, &edit.GoneError{Element: box}
	}
	for id, at := range moved {
		moved[id] = model.Position{X: at.X + step.X, Y: at.Y + step.Y}
	}
	free, err := diagram.Dropped(ctx, s.Layouter(), m, kind, moved, step)
	return edit.Pin{Diagram: string(kind), At: free}, err
}
