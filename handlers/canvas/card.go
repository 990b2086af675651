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
	"widerow/diagram/graph"
	"widerow/handlers/feature"
	"widerow/model"
)

// cardSize is the size in bytes up to which the picture of a card is sent. A
// page of models has many, and each is as large as a stamp.
const cardSize = 100 << 10

// Bytes that a row and a box of a diagram take at least, measured.
const rowBytes, boxBytes = 400, 300

// sendCard sends the picture of a model's card.
func (s *Feature) sendCard(c echo.Context, document feature.Document) error {
	header := c.Response().Header()
	header.Set("Content-Security-Policy", feature.PicturePolicy)
	if feature.Unchanged(s, c, document, "card", strconv.FormatUint(document.Revision.Number, 10)) {
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
	for _, display := range cardDisplays(document.Model, kind) {
		drawing := diagram.Build(document.Model, kind, display)
		if rowBytes*drawing.Rows()+boxBytes*len(drawing.Graph().Boxes) > cardSize {
			continue
		}
		file, err := s.newFile(ctx, document, pictureRequest{kind: kind, format: diagram.FormatSVG, display: display})
		if errors.Is(err, graph.ErrTooLarge) {
			continue
		}
		if err != nil || len(file) <= cardSize {
			return file, err
		}
	}
	boxes, _ := whole.Shown()
	return wordsCard(Boxes(kind, boxes)), nil
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
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="124" viewBox="0 0 240 124">`+
		`<text x="120" y="67" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-size="16" fill="#777">%s</text></svg>`, words)
}
