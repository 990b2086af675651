package radial

import (
	"math"
	"testing"

	"widerow/diagram/geom"
)

func TestRingPositionMeetsPlace(t *testing.T) {
	ring := newRing(geom.Pt(10, 20), 90, 50, 110, OvalHeight, spokeAngle)
	for degrees := -180.0; degrees < 180; degrees += 7.5 {
		angle := degrees * math.Pi / 180
		at := ring.place(ring.position(angle), 0, LeastOvalWidth/2, OvalHeight/2)
		got := math.Atan2(at.Y-20, at.X-10)
		if off := math.Abs(math.Remainder(got-angle, 2*math.Pi)); off > 1e-6 {
			t.Errorf("the position at %v° is at %v°", degrees, got*180/math.Pi)
		}
	}
}
