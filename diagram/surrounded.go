package diagram

import "widerow/diagram/geom"

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

// arrange places ends and attributes.
func arrange(s *surroundings) *surrounded {
	ends := planEnds(s)
	fans := planFans(s, ends)
	places := &surrounded{ends: ends, bounds: fans.bounds(), spots: make([]ovalPlace, len(fans.space.spots))}
	for i, spot := range fans.space.spots {
		places.spots[i] = ovalPlace{spot.number, spot.owner, spot.at}
	}
	return places
}
