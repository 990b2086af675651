package raster

import (
	"math"
	"slices"
)

// miterLimit is the largest length of a pointed corner in line widths, as in SVG.
const miterLimit = 4

// Stroke returns the area that a pen of that width covers along the path, with flat
// ends and pointed corners. dash holds the lengths of dashes and gaps in turn and
// is repeated. An empty dash gives a solid line.
func (p *Path) Stroke(width float64, dash []float64) *Outline {
	o := newOutline()
	for _, line := range p.lines {
		if !dashed(dash) {
			o.stroke(line, width/2)
			continue
		}
		for _, piece := range line.dashes(dash) {
			o.stroke(piece, width/2)
		}
	}
	return o
}

func dashed(dash []float64) bool {
	return len(dash) > 0 && !slices.ContainsFunc(dash, func(length float64) bool { return !(length > 0) })
}

// stroke adds a strip for each segment of the line, and a wedge for each corner.
// All wind the same way, so that overlaps are still inside.
func (o *Outline) stroke(line polyline, half float64) {
	points := line.points
	count := len(points)
	if count < 2 {
		return
	}
	pieces := count - 1
	if line.closed && count > 2 {
		pieces = count
	}
	for i := range pieces {
		from, to := points[i], points[(i+1)%count]
		side := to.minus(from).unit().turned().times(half)
		o.addWound([]Point{from.plus(side), to.plus(side), to.minus(side), from.minus(side)})
		if i+1 < pieces || pieces == count {
			o.corner(from, to, points[(i+2)%count], half)
		}
	}
}

// corner fills the gap on the outer side of a turn.
func (o *Outline) corner(before, at, after Point, half float64) {
	in, out := at.minus(before).unit(), after.minus(at).unit()
	turn := cross(in, out)
	straight := in.X*out.X + in.Y*out.Y
	if turn == 0 {
		return
	}
	side := -math.Copysign(half, turn)
	first, second := at.plus(in.turned().times(side)), at.plus(out.turned().times(side))
	// The tip is half/sin(a/2) away for the angle a between the lines.
	sine := math.Sqrt(max(0, (1+straight)/2))
	if sine == 0 || 1/sine > miterLimit {
		o.addWound([]Point{at, first, second})
		return
	}
	middle := first.plus(second).times(0.5).minus(at)
	tip := at.plus(middle.unit().times(half / sine))
	o.addWound([]Point{at, first, tip, second})
}

// addWound adds a polygon, wound clockwise.
func (o *Outline) addWound(polygon []Point) {
	area := 0.0
	for i, point := range polygon {
		area += cross(point, polygon[(i+1)%len(polygon)])
	}
	if area < 0 {
		slices.Reverse(polygon)
	}
	o.add(polygon)
}

// dashes cuts a line into dashes.
func (l polyline) dashes(dash []float64) []polyline {
	points := l.points
	if l.closed {
		points = append(slices.Clone(points), points[0])
	}
	var pieces []polyline
	left, index := dash[0], 0 // length left of the current dash or gap
	piece := []Point{points[0]}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		length := to.minus(from).length()
		for done := 0.0; ; {
			if length-done < left {
				left -= length - done
				if length > done {
					piece = append(piece, to)
				}
				break
			}
			done += left
			cut := between(from, to, done/length)
			if index%2 == 0 {
				pieces = append(pieces, polyline{points: append(piece, cut)})
			}
			index++
			left, piece = dash[index%len(dash)], []Point{cut}
		}
	}
	if index%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, polyline{points: piece})
	}
	return pieces
}
