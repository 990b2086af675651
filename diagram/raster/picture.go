package raster

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// Color is an opaque colour.
type Color struct{ R, G, B uint8 }

// Paint fills an area with a colour. If Period is set, lines in the colour Ink run
// over it from the lower left to the upper right.
type Paint struct {
	Color
	Ink           Color
	Period, Width float64 // of the lines, in px along a row and across the line
}

// The largest picture. Other programs read no larger ones, and 256 Mpx take a
// second.
const (
	MaxSide   = 16384
	MaxPixels = 256 << 20
)

// ErrSize reports a picture beyond MaxSide or MaxPixels.
var ErrSize = errors.New("the picture is too large")

// Picture is a stack of painted areas.
type Picture struct {
	width, height int
	perInch       float64 // pixels in print
	layers        []layer
}

type layer struct {
	outline *Outline
	offset  Point
	paint   Paint
}

// NewPicture returns a white picture of width × height pixels, printed at perInch
// pixels an inch.
func NewPicture(width, height int, perInch float64) (*Picture, error) {
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide || width*height > MaxPixels {
		return nil, fmt.Errorf("%w: %d × %d pixels", ErrSize, width, height)
	}
	return &Picture{width: width, height: height, perInch: perInch}, nil
}

// Paint adds an area shifted by offset on top of the picture. An outline may be
// used several times.
func (p *Picture) Paint(outline *Outline, offset Point, paint Paint) {
	if len(outline.edges) > 0 {
		p.layers = append(p.layers, layer{outline, offset, paint})
	}
}

// bandHeight is the number of rows that are painted at a time.
const bandHeight = 64

// bands returns the layers of each band, in painting order.
func (p *Picture) bands() [][]*layer {
	bands := make([][]*layer, (p.height+bandHeight-1)/bandHeight)
	for i := range p.layers {
		l := &p.layers[i]
		top, bottom := l.outline.top+l.offset.Y, l.outline.bottom+l.offset.Y
		first, last := int(math.Floor(top/bandHeight)), int(math.Floor(bottom/bandHeight))
		for band := max(first, 0); band <= min(last, len(bands)-1); band++ {
			bands[band] = append(bands[band], l)
		}
	}
	return bands
}

// paintBand paints the rows from top on, three bytes per pixel.
func (p *Picture) paintBand(ctx context.Context, pixels []byte, layers []*layer, top, height int) error {
	fill(pixels, Color{0xff, 0xff, 0xff}, 0xff)
	c := newCoverage(p.width, top, height)
	defer coverages.Put(c)
	for i, l := range layers {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c.add(l.outline, l.offset)
		c.spans(func(row, from, to int, part uint8) {
			span := pixels[3*(row*p.width+from) : 3*(row*p.width+to)]
			if l.paint.Period > 0 {
				l.paint.hatch(span, from, top+row, part)
				return
			}
			fill(span, l.paint.Color, part)
		})
	}
	return nil
}

func fill(span []byte, color Color, part uint8) {
	if part < 255 {
		for i := 0; i < len(span); i += 3 {
			blend(span[i:i+3], color, part)
		}
		return
	}
	span[0], span[1], span[2] = color.R, color.G, color.B
	for done := 3; done < len(span); done *= 2 {
		copy(span[done:], span[:done])
	}
}

func blend(pixel []byte, color Color, part uint8) {
	pixel[0], pixel[1], pixel[2] = mix(pixel[0], color.R, part), mix(pixel[1], color.G, part), mix(pixel[2], color.B, part)
}

func mix(below, above, part uint8) uint8 {
	return uint8((uint32(below)*uint32(255-part) + uint32(above)*uint32(part) + 127) / 255)
}

// hatch paints a span that begins at x,y.
func (p Paint) hatch(span []byte, x, y int, part uint8) {
	for i := 0; i < len(span); i += 3 {
		along := math.Mod(float64(x+i/3)+float64(y)+1, p.Period)
		ink := uint8(255 * p.ink(min(along, p.Period-along)))
		color := Color{mix(p.R, p.Ink.R, ink), mix(p.G, p.Ink.G, ink), mix(p.B, p.Ink.B, ink)}
		blend(span[i:i+3], color, part)
	}
}

// ink returns the share of a pixel that a line covers whose middle is away px from
// the pixel along the row. Seen along the line, the pixel is a gable from -1 to 1.
func (p Paint) ink(away float64) float64 {
	half := p.Width / math.Sqrt2
	return gable(away+half) - gable(away-half)
}

// gable returns the share of the gable's area to the left of x.
func gable(x float64) float64 {
	switch {
	case x <= -1:
		return 0
	case x < 0:
		return (1 + x) * (1 + x) / 2
	case x < 1:
		return 1 - (1-x)*(1-x)/2
	}
	return 1
}
