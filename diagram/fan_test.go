package diagram

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/model"
)

// randomConcepts makes a model with up to entities entity types and
// attributes of all kinds, composite ones included.
func randomConcepts(seed uint64, entities int) *model.Model {
	random := rand.New(rand.NewPCG(seed, 7))
	b := newBuilder("Random")
	attributes := func(most int) string {
		var words []string
		for i := range random.IntN(most + 1) {
			name := fmt.Sprintf("%s%d", strings.Repeat("attr_", 1+random.IntN(4)), i)
			words = append(words, []string{"", "+", "*", "~", "-"}[random.IntN(5)]+name)
			if random.IntN(6) == 0 {
				for k := range 1 + random.IntN(4) {
					words = append(words, fmt.Sprintf("%s/part%d", name, k))
				}
			}
		}
		return strings.Join(words, " ")
	}
	for i := range entities {
		b.entity(fmt.Sprintf("e%d", i), fmt.Sprintf("Entity %d", i), random.IntN(5) == 0, attributes(9))
	}
	for i := range entities {
		ends := []string{}
		for range 2 + random.IntN(2) {
			ends = append(ends, fmt.Sprintf("e%d:n:%s", random.IntN(entities), []string{"", "role"}[random.IntN(2)]))
		}
		b.relationship(fmt.Sprintf("x%d", i), fmt.Sprintf("relates %d", i), false, strings.Join(ends, " "), attributes(3))
	}
	return b.Model
}

// ellipsePoints are points on the outline of a placed attribute.
func ellipsePoints(s spot) []geom.Point {
	rx, ry := s.radii()
	points := make([]geom.Point, 90)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
		points[i] = geom.Pt(s.at.X+rx*cos, s.at.Y+ry*sin)
	}
	return points
}

func within(s spot, at geom.Point) bool {
	rx, ry := s.radii()
	return math.Hypot((at.X-s.at.X)/rx, (at.Y-s.at.Y)/ry) < 1
}

// TestFanOverlapsNothing checks outlines point by point: no attribute meets
// another one, a box, a label or an edge, and each stands in the picture.
func TestFanOverlapsNothing(t *testing.T) {
	engines := map[string]graph.Layouter{"rows": rows{}, "grid": layout.Grid{}}
	for seed := range uint64(20) {
		m := randomConcepts(seed, 2+int(seed)%14)
		d := Build(m, KindER, Display{})
		for name, engine := range engines {
			layout, err := engine.Layout(context.Background(), d.Graph())
			if err != nil {
				t.Fatal(err)
			}
			fans := newFans(d, layout)
			if got, want := len(fans.space.spots), len(fans.attributes); got != want {
				t.Errorf("seed %d, %s: %d attributes are drawn, want %d", seed, name, got, want)
			}
			checkFan(t, fmt.Sprintf("seed %d, %s", seed, name), fans)
		}
	}
}

// fans are the fans of a drawing, planned anew, with all that they are planned
// from.
type fans struct {
	*fanPlan
	ends       []endPlace
	attributes attributeList
}

func newFans(d *Drawing, layout *graph.Layout) fans {
	round, attributes := d.surroundings(layout)
	ends := planEnds(round)
	return fans{planFans(round, ends), ends, attributes}
}

func (f fans) name(s spot) string { return f.attributes[s.number].lines[0] }

func checkFan(t *testing.T, name string, fans fans) {
	t.Helper()
	space := fans.space
	for i, s := range space.spots {
		outline := ellipsePoints(s)
		for _, other := range space.spots[:i] {
			for _, at := range outline {
				if within(other, at) {
					t.Fatalf("%s: attributes %s and %s overlap", name, fans.name(s), fans.name(other))
				}
			}
		}
		for _, box := range space.boxes {
			for _, at := range outline {
				if box.Has(at) {
					t.Fatalf("%s: attribute %s overlaps the box %v", name, fans.name(s), box)
				}
			}
		}
		for _, edge := range space.edges {
			for share := 0.0; share <= 1; share += 1.0 / 128 {
				if within(s, geom.Pt(edge[0].X+share*(edge[1].X-edge[0].X), edge[0].Y+share*(edge[1].Y-edge[0].Y))) {
					t.Fatalf("%s: an edge runs through attribute %s", name, fans.name(s))
				}
			}
		}
	}
}

// TestFanKeepsToItsOwner bounds how far attributes stand away when there is
// room, and how many spokes cross in the hotel: none.
func TestFanKeepsToItsOwner(t *testing.T) {
	d := Build(hotelModel(), KindER, Display{})
	layout, err := rows{}.Layout(context.Background(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	plan := newFans(d, layout)
	for i, s := range plan.space.spots {
		if far := geom.Distance(s.owner, s.at); far > 190 {
			t.Errorf("attribute %s stands %.0f px from its owner", plan.name(s), far)
		}
		for _, other := range plan.space.spots[:i] {
			if geom.Crosses(s.owner, s.at, other.owner, other.at) {
				t.Errorf("the spokes of %s and %s cross", plan.name(s), plan.name(other))
			}
		}
	}
}

// manyAttributes has an entity type of so many.
func manyAttributes(count int) *model.Model {
	b := newBuilder("Many")
	var words []string
	for i := range count {
		words = append(words, fmt.Sprintf("attribute_%d", i))
	}
	b.entity("e", "Wide", false, strings.Join(words, " "))
	b.entity("f", "Narrow", false, "id")
	b.relationship("x", "relates", false, "e:n: f:n:", "")
	return b.Model
}

// TestManyAttributesStandInRows: those that find no room round their owner stand
// below the picture, side by side.
func TestManyAttributesStandInRows(t *testing.T) {
	d := Build(manyAttributes(600), KindER, Display{})
	layout, err := rows{}.Layout(context.Background(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	plan := newFans(d, layout)
	checkFan(t, "many", plan)
	if bounds := plan.bounds(); bounds.Height > 3*bounds.Width {
		t.Errorf("the picture is %g × %g px", bounds.Width, bounds.Height)
	}
}

// A star knows whether a direction is apart from all its spokes, whichever of
// them are taken away.
func TestStarKeepsSpokesApart(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 9))
	owner := newStar(geom.Pt(3, 4), 20, nil)
	anywhere := func() geom.Point { return geom.Pt(random.Float64()*800-400, random.Float64()*600-300) }
	var places, spokes []geom.Point
	apart := 0
	for range 4000 {
		switch at := anywhere(); {
		case len(places) < random.IntN(24):
			owner.add(spot{at: at})
			places, spokes = append(places, at), append(spokes, owner.towards(at))
		case len(places) > 0 && random.IntN(3) == 0:
			owner.lift(places[0])
			places, spokes = places[1:], spokes[1:]
		default:
			want := clearOf(owner.towards(at), spokes, owner.spokeCosine)
			if got := owner.keepsApart(at); got != want {
				t.Fatalf("%v is apart from %d spokes: %v, want %v", at, len(spokes), got, want)
			}
			if want {
				apart++
			}
		}
	}
	if apart < 100 {
		t.Errorf("%d directions were apart", apart)
	}
}

// TestPartsFindRoom: where no fan of parts fits at the wanted places, another
// place round the owner is taken, rather than spokes crossed.
func TestPartsFindRoom(t *testing.T) {
	d := Build(randomConcepts(4, 40), KindER, Display{})
	layout, err := (inProcess{}).Layout(t.Context(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	plan := newFans(d, layout)
	var whole spot
	for _, s := range plan.space.spots {
		if id := plan.attributes[s.number].id; id == "e7attr3" {
			whole = s
		}
	}
	parts := 0
	for _, s := range plan.space.spots {
		if s.owner != whole.at {
			continue
		}
		parts++
		for _, other := range plan.space.spots {
			if other.owner != whole.at && other != whole && geom.Crosses(s.owner, s.at, other.owner, other.at) {
				t.Errorf("the spoke of %s crosses that of %s", plan.name(s), plan.name(other))
			}
		}
		for _, edge := range plan.space.edges {
			if geom.Crosses(s.owner, s.at, edge[0], edge[1]) {
				t.Errorf("the spoke of %s crosses an edge", plan.name(s))
			}
		}
	}
	if parts != 4 {
		t.Errorf("%d parts were found", parts)
	}
}

func TestRingPositionMeetsPlace(t *testing.T) {
	ring := newRing(geom.Pt(10, 20), 90, 50, 110, attributeHeight, spokeAngle)
	for degrees := -180.0; degrees < 180; degrees += 7.5 {
		angle := degrees * math.Pi / 180
		at := ring.place(ring.position(angle), 0, leastAttribute/2, attributeHeight/2)
		got := math.Atan2(at.Y-20, at.X-10)
		if off := math.Abs(math.Remainder(got-angle, 2*math.Pi)); off > 1e-6 {
			t.Errorf("the position at %v° stands at %v°", degrees, got*180/math.Pi)
		}
	}
}

// spokesOf lists the places round each owner. A composite attribute has the
// spoke to its own owner too.
func spokesOf(plan fans) map[geom.Point][]spot {
	round := map[geom.Point][]spot{}
	for _, s := range plan.space.spots {
		round[s.owner] = append(round[s.owner], s)
		if len(s.parts) > 0 {
			round[s.at] = append(round[s.at], spot{at: s.owner, owner: s.at})
		}
	}
	return round
}

func angleBetween(a, b spot) float64 {
	return math.Abs(math.Remainder(math.Atan2(a.at.Y-a.owner.Y, a.at.X-a.owner.X)-math.Atan2(b.at.Y-b.owner.Y, b.at.X-b.owner.X), 2*math.Pi))
}

// TestSpokesKeepApart: the spokes of an owner are 20° apart, or three quarters
// of equal shares when they and the owner's edges are more than thirteen. Less
// only without room: then there is no place within 90 px of the usual spokes for
// the one nor for the other where it would touch nothing, cross nothing, and
// keep 3° more than that.
func TestSpokesKeepApart(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	pairs, narrow := 0, 0
	for seed := range uint64(24) {
		d := Build(randomConcepts(100+seed, 2+int(seed)%12), KindER, Display{})
		layout, err := engine.Layout(context.Background(), d.Graph())
		if err != nil {
			t.Fatal(err)
		}
		plan := newFans(d, layout)
		edges := map[geom.Point]int{}
		for _, box := range d.graph.Boxes {
			edges[layout.Boxes[box.ID].Centre()] = len(plan.space.directions(layout.Boxes[box.ID]))
		}
		for owner, spots := range spokesOf(plan) {
			least := min(20*math.Pi/180, 1.5*math.Pi/float64(len(spots)+edges[owner])) - 1e-9
			for i, a := range spots {
				for _, b := range spots[:i] {
					if pairs++; angleBetween(a, b) >= least {
						continue
					}
					narrow++
					for _, s := range []spot{a, b} {
						if at, found := roomier(plan, s, spots, least); found {
							t.Errorf("seed %d: the spokes of %s and its neighbour are %.0f° apart, at %v it would have room",
								seed, plan.name(s), angleBetween(a, b)*180/math.Pi, at)
						}
					}
				}
			}
		}
	}
	if narrow*50 > pairs {
		t.Errorf("%d of %d pairs of spokes are close, that is more than 2 %%", narrow, pairs)
	}
}

// roomier looks round the owner for a better place of a spot that has no parts.
func roomier(plan fans, s spot, siblings []spot, least float64) (geom.Point, bool) {
	if s.oval == nil || len(s.parts) > 0 {
		return geom.Point{}, false
	}
	space := &fanSpace{}
	*space = *plan.space
	space.nearSpots, space.nearFrames, space.spots = geom.NewNearIndex(geom.Rect{}), geom.NewNearIndex(geom.Rect{}), nil
	space.filled = geom.NewBitmap(geom.Rect{})
	for _, other := range plan.space.spots {
		if other != s {
			space.spots = append(space.spots, other)
			space.nearSpots.Add(other.extent())
			space.nearFrames.Add(other.frame())
		}
	}
	for degrees := range 360 {
		toward := unit(float64(degrees) * math.Pi / 180)
		for far := 110.0; far < 200; far += 15 {
			try := spot{s.oval, s.owner, geom.Pt(s.owner.X+far*toward.X, s.owner.Y+far*toward.Y)}
			free := true
			for _, other := range siblings {
				free = free && (other == s || angleBetween(other, try) > least+3*math.Pi/180)
			}
			if free && space.free(&try) {
				return try.at, true
			}
		}
	}
	return geom.Point{}, false
}
