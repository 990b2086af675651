package diagram

import (
	"bytes"
	"context"

	"widerow/diagram/scene"
)

// Format is a kind of file that a picture is written as.
type Format string

// The formats.
const (
	FormatSVG Format = "svg"
	FormatPNG Format = "png"
	FormatPDF Format = "pdf"
)

// Formats are all of them.
var Formats = []Format{FormatSVG, FormatPNG, FormatPDF}

// Papers are what a PDF can be laid on; the first one is the usual.
var Papers = []Paper{PaperFit, PaperA4, PaperLetter}

// ParsePaper reads the paper of an address or a command: fit, a4 or letter.
func ParsePaper(text string) (Paper, *Problem) {
	switch Paper(text) {
	case "", "fit":
		return PaperFit, nil
	case PaperA4, PaperLetter:
		return Paper(text), nil
	}
	return PaperFit, &Problem{"paper", text, "it can be fit, a4 or letter"}
}

// Encode writes a picture that stands alone. The scale is for PNG, the paper
// for PDF.
func Encode(ctx context.Context, s *scene.Scene, format Format, scale int, paper Paper) ([]byte, error) {
	switch format {
	case FormatPNG:
		var out bytes.Buffer
		err := EncodePNG(ctx, s, &out, scale)
		return out.Bytes(), err
	case FormatPDF:
		return EncodePDF(s, paper)
	}
	return EncodeSVG(s), nil
}
