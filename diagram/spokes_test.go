package diagram

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
)

// byOwner groups the attributes by owner. A composite attribute owns its parts, and
// its own spoke counts as one of them.
func (a *arrangement) byOwner() map[geom.Point][]placedAttribute {
	owned := map[geom.Point][]placedAttribute{}
	for _, attribute := range a.attributes {
		owned[attribute.owner] = append(owned[attribute.owner], attribute)
		if len(attribute.Parts) > 0 {
			owned[attribute.at] = append(owned[attribute.at], placedAttribute{owner: attribute.at, at: attribute.owner})
		}
	}
	return owned
}

// linesOf counts the edges at a box.
func (a *arrangement) linesOf(box geom.Rect) int {
	count, touching := 0, box.Grown(2)
	for _, line := range a.lines {
		for _, end := range line {
			if touching.Has(end) {
				count++
			}
		}
	}
	return count
}

func angleBetween(a, b placedAttribute) float64 {
	return math.Abs(math.Remainder(math.Atan2(a.at.Y-a.owner.Y, a.at.X-a.owner.X)-math.Atan2(b.at.Y-b.owner.Y, b.at.X-b.owner.X), 2*math.Pi))
}

// TestSpokesKeepApart: the spokes of an owner are 20° apart, or three quarters of
// equal shares if the owner has more than thirteen spokes and edges. They are
// closer only for lack of space: within 90 px of the usual spokes, neither
// attribute has a place where it touches nothing, crosses nothing, and is 3°
// further from the other spokes. The search for places may miss one such pair in a
// thousand.
func TestSpokesKeepApart(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	pairs, narrow := 0, 0
	var missed []string
	for seed := range uint64(24) {
		d := Build(randomConcepts(100+seed, 2+int(seed)%12), KindER, Display{})
		layout, err := engine.Layout(context.Background(), d.Graph())
		if err != nil {
			t.Fatal(err)
		}
		a := arrangementOf(t, d, layout)
		edges := map[geom.Point]int{}
		for _, box := range layout.Boxes {
			edges[box.Centre()] = a.linesOf(box)
		}
		for owner, attributes := range a.byOwner() {
			least := min(20*math.Pi/180, 1.5*math.Pi/float64(len(attributes)+edges[owner])) - 1e-9
			for i, one := range attributes {
				for _, other := range attributes[:i] {
					if pairs++; angleBetween(one, other) >= least {
						continue
					}
					narrow++
					for _, crowded := range []placedAttribute{one, other} {
						if at, found := a.roomier(crowded, attributes, least); found {
							missed = append(missed, fmt.Sprintf("seed %d: the spokes of %s and its neighbour are %.0f° apart, at %v it would have room",
								seed, crowded.Title.Name, angleBetween(one, other)*180/math.Pi, at))
						}
					}
				}
			}
		}
	}
	if 1000*len(missed) > pairs {
		t.Error(strings.Join(missed, "\n"))
	}
	if narrow == 0 || narrow*50 > pairs {
		t.Errorf("%d of %d pairs of spokes are close, want some and at most 2 %%", narrow, pairs)
	}
}

// roomier searches around the owner for a better place of an attribute without
// parts.
func (a *arrangement) roomier(attribute placedAttribute, siblings []placedAttribute, least float64) (geom.Point, bool) {
	if attribute.Attribute == nil || len(attribute.Parts) > 0 {
		return geom.Point{}, false
	}
	for degrees := range 360 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		for far := 110.0; far < 200; far += 15 {
			moved := attribute
			moved.at = geom.Pt(attribute.owner.X+far*cos, attribute.owner.Y+far*sin)
			free := true
			for _, other := range siblings {
				free = free && (other == attribute || angleBetween(other, moved) > least+3*math.Pi/180)
			}
			if free && a.free(moved) {
				return moved.at, true
			}
		}
	}
	return geom.Point{}, false
}

// clearance is the gap in px between an attribute and everything else. The spokes of
// others keep half of it.
const clearance = 7.0

// free reports whether a moved attribute touches nothing and its spoke crosses
// nothing.
func (a *arrangement) free(moved placedAttribute) bool {
	for _, box := range a.boxes {
		if moved.frame().Within(box, clearance) || geom.SegmentMeets(moved.owner, moved.at, box) && !box.Has(moved.owner) {
			return false
		}
	}
	for _, line := range a.lines {
		if moved.meets(line[0], line[1], clearance) || geom.Crosses(moved.owner, moved.at, line[0], line[1]) {
			return false
		}
	}
	for _, other := range a.attributes {
		if other.Attribute == moved.Attribute {
			continue
		}
		if moved.frame().Within(other.frame(), clearance) || moved.covers(other) || other.covers(moved) {
			return false
		}
		if other.owner != moved.owner && other.at != moved.owner && geom.Crosses(moved.owner, moved.at, other.owner, other.at) {
			return false
		}
	}
	return true
}

func (a placedAttribute) meets(from, to geom.Point, gap float64) bool {
	return geom.EllipseMeets(a.at, a.Width/2+gap, a.Height/2+gap, from, to)
}

// covers reports whether the attribute lies on the spoke of another one.
func (a placedAttribute) covers(other placedAttribute) bool {
	return a.at != other.owner && a.meets(other.owner, other.at, clearance/2)
}
