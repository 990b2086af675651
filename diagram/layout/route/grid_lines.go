package route

import (
	"math"

	"widerow/diagram/geom"
)

// lines are the coordinates of the grid, on which edges run.
type lines struct{ x, y []float64 }

func (l *lines) beside(r geom.Rect, distance float64) {
	l.x = append(l.x, r.X-distance, r.X+r.Width+distance)
	l.y = append(l.y, r.Y-distance, r.Y+r.Height+distance)
}

// buildGrid blocks the boxes on a grid of lines, marks the titles of groups, and
// prepares the search on it.
func (r *router) buildGrid(edges []int, air float64) {
	r.grid = newRouteGrid(r.linesFor(edges, air))
	for _, group := range r.groups {
		if title := r.index.TitleOf(group); title.Width < group.Rect.Width {
			r.grid.mark(title, onTitle)
		} else {
			r.grid.mark(title, onStrip)
		}
	}
	for _, box := range r.boxes {
		r.grid.block(box.Grown(Closest))
	}
	for _, stub := range r.stubs {
		r.grid.block(stub.Grown(air))
	}
	r.markStraight()
	r.find = newSearch(r.grid, len(edges))
}

// linesFor returns the lines beside and through the boxes, groups and entry arrows.
func (r *router) linesFor(edges []int, air float64) lines {
	var l lines
	for _, box := range r.boxes {
		l.beside(box, Clearance)
	}
	for _, stub := range r.stubs {
		l.beside(stub, air+2)
	}
	degree := r.degrees(edges)
	for _, edge := range edges {
		from, to := r.index.Ends(edge)
		for _, box := range [2]int{from, to} {
			at := r.boxes[box].Centre()
			l.x, l.y = append(l.x, at.X), append(l.y, at.Y)
			if degree[box] >= crowded && len(edges) <= mostDetailed {
				l.x = append(l.x, at.X-r.boxes[box].Width/4, at.X+r.boxes[box].Width/4)
			}
		}
		if x, ok := shared(r.boxes[from].X, r.boxes[from].Width, r.boxes[to].X, r.boxes[to].Width); ok {
			l.x = append(l.x, x)
		}
		if from == to && r.index.Graph.Edges[edge].LabelWidth > 0 {
			fromRight, fromLeft := r.loopLines(edge)
			l.x = append(l.x, fromRight, fromLeft)
		}
		face := r.face(to, head)
		if y, ok := shared(r.boxes[from].Y, r.boxes[from].Height, face.Y, face.Height); ok {
			l.y = append(l.y, y)
		}
		if y, ok := r.rowLine(from, r.index.Graph.Edges[edge].FromRow); ok {
			l.y = append(l.y, y)
		}
		if y, ok := r.rowLine(to, r.index.Graph.Edges[edge].ToRow); ok {
			l.y = append(l.y, y)
		}
	}
	r.headLines(&l, edges)
	r.branchLines(&l)
	for _, group := range r.groups {
		if title := r.index.TitleOf(group); title.Width < group.Rect.Width {
			l.x = append(l.x, title.X+title.Width+Clearance)
		}
	}
	return l
}

// headLines adds the lines at which arrows end where only a part of a side takes
// heads: at the title, and at each row of it in a detailed picture.
func (r *router) headLines(l *lines, edges []int) {
	done := make([]bool, len(r.boxes))
	for _, edge := range edges {
		_, to := r.index.Ends(edge)
		box := &r.index.Graph.Boxes[to]
		if done[to] || r.headsEnd[to] >= box.Height {
			continue
		}
		done[to] = true
		for middle := range box.RowMiddles() {
			if middle >= r.headsEnd[to] {
				break
			}
			l.y = append(l.y, r.boxes[to].Y+middle)
			if len(edges) > mostDetailed {
				break
			}
		}
	}
}

// Up to mostDetailed edges are routed in more detail: a box with at least
// crowded edges gets more lines through it, so that several can leave at its
// upper or lower side. The lines make the grid larger and the search slower.
const (
	crowded      = 3
	mostDetailed = 50
)

// degrees counts the given edges at each box.
func (r *router) degrees(edges []int) []int {
	degree := make([]int, len(r.boxes))
	for _, edge := range edges {
		from, to := r.index.Ends(edge)
		degree[from]++
		degree[to]++
	}
	return degree
}

// shared returns the middle of the intersection of two intervals, and reports
// whether the intersection is wide enough for a straight edge.
func shared(a, aSize, b, bSize float64) (float64, bool) {
	low, high := max(a, b), min(a+aSize, b+bSize)
	return math.Round((low + high) / 2), high-low >= 2*PortInset
}

// rowLine returns the middle of a row and reports whether there is such a row.
func (r *router) rowLine(box int, id string) (float64, bool) {
	row, found := r.index.Row(box, id)
	if !found {
		return 0, false
	}
	middle := min(max(row.Top+row.Height/2, 1), r.boxes[box].Height-1)
	return math.Round(r.boxes[box].Y + middle), true
}
