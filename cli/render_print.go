package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"widerow/cli/verb"
	"widerow/diagram"
	"widerow/diagram/scene"
)

// length is a flag's value in mm, such as 120mm, 12cm or 4.7in.
type length float64

// UnmarshalText reads the flag. kong calls it.
func (l *length) UnmarshalText(text []byte) error {
	const least, most = 10, 5000 // mm
	for unit, millimetres := range map[string]float64{"mm": 1, "cm": 10, "in": 25.4, "pt": 25.4 / 72} {
		number, found := strings.CutSuffix(string(text), unit)
		if value, err := strconv.ParseFloat(strings.TrimSpace(number), 64); found && err == nil && value*millimetres >= least && value*millimetres <= most {
			*l = length(value * millimetres)
			return nil
		}
	}
	return fmt.Errorf("%q is no length from %d to %d mm: write 120mm, 12cm or 4.7in", text, least, most)
}

// printFlags set the size of a picture in print.
type printFlags struct {
	Width   length  `help:"Width in print: 120mm, 12cm or 4.7in. Prints the size of the smallest text." placeholder:"LENGTH"`
	MinType float64 `help:"Smallest text in print, in points. The picture is made compact or split for it, if needed." placeholder:"POINTS"`
	Height  length  `help:"Largest height with --min-type. Default: 1.5 times the width." placeholder:"LENGTH"`
}

func (p *printFlags) validate(r *renderCommand) error {
	switch {
	case p.MinType < 0 || p.MinType > 100:
		return fmt.Errorf("--min-type=%g: it can be up to 100 points", p.MinType)
	case p.MinType > 0 && p.Width == 0:
		return errors.New("--min-type needs the width of the picture in print: add --width 120mm")
	case p.Height > 0 && p.MinType == 0:
		return errors.New("--height is for pictures with a smallest text: add --min-type 7")
	case p.Width > 0 && r.Paper != "" && r.Paper != "fit":
		return errors.New("--width and --paper exclude each other: a page of that width has no paper size")
	case p.Width > 0 && r.format() == formatDOT:
		return errors.New("--width is for svg, png and pdf: Graphviz chooses the size of a dot file")
	}
	return nil
}

// tallest returns the largest height of a picture, in mm.
func (p *printFlags) tallest() float64 {
	const perWidth = 1.5 // of the text on a page
	return cmp.Or(float64(p.Height), perWidth*float64(p.Width))
}

// printed is a picture drawn for print.
type printed struct {
	file  string
	scene *scene.Scene
	way   string // how it was drawn, beyond what was asked for
	alone bool   // it cannot be divided
}

// pointsPerMillimetre converts lengths in print to points, the unit of type.
const pointsPerMillimetre = 72 / 25.4

// text returns the size of the smallest text in points.
func (p *printed) text() float64 {
	return p.scene.SmallestText() * p.scene.PrintScale() * pointsPerMillimetre
}

// height returns the height in mm.
func (p *printed) height() float64 { return p.scene.Height * p.scene.PrintScale() }

// String describes the picture in print.
func (p *printed) String() string {
	return fmt.Sprintf("%s: %.0f × %.0f mm, smallest text %.1f pt%s", p.file, p.scene.PrintWidth, p.height(), p.text(), p.way)
}

// fitness is at least 1 if a picture fits the width and the height with its smallest
// text as small as allowed.
func (p *printFlags) fitness(of *printed) float64 {
	if p.MinType == 0 {
		return 1
	}
	widest, tallest := p.scales(of)
	return min(widest, tallest) / p.leastScale(of)
}

// scales returns the scales, in mm per px, at which a picture fills the width, and the
// height.
func (p *printFlags) scales(of *printed) (across, down float64) {
	return float64(p.Width) / of.scene.Width, p.tallest() / of.scene.Height
}

// leastScale returns the scale at which the smallest text is as small as allowed.
func (p *printFlags) leastScale(of *printed) float64 {
	return p.MinType / pointsPerMillimetre / of.scene.SmallestText()
}

// better reports whether a picture comes closer to what was asked for: to the smallest
// text, then to the height.
func (p *printFlags) better(one, other *printed) bool {
	across1, down1 := p.scales(one)
	across2, down2 := p.scales(other)
	least1, least2 := p.leastScale(one), p.leastScale(other)
	return cmp.Or(cmp.Compare(min(1, across1/least1), min(1, across2/least2)), cmp.Compare(down1/least1, down2/least2)) > 0
}

// size sets the sizes of pictures. One alone fills the width or the height. Several
// have one scale, so that their text is of one size: the scale of the largest of those
// that fit, or more where their smallest text needs it.
func (p *printFlags) size(pictures []*printed) {
	common := math.Inf(1)
	for _, picture := range pictures {
		if p.fitness(picture) >= 1 {
			common = min(common, p.scale(picture))
		}
	}
	for _, picture := range pictures {
		picture.scene.PrintWidth = picture.scene.Width * min(max(common, p.leastScale(picture)), p.scale(picture))
	}
}

// scale returns the scale of a picture alone. If it cannot have both, it keeps the
// width rather than the smallest text, and the smallest text rather than the height.
func (p *printFlags) scale(of *printed) float64 {
	across, down := p.scales(of)
	if p.MinType == 0 || across < p.leastScale(of) {
		return across
	}
	return max(p.leastScale(of), min(across, down))
}

// report lists the sizes of the pictures, with advice for those that do not fit.
func (r *renderCommand) report(console *verb.Console, pictures []*printed) {
	for _, picture := range pictures {
		fmt.Fprintln(console.Stderr, picture)
		if r.fitness(picture) < 1 {
			fmt.Fprintf(console.Stderr, "%s: %s\n", picture.file, r.advice(picture))
		}
	}
}

// advice suggests how to make a picture fit.
func (r *renderCommand) advice(of *printed) string {
	text := of.text()
	missing := fmt.Sprintf("text of %g pt needs a width of %.0f mm", r.MinType, math.Ceil(float64(r.Width)*r.MinType/text))
	if across, _ := r.scales(of); across >= r.leastScale(of) {
		missing = fmt.Sprintf("higher than %.0f mm; --height allows more", r.tallest())
	}
	tables := r.Diagram == string(diagram.KindLogical) || r.Diagram == string(diagram.KindPhysical)
	switch {
	case of.alone && tables:
		return "one table alone: " + missing + ", or fewer columns (--columns keys)"
	case of.alone:
		return "the smallest part of the diagram: " + missing
	case r.Output == "-":
		missing += ", or several files (-o FILE)"
	}
	if tables {
		return missing + ", or fewer columns (--columns keys) or tables (--focus, --tag, --query)"
	}
	return missing + ", or fewer elements (--focus, --query)"
}
