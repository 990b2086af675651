package chebotko

import (
	"math"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

const (
	markGap   = 6
	suffixGap = 2
)

var (
	markFont   = typeface.Font{Bold: true, Size: 12}
	suffixFont = typeface.Font{Bold: true, Size: 9.5}
)

// Mark is one symbol in the right margin of a table. suffix is written smaller
// after it.
type Mark struct {
	symbol figure.Symbol
	Text   string
	class  string
	Suffix string
}

// The marks of Chebotko's notation, and two additions: a bucket column, which
// splits a partition, and a masked column.
var (
	MarkPartition  = Mark{figure.SymbolPartition, "K", "mark-k", ""}
	MarkBucket     = Mark{figure.SymbolBucket, "K", "mark-k", "÷"}
	MarkAscending  = Mark{figure.SymbolAscending, "C↑", "mark-c", ""}
	MarkDescending = Mark{figure.SymbolDescending, "C↓", "mark-c", ""}
	MarkStatic     = Mark{figure.SymbolStatic, "S", "mark-s", ""}
	MarkCounter    = Mark{figure.SymbolCounter, "++", "mark-p", ""}
	MarkMasked     = Mark{figure.SymbolMasked, "•••", "mark-m", ""}
)

// The marks of indexes: only the built-in one is part of the notation.
var (
	MarkIndex        = Mark{figure.SymbolIndex, "IDX", "mark-i", ""}
	MarkStorageIndex = Mark{figure.SymbolStorageIndex, "IDX", "mark-i", "sai"}
	MarkSuffixIndex  = Mark{figure.SymbolSuffixIndex, "IDX", "mark-i", "sasi"}
	MarkCustomIndex  = Mark{figure.SymbolCustomIndex, "IDX", "mark-i", "custom"}
)

func (m Mark) width() float64 {
	width, _ := typeface.Measure(m.Text, markFont)
	if m.Suffix != "" {
		suffix, _ := typeface.Measure(m.Suffix, suffixFont)
		width += suffixGap + suffix
	}
	return width
}

func marksWidth(marks []Mark) float64 {
	width := 0.0
	for i, m := range marks {
		if i > 0 {
			width += markGap
		}
		width += m.width()
	}
	return width
}

// PaintMarks centres the marks at a point of their base line.
func PaintMarks(marks []Mark, changed bool, at geom.Point) []scene.Item {
	var items []scene.Item
	x := at.X - marksWidth(marks)/2
	for _, m := range marks {
		class := m.class
		if changed && m.symbol <= figure.SymbolCounter { // indexes and masks exist only in the physical model
			class = "mark-changed"
		}
		width, _ := typeface.Measure(m.Text, markFont)
		items = append(items, &scene.Text{Class: class, At: geom.Pt(x, at.Y), Font: markFont, Content: m.Text})
		if m.Suffix != "" {
			items = append(items, &scene.Text{Class: class, At: geom.Pt(x+width+suffixGap, at.Y), Font: suffixFont, Content: m.Suffix})
		}
		x += m.width() + markGap
	}
	return items
}

// brackets enclose a column's name, by the kind of collection.
var brackets = map[model.Collection]struct {
	open, close string
	symbol      figure.Symbol
}{
	model.ListOf: {"[", "]", figure.SymbolList}, model.SetOf: {"{", "}", figure.SymbolSet}, model.MapOf: {"<", ">", figure.SymbolMap},
	model.TupleOf: {"(", ")", figure.SymbolTuple}, model.UserDefined: {"*", "*", figure.SymbolUserType}, VectorOf: {"«", "»", figure.SymbolVector},
}

// VectorOf is the kind of a vector. Only the physical model has vectors.
const VectorOf model.Collection = "vector"

// Bracketed returns a column's name in the brackets of its collection.
func Bracketed(name string, collection model.Collection) string {
	return brackets[collection].open + name + brackets[collection].close
}

// collectionWords are the meanings of the brackets.
var collectionWords = map[model.Collection]string{
	model.ListOf: "list", model.SetOf: "set", model.MapOf: "map", model.TupleOf: "tuple",
	model.UserDefined: "user-defined type", VectorOf: "vector",
}

// snowflake marks frozen: six arms with a fork on each.
func snowflake(at geom.Point) *scene.Path {
	const arm, fork, tine = 4.6, 2.7, 1.9
	var steps []geom.Step
	for i := range 6 {
		angle := math.Pi / 6 * float64(1+2*i)
		out := func(from geom.Point, angle, far float64) geom.Point {
			sin, cos := math.Sincos(angle)
			return geom.Pt(from.X+far*cos, from.Y+far*sin)
		}
		tip, knot := out(at, angle, arm), out(at, angle, fork)
		left, right := out(knot, angle-math.Pi/3.6, tine), out(knot, angle+math.Pi/3.6, tine)
		steps = append(steps, geom.Polyline(at, tip)...)
		steps = append(steps, geom.Polyline(left, knot, right)...)
	}
	return &scene.Path{Class: "frozen", Steps: steps}
}
