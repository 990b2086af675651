package png

import (
	"context"
	"fmt"
	"io"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/raster"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// usualScale suits high-density screens, in device pixels per px.
const usualScale = 2

// printDensity is the usual resolution of pictures in print, in pixels an inch.
const printDensity = 300

// Encode writes the scene as a PNG image with scale device pixels per px. A
// scale of 0 selects 2, or 300 pixels an inch if the scene has a width in
// print, or less if raster.MaxSide or raster.MaxPixels requires it. A scale
// that does not fit is an error.
func Encode(ctx context.Context, s *scene.Scene, w io.Writer, scale int) error {
	factor := float64(scale)
	if scale == 0 {
		factor = usualScale
		if s.PrintWidth > 0 {
			factor = s.PrintScale() / 25.4 * printDensity
		}
		factor = FittingScale(s, factor)
	}
	picture, err := raster.NewPicture(inPixels(s, s.Width, factor), inPixels(s, s.Height, factor), 25.4*factor/s.PrintScale())
	if err != nil {
		return fmt.Errorf("%w: the limit is %d a side and %d million in all; choose a smaller scale, a part of the diagram, or SVG or PDF",
			err, raster.MaxSide, raster.MaxPixels/1_000_000)
	}
	s.DrawOn(&pixelCanvas{picture: picture, scale: factor, glyphs: map[glyphKey]*raster.Outline{}})
	return picture.PNG(ctx, w)
}

func inPixels(s *scene.Scene, length, scale float64) int { return int(math.Ceil(length*scale - 1e-6)) }

// FittingScale returns the largest scale up to wanted at which the image is
// within raster.MaxSide and raster.MaxPixels.
func FittingScale(s *scene.Scene, wanted float64) float64 {
	side := (raster.MaxSide - 1) / max(s.Width, s.Height)
	area := math.Sqrt((raster.MaxPixels - 2*raster.MaxSide) / (s.Width * s.Height))
	return min(wanted, side, area)
}

// pixelCanvas implements scene.Canvas for PNG.
type pixelCanvas struct {
	picture *raster.Picture
	scale   float64
	glyphs  map[glyphKey]*raster.Outline
}

type glyphKey struct {
	face    *typeface.Face
	number  uint16
	size    float64
	slanted bool
}

func (p *pixelCanvas) Fill(steps []geom.Step, color string) {
	p.picture.Paint(p.path(steps).Fill(), raster.Point{}, p.paint(color))
}

func (p *pixelCanvas) Stroke(steps []geom.Step, color string, width float64, dash []float64) {
	scaled := make([]float64, len(dash))
	for i, length := range dash {
		scaled[i] = length * p.scale
	}
	p.picture.Paint(p.path(steps).Stroke(width*p.scale, scaled), raster.Point{}, p.paint(color))
}

func (p *pixelCanvas) Text(t *scene.Text, color string) {
	for _, r := range t.Glyphs() {
		switch {
		case r.Invisible():
		case r.Number == 0:
			box, number := r.Missing(t.Font.Size)
			p.Stroke(box, color, t.Font.Size/20, nil)
			p.Fill(number, color)
		default:
			p.picture.Paint(p.glyph(r, t.Font.Size), raster.Point{X: r.At.X * p.scale, Y: r.At.Y * p.scale}, p.paint(color))
		}
	}
}

func (p *pixelCanvas) Enter(*scene.Element) {}
func (p *pixelCanvas) Leave(*scene.Element) {}

func (p *pixelCanvas) glyph(r typeface.Glyph, size float64) *raster.Outline {
	key := glyphKey{r.Face, r.Number, size, r.Slanted}
	found, ok := p.glyphs[key]
	if !ok {
		steps := r.Face.Outline(r.Number)
		for i := range steps {
			for k, at := range steps[i].Points {
				if r.Slanted {
					at.X -= typeface.Slant * at.Y
				}
				steps[i].Points[k] = geom.Pt(at.X*size, at.Y*size)
			}
		}
		found = p.path(steps).Fill()
		p.glyphs[key] = found
	}
	return found
}

func (p *pixelCanvas) path(steps []geom.Step) *raster.Path {
	path := &raster.Path{}
	for _, step := range steps {
		var at [3]raster.Point
		for i, point := range step.Points {
			at[i] = raster.Point{X: point.X * p.scale, Y: point.Y * p.scale}
		}
		switch step.Command {
		case geom.MoveTo:
			path.MoveTo(at[0])
		case geom.LineTo:
			path.LineTo(at[0])
		case geom.CurveTo:
			path.QuadTo(at[0], at[1])
		case geom.CubicTo:
			path.CubeTo(at[0], at[1], at[2])
		case geom.Close:
			path.Close()
		}
	}
	return path
}

func (p *pixelCanvas) paint(color string) raster.Paint {
	if hatch, ok := scene.Hatches[color]; ok {
		return raster.Paint{Color: raster.Color{R: 255, G: 255, B: 255}, Period: hatch.Period * p.scale, Width: hatch.Width * p.scale}
	}
	r, g, b := scene.Channels(color)
	return raster.Paint{Color: raster.Color{R: r, G: g, B: b}}
}
