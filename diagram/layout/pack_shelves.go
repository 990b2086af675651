package layout

import (
	"cmp"
	"math"
	"slices"
)

// Limits of the search for shelves.
const (
	mostShelved  = 64   // groups
	mostOnShelf  = 16   // groups on one shelf
	mostInStack  = 4    // groups in one stack
	shelfStep    = 1.04 // ratio of consecutive heights tried
	widthsTried  = 28
	wideningStep = 1.04
)

// shelver places unconnected groups on shelves, in order. A shelf holds stacks
// of groups side by side. Each group takes the one of its shapes that suits its
// shelf.
type shelver struct {
	shapes [][]*block // of each group, from narrow and tall to wide and low
	gap    float64
}

// newShelver takes the shapes from lists of all groups. A group without boxes
// is nil.
func newShelver(lists [][]*block, gap float64) *shelver {
	s := &shelver{gap: gap}
	for group := range lists[0] {
		var shapes []*block
		for _, list := range lists {
			if list[group] != nil {
				shapes = append(shapes, list[group])
			}
		}
		slices.SortStableFunc(shapes, func(a, b *block) int { return cmp.Or(cmp.Compare(a.width, b.width), cmp.Compare(a.height, b.height)) })
		var kept []*block
		for _, shape := range shapes {
			if len(kept) == 0 || shape.height < kept[len(kept)-1].height {
				kept = append(kept, shape)
			}
		}
		if len(kept) > 0 {
			s.shapes = append(s.shapes, kept)
		}
	}
	return s
}

// stackWidth returns the width of the narrowest stack of groups within a
// height, or infinity if there is none.
func (s *shelver) stackWidth(from, to int, height float64) float64 {
	width := math.Inf(1)
	for _, shapes := range s.shapes[from:to] {
		for _, shape := range shapes {
			if shape.width >= width {
				break
			}
			if s.stackHeight(from, to, shape.width) <= height {
				width = shape.width
			}
		}
	}
	return width
}

// stackHeight returns the height of the lowest stack of groups within a width.
func (s *shelver) stackHeight(from, to int, width float64) float64 {
	height := s.gap * float64(to-from-1)
	for i := from; i < to; i++ {
		shape := s.lowest(i, width)
		if shape == nil {
			return math.Inf(1)
		}
		height += shape.height
	}
	return height
}

// lowest returns the lowest shape of a group within a width, or nil.
func (s *shelver) lowest(group int, width float64) *block {
	for _, shape := range slices.Backward(s.shapes[group]) {
		if shape.width <= width {
			return shape
		}
	}
	return nil
}

// shelf is a range of the groups placed within a height.
type shelf struct {
	from, to      int
	width, height float64
	before        *shelf // the shelf before its last stack was added
	last          float64
}

// addShelves adds the narrowest shelves of a height for each first group and
// each group that they can end before.
func (s *shelver) addShelves(all [][]shelf, height float64) {
	stacks := make([][mostInStack]float64, len(s.shapes))
	for from := range s.shapes {
		for count := range mostInStack {
			stacks[from][count] = math.Inf(1)
			if to := from + count + 1; to <= len(s.shapes) && (count == 0 || !math.IsInf(stacks[from][count-1], 1)) {
				stacks[from][count] = s.stackWidth(from, to, height)
			}
		}
	}
	for from := range s.shapes {
		row := append(make([]shelf, 0, mostOnShelf+1), shelf{from: from, to: from, width: -s.gap})
		for to := from + 1; to <= min(len(s.shapes), from+mostOnShelf); to++ {
			best := shelf{width: math.Inf(1)}
			for count := range min(mostInStack, to-from) {
				start := to - count - 1
				last, before := stacks[start][count], &row[start-from]
				if width := before.width + s.gap + last; width < best.width {
					best = shelf{from, to, width, height, before, last}
				}
			}
			if math.IsInf(best.width, 1) {
				break
			}
			row = append(row, best)
		}
		all[from] = append(all[from], row[1:]...)
	}
}

// best returns the arrangement that fits the smallest screen, or nil.
func (s *shelver) best(aspect float64) *block {
	lowest, highest, area := math.Inf(1), 0.0, 0.0
	for _, shapes := range s.shapes {
		lowest, highest = min(lowest, shapes[len(shapes)-1].height), max(highest, shapes[0].height)
		area += shapes[0].width * shapes[0].height
	}
	all := make([][]shelf, len(s.shapes)) // by first group
	for height := lowest; height < highest*shelfStep; height *= shelfStep {
		s.addShelves(all, math.Ceil(height))
	}
	var best *block
	width := math.Sqrt(area * aspect)
	for range widthsTried {
		if picture := s.upTo(all, width); picture != nil && (best == nil || max(picture.width, picture.height*aspect) < max(best.width, best.height*aspect)) {
			best = picture
		}
		width *= wideningStep
	}
	return best
}

// upTo returns the lowest arrangement within a width, or nil.
func (s *shelver) upTo(all [][]shelf, width float64) *block {
	heights := make([]float64, len(s.shapes)+1) // from each group on
	next := make([]*shelf, len(s.shapes))
	for from := len(s.shapes) - 1; from >= 0; from-- {
		heights[from] = math.Inf(1)
		for i := range all[from] {
			shelf := &all[from][i]
			if height := shelf.height + s.gap + heights[shelf.to]; shelf.width <= width && height < heights[from] {
				heights[from], next[from] = height, shelf
			}
		}
		if next[from] == nil {
			return nil
		}
	}
	out := &block{}
	for from := 0; from < len(s.shapes); from = next[from].to {
		s.put(out, next[from])
	}
	return out
}

// put adds a shelf at the bottom.
func (s *shelver) put(out *block, whole *shelf) {
	var stacks []*shelf
	for part := whole; part.before != nil; part = part.before {
		stacks = append(stacks, part)
	}
	x, top := 0.0, 0.0
	if len(out.boxes) > 0 {
		top = out.height + s.gap
	}
	for _, stack := range slices.Backward(stacks) {
		y := top
		for group := stack.before.to; group < stack.to; group++ {
			b := s.lowest(group, stack.last)
			out.add(b, x, y)
			y += b.height + s.gap
		}
		x += stack.last + s.gap
	}
}
