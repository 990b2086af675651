// Package canvas answers for the diagrams of a model: as pictures, in other sites and on
// cards, and where their boxes go.
package canvas

import (
	"fmt"

	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/web"
)

// Contents fill the tabs with a diagram.
var Contents = map[web.Tab]feature.Content{
	web.TabConcepts: diagramContent, web.TabQueries: diagramContent, web.TabLogical: diagramContent, web.TabPhysical: diagramContent,
}

// Routes are the diagrams as files, for our pages and for other sites, and the form that
// moves their boxes.
func (s *Feature) Routes() []feature.Route {
	routes := []feature.Route{
		feature.Get("/examples/:slug/card.svg", s.examplePicture),
		feature.Get("/examples/:slug/:diagram", s.exampleDiagram),
		feature.Post("/m/:model/edit", s.Weighed(s.edit)),
		feature.Post("/m/:model/layout", s.Arranging(s.place)),
		feature.Get("/m/:model/card.svg", s.cardPicture),
		feature.Get("/m/:model/palette.json", s.showPalette),
		feature.Get("/m/:model/tidy.json", s.offerTidy),
	}
	for _, tab := range feature.Tabs {
		if tab.Diagram == "" {
			continue
		}
		for _, format := range diagram.Formats {
			file := fmt.Sprintf("/:model/%s.%s", tab.Diagram, format)
			routes = append(routes, feature.Get("/m"+file, s.Picture(tab.Diagram, format)), feature.Get("/embed"+file, s.embedded(tab.Diagram, format)))
		}
		routes = append(routes, feature.Get("/embed/:model/"+string(tab.Diagram), s.embed(tab.Diagram, tab.Name)))
	}
	return routes
}
