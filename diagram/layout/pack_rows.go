package layout

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/layout/route"
)

// packer places blocks in rows of a given width. The blocks of a row share
// their top. Each moves as close to the one before it, or the row above, as the
// parts of both allow, so that small blocks fill the gaps between large ones.
type packer struct {
	blocks        []*block
	rooms         [][]geom.Rect // the occupied areas of each block
	gapX, gapY    float64
	at            []geom.Point // of the placed blocks
	width, height float64      // of all of them
	row           float64      // top of the current row
	rising        bool
	lowest        skyline // for each x, how far down space is taken
	rightmost     skyline // for each y, how far to the right
}

func newPacker(blocks []*block, gapX, gapY float64) *packer {
	p := &packer{blocks: blocks, gapX: gapX, gapY: gapY}
	for _, b := range blocks {
		p.rooms = append(p.rooms, b.rooms())
	}
	return p
}

// pack places all blocks. If rising is set, a row starts as high as the blocks
// above its first one allow. Otherwise it starts below all of them.
func (p *packer) pack(width float64, rising bool) {
	p.rising, p.at, p.width, p.height, p.row = rising, p.at[:0], 0, 0, 0
	p.lowest, p.rightmost = p.lowest[:0], p.rightmost[:0]
	for i := range p.blocks {
		p.put(i, p.next(i, width))
	}
}

// next returns the place of a block: at the end of the row, below the last
// block if the row's height allows, or in a new row.
func (p *packer) next(i int, width float64) geom.Point {
	if i == 0 {
		return geom.Point{}
	}
	b, last := p.blocks[i], p.at[i-1]
	if x := max(last.X+p.gapX, p.left(i, p.row)); x+b.width <= width {
		return geom.Pt(x, p.row)
	}
	if y := p.top(i, last.X); last.X+b.width <= width && y+b.height <= p.height {
		return geom.Pt(last.X, y)
	}
	p.row = max(p.row+p.gapY, p.top(i, 0))
	if !p.rising {
		p.row = math.Ceil(p.height/skylineStep)*skylineStep + p.gapY // so that the step of the last row's bottom ends above the gap
	}
	return geom.Pt(0, p.row)
}

// left returns the leftmost position of a block whose top is at y.
func (p *packer) left(block int, y float64) float64 {
	x := 0.0
	for _, room := range p.rooms[block] {
		if end := p.rightmost.reach(y+room.Y-p.gapY, y+room.Y+room.Height+p.gapY); end > 0 {
			x = max(x, end+p.gapX-room.X)
		}
	}
	return x
}

// top returns the topmost position of a block whose left side is at x.
func (p *packer) top(block int, x float64) float64 {
	y := 0.0
	for _, room := range p.rooms[block] {
		if end := p.lowest.reach(x+room.X-p.gapX, x+room.X+room.Width+p.gapX); end > 0 {
			y = max(y, end+p.gapY-room.Y)
		}
	}
	return y
}

func (p *packer) put(i int, at geom.Point) {
	p.at = append(p.at, at)
	for _, room := range p.rooms[i] {
		x, y := at.X+room.X, at.Y+room.Y
		p.lowest.raise(x, x+room.Width, y+room.Height)
		p.rightmost.raise(y, y+room.Height, x+room.Width)
	}
	p.width, p.height = max(p.width, at.X+p.blocks[i].width), max(p.height, at.Y+p.blocks[i].height)
}

func (p *packer) block() *block {
	out := &block{}
	for i, b := range p.blocks {
		out.add(b, p.at[i].X, p.at[i].Y)
	}
	return out
}

// skyline records the taken space along one axis, for each step of skylineStep on the other.
type skyline []float64

const skylineStep = 8

func (s skyline) reach(from, to float64) float64 {
	most := 0.0
	for i := max(0, int(from/skylineStep)); i < len(s) && float64(i)*skylineStep < to; i++ {
		most = max(most, s[i])
	}
	return most
}

func (s *skyline) raise(from, to, height float64) {
	for i := max(0, int(from/skylineStep)); float64(i)*skylineStep < to; i++ {
		for i >= len(*s) {
			*s = append(*s, 0)
		}
		(*s)[i] = max((*s)[i], height)
	}
}

// takenBy returns the areas of a component's boxes and of the edges between
// them.
func (v *View) takenBy(b *block, part *component, vertical bool) []geom.Rect {
	places := make(map[int]geom.Rect, len(b.boxes))
	for _, place := range b.boxes {
		places[place.Index] = place.Rect
	}
	taken := v.roomsOf(b.boxes, vertical)
	for _, edge := range part.edges {
		from, to := v.Ends(edge)
		if run := likelyRun(places[from], places[to], vertical); run.Width > 0 && run.Height > 0 {
			taken = append(taken, run)
		}
	}
	return taken
}

// likelyRun returns the area where an edge between two boxes of different ranks
// will probably run. It is empty for boxes of one rank.
func likelyRun(a, b geom.Rect, vertical bool) geom.Rect {
	p, q := a.Centre(), b.Centre()
	if vertical {
		if a.Y > b.Y {
			a, b = b, a
		}
		top := a.Y + a.Height + route.Clearance
		return geom.NewRect(min(p.X, q.X), top, math.Abs(p.X-q.X), b.Y-route.Clearance-top)
	}
	if a.X > b.X {
		a, b = b, a
	}
	start := a.X + a.Width + route.Clearance
	return geom.NewRect(start, min(p.Y, q.Y), b.X-route.Clearance-start, math.Abs(p.Y-q.Y))
}
