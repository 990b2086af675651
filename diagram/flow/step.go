// Package flow has the figure of a step of the application workflow.
package flow

import (
	"fmt"
	"math"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
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
	LeastStep  = 68 // two lines and an actor, so that most steps are equally tall
	stepRound  = 10
	stepAir    = 24 // beside the text
	stepInside = 20
)

// Step is a task of the application.
type Step struct {
	id    model.ID
	lines []string
	actor []string
	// The number of lines, at the start of each, of the model before.
	struck, actorStruck int

	title figure.Title
	Grey  bool // no query leads to it
}

func NewStep(m *model.Model, id model.ID, step *model.Step, grey bool) *Step {
	name := typeface.Clean(step.Name)
	s := &Step{id: id, lines: typeface.Letter(name, stepFont, stepText), Grey: grey}
	by := ""
	if actor := m.Workflow.Actors[step.Actor]; actor != nil {
		by = typeface.Clean(actor.Name)
		s.actor = typeface.Letter(by, actorFont, stepText)
		by = "done by " + by
	}
	s.title = figure.Titled(name, figure.Either(grey, "task without a query", "task"), by, step.Note)
	return s
}

func (s *Step) textHeight() float64 {
	return stepLine * float64(len(s.lines)+len(s.actor))
}

func (s *Step) Width() float64 {
	text := max(typeface.Widest(s.lines, stepFont), typeface.Widest(s.actor, actorFont))
	return stepGrid * math.Ceil(max(leastWidth, text+stepAir)/stepGrid)
}

func (s *Step) Height() float64 { return max(LeastStep, s.textHeight()+stepInside) }

// plate returns the rectangle of the text in the step.
func (s *Step) plate(at geom.Rect) geom.Rect {
	const air = 5
	width := max(typeface.Widest(s.lines, stepFont), typeface.Widest(s.actor, actorFont)) + 2*air
	return geom.NewRect(at.X+(at.Width-width)/2, at.Y+(at.Height-s.textHeight())/2-air/2, width, s.textHeight()+air)
}

func (s *Step) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	class, means := "task", figure.SymbolTask
	if s.Grey {
		class, means = "task grey", figure.SymbolGreyTask
	}
	p.Explain(means)
	items := []scene.Item{&scene.Rectangle{Class: "step", Rect: at, Round: stepRound}}
	if s.Grey && p.Theme == scene.ThemePrint { // no hatch may run through letters
		items = append(items, &scene.Rectangle{Class: "plate", Rect: s.plate(at), Round: 4})
	}
	base := at.Y + (at.Height-s.textHeight())/2 + 12.5
	middle := at.X + at.Width/2
	for i, content := range s.lines {
		items = append(items, &scene.Text{Class: "step-text" + figure.Either(i < s.struck, " was", ""),
			At: geom.Pt(middle, base), Anchor: scene.AnchorMiddle, Font: stepFont, Content: content})
		base += stepLine
	}
	for i, content := range s.actor {
		items = append(items, &scene.Text{Class: "actor" + figure.Either(i < s.actorStruck, " was", ""),
			At: geom.Pt(middle, base-0.5), Anchor: scene.AnchorMiddle, Font: actorFont, Content: content})
		base += stepLine
	}
	e := p.Element(s.id, class, s.title.Text(), items...)
	e.Name = s.title.Name
	return e
}

func (s *Step) Description() figure.Description { return s.title.Description(s.id) }

func (s *Step) DOT() string {
	fill, line := "#eef3fd", "#2456c6"
	if s.Grey {
		fill, line = "#eef1f5", "#c9d3df"
	}
	actor := ""
	if len(s.actor) > 0 {
		actor = `<BR/><FONT COLOR="#5a6678" POINT-SIZE="10">` + figure.EscapeLines(s.actor) + "</FONT>"
	}
	return fmt.Sprintf(`style="rounded,filled", fillcolor="%s", color="%s", label=<%s%s>`, fill, line, figure.EscapeLines(s.lines), actor)
}

// Recall adds the old lines of the name and of the actor.
func (s *Step) Recall(was *Step) {
	s.lines, s.struck = figure.WithOld(s.lines, was.lines)
	s.actor, s.actorStruck = figure.WithOld(s.actor, was.actor)
}
