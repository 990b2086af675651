package canvas

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/handlers/feature"
	"widerow/model"
)

// cardSize is the size in bytes up to which the picture of a card is sent. A
// page of models has many, and each is as large as a stamp.
const cardSize = 100 << 10

// Bytes that a row and a box of a diagram take at least, measured.
const rowBytes, boxBytes = 400, 300

// A card shows a part of the diagram as large as this, in px of the diagram. It begins so far before
// a box that the query of the box is seen.
const cardWidth, cardHeight, cardLeft, cardTop = 480, 264, 60, 14

// sendCard sends the picture of a model's card.
func (s *Feature) sendCard(c echo.Context, document feature.Document) error {
	header := c.Response().Header()
	header.Set("Content-Security-Policy", feature.PicturePolicy)
	if feature.Unchanged(s, c, document, "crop", strconv.FormatUint(document.Revision.Number, 10)) {
		return feature.OrNotModified(c, nil)
	}
	file, err := s.DrawInTurn(c, document, "card", func(ctx context.Context) ([]byte, error) { return s.DrawCard(ctx, document) })
	if err != nil {
		return fmt.Errorf("draw the card of model %s: %w", document.Revision.Model, err)
	}
	return c.Blob(http.StatusOK, feature.PictureTypes[diagram.FormatSVG], file)
}

// DrawCard draws the first of several pictures, each with less than the one
// before, that is small enough; if none is, the words that count the boxes.
func (s *Feature) DrawCard(ctx context.Context, document feature.Document) ([]byte, error) {
	kind, whole := cardDiagram(document.Model)
	if whole.Empty() {
		return wordsCard("Nothing to draw yet"), nil
	}
	for _, display := range cardDisplays(document.Model, kind) {
		drawing := diagram.Build(document.Model, kind, display)
		if rowBytes*drawing.Rows()+boxBytes*len(drawing.Graph().Boxes) > cardSize {
			continue
		}
		picture, err := s.scene(ctx, document, pictureRequest{kind: kind, format: diagram.FormatSVG, display: display}, figure.Options{Standalone: true})
		if errors.Is(err, graph.ErrTooLarge) {
			continue
		}
		if err != nil {
			return nil, err
		}
		cropCard(picture)
		if file := svg.Encode(picture); len(file) <= cardSize {
			return file, nil
		}
	}
	boxes, _ := whole.Shown()
	return wordsCard(Boxes(kind, boxes)), nil
}

// cropCard leaves the part of a picture that shows most of its boxes, in the size in which their
// names can be read.
func cropCard(picture *scene.Scene) {
	best, most := geom.Point{X: (picture.Width - cardWidth) / 2, Y: (picture.Height - cardHeight) / 2}, 0.0
	boxes := boxesOf(picture.Bookmarks)
	for _, box := range boxes {
		window := geom.Rect{X: box.X - cardLeft, Y: box.Y - cardTop, Width: cardWidth, Height: cardHeight}
		if shown := shownIn(window, boxes); shown > most {
			best, most = geom.Point{X: window.X, Y: window.Y}, shown
		}
	}
	picture.Corner, picture.Width, picture.Height = best, cardWidth, cardHeight
}

func boxesOf(bookmarks []scene.Bookmark) (boxes []geom.Rect) {
	for _, bookmark := range bookmarks {
		if len(bookmark.Inner) == 0 {
			boxes = append(boxes, bookmark.At)
		}
		boxes = append(boxes, boxesOf(bookmark.Inner)...)
	}
	return boxes
}

// shownIn is the area of boxes within a window.
func shownIn(window geom.Rect, boxes []geom.Rect) (area float64) {
	for _, box := range boxes {
		width := min(box.X+box.Width, window.X+window.Width) - max(box.X, window.X)
		height := min(box.Y+box.Height, window.Y+window.Height) - max(box.Y, window.Y)
		area += max(width, 0) * max(height, 0)
	}
	return area
}

// cardDiagram returns the physical diagram, or else the first one that is not
// empty.
func cardDiagram(m *model.Model) (diagram.Kind, *diagram.Drawing) {
	for _, kind := range []diagram.Kind{diagram.KindPhysical, diagram.KindLogical, diagram.KindER, diagram.KindWorkflow} {
		if drawing := diagram.Build(m, kind, diagram.Display{}); !drawing.Empty() {
			return kind, drawing
		}
	}
	return diagram.KindPhysical, diagram.Build(m, diagram.KindPhysical, diagram.Display{})
}

func cardDisplays(m *model.Model, kind diagram.Kind) []diagram.Display {
	displays := []diagram.Display{{}}
	if kind == diagram.KindPhysical || kind == diagram.KindLogical {
		displays = append(displays, diagram.Display{Columns: figure.ColumnsKeys}, diagram.Display{Columns: figure.ColumnsNone})
	}
	if kind == diagram.KindPhysical {
		var keyspaces []model.ID
		for id := range m.Physical.Keyspaces {
			keyspaces = append(keyspaces, id)
		}
		slices.Sort(keyspaces)
		displays = append(displays, diagram.Display{Collapsed: keyspaces})
	}
	return displays
}

// wordsCard is a picture of a few words, in a grey that light and dark
// backgrounds set off.
func wordsCard(words string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="264" viewBox="0 0 480 264">`+
		`<text x="240" y="137" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-size="16" fill="#777">%s</text></svg>`, words)
}
