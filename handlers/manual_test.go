package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"widerow/docs"
)

// All pages of the manual can be read, and their links lead to pages and headings that exist.
func TestManual(t *testing.T) {
	s := newSiteAt(t, "/models")
	pages := map[string]string{}
	for _, part := range docs.Manual() {
		for _, page := range part.Pages {
			pages[page.Name] = s.want(http.StatusOK, s.get("/help/docs/"+page.Name)).body
		}
	}
	link := regexp.MustCompile(`href="(?:/models/help/docs/([\w-]+))?(?:#([\w-]+))?"`)
	for name, page := range pages {
		_, article, _ := strings.Cut(page, `class="manual-text"`)
		for _, found := range link.FindAllStringSubmatch(page, -1) {
			target, heading := pages[name], found[2]
			if found[1] != "" {
				target = pages[found[1]]
			}
			if target == "" || heading != "" && !strings.Contains(target, `id="`+heading+`"`) {
				t.Errorf("%s: %s leads nowhere", name, found[0])
			}
		}
		if !strings.Contains(article, "<h1") || strings.Contains(article, ".md\"") {
			t.Errorf("%s: no title, or a link to a file", name)
		}
	}
	for _, path := range regexp.MustCompile(`/models(/help/docs/[\w-]+)(#[\w-]+)?"`).FindAllStringSubmatch(s.get("/help").body, -1) {
		name := strings.TrimPrefix(path[1], "/help/docs/")
		if heading := strings.TrimPrefix(path[2], "#"); pages[name] == "" || heading != "" && !strings.Contains(pages[name], `id="`+heading+`"`) {
			t.Errorf("help: %s%s leads nowhere", path[1], path[2])
		}
	}
	s.want(http.StatusNotFound, s.get("/help/docs/adr"))
}
