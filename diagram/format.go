package diagram

import (
	"bytes"
	"context"

	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/diagram/scene/png"
	"widerow/diagram/scene/svg"
)

// Format is a file format of pictures.
type Format string

// The formats.
const (
	FormatSVG Format = "svg"
	FormatPNG Format = "png"
	FormatPDF Format = "pdf"
)

// Formats lists all formats.
var Formats = []Format{FormatSVG, FormatPNG, FormatPDF}

// Papers lists the papers of a PDF, the default first.
var Papers = []pages.Paper{pages.PaperFit, pages.PaperA4, pages.PaperLetter}

// ParsePaper reads the name of a paper: fit, a4 or letter.
func ParsePaper(text string) (pages.Paper, *Problem) {
	switch pages.Paper(text) {
	case "", "fit":
		return pages.PaperFit, nil
	case pages.PaperA4, pages.PaperLetter:
		return pages.Paper(text), nil
	}
	return pages.PaperFit, &Problem{"paper", text, "it can be fit, a4 or letter"}
}

// Encode writes a standalone picture. scale applies to PNG, paper to PDF.
func Encode(ctx context.Context, s *scene.Scene, format Format, scale int, paper pages.Paper) ([]byte, error) {
	switch format {
	case FormatPNG:
		var out bytes.Buffer
		err := png.Encode(ctx, s, &out, scale)
		return out.Bytes(), err
	case FormatPDF:
		return pages.Encode(s, paper)
	}
	return svg.Encode(s), nil
}
