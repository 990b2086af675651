package diagram

import (
	"math"

	"widerow/diagram/scene"
)

// paperPlan is a picture on pages, with its key and its legend on sheets of
// their own if the picture takes several pages: nobody needs glue to read them.
type paperPlan struct {
	sheetPlan
	picture    *scene.Scene
	panels     []*scene.Scene // one a page, after those of the picture
	panelScale float64        // points for a px
}

func planPages(s *scene.Scene, paper Paper) (paperPlan, error) {
	sheet, err := planSheets(s, paper)
	plan := paperPlan{sheetPlan: sheet, picture: s}
	if s.Panels == nil || err == nil && sheet.count() == 1 {
		return plan, err
	}
	plan.picture = s.Panels.Without()
	if plan.sheetPlan, err = planSheets(plan.picture, paper); err != nil {
		return plan, err
	}
	const step = 0.98
	cost := math.Inf(1)
	width, height := plan.inner()
	for scale := pointsPerPixel; scale >= smallestScale; scale *= step {
		panels := s.Panels.Sheets(width/scale, height/scale)
		if other := float64(len(panels)) / scale; other < cost { // as in tiles
			plan.panels, plan.panelScale, cost = panels, scale, other
		}
	}
	return plan, nil
}
