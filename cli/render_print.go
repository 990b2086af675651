package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
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
	return fmt.Errorf("%q is no width from %d to %d mm: write 120mm, 12cm or 4.7in", text, least, most)
}

// printFlags are how large a picture is in print.
type printFlags struct {
	Width   length  `help:"Width in print: 120mm, 12cm or 4.7in. Prints the size of the smallest text." placeholder:"LENGTH"`
	MinType float64 `help:"Smallest text in print, in points. If needed, the picture is turned, compact, or one file for each keyspace." placeholder:"POINTS"`
}

func (p *printFlags) validate(r *renderCommand) error {
	switch {
	case p.MinType < 0 || p.MinType > 100:
		return fmt.Errorf("--min-type=%g: it can be up to 100 points", p.MinType)
	case p.MinType > 0 && p.Width == 0:
		return errors.New("--min-type needs the width of the picture in print: add --width 120mm")
	case p.Width > 0 && r.Paper != "" && r.Paper != "fit":
		return errors.New("--width and --paper exclude each other: a page of that width has no paper size")
	case p.Width > 0 && r.format() == formatDOT:
		return errors.New("--width is for svg, png and pdf: Graphviz chooses the size of a dot file")
	}
	return nil
}

// printed is a picture drawn for print.
type printed struct {
	file  string
	scene *scene.Scene
	way   string // how it was drawn, beyond what was asked for
}

// pointsPerMillimetre converts lengths in print to those of type.
const pointsPerMillimetre = 72 / 25.4

// text returns the size of the smallest text in points.
func (p *printed) text() float64 {
	return p.scene.SmallestText() * p.scene.PrintScale() * pointsPerMillimetre
}

// String describes the picture in print.
func (p *printed) String() string {
	return fmt.Sprintf("%s: %.0f × %.0f mm, smallest text %.1f pt%s", p.file, p.scene.PrintWidth, p.scene.Height*p.scene.PrintScale(), p.text(), p.way)
}

// fit draws the document for print: as it is, or, if its text would be too
// small, in another direction, compact, or split by keyspace.
func (r *renderCommand) fit(ctx context.Context, document *model.Model, with graph.Layouter) ([]*printed, error) {
	whole, err := r.best(ctx, document, with, r.values(), r.Output)
	if err != nil || whole.text() >= r.MinType {
		return []*printed{whole}, err
	}
	parts, err := r.split(ctx, document, with)
	if err != nil || len(parts) < 2 {
		return []*printed{whole}, err
	}
	smallest := slices.MinFunc(parts, func(a, b *printed) int { return cmp.Compare(a.text(), b.text()) })
	const worth = 1.05 // of the size
	if smallest.text() < worth*whole.text() {
		return []*printed{whole}, nil
	}
	return parts, nil
}

// best draws the first picture whose text is large enough, or the one with the
// largest text. What the user chose stays.
func (r *renderCommand) best(ctx context.Context, document *model.Model, with graph.Layouter, values url.Values, file string) (*printed, error) {
	var best *printed
	for _, spacing := range []string{"", "compact"} {
		for _, direction := range []string{"", "lr", "td"} {
			way, changed := "", url.Values{}
			for _, change := range [][3]string{{"direction", direction, directionWords[direction]}, {"spacing", spacing, "compact"}} {
				if change[1] != "" {
					changed.Set(change[0], change[1])
					way += ", " + change[2]
				}
			}
			if slices.ContainsFunc([]string{"direction", "spacing"}, func(name string) bool { return changed.Has(name) && values.Get(name) != "" }) {
				continue
			}
			made, err := r.printedScene(ctx, document, with, values, changed)
			if err != nil {
				return nil, err
			}
			next := &printed{file: file, scene: made, way: way}
			if best == nil || next.text() > best.text() {
				best = next
			}
			if best.text() >= r.MinType {
				return best, nil
			}
		}
	}
	return best, nil
}

var directionWords = map[string]string{"lr": "left to right", "td": "top down"}

func (r *renderCommand) printedScene(ctx context.Context, document *model.Model, with graph.Layouter, values, changed url.Values) (*scene.Scene, error) {
	merged := url.Values{}
	for _, from := range []url.Values{values, changed} {
		for name := range from {
			merged.Set(name, from.Get(name))
		}
	}
	made, err := r.scene(ctx, document, with, merged)
	if err == nil {
		made.PrintWidth = float64(r.Width)
	}
	return made, err
}

// split draws a physical diagram keyspace by keyspace, each into a file of its
// own. It draws nothing if only a part was asked for.
func (r *renderCommand) split(ctx context.Context, document *model.Model, with graph.Layouter) ([]*printed, error) {
	if r.Diagram != string(diagram.KindPhysical) || r.Output == "-" || r.Keyspace+r.Focus+r.Query+r.Tag+r.Collapse != "" {
		return nil, nil
	}
	var parts []*printed
	taken := map[string]bool{}
	for _, item := range model.Sorted(document.Physical.Keyspaces) {
		values := r.values()
		values.Set("keyspace", string(item.ID))
		part, err := r.best(ctx, document, with, values, partFile(r.Output, item.Value.Name, taken))
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// partFile returns hotel-shop.pdf for hotel.pdf and the keyspace shop. taken
// are the names given before.
func partFile(file, keyspace string, taken map[string]bool) string {
	plain := strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '-'
	}, keyspace)
	end := filepath.Ext(file)
	name := strings.TrimSuffix(file, end) + "-" + plain
	for number := 2; taken[name+end]; number++ {
		name = strings.TrimSuffix(file, end) + "-" + plain + strconv.Itoa(number)
	}
	taken[name+end] = true
	return name + end
}

// report says what sizes were reached, and what would be needed.
func (r *renderCommand) report(console *console, pictures []*printed) {
	advice := ", or fewer elements (--focus, --query)"
	if r.Diagram == string(diagram.KindLogical) || r.Diagram == string(diagram.KindPhysical) {
		advice = ", or fewer columns (--columns keys) or tables (--focus, --tag, --query)"
	}
	for _, picture := range pictures {
		fmt.Fprintln(console.stderr, picture)
		if text := picture.text(); text < r.MinType {
			fmt.Fprintf(console.stderr, "%s: text of %g pt needs a width of %.0f mm%s\n", picture.file, r.MinType, float64(r.Width)*r.MinType/text, advice)
		}
	}
}
