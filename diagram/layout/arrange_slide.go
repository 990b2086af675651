package layout

import (
	"math"
	"slices"

	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// faceRoom is the minimum overlap of two facing sides for a straight edge
// between them.
const faceRoom = 2*route.PortInset + 2

// stretch is an interval of the cross axis.
type stretch struct{ low, high float64 }

// shared returns the intersection of two intervals.
func (s stretch) shared(other stretch) stretch {
	return stretch{max(s.low, other.low), min(s.high, other.high)}
}

// slide moves single boxes on the cross axis, within their free space, to where
// all edges on one side of them are straight, or for a table more edges. A box with two
// neighbours in a rank moves between them.
func (a *arranger) slide() {
	if a.view.rigid || a.view.Graph.Kind == graph.KindER { // which has straight edges anyway
		return
	}
	a.slid, a.bounds = map[int]float64{}, stretch{a.front(), a.end()}
	a.listEdges()
	for _, rank := range a.part.ranks {
		for _, box := range rank {
			if a.canSlide(box) || a.takesHeads(box) {
				a.slideBox(box)
			}
		}
	}
	for _, box := range a.part.boxes {
		if a.slid[box] != 0 {
			a.levelSlid(box)
		}
	}
}

// canSlide reports whether a box has a side with a bent edge and is large
// enough to face every neighbour on that side. Few boxes are.
func (a *arranger) canSlide(box int) bool {
	least, most := a.freeRoom(box)
	at := a.at(box)
	for _, before := range [2]bool{true, false} {
		room, bent := stretch{least, most}, false
		for _, edge := range a.edgesOf[box] {
			from, to := a.view.Ends(edge)
			other := from + to - box
			if (a.rank[other] < a.rank[box]) != before {
				continue
			}
			own, face := a.face(box, edge), a.face(other, edge)
			room = room.shared(stretch{face.low + faceRoom - own.high + at, face.high - faceRoom - own.low + at})
			bent = bent || room.low <= room.high && !a.isStraight(edge)
		}
		if bent && room.low <= room.high {
			return true
		}
	}
	return false
}

// takesHeads reports whether arrows end at a part of the box's side only. Such boxes
// rarely face all their neighbours, so they slide to face one more.
func (a *arranger) takesHeads(box int) bool {
	const mostBoxes = 100 // more take too long
	return !a.vertical && len(a.part.boxes) <= mostBoxes && a.view.Graph.Boxes[box].HeadsEnd() < a.view.Graph.Boxes[box].Height
}

// bentSides counts the sides of a box, of the two that face other ranks, on
// which some edge is not straight.
func (a *arranger) bentSides(box int) int {
	before, behind := 0, 0
	for _, edge := range a.edgesOf[box] {
		if a.isStraight(edge) {
			continue
		}
		from, to := a.view.Ends(edge)
		if a.rank[from+to-box] < a.rank[box] {
			before = 1
		} else {
			behind = 1
		}
	}
	return before + behind
}

// slideBox moves a box to the nearest position with the most straight edges. Of
// an interval with the same edges straight it takes the middle.
func (a *arranger) slideBox(box int) {
	touched, bent, own := a.touchedBy(box), a.bentSides(box), a.at(box)
	best, most := own, a.countStraight(touched)
	places := a.turningPlaces(box)
	for i := 1; i < len(places); i++ {
		middle := math.Round((places[i-1] + places[i]) / 2)
		a.moveTo(box, middle)
		count := a.countStraight(touched)
		better := count > most || count == most && best != own && math.Abs(middle-own) < math.Abs(best-own)
		if better && (a.bentSides(box) < bent || count > most && a.takesHeads(box)) {
			best, most = a.levelRows(box, middle, places[i-1], places[i]), count
		}
	}
	a.moveTo(box, best)
}

// levelRows returns the position nearest to place, within bounds, at which the
// most rows of a table are level with the rows that straight edges connect them
// to.
func (a *arranger) levelRows(box int, place, least, most float64) float64 {
	if a.vertical || len(a.view.Graph.Boxes[box].Rows) == 0 {
		return place
	}
	step := a.view.Graph.Boxes[box].Rows[0].Height
	best, lowest := place, math.Inf(1)
	for at := math.Ceil(max(least, place-step/2)); at <= min(most, place+step/2); at++ {
		a.moveTo(box, at)
		off := math.Abs(at - place)
		for _, edge := range a.edgesOf[box] {
			if from, to := a.view.Ends(edge); a.isStraight(edge) {
				rows := math.Remainder(a.firstRow(from)-a.firstRow(to), step)
				off += rows * rows
			}
		}
		if off < lowest {
			best, lowest = at, off
		}
	}
	return best
}

// firstRow returns the position of the first row of a box, or of the box if it
// has none.
func (a *arranger) firstRow(box int) float64 {
	if rows := a.view.Graph.Boxes[box].Rows; len(rows) > 0 {
		return a.body(box).low + rows[0].Top
	}
	return a.body(box).low
}

// moveTo moves a box away from its chain.
func (a *arranger) moveTo(box int, place float64) { a.slid[box] += place - a.at(box) }

// levelSlid aligns a box that slid with the nearest box of another rank if no
// edge gets more bends.
func (a *arranger) levelSlid(box int) {
	touched, own := a.touchedBy(box), a.at(box)
	least, most := a.freeRoom(box)
	count, best, distance := a.countStraight(touched), own, float64(snapDistance)
	for _, other := range a.part.boxes {
		place := a.at(other)
		if a.rank[other] == a.rank[box] || place < least || place > most || math.Abs(place-own) >= distance {
			continue
		}
		if a.moveTo(box, place); a.countStraight(touched) >= count {
			best, distance = place, math.Abs(place-own)
		}
	}
	a.moveTo(box, best)
}

// turningPlaces returns, in order, the bounds of a box's free space and the
// positions within it where one of its edges becomes straight or bent.
func (a *arranger) turningPlaces(box int) []float64 {
	least, most := a.freeRoom(box)
	places := []float64{least, most}
	own := a.at(box)
	for _, edge := range a.edgesOf[box] {
		from, to := a.view.Ends(edge)
		other := from + to - box
		for _, s := range a.landings(box, edge, a.rank[other] < a.rank[box]) {
			for _, o := range a.landings(other, edge, a.rank[box] < a.rank[other]) {
				places = append(places, own+o.low+faceRoom-s.high, own+o.high-faceRoom-s.low)
			}
		}
	}
	places = slices.DeleteFunc(places, func(place float64) bool { return place < least || place > most })
	slices.Sort(places)
	return places
}

// freeRoom returns the interval in which a box can move within its rank without
// enlarging the diagram.
func (a *arranger) freeRoom(box int) (least, most float64) {
	size, rank, order := a.cross(box), a.part.ranks[a.rank[box]], a.order[box]
	least, most = a.bounds.low+size.before, a.bounds.high-size.after
	if order > 0 {
		least = a.at(rank[order-1]) + a.distanceBetween(rank[order-1], box)
	}
	if order+1 < len(rank) {
		most = a.at(rank[order+1]) - a.distanceBetween(box, rank[order+1])
	}
	return least, most
}

// listEdges finds the edges between ranks: the edges of each box, and the edges that skip a rank.
func (a *arranger) listEdges() {
	a.edgesOf = make(map[int][]int, len(a.part.boxes))
	for _, edge := range a.part.edges {
		from, to := a.view.Ends(edge)
		ranks := a.rank[from] - a.rank[to]
		if ranks != 0 {
			a.edgesOf[from], a.edgesOf[to] = append(a.edgesOf[from], edge), append(a.edgesOf[to], edge)
		}
		if ranks > 1 || ranks < -1 {
			a.long = append(a.long, edge)
		}
	}
}

// touchedBy lists the edges that end at a box or pass it in its rank.
func (a *arranger) touchedBy(box int) []int {
	touched := slices.Clone(a.edgesOf[box])
	for _, edge := range a.long {
		from, to := a.view.Ends(edge)
		if first, last := min(a.rank[from], a.rank[to]), max(a.rank[from], a.rank[to]); first < a.rank[box] && a.rank[box] < last {
			touched = append(touched, edge)
		}
	}
	return touched
}

func (a *arranger) countStraight(edges []int) int {
	count := 0
	for _, edge := range edges {
		if a.isStraight(edge) {
			count++
		}
	}
	return count
}

// isStraight reports whether an edge between ranks can be drawn without a bend:
// its boxes face each other and no box lies between them.
func (a *arranger) isStraight(edge int) bool {
	from, to := a.view.Ends(edge)
	if a.rank[from] > a.rank[to] {
		from, to = to, from
	}
	for _, start := range a.landings(from, edge, false) {
		for _, end := range a.landings(to, edge, true) {
			if both := start.shared(end); both.high-both.low >= faceRoom {
				return !a.isBlocked((both.low+both.high)/2, a.rank[from], a.rank[to])
			}
		}
	}
	return false
}

// isBlocked reports whether a box lies on a line between two ranks.
func (a *arranger) isBlocked(line float64, first, last int) bool {
	for _, rank := range a.part.ranks[first+1 : last] {
		for _, box := range rank {
			if body := a.body(box); line > body.low-route.Clearance && line < body.high+route.Clearance {
				return true
			}
		}
	}
	return false
}

// landings returns the intervals of a box's side where a straight edge may end,
// at least portInset from its corners. On the front they leave out the entry
// arrows.
func (a *arranger) landings(box, edge int, front bool) [2]stretch {
	face := a.face(box, edge)
	if !front || len(a.view.Entries[box]) == 0 {
		return [2]stretch{face}
	}
	at, entries := a.at(box), a.sizes[box].entries
	return [2]stretch{{face.low, at + entries.low + route.PortInset}, {at + entries.high - route.PortInset, face.high}}
}

// face returns the part of a box's side at which an edge may end: all of it, or for
// its head at a table the part that takes heads, with PortInset beyond its last place.
func (a *arranger) face(box, edge int) stretch {
	body := a.body(box)
	if _, to := a.view.Ends(edge); to == box && !a.vertical {
		body.high = min(body.high, body.low+a.view.Graph.Boxes[box].HeadsEnd()+route.HeadsInset)
	}
	return body
}

// body returns the extent of the box itself, without its margin.
func (a *arranger) body(box int) stretch {
	at, body := a.at(box), a.sizes[box].body
	return stretch{at + body.low, at + body.high}
}
