package review

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/labstack/echo/v4"

	"widerow/cql/migration"
	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/diagram/prose"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/handlers/feature"
	"widerow/handlers/proxy"
	"widerow/handlers/reviewfile"
	"widerow/web"
	webreview "widerow/web/review"
)

// ReviewFile serves the proposal of the address as a page without links.
func (s *Feature) ReviewFile(c echo.Context) error { return s.reviewFile("html")(c) }

// reviewFile serves a proposal as one file, for people who have no access to the
// server: as HTML or PDF with its pictures, or as Markdown with links to them.
func (s *Feature) reviewFile(format string) echo.HandlerFunc {
	return func(c echo.Context) error {
		number, err := proposalNumber(c)
		if err != nil {
			return err
		}
		if err := s.ChargeRender(c); err != nil {
			return err
		}
		r, done, err := s.reviewInTurn(c, feature.ModelID(c), number)
		if err != nil {
			return err
		}
		defer done()
		document, err := s.reviewDocument(c, r)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s-proposal-%d", r.head.Model.Name, r.Number)
		switch format {
		case "md":
			return feature.Download(c, name, "md", "text/markdown; charset=utf-8",
				reviewfile.Markdown(document, migration.New(r.base.Model, r.branch.Model), s.pictureLinks(c, r)))
		case "pdf":
			pictures, err := s.documentScenes(c.Request().Context(), r)
			if err != nil {
				return err
			}
			return feature.Download(c, name, "pdf", "application/pdf", reviewfile.PDF(document, pictures))
		}
		if document.Pictures, err = s.documentPictures(c.Request().Context(), r); err != nil {
			return err
		}
		file, err := feature.Render(c, webreview.ReviewFile(document))
		if err != nil {
			return err
		}
		c.Response().Header().Set("Content-Security-Policy", webreview.DocumentPolicy+"; sandbox")
		return feature.Download(c, name, "html", "text/html; charset=utf-8", file)
	}
}

// reviewDocument is the page of a proposal with its plan, all of its changes, and
// nothing to press.
func (s *Feature) reviewDocument(c echo.Context, r *review) (webreview.ReviewDocument, error) {
	r.whole = true
	page, err := s.reviewPage(c, r, nil)
	page.Plan = s.comparePlan(r.found)
	return webreview.ReviewDocument{ComparePage: page}, err
}

// documentPictures draws the diagrams in which something differs.
func (s *Feature) documentPictures(ctx context.Context, r *review) ([]webreview.DocumentPicture, error) {
	scenes, err := s.documentScenes(ctx, r)
	var pictures []webreview.DocumentPicture
	for _, picture := range scenes {
		pictures = append(pictures, webreview.DocumentPicture{Title: picture.Title, SVG: svg.Encode(picture.Scene)})
	}
	return pictures, err
}

// documentScenes returns the diagrams in which something differs. One that is too
// large to draw is left out: the list has every change.
func (s *Feature) documentScenes(ctx context.Context, r *review) ([]prose.Picture, error) {
	var pictures []prose.Picture
	for _, compared := range r.changedDiagrams() {
		drawn, err := s.comparisonScene(ctx, r.found, compared.kind, diagram.Display{Theme: scene.ThemeLight})
		if errors.Is(err, graph.ErrTooLarge) {
			continue
		}
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, prose.Picture{Title: compared.title, Scene: drawn})
	}
	return pictures, nil
}

// comparedDiagram is a tab of a comparison that is a diagram.
type comparedDiagram = struct {
	kind  diagram.Kind
	title string
}

func (r *review) changedDiagrams() []comparedDiagram {
	affected := map[diagram.Kind]bool{}
	for _, kind := range diagram.Affected(r.base.Model, r.branch.Model) {
		affected[kind] = true
	}
	var changed []comparedDiagram
	for _, compared := range kindsCompared {
		if affected[compared.kind] {
			changed = append(changed, compared)
		}
	}
	return changed
}

// pictureLinks are the addresses of the pictures, with the name of the server.
func (s *Feature) pictureLinks(c echo.Context, r *review) []web.Link {
	site := map[bool]string{true: "https://", false: "http://"}[proxy.Of(c.Request()).Secure] + c.Request().Host
	var links []web.Link
	for _, compared := range r.changedDiagrams() {
		query := url.Values{"from": {r.found.named(r.found.from)}, "to": {r.found.named(r.found.to)}, "tab": {string(compared.kind)}}
		address := s.URL().Path("/m/" + url.PathEscape(r.found.id) + "/compare.svg?" + query.Encode())
		links = append(links, web.Link{Label: compared.title, Href: site + string(address)})
	}
	return links
}
