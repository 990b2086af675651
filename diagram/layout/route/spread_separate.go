package route

import (
	"math"
	"slices"
)

// spacings are tried in order. Labels give way before tracks do: a label may
// find another place, but lines that run together cannot be told apart.
var spacings = [8]spacing{{1, 1}, {1, 0.6}, {1, 0.3}, {1, 0}, {0.75, 0}, {0.5, 0}, {0.3, 0}, {0.15, 0}}

// separate moves the segments of a cluster apart, keeping their order: by the
// wanted distance, or by as much as their corridors allow. If these are too
// narrow, edges may end close to the corners of their boxes.
func separate(cluster []*segment) {
	if separateWithin(cluster) {
		return
	}
	for _, seg := range cluster {
		if seg.cornerLeast < seg.cornerMost {
			seg.least, seg.most = seg.cornerLeast, seg.cornerMost
		}
	}
	separateWithin(cluster)
}

// separateWithin reports whether the corridors of the segments are wide enough.
func separateWithin(cluster []*segment) bool {
	for _, share := range spacings {
		if places, fits := separated(cluster, share); fits {
			for i, seg := range cluster {
				seg.at = places[i]
			}
			return true
		}
	}
	return false
}

// separated places segments with a share of the wanted distances. Only segments that
// run beside each other need a distance; others may share a line.
func separated(cluster []*segment, share spacing) (places []float64, fits bool) {
	places = make([]float64, len(cluster))
	total, middle := 0.0, 0.0
	for i, seg := range cluster {
		places[i] = pastOthers(cluster[:i], seg, places, share, 0)
		total = max(total, places[i])
		middle += seg.at
	}
	middle = exact(middle / float64(len(cluster)))
	for i, seg := range cluster {
		first := max(seg.at-total, min(seg.at+total, middle-total/2))
		places[i] = pastOthers(cluster[:i], seg, places, share, max(first, seg.least))
	}
	for i, seg := range slices.Backward(cluster) {
		places[i] = min(places[i], seg.most)
		for j, after := range cluster[i+1:] {
			if seg.meets(after) {
				places[i] = min(places[i], places[i+1+j]-share.gap(seg, after))
			}
		}
		if places[i] < seg.least-0.01 {
			return nil, false
		}
	}
	return places, true
}

// pastOthers returns the first place for a segment, at or after from, beyond
// the segments before it.
func pastOthers(others []*segment, seg *segment, places []float64, share spacing, from float64) float64 {
	for i, other := range others {
		if seg.meets(other) {
			from = max(from, places[i]+share.gap(other, seg))
		}
	}
	return from
}

// exact rounds a length to a fraction of a pixel that adds without error, so
// that the order of lines does not depend on the origin.
func exact(length float64) float64 { return math.Round(length*16) / 16 }

// gap returns the distance between two adjacent segments.
func (s spacing) gap(a, b *segment) float64 {
	return exact(s.track*TrackGap + s.label*(wantedGap(a, b)-TrackGap))
}

func wantedGap(a, b *segment) float64 {
	switch {
	case a.label > 0 && b.label > 0:
		return max(TrackGap, (a.label+b.label)/2+4)
	case a.label+b.label > 0:
		return max(TrackGap, (a.label+b.label)/2+Closest)
	}
	return TrackGap
}
