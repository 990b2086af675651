package pages

import (
	"math"

	"widerow/diagram/scene"
)

// Plan is a diagram on pages. If it takes several, its key and its legend are
// on separate sheets, so that they can be read without gluing pages together.
type Plan struct {
	sheetPlan
	Picture    *scene.Scene
	Panels     []*scene.Scene // one per page, after those of the diagram
	PanelScale float64        // points per px
}

// PlanPages plans the pages of a scene. It returns ErrPages if there would be
// too many.
func PlanPages(s *scene.Scene, paper Paper) (Plan, error) {
	sheet, err := planSheets(s, paper)
	plan := Plan{sheetPlan: sheet, Picture: s}
	if s.Panels == nil || err == nil && sheet.Count() == 1 {
		return plan, err
	}
	plan.Picture = s.Panels.Without()
	if plan.sheetPlan, err = planSheets(plan.Picture, paper); err != nil {
		return plan, err
	}
	const step = 0.98
	cost := math.Inf(1)
	width, height := plan.Inner()
	for scale := pointsPerPixel; scale >= smallestScale; scale *= step {
		panels := s.Panels.Sheets(width/scale, height/scale)
		if other := float64(len(panels)) / scale; other < cost { // as for tiles
			plan.Panels, plan.PanelScale, cost = panels, scale, other
		}
	}
	return plan, nil
}
