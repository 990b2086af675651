package diagram

import (
	"fmt"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var (
	stepFont  = typeface.Font{Size: 12.5}
	actorFont = typeface.Font{Size: 11}
)

// Sizes of a step's box in px.
const (
	leastWidth = 112
	stepGrid   = 16 // widths are multiples of it, so that most steps of a column are equally wide
	stepLine   = 16
	stepText   = 136
	leastStep  = 68 // two lines and an actor, so that most steps are equally tall
	stepRound  = 10
	stepAir    = 24 // beside the text
	stepInside = 20
)

func (d *Drawing) buildWorkflow(m *model.Model, p *plan) {
	led := map[model.ID]bool{}
	for _, item := range model.Sorted(m.Workflow.Transitions) {
		if m.Workflow.Queries[item.Value.Access] != nil {
			led[item.Value.To] = true
		}
	}
	for _, item := range model.Sorted(m.Workflow.Steps) {
		if !p.shows(item.ID) {
			continue
		}
		s := stepBox(m, item.ID, item.Value, !led[item.ID])
		d.addBox(graph.Box{ID: string(item.ID), Width: s.width(), Height: s.height(), Shape: graph.ShapeRound}, s)
	}
	d.addArrows(m, p.arrows())
	d.branchBeside()
	for id, c := range d.connectors {
		c.start = id[0] == '>' // an entry arrow
		d.connectors[id] = c
	}
	d.description = fmt.Sprintf("Application workflow: %s, %s, %s.", plural(len(d.graph.Boxes), "step", "steps"),
		plural(len(m.Workflow.Queries), "query", "queries"), plural(len(m.Workflow.Updates), "update", "updates"))
}

// stepFigure is a task of the application.
type stepFigure struct {
	id    model.ID
	lines []string
	actor []string
	// The number of lines, at the start of each, of the model before.
	struck, actorStruck int

	title title
	grey  bool // no query leads to it
}

func stepBox(m *model.Model, id model.ID, step *model.Step, grey bool) *stepFigure {
	name := typeface.Clean(step.Name)
	s := &stepFigure{id: id, lines: typeface.Letter(name, stepFont, stepText), grey: grey}
	by := ""
	if actor := m.Workflow.Actors[step.Actor]; actor != nil {
		by = typeface.Clean(actor.Name)
		s.actor = typeface.Letter(by, actorFont, stepText)
		by = "done by " + by
	}
	s.title = titled(name, either(grey, "task without a query", "task"), by, step.Note)
	return s
}

func (s *stepFigure) textHeight() float64 {
	return stepLine * float64(len(s.lines)+len(s.actor))
}

func (s *stepFigure) width() float64 {
	text := max(typeface.Widest(s.lines, stepFont), typeface.Widest(s.actor, actorFont))
	return stepGrid * math.Ceil(max(leastWidth, text+stepAir)/stepGrid)
}

func (s *stepFigure) height() float64 { return max(leastStep, s.textHeight()+stepInside) }

// plate returns the rectangle of the text in the step.
func (s *stepFigure) plate(at geom.Rect) geom.Rect {
	const air = 5
	width := max(typeface.Widest(s.lines, stepFont), typeface.Widest(s.actor, actorFont)) + 2*air
	return geom.NewRect(at.X+(at.Width-width)/2, at.Y+(at.Height-s.textHeight())/2-air/2, width, s.textHeight()+air)
}

func (s *stepFigure) paint(p *painter, at geom.Rect) *scene.Element {
	class, means := "task", symbolTask
	if s.grey {
		class, means = "task grey", symbolGreyTask
	}
	p.explain(means)
	items := []scene.Item{&scene.Rectangle{Class: "step", Rect: at, Round: stepRound}}
	if s.grey && p.drawing.display.Theme == scene.ThemePrint { // no hatch may run through letters
		items = append(items, &scene.Rectangle{Class: "plate", Rect: s.plate(at), Round: 4})
	}
	base := at.Y + (at.Height-s.textHeight())/2 + 12.5
	middle := at.X + at.Width/2
	for i, content := range s.lines {
		items = append(items, &scene.Text{Class: "step-text" + either(i < s.struck, " was", ""), At: geom.Pt(middle, base), Anchor: scene.AnchorMiddle, Font: stepFont, Content: content})
		base += stepLine
	}
	for i, content := range s.actor {
		items = append(items, &scene.Text{Class: "actor" + either(i < s.actorStruck, " was", ""), At: geom.Pt(middle, base-0.5), Anchor: scene.AnchorMiddle, Font: actorFont, Content: content})
		base += stepLine
	}
	e := p.element(s.id, class, s.title.text(), items...)
	e.Name = s.title.name
	return e
}
