package layout

import (
	"testing"

	"widerow/diagram/geom"
)

// Small parts fill the space that large ones leave, in order.
func TestPackFillsFreeRoom(t *testing.T) {
	large := &block{width: 1000, height: 600, taken: []geom.Rect{geom.NewRect(0, 0, 200, 200), geom.NewRect(800, 0, 200, 600)}}
	small := &block{width: 600, height: 300}
	tiny := &block{width: 100, height: 100}
	p := newPacker([]*block{large, small, tiny}, 50, 50)
	for _, test := range []struct {
		width  float64
		rising bool
		want   [3]geom.Point
	}{
		{1000, true, [3]geom.Point{geom.Pt(0, 0), geom.Pt(0, 250), geom.Pt(0, 600)}},
		{1000, false, [3]geom.Point{geom.Pt(0, 0), geom.Pt(0, 250), geom.Pt(0, 650)}},
		{2000, true, [3]geom.Point{geom.Pt(0, 0), geom.Pt(1050, 0), geom.Pt(1700, 0)}},
	} {
		p.pack(test.width, test.rising)
		if got := [3]geom.Point(p.at); got != test.want {
			t.Errorf("in a width of %g, rising %v: %v, want %v", test.width, test.rising, got, test.want)
		}
	}
}
