package diagram

// surrounded is where ends and attributes stand, in the layout's coordinates.
type surrounded struct {
	ends   []endPlace // by the number of the edge
	spots  []ovalPlace
	bounds Rect // round all that is drawn
}

// ovalPlace is where an attribute stands, by its number, and the middle of what
// it belongs to.
type ovalPlace struct {
	number    int
	owner, at Point
}

// surroundBytes is how much of what is planned is remembered: about 200 diagrams
// of 40 entity types.
const surroundBytes = 4 << 20

// Sizes in memory.
const (
	endBytes  = 64 // of an endPlace
	ovalBytes = 40 // of an ovalPlace
)

// planned are the places that were planned last, of all models.
var planned = newMemory[*surrounded](surroundBytes)

func (s *surrounded) size() int {
	return leastBytes + endBytes*cap(s.ends) + ovalBytes*cap(s.spots)
}

// plan gives ends and attributes their places.
func (s *surroundings) plan() *surrounded { return planned.of(s.key(), s.planAnew) }

func (s *surroundings) planAnew() *surrounded {
	ends := planEnds(s)
	fans := planFans(s, ends)
	places := &surrounded{ends: ends, bounds: fans.bounds(), spots: make([]ovalPlace, len(fans.space.spots))}
	for i, spot := range fans.space.spots {
		places.spots[i] = ovalPlace{spot.number, spot.owner, spot.at}
	}
	return places
}
