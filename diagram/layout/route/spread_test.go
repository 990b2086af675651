package route

import (
	"math"
	"slices"
	"testing"
)

// Lines that do not run beside each other share a narrow corridor: ten pairs
// that one long line joins to a cluster fit in 40 px.
func TestSeparateSharesRoom(t *testing.T) {
	long := &segment{edge: 0, at: 120, low: 0, high: 2000, least: 100, most: 140}
	cluster := []*segment{long}
	for i := range 10 {
		for k := range 2 {
			low := 200 * float64(i)
			cluster = append(cluster, &segment{edge: 1 + 2*i + k, at: 120, low: low, high: low + 150, least: 100, most: 140})
		}
	}
	separate(cluster)
	for i, seg := range cluster {
		if seg.at < seg.least || seg.at > seg.most {
			t.Errorf("line %d lies at %g, out of its corridor", i, seg.at)
		}
		for k, other := range cluster[:i] {
			if seg.meets(other) && math.Abs(seg.at-other.at) < TrackGap/2 {
				t.Errorf("lines %d and %d lie at %g and %g", k, i, other.at, seg.at)
			}
		}
	}
}

// The order of lines does not depend on the origin, to the bit. Otherwise two
// level lines could swap.
func TestSeparateIsTheSameAnywhere(t *testing.T) {
	separated := func(begin float64) []float64 {
		var cluster []*segment
		for i := range 7 {
			cluster = append(cluster, &segment{edge: i, at: begin + 120 + float64(i%2), high: 200, least: begin + 100, most: begin + 140})
		}
		separate(cluster)
		var places []float64
		for _, seg := range cluster {
			places = append(places, seg.at-begin)
		}
		return places
	}
	want := separated(0)
	for begin := range 100 {
		if got := separated(float64(begin)); !slices.Equal(got, want) {
			t.Fatalf("from %d on lines lie at %v, want %v", begin, got, want)
		}
	}
}
