package layout

import (
	"math"
	"slices"

	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// faceRoom is what two boxes must have in common for a straight edge between them.
const faceRoom = 2*route.PortInset + 2

// stretch is a part of the axis across the ranks.
type stretch struct{ low, high float64 }

// shared is what two stretches have in common.
func (s stretch) shared(other stretch) stretch {
	return stretch{max(s.low, other.low), min(s.high, other.high)}
}

// slide moves single boxes across the ranks, within their free room, to where
// all edges on a side of them are straight: one that is joined to two neighbours
// in a rank comes to stand between them.
func (a *arranger) slide() {
	if a.view.rigid || a.view.Graph.Kind == graph.KindER { // whose edges are straight anyway
		return
	}
	a.slid, a.bounds = map[int]float64{}, stretch{a.front(), a.end()}
	a.listEdges()
	for _, rank := range a.part.ranks {
		for _, box := range rank {
			if a.canSlide(box) {
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

// canSlide tells whether a box has a side with a bent edge and room to face all
// that the edges there join it to: few have.
func (a *arranger) canSlide(box int) bool {
	least, most := a.freeRoom(box)
	own := a.sizes[box].body
	for _, before := range [2]bool{true, false} {
		room, bent := stretch{least, most}, false
		for _, edge := range a.edgesOf[box] {
			from, to := a.view.Ends(edge)
			other := from + to - box
			if (a.rank[other] < a.rank[box]) != before {
				continue
			}
			body := a.body(other)
			room = room.shared(stretch{body.low + faceRoom - own.high, body.high - faceRoom - own.low})
			bent = bent || room.low <= room.high && !a.isStraight(edge)
		}
		if bent && room.low <= room.high {
			return true
		}
	}
	return false
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

// slideBox takes the nearest place with the most straight edges: of a stretch in
// which no edge becomes straight or bent the middle.
func (a *arranger) slideBox(box int) {
	touched, bent, own := a.touchedBy(box), a.bentSides(box), a.at(box)
	best, most := own, a.countStraight(touched)
	places := a.turningPlaces(box)
	for i := 1; i < len(places); i++ {
		middle := math.Round((places[i-1] + places[i]) / 2)
		a.moveTo(box, middle)
		count := a.countStraight(touched)
		better := count > most || count == most && best != own && math.Abs(middle-own) < math.Abs(best-own)
		if better && a.bentSides(box) < bent {
			best, most = a.levelRows(box, middle, places[i-1], places[i]), count
		}
	}
	a.moveTo(box, best)
}

// levelRows is the place nearest to one, within bounds, where the rows of a table
// are the most level with those that straight edges join them to.
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

// firstRow is where the first row of a box lies, or the box if it has none.
func (a *arranger) firstRow(box int) float64 {
	if rows := a.view.Graph.Boxes[box].Rows; len(rows) > 0 {
		return a.body(box).low + rows[0].Top
	}
	return a.body(box).low
}

// moveTo takes a box off its chain.
func (a *arranger) moveTo(box int, place float64) { a.slid[box] += place - a.at(box) }

// levelSlid moves a box that slid to where the nearest one of another rank is level, if
// no edge has more corners then.
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

// turningPlaces are the bounds of a box's free room and the places in it where
// one of its edges becomes straight or bent, in order.
func (a *arranger) turningPlaces(box int) []float64 {
	least, most := a.freeRoom(box)
	places := []float64{least, most}
	own := a.at(box)
	for _, edge := range a.edgesOf[box] {
		from, to := a.view.Ends(edge)
		other := from + to - box
		for _, s := range a.landings(box, a.rank[other] < a.rank[box]) {
			for _, o := range a.landings(other, a.rank[box] < a.rank[other]) {
				places = append(places, own+o.low+faceRoom-s.high, own+o.high-faceRoom-s.low)
			}
		}
	}
	places = slices.DeleteFunc(places, func(place float64) bool { return place < least || place > most })
	slices.Sort(places)
	return places
}

// freeRoom is from where to where a box may move in its rank, without making the
// picture larger.
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

// listEdges finds the edges between ranks: those of each box and those that pass
// other ranks by.
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

// touchedBy lists the edges that a box ends, or that pass it by in its rank.
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

// isStraight tells whether an edge between ranks can be drawn without a corner:
// its boxes face each other and none stands between them.
func (a *arranger) isStraight(edge int) bool {
	from, to := a.view.Ends(edge)
	if a.rank[from] > a.rank[to] {
		from, to = to, from
	}
	for _, start := range a.landings(from, false) {
		for _, end := range a.landings(to, true) {
			if both := start.shared(end); both.high-both.low >= faceRoom {
				return !a.isBlocked((both.low+both.high)/2, a.rank[from], a.rank[to])
			}
		}
	}
	return false
}

// isBlocked tells whether a box stands on a line between two ranks.
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

// landings are the parts of a box's side where a straight edge may arrive, at
// least portInset from their ends: beside the entry arrows, on the front.
func (a *arranger) landings(box int, front bool) [2]stretch {
	body := a.body(box)
	if !front || len(a.view.Entries[box]) == 0 {
		return [2]stretch{body}
	}
	at, entries := a.at(box), a.sizes[box].entries
	return [2]stretch{{body.low, at + entries.low + route.PortInset}, {at + entries.high - route.PortInset, body.high}}
}

// body is where the box itself lies, without its margin.
func (a *arranger) body(box int) stretch {
	at, body := a.at(box), a.sizes[box].body
	return stretch{at + body.low, at + body.high}
}
