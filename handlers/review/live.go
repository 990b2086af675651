package review

import (
	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/store"
	"widerow/web"
)

// liveOfCompared lists what others can change of the comparison of two revisions.
func (s *comparisons) liveOfCompared(found *comparison, asked compareView) web.Live {
	to, newest := found.to.Revision.Model, *found
	newest.to.Revision.Number = 0
	return web.Live{Model: string(to), Shown: feature.ShownAs(to, found.newest[to]),
		Newest: s.compareAddress(&newest, compareView{tab: asked.tab, view: asked.view})}
}

// liveOfReview lists what others can change of the page of a proposal.
func (s *Feature) liveOfReview(c echo.Context, id store.ModelID, number int, refused bool) web.Live {
	branch := id.Branch(number)
	return web.Live{Model: string(branch), Shown: s.Shown(c.Request().Context(), id, branch), Held: refused}
}
