package diagram

import (
	"math"

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

// mark is one symbol in the right margin of a table. suffix is written smaller
// after it.
type mark struct {
	symbol symbol
	text   string
	class  string
	suffix string
}

// The marks of Chebotko's notation, and two additions: a bucket column, which
// splits a partition, and a masked column.
var (
	markPartition  = mark{symbolPartition, "K", "mark-k", ""}
	markBucket     = mark{symbolBucket, "K", "mark-k", "÷"}
	markAscending  = mark{symbolAscending, "C↑", "mark-c", ""}
	markDescending = mark{symbolDescending, "C↓", "mark-c", ""}
	markStatic     = mark{symbolStatic, "S", "mark-s", ""}
	markCounter    = mark{symbolCounter, "++", "mark-p", ""}
	markMasked     = mark{symbolMasked, "•••", "mark-m", ""}
)

// The marks of indexes: only the built-in one is part of the notation.
var (
	markIndex        = mark{symbolIndex, "IDX", "mark-i", ""}
	markStorageIndex = mark{symbolStorageIndex, "IDX", "mark-i", "sai"}
	markSuffixIndex  = mark{symbolSuffixIndex, "IDX", "mark-i", "sasi"}
	markCustomIndex  = mark{symbolCustomIndex, "IDX", "mark-i", "custom"}
)

func (m mark) width() float64 {
	width, _ := typeface.Measure(m.text, markFont)
	if m.suffix != "" {
		suffix, _ := typeface.Measure(m.suffix, suffixFont)
		width += suffixGap + suffix
	}
	return width
}

func marksWidth(marks []mark) float64 {
	width := 0.0
	for i, m := range marks {
		if i > 0 {
			width += markGap
		}
		width += m.width()
	}
	return width
}

// paintMarks centres the marks at a point of their base line.
func paintMarks(marks []mark, changed bool, at geom.Point) []scene.Item {
	var items []scene.Item
	x := at.X - marksWidth(marks)/2
	for _, m := range marks {
		class := m.class
		if changed && m.symbol <= symbolCounter { // indexes and masks exist only in the physical model
			class = "mark-changed"
		}
		width, _ := typeface.Measure(m.text, markFont)
		items = append(items, &scene.Text{Class: class, At: geom.Pt(x, at.Y), Font: markFont, Content: m.text})
		if m.suffix != "" {
			items = append(items, &scene.Text{Class: class, At: geom.Pt(x+width+suffixGap, at.Y), Font: suffixFont, Content: m.suffix})
		}
		x += m.width() + markGap
	}
	return items
}

// brackets enclose a column's name, by the kind of collection.
var brackets = map[model.Collection]struct {
	open, close string
	symbol      symbol
}{
	model.ListOf: {"[", "]", symbolList}, model.SetOf: {"{", "}", symbolSet}, model.MapOf: {"<", ">", symbolMap},
	model.TupleOf: {"(", ")", symbolTuple}, model.UserDefined: {"*", "*", symbolUserType}, vectorOf: {"«", "»", symbolVector},
}

// vectorOf is the kind of a vector. Only the physical model has vectors.
const vectorOf model.Collection = "vector"

// bracketed returns a column's name in the brackets of its collection.
func bracketed(name string, collection model.Collection) string {
	return brackets[collection].open + name + brackets[collection].close
}

// collectionWords are the meanings of the brackets.
var collectionWords = map[model.Collection]string{
	model.ListOf: "list", model.SetOf: "set", model.MapOf: "map", model.TupleOf: "tuple",
	model.UserDefined: "user-defined type", vectorOf: "vector",
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
