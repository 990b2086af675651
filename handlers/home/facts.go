package home

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/web"
	webhome "widerow/web/home"
)

// factsPath answers with the line of numbers on the card of a model. Its findings take longer than
// the list of models may.
const factsPath = "/m/:model/facts"

// cardFacts counts the tables of a model and shows the counts of its tabs.
func (s *Feature) cardFacts(c echo.Context) error {
	document, done, err := s.RequestedInTurn(c, "")
	if err != nil {
		return err
	}
	defer done()
	page, err := s.ModelPage(c, document, web.View{Model: c.Param("model"), Tab: web.TabAdvice}, nil)
	if err != nil {
		return err
	}
	facts := webhome.CardFacts{Tables: len(document.Model.Physical.Relations)}
	for _, of := range []web.Tab{web.TabQueries, web.TabSizes, web.TabAdvice} {
		at := slices.IndexFunc(page.Tabs, func(link web.TabLink) bool { return link.Tab == of })
		if link := page.Tabs[at]; link.Badge.Text != "" {
			facts.Counts = append(facts.Counts, webhome.CardCount{Badge: link.Badge, Title: link.Title, Href: s.URL().Tab(web.View{Model: c.Param("model"), Tab: of})})
		}
	}
	return s.Show(c, http.StatusOK, webhome.Facts(facts))
}
