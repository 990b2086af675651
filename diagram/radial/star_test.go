package radial

import (
	"math/rand/v2"
	"testing"

	"widerow/diagram/geom"
)

// TestStarKeepsSpokesApart compares with all spokes one by one, while spokes are
// added and removed.
func TestStarKeepsSpokesApart(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 9))
	owner := newStar(geom.Pt(3, 4), 20, nil)
	anywhere := func() geom.Point { return geom.Pt(random.Float64()*800-400, random.Float64()*600-300) }
	var places, spokes []geom.Point
	apart := 0
	for range 4000 {
		switch at := anywhere(); {
		case len(places) < random.IntN(24):
			owner.add(placement{at: at})
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
