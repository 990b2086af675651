package radial

import (
	"cmp"
	"math"
	"slices"
)

// sector is a way to spread parts around a composite attribute: on spokes in an
// arc.
type sector struct {
	middle float64 // angle of the middle of the arc
	toward []ray   // of each part
	order  []int   // in which parts are placed, as indexes
	price  float64 // of its arc and its direction
}

// Costs of a sector.
const (
	arcPrice    = 1.6  // for an arc e times as wide as usual, or as narrow
	flatPrice   = 0.5  // times the share by which spokes are flattened
	turnedPrice = 1.8  // for a middle that points back to the owner
	slantPrice  = 0.8  // for a middle that is neither horizontal nor vertical
	longPrice   = 0.12 // per step by which all spokes are longer
	pushPrice   = 0.1  // per step by which one spoke is longer
	rowPrice    = 0.08 // per step by which a row is shifted
)

const (
	shortSpoke = 22.0 // least gap between the ellipses, in px
	pushStep   = 6.0  // px by which a spoke is lengthened
	mostPushes = 10
	mostTurned = 100 * math.Pi / 180 // of the middle, from straight away from the owner
	middles    = 24                  // directions tried
)

var (
	arcShares = [...]float64{1, 0.85, 1.2, 0.7, 1.4, 0.55}
	flatness  = [...]float64{1, 0.75, 0.55}
	moreSteps = [...]int{0, 2, 4, 6} // by which all spokes are longer
)

// sectorsOf returns the sectors for a number of parts.
func (p *arrangement) sectorsOf(parts int) []sector {
	sectors, known := p.sectors[parts]
	if known {
		return sectors
	}
	for i := range middles {
		for _, share := range arcShares {
			for _, flat := range flatness {
				made := newSector(2*math.Pi/middles*float64(i), share*usualArc(parts), flat, parts)
				made.price = arcPrice*math.Abs(math.Log(share)) + flatPrice*(1-flat)
				if i%(middles/4) > 0 {
					made.price += slantPrice
				}
				if made.apart(leastAngle(parts + 1)) {
					sectors = append(sectors, made)
				}
			}
		}
	}
	p.sectors[parts] = sectors
	return sectors
}

// usualArc returns the arc of a number of parts that have room, in radians.
func usualArc(parts int) float64 {
	const third, more, most = math.Pi / 3, math.Pi / 6, 230 * math.Pi / 180
	gaps := float64(parts - 1)
	return max(min(third*gaps, 2*third+more*(gaps-2), most), leastAngle(parts+1)*gaps)
}

// newSector lays spokes at equal angles over an arc, then flattens them:
// ellipses are wider than tall, so their centres must be further apart horizontally
// than vertically. The flattest spokes are placed first: they have the least choice.
func newSector(middle, arc, flat float64, parts int) sector {
	made := sector{middle: middle}
	for i := range parts {
		angle := middle
		if parts > 1 {
			angle += readingTurn(middle) * arc * (float64(i)/float64(parts-1) - 0.5)
		}
		sin, cos := math.Sincos(angle)
		made.toward = append(made.toward, rayTo(math.Atan2(flat*sin, cos)))
		made.order = append(made.order, i)
	}
	steep := func(i int) float64 { return math.Round(100 * math.Abs(made.toward[i].unit().Y)) }
	slices.SortStableFunc(made.order, func(i, k int) int { return cmp.Compare(steep(i), steep(k)) })
	return made
}

// apart reports whether neighbouring spokes keep an angle.
func (s *sector) apart(least float64) bool {
	for i := 1; i < len(s.toward); i++ {
		if s.toward[i].angleTo(s.toward[i-1]) < least {
			return false
		}
	}
	return len(s.toward) < 3 || s.toward[0].angleTo(s.toward[len(s.toward)-1]) >= least
}

// clearOf reports whether all spokes keep an angle from a direction.
func (s *sector) clearOf(direction, least float64) bool {
	for _, toward := range s.toward {
		if math.Abs(math.Remainder(2*math.Pi/rays*float64(toward)-direction, 2*math.Pi)) < least {
			return false
		}
	}
	return true
}
