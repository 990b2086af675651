package dot

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/diagram/geom"
)

// Read parses dot's plain output. Every box and line must be present once, and
// the boxes with the requested size: Graphviz answers some failures with a
// default node and no error.
func (p *Picture) Read(plain string) (*Drawn, error) {
	r := &pictureReader{picture: p, pending: map[[2]int][]int{},
		drawn: &Drawn{Boxes: make([]geom.Rect, len(p.Boxes)), Curves: make([][]geom.Point, len(p.Lines))}}
	for i, line := range p.Lines { // dot lists the lines between two boxes in the order of the text
		ends := [2]int{line.From, line.To}
		r.pending[ends] = append(r.pending[ends], i)
	}
	lines := bufio.NewScanner(strings.NewReader(plain))
	lines.Buffer(nil, len(plain)+1)
	for lines.Scan() {
		if err := r.line(strings.Fields(lines.Text())); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if missing := slices.IndexFunc(r.drawn.Boxes, func(r geom.Rect) bool { return r.Width == 0 }); missing >= 0 {
		return nil, fmt.Errorf("%w: no node t%d", ErrAnswer, missing)
	}
	if missing := slices.IndexFunc(r.drawn.Curves, func(c []geom.Point) bool { return c == nil }); missing >= 0 {
		return nil, fmt.Errorf("%w: no edge %d", ErrAnswer, missing)
	}
	return r.drawn, nil
}

type pictureReader struct {
	picture *Picture
	drawn   *Drawn
	pending map[[2]int][]int // the lines not yet read between two boxes
	height  float64          // of the whole picture, in inches
}

func (r *pictureReader) line(fields []string) (err error) {
	switch {
	case len(fields) == 4 && fields[0] == "graph":
		r.height, err = number(fields[3])
	case len(fields) >= 6 && fields[0] == "node":
		err = r.box(fields)
	case len(fields) >= 6 && fields[0] == "edge":
		err = r.edge(fields)
	}
	return err
}

// box parses `node t3 x y width height …`.
func (r *pictureReader) box(fields []string) error {
	index, err := r.index(fields[1])
	if err != nil {
		return err
	}
	n, err := numbers(fields[2:6])
	if err != nil {
		return err
	}
	box := r.picture.Boxes[index]
	if !sameLength(n[2], box.Width/PointsPerInch) || !sameLength(n[3], box.Height/PointsPerInch) {
		return fmt.Errorf("%w: node t%d is %g × %g inches, not %g × %g",
			ErrAnswer, index, n[2], n[3], box.Width/PointsPerInch, box.Height/PointsPerInch)
	}
	centre := r.point(n[0], n[1])
	r.drawn.Boxes[index] = geom.NewRect(centre.X-box.Width/2, centre.Y-box.Height/2, box.Width, box.Height)
	return nil
}

// edge parses `edge t0 t1 n x1 y1 … xn yn style colour`.
func (r *pictureReader) edge(fields []string) error {
	from, err := r.index(fields[1])
	if err != nil {
		return err
	}
	to, err := r.index(fields[2])
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(fields[3])
	if err != nil || count < 4 || count%3 != 1 || len(fields) < 4+2*count+2 {
		return fmt.Errorf("%w: an edge with %.20q points", ErrAnswer, fields[3])
	}
	waiting := r.pending[[2]int{from, to}]
	if len(waiting) == 0 {
		return fmt.Errorf("%w: an edge from t%d to t%d that was not asked for", ErrAnswer, from, to)
	}
	line := waiting[0]
	r.pending[[2]int{from, to}] = waiting[1:]
	r.drawn.Curves[line], err = r.points(fields[4 : 4+2*count])
	return err
}

func (r *pictureReader) points(fields []string) ([]geom.Point, error) {
	n, err := numbers(fields)
	if err != nil {
		return nil, err
	}
	points := make([]geom.Point, 0, len(n)/2)
	for i := 0; i+1 < len(n); i += 2 {
		points = append(points, r.point(n[i], n[i+1]))
	}
	return points, nil
}

// point converts inches with y upwards.
func (r *pictureReader) point(x, y float64) geom.Point {
	return geom.Pt(x*PointsPerInch, (r.height-y)*PointsPerInch)
}

func (r *pictureReader) index(name string) (int, error) {
	return nodeIndex(name, len(r.picture.Boxes))
}

func nodeIndex(name string, count int) (int, error) {
	text, found := strings.CutPrefix(name, "t")
	index, err := strconv.Atoi(text)
	if !found || err != nil || index < 0 || index >= count {
		return 0, fmt.Errorf("%w: unknown node %.20q", ErrAnswer, name)
	}
	return index, nil
}

func numbers(fields []string) ([]float64, error) {
	out := make([]float64, len(fields))
	for i, field := range fields {
		var err error
		if out[i], err = number(field); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func number(field string) (float64, error) {
	n, err := strconv.ParseFloat(field, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, fmt.Errorf("%w: number %.20q", ErrAnswer, field)
	}
	return n, nil
}

// sameLength compares inches. The plain format has 5 digits: 0.1 inch in 1,000.
func sameLength(got, want float64) bool {
	const tolerance = 0.002
	return math.Abs(got-want) <= tolerance*(1+want)
}
