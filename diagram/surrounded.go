package diagram

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"widerow/diagram/digest"
	"widerow/diagram/geom"
)

// surrounded is where ends and attributes stand, in the layout's coordinates.
type surrounded struct {
	ends   []endPlace // by the number of the edge
	spots  []ovalPlace
	bounds geom.Rect // round all that is drawn
}

// ovalPlace is where an attribute stands, by its number, and the middle of what
// it belongs to.
type ovalPlace struct {
	number    int
	owner, at geom.Point
}

// plansKept is how many plans are kept: one of 40 entity types with 5
// attributes each takes about 12 KB.
const plansKept = 256

// plans are those used last, of all models, by the digest of the surroundings.
var plans = newPlans(plansKept)

func newPlans(size int) *lru.Cache[digest.Sum, *surrounded] {
	plans, err := lru.New[digest.Sum, *surrounded](size)
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	return plans
}

// plan gives ends and attributes their places. The result is shared and must
// not be changed.
func (s *surroundings) plan() *surrounded {
	key := digest.Of(s)
	if known, found := plans.Get(key); found {
		return known
	}
	planned := s.planAnew()
	plans.Add(key, planned)
	return planned
}

func (s *surroundings) planAnew() *surrounded {
	ends := planEnds(s)
	fans := planFans(s, ends)
	places := &surrounded{ends: ends, bounds: fans.bounds(), spots: make([]ovalPlace, len(fans.space.spots))}
	for i, spot := range fans.space.spots {
		places.spots[i] = ovalPlace{spot.number, spot.owner, spot.at}
	}
	return places
}
