package diagram

import (
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/model"
)

// faultRadius is the radius of the mark of a query that is not served, in px.
const faultRadius = 6

// faulty returns the class and the words of an arrow's label, marked if its query
// is not served.
func (p *painter) faulty(class string, id model.ID, words string) (string, string) {
	if fault := p.options.Faults[id]; fault != "" {
		return class + " fault", sentence(words, fault)
	}
	return class, words
}

// allFaulty reports whether no query on a line is served, and returns the reason.
func (p *painter) allFaulty(c connector) (fault string, all bool) {
	if c.pill == nil {
		return "", false
	}
	for _, l := range c.pill.labels {
		if p.options.Faults[l.id] == "" {
			return "", false
		}
		fault = sentence(fault, p.options.Faults[l.id])
	}
	return fault, true
}

// anyFaulty reports whether a query of a pill is not served.
func (p *painter) anyFaulty(pill *labelPill) bool {
	for _, l := range pill.labels {
		if p.options.Faults[l.id] != "" {
			return true
		}
	}
	return false
}

// paintFault draws a cross on the upper right corner of a pill, for readers who
// cannot distinguish red.
func paintFault(pill geom.Rect) []scene.Item {
	const arm = 2.4
	c := geom.Pt(pill.X+pill.Width-3, pill.Y+2)
	return []scene.Item{
		&scene.Ellipse{Class: "fault-mark", Centre: c, RadiusX: faultRadius, RadiusY: faultRadius},
		&scene.Path{Class: "fault-cross", Steps: geom.Polyline(geom.Pt(c.X-arm, c.Y-arm), geom.Pt(c.X+arm, c.Y+arm))},
		&scene.Path{Class: "fault-cross", Steps: geom.Polyline(geom.Pt(c.X+arm, c.Y-arm), geom.Pt(c.X-arm, c.Y+arm))},
	}
}

func faultSample(in geom.Rect) []scene.Item {
	items := append(pillSample("Q1")(in), paintFault(inner(in, 30, 20))...)
	return []scene.Item{&scene.Element{Class: "arrow fault", Items: items}}
}
