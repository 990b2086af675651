package pages

import (
	"math"

	"widerow/diagram/scene"
)

// Plan is a picture on pages, with its key and its legend on sheets of
// their own if the picture takes several pages: nobody needs glue to read them.
type Plan struct {
	sheetPlan
	Picture    *scene.Scene
	Panels     []*scene.Scene // one a page, after those of the picture
	PanelScale float64        // points for a px
}

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
		if other := float64(len(panels)) / scale; other < cost { // as in tiles
			plan.Panels, plan.PanelScale, cost = panels, scale, other
		}
	}
	return plan, nil
}
