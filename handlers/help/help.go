// Package help answers with the page behind "?" and with the manual.
package help

import (
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"widerow/docs"
	"widerow/handlers/feature"
	webhelp "widerow/web/help"
	"widerow/web/markdown"
)

// Routes are the pages of help.
func Routes(site feature.Site) []feature.Route {
	return []feature.Route{
		feature.Get("/help", func(c echo.Context) error {
			return site.Show(c, http.StatusOK, webhelp.Help(webhelp.Page{Page: site.Page(c, "Help"), Manual: manual()}))
		}),
		feature.Get("/help/docs/:page", func(c echo.Context) error { return showManual(site, c) }),
	}
}

var manual = sync.OnceValue(docs.Manual)

func showManual(site feature.Site, c echo.Context) error {
	found, is := pageNamed(c.Param("page"))
	if !is {
		return feature.NewError(http.StatusNotFound, "The manual has no such page", "Its pages are listed on the Help page.", nil)
	}
	text, headings, err := markdown.Manual(found.Text, func(link string) string {
		file, at, _ := strings.Cut(link, "#")
		name, isPage := strings.CutSuffix(file, ".md")
		if _, is := pageNamed(name); !isPage || !is {
			return ""
		}
		if at != "" {
			at = "#" + at
		}
		return string(site.URL().Path("/help/docs/" + name + at))
	})
	if err != nil {
		return err
	}
	return site.Show(c, http.StatusOK, webhelp.Manual(webhelp.ManualPage{
		Page: site.Page(c, found.Title), Manual: manual(), Name: found.Name, Text: text, Headings: headings,
	}))
}

func pageNamed(name string) (docs.Page, bool) {
	for _, part := range manual() {
		for _, page := range part.Pages {
			if page.Name == name {
				return page, true
			}
		}
	}
	return docs.Page{}, false
}
