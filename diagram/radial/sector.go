package radial

import (
	"cmp"
	"math"
	"slices"
)

// sector is a way to spread parts round a composite attribute.
type sector struct {
	middle float64 // direction
	toward []ray   // of each spoke
	order  []int   // in which parts are placed
	price  float64 // of its arc and its middle
}

// What a fan costs.
const (
	arcPrice    = 1.6  // an arc e times as wide as usual, or as narrow
	flatPrice   = 0.5  // of the share by which spokes are less steep than at equal angles
	turnedPrice = 1.8  // a middle turned back
	slantPrice  = 0.8  // a middle that is neither level nor upright
	longPrice   = 0.12 // each step of all spokes
	pushPrice   = 0.1  // each step of one spoke
	rowPrice    = 0.08 // each shift of a row
)

const (
	shortSpoke = 22.0 // between two outlines, in px
	pushStep   = 6.0  // by which one is made longer
	mostPushes = 10
	mostTurned = 100 * math.Pi / 180
	middles    = 24
)

var (
	arcShares = [...]float64{1, 0.85, 1.2, 0.7, 1.4, 0.55}
	flatness  = [...]float64{1, 0.75, 0.55}
	moreSteps = [...]int{0, 2, 4, 6} // that all spokes are longer
)

// sectorsOf lists the shapes of the fans of so many parts.
func (p *arrangement) sectorsOf(parts int) []sector {
	shapes, known := p.sectors[parts]
	if known {
		return shapes
	}
	for i := range middles {
		for _, share := range arcShares {
			for _, flat := range flatness {
				shape := newSector(2*math.Pi/middles*float64(i), share*usualArc(parts), flat, parts)
				shape.price = arcPrice*math.Abs(math.Log(share)) + flatPrice*(1-flat)
				if i%(middles/4) > 0 {
					shape.price += slantPrice
				}
				if shape.apart(leastAngle(parts + 1)) {
					shapes = append(shapes, shape)
				}
			}
		}
	}
	p.sectors[parts] = shapes
	return shapes
}

// usualArc is the arc that so many parts take when there is room.
func usualArc(parts int) float64 {
	const third, more, most = math.Pi / 3, math.Pi / 6, 230 * math.Pi / 180
	gaps := float64(parts - 1)
	return max(min(third*gaps, 2*third+more*(gaps-2), most), leastAngle(parts+1)*gaps)
}

// newSector lays spokes at equal angles over an arc, then makes them less
// steep: ellipses are wide, and stand better beside each other than above. The
// most level ones are placed first: they have the least choice.
func newSector(middle, arc, flat float64, parts int) sector {
	shape := sector{middle: middle}
	for i := range parts {
		angle := middle
		if parts > 1 {
			angle += readingTurn(middle) * arc * (float64(i)/float64(parts-1) - 0.5)
		}
		sin, cos := math.Sincos(angle)
		shape.toward = append(shape.toward, rayTo(math.Atan2(flat*sin, cos)))
		shape.order = append(shape.order, i)
	}
	steep := func(i int) float64 { return math.Round(100 * math.Abs(shape.toward[i].unit().Y)) }
	slices.SortStableFunc(shape.order, func(i, k int) int { return cmp.Compare(steep(i), steep(k)) })
	return shape
}

// apart tells whether all neighbours keep an angle.
func (f *sector) apart(least float64) bool {
	for i := 1; i < len(f.toward); i++ {
		if f.toward[i].angleTo(f.toward[i-1]) < least {
			return false
		}
	}
	return len(f.toward) < 3 || f.toward[0].angleTo(f.toward[len(f.toward)-1]) >= least
}

// clearOf tells whether all spokes keep an angle from a direction.
func (f *sector) clearOf(direction, least float64) bool {
	for _, toward := range f.toward {
		if math.Abs(math.Remainder(2*math.Pi/rays*float64(toward)-direction, 2*math.Pi)) < least {
			return false
		}
	}
	return true
}
