package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// The costs of a place for a newcomer, in px of distance.
const (
	backwardInsertCost = 140 // an edge against the flow
	asideCost          = 0.6 // each px by which two connected boxes are not aligned
	slantInsertCost    = 90  // a straight edge that is neither horizontal nor vertical
	behindBoxCost      = 90  // a box between two connected ones
	growthCost         = 0.7 // each px that the group or picture grows by
	strangerCost       = 400 // a group that has to move away
	earlierInsertCost  = 300 // a place before the predecessor in reading order
	unevenCost         = 60  // no other box in the same row or column
	mostAnchors        = 40  // placed boxes tried as neighbours
)

// placer searches the place of one newcomer.
type placer struct {
	*keeper
	newcomer *newcomer
	joints   []joint
	offsets  []geom.Point // place of each joint's box within the newcomer
	lead     geom.Rect    // first box of the newcomer
	home     []neighbour  // possible neighbours of the newcomer
	taken    []geom.Rect
	others   []geom.Rect // groups that it should not overlap
	bounds   geom.Rect   // of its group, or of the picture
	last     geom.Rect   // its predecessor in reading order, if no edge connects it
	flow     float64
	toFoot   bool // it is the first foot box of its group
}

// neighbour is a box, or a group, with the area that it keeps free.
type neighbour struct{ rect, room geom.Rect }

// insert puts a newcomer into the free place of least cost.
func (k *keeper) insert(p *newcomer) {
	s := k.newPlacer(p)
	best, least := geom.Point{}, math.Inf(1)
	for _, at := range s.candidates() {
		area := geom.NewRect(at.X, at.Y, p.block.width, p.block.height).Grown(LeastBoxGap / 2)
		if s.leastCost(at) >= least || area.OverlapsAny(s.taken) {
			continue
		}
		if cost := s.cost(at, least); cost < least-1e-6 {
			best, least = at, cost
		}
	}
	k.take(p, geom.Pt(math.Round(best.X), math.Round(best.Y)))
}

func (k *keeper) newPlacer(p *newcomer) *placer {
	s := &placer{keeper: k, newcomer: p, lead: p.block.boxes[0].Rect, flow: BoxGap}
	for _, place := range p.block.boxes {
		for _, j := range k.joints(place.Index) {
			s.joints, s.offsets = append(s.joints, j), append(s.offsets, geom.Pt(place.Rect.X, place.Rect.Y))
			s.flow = max(s.flow, RankGap+route.TrackGap+j.label+route.LabelRoom)
		}
	}
	if s.grouped() {
		s.lead = geom.Rect{Width: p.block.width, Height: p.block.height}
	}
	s.findTaken()
	s.findHome()
	if p.group < 0 {
		s.bounds = geom.Union(s.taken)
	}
	return s
}

// grouped reports whether the newcomer is a group, or groups, with their boxes.
func (s *placer) grouped() bool { return len(s.newcomer.block.groups) > 0 }

// findTaken collects the areas that the newcomer must not cover, and the frames near
// which it may be placed.
func (s *placer) findTaken() {
	k, p := s.keeper, s.newcomer
	all := k.all()
	s.taken = make([]geom.Rect, len(all), len(all)+len(k.view.Graph.Groups))
	for n, i := range all {
		s.taken[n] = k.room(i).Grown(LeastBoxGap / 2)
	}
	for group, frames := range k.frames() {
		for i, rect := range frames {
			switch {
			case group == p.group:
				s.bounds = frames[0]
			case p.group < 0:
				s.taken = append(s.taken, rect.Grown(GroupGap-LeastBoxGap/2))
			default:
				s.others = append(s.others, rect.Grown(leastGroupGap))
			}
			if i == 0 && s.grouped() {
				s.home, s.last = append(s.home, neighbour{rect, rect}), rect
			}
		}
	}
}

// findHome collects what the newcomer may be placed next to.
func (s *placer) findHome() {
	k, boxes := s.keeper, s.keeper.boxesOf(s.newcomer.group)
	if s.grouped() {
		s.flow = GroupGap
		for _, i := range boxes {
			s.home = append(s.home, neighbour{k.rects[i], k.room(i)})
		}
	} else {
		s.neighbours(boxes)
	}
	if len(s.home) == 0 && len(s.taken) > 0 {
		all := geom.Union(s.taken)
		s.home = append(s.home, neighbour{all, all})
	}
}

// neighbours collects the boxes next to which the newcomer may be placed, the closest to its
// connected boxes first.
func (s *placer) neighbours(boxes []int) {
	var anchors []int
	for _, j := range s.joints {
		anchors = append(anchors, j.there)
	}
	if len(boxes) == 0 {
		boxes = anchors
	}
	if len(boxes) == 0 {
		return
	}
	if s.newcomer.foot {
		boxes = s.footBoxes(boxes)
	}
	s.last = s.rects[s.sibling(s.newcomer.block.boxes[0].Index, boxes)]
	if len(anchors) == 0 {
		anchors = []int{s.sibling(s.newcomer.block.boxes[0].Index, boxes)}
	}
	nearest, distance := make([]int, len(boxes)), make([]float64, len(boxes))
	for n, box := range boxes {
		nearest[n], distance[n] = n, math.Inf(1)
		for _, anchor := range anchors {
			a, b := s.rects[anchor].Centre(), s.rects[box].Centre()
			distance[n] = min(distance[n], math.Abs(a.X-b.X)+math.Abs(a.Y-b.Y))
		}
	}
	slices.SortFunc(nearest, func(a, b int) int { return cmp.Or(cmp.Compare(distance[a], distance[b]), a-b) })
	for _, n := range nearest[:min(len(nearest), mostAnchors)] {
		s.home = append(s.home, neighbour{s.rects[boxes[n]], s.room(boxes[n])})
	}
}

// footBoxes returns the foot boxes, if there are any.
func (s *placer) footBoxes(boxes []int) []int {
	var foot []int
	for _, box := range boxes {
		if s.view.Graph.Boxes[box].Foot {
			foot = append(foot, box)
		}
	}
	if s.toFoot = len(foot) == 0; s.toFoot {
		return boxes
	}
	return foot
}

// candidates returns the places beside boxes and aligned with them, and those
// in the columns and rows that the flow suggests.
func (s *placer) candidates() []geom.Point {
	gapX, gapY := s.flow, float64(BoxGap)
	if s.vertical {
		gapX, gapY = gapY, gapX
	}
	if len(s.newcomer.block.groups) > 0 || s.view.Graph.Kind == graph.KindER {
		gapX, gapY = s.flow, s.flow
	}
	var xs, ys []float64
	var out []geom.Point
	for _, h := range s.home {
		level, upright := s.level(h.rect)
		after, before := h.room.X+h.room.Width+gapX, h.room.X-gapX-s.newcomer.block.width
		under, over := h.room.Y+h.room.Height+gapY, h.room.Y-gapY-s.newcomer.block.height
		out = append(out, geom.Pt(after, level), geom.Pt(upright, under), geom.Pt(before, level), geom.Pt(upright, over))
		ys = append(ys, level, under, over)
	}
	for _, j := range s.joints {
		r := s.room(j.there)
		level, upright := s.level(s.rects[j.there])
		xs = append(xs, r.X+r.Width+gapX, r.X-gapX-s.newcomer.block.width, upright)
		ys = append(ys, level)
	}
	if len(s.joints) == 2 {
		a, b := s.rects[s.joints[0].there].Centre(), s.rects[s.joints[1].there].Centre()
		out = append(out, geom.Pt((a.X+b.X)/2-s.lead.X-s.lead.Width/2, (a.Y+b.Y)/2-s.lead.Y-s.lead.Height/2))
	}
	for _, x := range xs {
		for _, y := range ys {
			out = append(out, geom.Pt(x, y))
		}
	}
	if s.newcomer.foot {
		foot := s.bounds.Y + s.bounds.Height + BoxGap
		if s.newcomer.group >= 0 {
			foot -= s.view.Graph.Groups[s.newcomer.group].Padding
		}
		for _, h := range s.home {
			_, x := s.level(h.rect)
			out = append(out, geom.Pt(x, foot))
		}
	}
	all := geom.Union(s.taken)
	return append(out, geom.Pt(all.X+all.Width+GroupGap, s.bounds.Y)) // always free
}

// level returns the place at which the newcomer's first box has the same top
// and left edge as another box, or the same centre where boxes are centred.
func (s *placer) level(rect geom.Rect) (y, x float64) {
	y, x = rect.Y-s.lead.Y, rect.X-s.lead.X
	both := s.view.Graph.Kind == graph.KindER
	if both || s.view.centred && !s.vertical {
		y += (rect.Height - s.lead.Height) / 2
	}
	if both || s.view.centred && s.vertical {
		x += (rect.Width - s.lead.Width) / 2
	}
	return y, x
}

// leastCost returns a lower bound of the cost of a place, without the terms
// that need a pass over all boxes.
func (s *placer) leastCost(at geom.Point) float64 {
	cost := s.roomCost(at)
	for i, j := range s.joints {
		cost += s.lengthCost(j, s.hereAt(i, at))
	}
	if s.toFoot {
		cost += s.bounds.Y + s.bounds.Height - at.Y // may be negative
	}
	return cost
}

// cost returns the cost of a place. It may stop once the cost reaches most.
func (s *placer) cost(at geom.Point, most float64) float64 {
	cost := s.roomCost(at)
	for i, j := range s.joints {
		if cost >= most {
			return cost
		}
		cost += s.jointCost(j, s.hereAt(i, at))
	}
	lead := geom.NewRect(at.X+s.lead.X, at.Y+s.lead.Y, s.lead.Width, s.lead.Height)
	if len(s.joints) == 0 {
		if !s.toFoot {
			cost += 0.5 * (math.Abs(lead.X-s.last.X) + math.Abs(lead.Y-s.last.Y))
		}
		if lead.X < s.last.X || lead.Y < s.last.Y {
			cost += earlierInsertCost
		}
	}
	if s.toFoot {
		cost += s.bounds.Y + s.bounds.Height - at.Y
	}
	if cost >= most {
		return cost
	}
	return cost + s.unevenness(lead)
}

// roomCost returns the cost of enlarging the group or the diagram.
func (s *placer) roomCost(at geom.Point) float64 {
	area := geom.NewRect(at.X, at.Y, s.newcomer.block.width, s.newcomer.block.height)
	framed := area
	if group := s.newcomer.group; group >= 0 {
		padding, header := s.view.Graph.Groups[group].Padding, s.view.Graph.Groups[group].Header
		framed = geom.NewRect(area.X-padding, area.Y-padding-header, area.Width+2*padding, area.Height+2*padding+header)
	}
	grown := s.bounds.Union(framed)
	cost := growthCost * (s.view.fit(grown.Width, grown.Height) - s.view.fit(s.bounds.Width, s.bounds.Height))
	cost += 0.15 * growthCost * (grown.Width - s.bounds.Width + grown.Height - s.bounds.Height)
	cost += growthCost * (s.bounds.X - grown.X + s.bounds.Y - grown.Y) // what is there would appear to move
	for _, other := range s.others {
		if grown.Overlaps(other) {
			cost += strangerCost
		}
	}
	return cost
}

// hereAt returns the box at the near end of a joint if the newcomer is at a
// place.
func (s *placer) hereAt(joint int, at geom.Point) geom.Rect {
	here := s.rects[s.joints[joint].here]
	return geom.NewRect(at.X+s.offsets[joint].X, at.Y+s.offsets[joint].Y, here.Width, here.Height)
}

// unevenness returns the cost of a box that shares neither row nor column with
// another.
func (s *placer) unevenness(lead geom.Rect) float64 {
	uneven := 2.0
	rows, columns := false, false
	for i, r := range s.rects {
		if !s.placed[i] {
			continue
		}
		y, x := s.level(r)
		rows = rows || y == lead.Y-s.lead.Y
		columns = columns || x == lead.X-s.lead.X
	}
	if rows {
		uneven--
	}
	if columns {
		uneven--
	}
	return unevenCost * uneven
}

// jointCost returns the cost of an edge between a placed box and a new one.
func (s *placer) jointCost(j joint, here geom.Rect) float64 {
	a, b := s.rects[j.there].Centre(), here.Centre()
	cost := s.lengthCost(j, here)
	reach := geom.NewRect(min(a.X, b.X), min(a.Y, b.Y), math.Abs(a.X-b.X), math.Abs(a.Y-b.Y)).Grown(route.Closest)
	for i, r := range s.rects {
		if s.placed[i] && i != j.there && r.Overlaps(reach) && geom.SegmentMeets(a, b, r.Grown(route.Closest)) {
			cost += behindBoxCost
		}
	}
	return cost
}

// lengthCost returns the cost of an edge that depends on its ends only.
func (s *placer) lengthCost(j joint, here geom.Rect) float64 {
	there := s.rects[j.there]
	if s.view.Graph.Kind != graph.KindER {
		return s.flowCost(j, here, there)
	}
	a, b := there.Centre(), here.Centre()
	dx, dy := math.Abs(a.X-b.X), math.Abs(a.Y-b.Y)
	if dx > 1 && dy > 1 {
		return dx + dy + slantInsertCost
	}
	return dx + dy
}

// flowCost returns the cost of an edge that should lead forwards between
// aligned boxes.
func (s *placer) flowCost(j joint, here, there geom.Rect) float64 {
	first, second := there, here
	if !j.forward {
		first, second = here, there
	}
	ahead, aside := second.X-first.X-first.Width, math.Abs(second.Y-first.Y)
	if s.vertical {
		ahead, aside = second.Y-first.Y-first.Height, math.Abs(second.X-first.X)
	}
	if ahead < 0 {
		return backwardInsertCost - ahead + aside
	}
	return ahead + asideCost*aside
}
