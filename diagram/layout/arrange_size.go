package layout

import "math"

// boxSize is the extent of a box along both axes. On the cross axis, from its
// anchor, it separates the box without its margin from the strip of its entry
// arrows.
type boxSize struct {
	main, cross   span
	body, entries stretch
}

func (a *arranger) measure(box int) boxSize {
	horizontal, vertical := a.view.spans(box, a.vertical)
	margin := a.view.margin(box, a.vertical)
	size := boxSize{main: horizontal, cross: vertical, body: stretch{margin.Top - vertical.before, vertical.after - margin.Bottom}}
	if a.vertical {
		size = boxSize{main: vertical, cross: horizontal, body: stretch{margin.Left - horizontal.before, horizontal.after - margin.Right}}
	}
	if strip := a.view.entryStrip(box, a.vertical); len(a.view.Entries[box]) > 0 {
		size.entries = stretch{size.body.low + strip.low, size.body.low + strip.high}
	}
	return size
}

func (a *arranger) cross(box int) span { return a.sizes[box].cross }

func (a *arranger) main(box int) span { return a.sizes[box].main }

// distanceBetween returns the minimum distance between the anchors of
// neighbours in a rank.
func (a *arranger) distanceBetween(first, second int) float64 {
	return a.cross(first).after + a.gapBetween(first, second) + a.cross(second).before
}

// front and end return the interval that the boxes cover on the cross axis.
func (a *arranger) front() float64 {
	front := math.Inf(1)
	for i := range a.chains {
		for _, box := range a.chains[i].boxes {
			front = min(front, a.chains[i].at-a.cross(box).before)
		}
	}
	return front
}

func (a *arranger) end() float64 {
	end := 0.0
	for i := range a.chains {
		end = max(end, a.chainEnd(i))
	}
	return end
}

func (a *arranger) chainEnd(index int) float64 {
	end := 0.0
	for _, box := range a.chains[index].boxes {
		end = max(end, a.chains[index].at+a.cross(box).after)
	}
	return end
}

// middle returns the position of a box on the cross axis.
func (a *arranger) middle(box int) float64 {
	size := a.cross(box)
	return a.at(box) + (size.after-size.before)/2
}

// at returns the position of a box's anchor on the cross axis.
func (a *arranger) at(box int) float64 { return a.chains[a.chainOf[box]].at + a.slid[box] }
