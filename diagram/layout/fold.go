package layout

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

const (
	// mostCut is the largest number of edges that may continue in the next
	// line. A chain with a branch is folded, a broad graph is not.
	mostCut = 2
	// mostLines is the maximum number of lines of a folded component.
	mostLines = 12
	// worthCutting is the minimum length of a folded component, in screens.
	// Edges that lead back to the start of the next line are harder to follow
	// than a picture slightly wider than the screen.
	worthCutting = 2
	// worthFolding is the largest ratio of the size after folding to the size
	// before.
	worthFolding = 0.7
)

// mostUncut returns the size up to which a component is neither cut nor split. On
// paper nobody scrolls, so it is one page.
func (v *View) mostUncut() float64 {
	if v.page == v.Graph.Page {
		return v.page.Width
	}
	return worthCutting * v.page.Width
}

// fold cuts a component that is far longer than the screen between ranks, and
// places the parts like lines of text, one below the other (or side by side if
// ranks go from top to bottom). It returns any other component unchanged.
func (v *View) fold(part *component, whole *block, vertical bool) *block {
	best, least := whole, v.fit(whole.width, whole.height)
	if least <= v.mostUncut() || v.Graph.Kind == graph.KindER {
		return whole
	}
	least *= worthFolding
	for lines := 2; lines <= min(mostLines, len(part.ranks)); lines++ {
		folded := folding{v, part, whole, vertical}.lines(lines)
		if folded != nil && v.fit(folded.width, folded.height) < least {
			best, least = folded, v.fit(folded.width, folded.height)
		}
	}
	return best
}

// folding cuts a component, which was laid out whole, into lines.
type folding struct {
	*View
	part     *component
	whole    *block
	vertical bool
}

// lines cuts the component into lines of similar length. It returns nil if too
// many edges would be cut.
func (f folding) lines(count int) *block {
	places := make(map[int]graph.Place, len(f.whole.boxes))
	for _, place := range f.whole.boxes {
		places[place.Index] = place
	}
	length := f.whole.width
	if f.vertical {
		length = f.whole.height
	}
	enough := (length+RankGap)/float64(count) - RankGap - 1
	out, room := &block{}, 0.0
	var line []graph.Place
	for r, rank := range f.part.ranks {
		for _, box := range rank {
			line = append(line, places[box])
		}
		last := r+1 == len(f.part.ranks)
		if !last && f.lengthOf(line) < enough {
			continue
		}
		edges, label := f.cut(r)
		if edges > mostCut {
			return nil
		}
		f.addLine(out, line, room)
		line, room = nil, label
	}
	return out
}

// cut counts the edges from the ranks up to last to those after it, and returns the
// room that their largest label needs between two lines.
func (f folding) cut(last int) (count int, label float64) {
	before := map[int]bool{}
	for _, rank := range f.part.ranks[:last+1] {
		for _, box := range rank {
			before[box] = true
		}
	}
	for _, edge := range f.part.edges {
		from, to := f.Ends(edge)
		if before[from] == before[to] {
			continue
		}
		count++
		size := f.Graph.Edges[edge].LabelHeight
		if f.vertical {
			size = f.Graph.Edges[edge].LabelWidth
		}
		label = max(label, size+route.LabelRoom)
	}
	return count, label
}

// lengthOf returns the extent of boxes along the main axis.
func (f folding) lengthOf(places []graph.Place) float64 {
	room := f.roomOf(places)
	if f.vertical {
		return room.Height
	}
	return room.Width
}

// roomOf returns the bounds of boxes including all that they keep free.
func (f folding) roomOf(places []graph.Place) geom.Rect {
	var room geom.Rect
	for i, place := range places {
		single := f.single(place.Index, f.vertical)
		inner := single.boxes[0].Rect
		x, y := place.Rect.X-inner.X, place.Rect.Y-inner.Y
		own := geom.NewRect(x, y, single.width, single.height)
		if i == 0 {
			room = own
			continue
		}
		low := geom.Pt(min(room.X, own.X), min(room.Y, own.Y))
		room = geom.NewRect(low.X, low.Y, max(room.X+room.Width, own.X+own.Width)-low.X, max(room.Y+room.Height, own.Y+own.Height)-low.Y)
	}
	return room
}

// addLine places the next line below the others, or to their right, at a
// distance of at least room.
func (f folding) addLine(out *block, line []graph.Place, room float64) {
	area := f.roomOf(line)
	next := &block{width: area.Width, height: area.Height}
	for _, place := range line {
		place.Rect.X -= area.X
		place.Rect.Y -= area.Y
		next.boxes = append(next.boxes, place)
	}
	gap := max(f.room(componentGap)+mostCut*widerPerEdge, room)
	switch {
	case len(out.boxes) == 0:
		out.add(next, 0, 0)
	case f.vertical:
		out.add(next, out.width+gap, 0)
	default:
		out.add(next, 0, out.height+gap)
	}
}
