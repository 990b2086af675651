package diagram

import "math"

// partPinned parts groups that both hold pins and so cannot give way as a whole:
// their other boxes do, those of each group to its region of a line between the
// pins. Where no line parts the pins, the groups stay as they are.
func (k *keeper) partPinned() {
	for b := range k.view.graph.Groups {
		for a := range b {
			if first, second, found := k.lineBetween(a, b); found {
				k.clear(a, first)
				k.clear(b, second)
			}
		}
	}
}

// region is where a group has to stand: before (left, above) or behind (right,
// below) a line.
type region struct {
	to   heading
	line float64
}

// lineBetween finds the line between two groups that overlap which has the least
// moved, and the side of each.
func (k *keeper) lineBetween(a, b int) (first, second region, found bool) {
	const gap = leastGroupGap
	pinsA, pinnedA := k.groupAround(a, k.isPinned)
	pinsB, pinnedB := k.groupAround(b, k.isPinned)
	if !pinnedA || !pinnedB {
		return first, second, false
	}
	rectA, _ := k.groupRect(a)
	rectB, _ := k.groupRect(b)
	if !rectA.grown(gap / 2).overlaps(rectB.grown(gap / 2)) {
		return first, second, false
	}
	least := math.Inf(1)
	for _, to := range [4]heading{left, above, right, below} {
		low, high := endsOf(pinsA, pinsB, to)
		if high-low < gap {
			continue
		}
		for _, line := range [3]float64{math.Round((low + high) / 2), low + gap/2, high - gap/2} {
			sideA, sideB := region{to, line}, region{to.opposite(), line}
			if cost := k.beyond(a, sideA) + k.beyond(b, sideB); cost < least {
				least, first, second, found = cost, sideA, sideB, true
			}
		}
	}
	return first, second, found
}

// endsOf are where one rectangle ends and the other one begins, the first lying
// on the side that the heading says.
func endsOf(a, b Rect, to heading) (low, high float64) {
	switch to {
	case left:
		return a.X + a.Width, b.X
	case above:
		return a.Y + a.Height, b.Y
	case right:
		return b.X + b.Width, a.X
	}
	return b.Y + b.Height, a.Y
}

func (k *keeper) isPinned(box int) bool { return k.pinned[box] }

// over is how far a rectangle reaches over the line, with air.
func (s region) over(r Rect) float64 {
	const air = leastGroupGap / 2
	switch s.to {
	case left:
		return max(0, r.X+r.Width+air-s.line)
	case above:
		return max(0, r.Y+r.Height+air-s.line)
	case right:
		return max(0, s.line-r.X+air)
	}
	return max(0, s.line-r.Y+air)
}

// beyond is how far the boxes of a group reach over a line, all together.
func (k *keeper) beyond(group int, s region) float64 {
	total := 0.0
	for _, box := range k.boxesOf(group) {
		if !k.pinned[box] {
			total += s.over(k.frame(box))
		}
	}
	return total
}

// frame is what a group would be round one of its boxes.
func (k *keeper) frame(box int) Rect {
	rect, _ := k.groupAround(k.view.groupOf(box), func(other int) bool { return other == box })
	return rect
}

// clear moves the boxes of a group that reach over a line to the nearest free
// places on its region.
func (k *keeper) clear(group int, s region) {
	var moving []int
	taken := k.strangers(group)
	for i := range k.rects {
		switch {
		case !k.placed[i]:
		case k.view.groupOf(i) == group && !k.pinned[i] && s.over(k.frame(i)) > 0:
			moving = append(moving, i)
		default:
			taken = append(taken, k.area(i))
		}
	}
	for _, box := range moving {
		area := k.area(box)
		free := nearestFree(area, append(taken, s.wall(area, s.over(k.frame(box)))), boxGap-leastBoxGap)
		k.move(box, math.Round(free.X-area.X), math.Round(free.Y-area.Y))
		taken = append(taken, k.area(box))
	}
}

// strangers are the other groups, with the room round them that a box of the
// group keeps free of them.
func (k *keeper) strangers(group int) []Rect {
	g := &k.view.graph.Groups[group]
	var rects []Rect
	for i := range k.view.graph.Groups {
		if rect, some := k.groupRect(i); some && i != group {
			rects = append(rects, rect.grown(math.Ceil(g.Padding+g.Header)))
		}
	}
	return rects
}

// wall closes all that lies behind the place where a rectangle ends when it
// does not reach over the line any more.
func (s region) wall(area Rect, over float64) Rect {
	const far = 8 * farthestPlace
	switch s.to {
	case left:
		return Rect{area.X + area.Width - over, -far / 2, far, far}
	case above:
		return Rect{-far / 2, area.Y + area.Height - over, far, far}
	case right:
		return Rect{area.X + over - far, -far / 2, far, far}
	}
	return Rect{-far / 2, area.Y + over - far, far, far}
}
