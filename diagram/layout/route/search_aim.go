package route

import (
	"math"

	"widerow/diagram/geom"
)

// greedFor returns how greedy the search is: a higher value saves time but may
// miss the cheapest route. For 100 tables with 133 edges, 1 takes 110 ms, 1.5
// takes 35 ms, and 2 takes 22 ms with twice as many labels on other edges. With
// many hundred edges the greed must exceed the cost of crossings, or each
// search covers the whole grid.
func greedFor(edges int) float64 {
	switch {
	case edges <= 50:
		return 1
	case edges <= 200:
		return 1.5
	case edges <= 300:
		return 2
	default:
		return 4
	}
}

// aim estimates the remaining cost from a place to the goals of a search.
type aim struct {
	// A greed above 1 explores less of the grid and may miss the cheapest
	// route.
	greed float64
	// near and far are the corners of the goals' bounds.
	near, far geom.Point
	// sides holds the goals by side of the box. A search above mostExact holds
	// them as one, since exact estimates would only slow it down.
	sides []goalSide
}

// goalSide is a set of goals as far as estimates need it.
type goalSide struct {
	near, far geom.Point   // the goals' bounds
	inward    geom.Heading // into the box, or anyHeading if the goals differ
	cost      float64      // of the best port
}

// anyHeading marks goals on several sides.
const anyHeading geom.Heading = 4

// mostExact is the largest greed at which sides are estimated separately.
const mostExact = 1.5

// at sets new goals.
func (a *aim) at(grid *routeGrid, ends []port) {
	a.near, a.far = extent(grid, ends)
	a.sides = a.sides[:0]
	if a.greed > mostExact {
		a.sides = append(a.sides, goalSide{near: a.near, far: a.far, inward: anyHeading})
		return
	}
	for len(ends) > 0 {
		side := goalSide{inward: ends[0].way.Opposite(), cost: ends[0].cost}
		count := 1
		for count < len(ends) && ends[count].way == ends[0].way {
			side.cost = min(side.cost, ends[count].cost)
			count++
		}
		side.near, side.far = extent(grid, ends[:count])
		a.sides = append(a.sides, side)
		ends = ends[count:]
	}
}

// extent returns the bounds of ports.
func extent(grid *routeGrid, ports []port) (low, high geom.Point) {
	low, high = geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	for _, p := range ports {
		at := grid.point(p.node)
		low = geom.Pt(min(low.X, at.X), min(low.Y, at.Y))
		high = geom.Pt(max(high.X, at.X), max(high.Y, at.Y))
	}
	return low, high
}

// estimate returns a lower bound of the remaining cost: the distance to the
// goals and the bends needed from the current heading.
func (a *aim) estimate(x, y float64, way geom.Heading) float64 {
	least := math.Inf(1)
	for i := range a.sides {
		side := &a.sides[i]
		if side.cost >= least {
			continue
		}
		dx, dy := distanceTo(x, side.near.X, side.far.X), distanceTo(y, side.near.Y, side.far.Y)
		cost := side.cost + a.greed*(math.Abs(dx)+math.Abs(dy))
		if cost >= least {
			continue
		}
		ahead, aside := dx, dy
		switch way {
		case geom.Left:
			ahead, aside = -dx, -dy
		case geom.Below:
			ahead, aside = dy, -dx
		case geom.Above:
			ahead, aside = -dy, dx
		}
		least = min(least, cost+bendCost*side.bends(ahead, aside, way))
	}
	return least
}

// distanceTo returns the distance from a coordinate to an interval, negative if
// the interval lies before it.
func distanceTo(at, low, high float64) float64 {
	if at < low {
		return low - at
	}
	return min(0, high-at)
}

// bends returns the minimum number of bends on the way to goals that lie at a
// distance ahead and to the right.
func (g *goalSide) bends(ahead, aside float64, way geom.Heading) float64 {
	if g.inward == anyHeading {
		switch {
		case ahead < 0:
			return 2
		case aside != 0:
			return 1
		}
		return 0
	}
	turn := (g.inward - way) % 4
	switch {
	case turn == 2:
		return 2
	case turn == 0 && ahead < 0:
		return 4
	case turn == 0 && aside != 0:
		return 2
	case turn == 0:
		return 0
	case ahead < 0 || turn == 1 && aside < 0 || turn == 3 && aside > 0:
		return 3
	}
	return 1
}
