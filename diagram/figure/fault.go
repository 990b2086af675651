package figure

import (
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/model"
)

// faultRadius is the radius of the mark of a query that is not served, in px.
const faultRadius = 6

// Faulty returns the class and the words of an arrow's label, marked if its query
// is not served. The words have the advice about it.
func (p *Painter) Faulty(class string, id model.ID, words string) (string, string) {
	if fault := p.Options.Faults[id]; fault != "" {
		return class + " fault", Sentence(words, fault)
	}
	if advised := p.Options.Advised[id]; advised != "" {
		return class, Sentence(words, advised)
	}
	return class, words
}

// PaintAdvised draws the mark of advice about a column or about the query of an arrow.
func PaintAdvised(centre geom.Point) scene.Item {
	return &scene.Ellipse{Class: "advice", Centre: centre, RadiusX: 3.5, RadiusY: 3.5}
}

// PaintFault draws a cross on the upper right corner of a pill, for readers who
// cannot distinguish red.
func PaintFault(pill geom.Rect) []scene.Item {
	const arm = 2.4
	c := geom.Pt(pill.X+pill.Width-3, pill.Y+2)
	return []scene.Item{
		&scene.Ellipse{Class: "fault-mark", Centre: c, RadiusX: faultRadius, RadiusY: faultRadius},
		&scene.Path{Class: "fault-cross", Steps: geom.Polyline(geom.Pt(c.X-arm, c.Y-arm), geom.Pt(c.X+arm, c.Y+arm))},
		&scene.Path{Class: "fault-cross", Steps: geom.Polyline(geom.Pt(c.X+arm, c.Y-arm), geom.Pt(c.X-arm, c.Y+arm))},
	}
}
