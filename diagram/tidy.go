package diagram

import (
	"context"
	"maps"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
)

// Score measures how hard a picture is to read.
type Score struct {
	Crossings     int     // pairs of lines that cross
	Length        float64 // of all lines, in px
	Width, Height float64 // of the picture, in px
	Ragged        int     // boxes that are nearly in line with others, or nearly between two
}

// The costs of one crossing and of one ragged box, in px of lines.
const (
	crossingCost = 200
	raggedCost   = 60
)

// Cost returns the length of the lines plus the cost of crossings, of ragged boxes and of an
// aspect ratio beyond two to one.
func (s Score) Cost() float64 {
	const longest = 2 // times the other side
	overflow := max(0, s.Width-longest*s.Height, s.Height-longest*s.Width)
	return crossingCost*float64(s.Crossings) + raggedCost*float64(s.Ragged) + s.Length + overflow
}

// Proposal is the best arrangement found for a diagram.
type Proposal struct {
	// At holds new positions. It is nil if no arrangement is better than the document's.
	At        map[model.ID]model.Position
	Now, Then Score
}

// Propose compares the arrangement of a diagram with a new one, with one in which only
// boxes with crossings move, and with these straightened. Pinned elements keep their
// positions, but for the little that straightens them. A diagram without stored positions gets
// those of the layout that is shown.
func Propose(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) (*Proposal, error) {
	proposal, err := rearranged(ctx, layouter, m, kind)
	if err != nil || len(Build(m, kind, Display{}).positions) == 0 {
		return proposal, err
	}
	return proposal, proposal.straighten(ctx, layouter, m, kind)
}

// rearranged returns the best proposal that moves no pinned element.
func rearranged(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) (*Proposal, error) {
	now := Build(m, kind, Display{})
	if now.Empty() {
		return &Proposal{}, nil
	}
	shown, err := layouter.Layout(ctx, now.Graph())
	if err != nil {
		return nil, err
	}
	fresh, err := Tidied(ctx, layouter, m, kind)
	if err != nil {
		return nil, err
	}
	proposal := &Proposal{Now: scoreOf(now, shown)}
	proposal.Then = proposal.Now
	if len(now.positions) == 0 {
		proposal.At = fresh
		return proposal, nil
	}
	score, err := scoreWith(ctx, layouter, m, kind, fresh)
	if err != nil {
		return nil, err
	}
	proposal.take(fresh, score)
	return proposal, proposal.repair(ctx, layouter, m, kind)
}

// Overdue returns a proposal if a diagram costs so much more than when it was last
// tidied that tidying should be offered and there is a better arrangement, else nil.
// A diagram that was never tidied is compared with a new arrangement. Large diagrams
// are left out, those that are arranged by nobody yet, and those that could only be straightened.
func Overdue(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) (*Proposal, error) {
	const offered = 1.5 // times the cost then
	drawing := Build(m, kind, Display{})
	if len(drawing.positions) == 0 || drawing.graph.Large() {
		return nil, nil
	}
	now, err := scoreWith(ctx, layouter, m, kind, nil)
	if err != nil {
		return nil, err
	}
	then, err := lastCost(ctx, layouter, m, kind)
	if err != nil || now.Cost() == 0 || now.Cost() < offered*then {
		return nil, err
	}
	proposal, err := rearranged(ctx, layouter, m, kind)
	if err != nil || proposal.At == nil {
		return nil, err
	}
	return proposal, nil
}

// lastCost returns the cost of a diagram when it was last tidied, or else the cost of a new
// arrangement.
func lastCost(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) (float64, error) {
	if cost := m.Tidied[string(kind)]; cost > 0 {
		return cost, nil
	}
	fresh, err := Tidied(ctx, layouter, m, kind)
	if err != nil {
		return 0, err
	}
	score, err := scoreWith(ctx, layouter, m, kind, fresh)
	return score.Cost(), err
}

// take accepts an arrangement if it is better.
func (p *Proposal) take(at map[model.ID]model.Position, score Score) bool {
	better := score.Cost() < p.Then.Cost()
	if better {
		p.At, p.Then = at, score
	}
	return better
}

// repair places the box with the most crossings anew, near its neighbours, as long
// as that reduces the cost.
func (p *Proposal) repair(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) error {
	const most = 4 // boxes
	least, moved := p.Now.Cost(), map[model.ID]model.Position{}
	for range most {
		drawing := Build(m.WithPositions(string(kind), moved), kind, Display{})
		layout, err := layouter.Layout(ctx, drawing.Graph())
		if err != nil {
			return err
		}
		box := mostCrossed(drawing, layout)
		if box == nil {
			return nil
		}
		box.At = nil
		places, err := drawing.places(ctx, layouter)
		if err != nil {
			return err
		}
		next := changed(Build(m, kind, Display{}).positions, places)
		score, err := scoreWith(ctx, layouter, m, kind, next)
		if err != nil || score.Cost() >= least {
			return err
		}
		least, moved = score.Cost(), next
		p.take(next, score)
	}
	return nil
}

// straighten moves ragged boxes into line, as long as that reduces the cost: a box that is in
// line now can bring another one close to its own.
func (p *Proposal) straighten(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind) error {
	const most = 3 // passes
	for range most {
		drawing := Build(m.WithPositions(string(kind), p.At), kind, Display{})
		layout, err := layouter.Layout(ctx, drawing.Graph())
		if err != nil {
			return err
		}
		moved := drawing.straightened(layout)
		maps.DeleteFunc(moved, func(id model.ID, to model.Position) bool { return to.Pinned && !isNear(to, m.Layout[string(kind)][id]) })
		if len(moved) == 0 {
			return nil
		}
		next := maps.Clone(p.At)
		if next == nil {
			next = map[model.ID]model.Position{}
		}
		maps.Copy(next, moved)
		score, err := scoreWith(ctx, layouter, m, kind, next)
		if err != nil || !p.take(next, score) {
			return err
		}
	}
	return nil
}

// isNear reports whether a place is so close to another one that a box is only straightened there.
func isNear(a model.Position, b *model.Position) bool {
	return b != nil && max(math.Abs(a.X-b.X), math.Abs(a.Y-b.Y)) <= nearly
}

// scoreWith returns the score of a diagram with other positions.
func scoreWith(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, at map[model.ID]model.Position) (Score, error) {
	drawing := Build(m.WithPositions(string(kind), at), kind, Display{})
	layout, err := layouter.Layout(ctx, drawing.Graph())
	if err != nil {
		return Score{}, err
	}
	return scoreOf(drawing, layout), nil
}

func scoreOf(d *Drawing, layout *graph.Layout) Score {
	score := Score{Width: layout.Width, Height: layout.Height, Ragged: len(d.straightened(layout))}
	for i := range d.graph.Edges {
		score.Length += geom.PathLength(layout.Edges[d.graph.Edges[i].ID].Points)
	}
	score.Length = math.Round(score.Length)
	eachCrossing(d, layout, func(_, _ *graph.Edge) { score.Crossings++ })
	return score
}

// eachCrossing visits the pairs of edges that cross.
func eachCrossing(d *Drawing, layout *graph.Layout, visit func(a, b *graph.Edge)) {
	edges := d.graph.Edges
	for i := range edges {
		for k := range i {
			if pathsCross(layout.Edges[edges[i].ID].Points, layout.Edges[edges[k].ID].Points) {
				visit(&edges[i], &edges[k])
			}
		}
	}
}

func pathsCross(a, b []geom.Point) bool {
	for i := 1; i < len(a); i++ {
		for k := 1; k < len(b); k++ {
			if geom.Crosses(a[i-1], a[i], b[k-1], b[k]) {
				return true
			}
		}
	}
	return false
}

// mostCrossed returns the unpinned box whose edges have the most crossings, nil if
// there are none.
func mostCrossed(d *Drawing, layout *graph.Layout) *graph.Box {
	counts := map[string]int{}
	eachCrossing(d, layout, func(a, b *graph.Edge) {
		for _, box := range []string{a.From, a.To, b.From, b.To} {
			counts[box]++
		}
	})
	var most *graph.Box
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if !box.Pinned && counts[box.ID] > 0 && (most == nil || counts[box.ID] > counts[most.ID]) {
			most = box
		}
	}
	return most
}
