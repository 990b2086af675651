package svg

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Programs that ignore embedded fonts replace them, so a diagram can contain
// its letters as shapes: each glyph is defined once, in units of its own, and
// referenced wherever it is used. Such a diagram has attributes only, no style
// and no classes, for which the page that it is pasted into may have rules.

// outlineUnits is the number of units per em. It is Arimo's own, so that its
// glyphs are exact.
const outlineUnits = 2048

// outlines collects the glyphs of one diagram.
type outlines struct {
	names       map[outlineKey]string // IDs of the definitions, "" for an invisible glyph
	definitions []byte
}

type outlineKey struct {
	face    *typeface.Face
	number  uint16
	slanted bool
}

func newOutlines() *outlines { return &outlines{names: map[outlineKey]string{}} }

// element returns the definitions of the glyphs.
func (o *outlines) element() string {
	if len(o.definitions) == 0 {
		return ""
	}
	return "<defs>\n" + string(o.definitions) + "</defs>\n"
}

// use returns the ID of a glyph and defines it if necessary.
func (o *outlines) use(g typeface.Glyph) string {
	key := outlineKey{g.Face, g.Number, g.Slanted}
	name, known := o.names[key]
	if known {
		return name
	}
	if data := pathData(g.Face.Outline(g.Number), g.Slanted); len(data) > 0 {
		name = key.name()
		o.definitions = fmt.Appendf(o.definitions, "<path id=%q d=%q/>\n", name, data)
	}
	o.names[key] = name
	return name
}

// name returns an ID that is the same in all diagrams, since one page can
// contain several.
func (k outlineKey) name() string {
	family := ""
	if k.face.Family != typeface.MainFamily {
		family = strings.ReplaceAll(strings.TrimPrefix(k.face.Family, "Noto "), " ", "") + "-"
	}
	cut := map[string]string{"-Regular": "r", "-Bold": "b", "-Italic": "i", "-BoldItalic": "z"}[k.face.Style()]
	if k.slanted {
		cut += "s"
	}
	return "glyph-" + family + cut + strconv.Itoa(int(k.number))
}

// pathData returns a glyph as SVG path data: relative steps in whole units.
func pathData(steps []geom.Step, slanted bool) []byte {
	var out []byte
	var at [2]int
	for _, step := range steps {
		points := make([][2]int, step.Command.PointCount())
		for i := range points {
			p := step.Points[i]
			if slanted {
				p.X -= typeface.Slant * p.Y
			}
			points[i] = [2]int{int(math.Round(p.X * outlineUnits)), int(math.Round(p.Y * outlineUnits))}
		}
		end := points[len(points)-1]
		switch {
		case step.Command == geom.LineTo && end == at:
			continue
		case step.Command == geom.LineTo && end[1] == at[1]:
			out = fmt.Appendf(out, "h%d", end[0]-at[0])
		case step.Command == geom.LineTo && end[0] == at[0]:
			out = fmt.Appendf(out, "v%d", end[1]-at[1])
		default:
			out = append(out, byte(step.Command)|0x20) // lower case letters are relative commands
			for i, p := range points {
				if i > 0 {
					out = append(out, ' ')
				}
				out = fmt.Appendf(out, "%d %d", p[0]-at[0], p[1]-at[1])
			}
		}
		at = end
	}
	return out
}

// outline writes a text as shapes, with the text itself as their label.
// Characters without a glyph remain text.
func (w *writer) outline(t *scene.Text) {
	in, _ := w.look("text", t.Class)
	set := t.Glyphs()
	if w.uses(t, set, in.Look.Fill) {
		w.raw("</g>")
	}
	for _, g := range set {
		if g.IsMissing() {
			w.missing(g, t.Font, in.Look.Fill)
		}
	}
}

// uses opens the group of a text's shapes and reports whether it did. A text
// without shapes has none.
func (w *writer) uses(t *scene.Text, set []typeface.Glyph, fill string) (opened bool) {
	unit := t.Font.Size / outlineUnits
	for _, g := range set {
		if g.Number == 0 || g.Invisible() {
			continue
		}
		name := w.outlines.use(g)
		if name == "" {
			continue
		}
		if !opened {
			w.raw(`<g role="img"`)
			w.attribute("aria-label", t.Content)
			w.attribute("fill", fill)
			w.raw(` transform="translate(`)
			w.floats(t.At.X, t.At.Y)
			w.raw(") scale(" + strconv.FormatFloat(unit, 'f', 7, 64) + `)">`)
			opened = true
		}
		w.raw(`<use xlink:href="#` + name + `"`)
		if x := math.Round((g.At.X - t.At.X) / unit); x != 0 {
			w.number("x", x)
		}
		if y := math.Round((g.At.Y - t.At.Y) / unit); y != 0 {
			w.number("y", y)
		}
		w.raw("/>")
	}
	return opened
}

// missing writes a character as text in the viewer's fonts.
func (w *writer) missing(g typeface.Glyph, font typeface.Font, fill string) {
	w.raw("<text")
	w.attribute("fill", fill)
	w.number("x", g.At.X)
	w.number("y", g.At.Y)
	w.attribute("font-family", typeface.Families())
	w.font(font)
	w.length(g.Width)
	w.raw(">")
	w.text(string(g.Runes))
	w.raw("</text>")
}
