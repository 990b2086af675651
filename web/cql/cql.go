// Package cql draws the CQL tab: the script of a model, the preview of a changed one, and
// the verdicts on statements.
package cql

import (
	"strings"

	"widerow/model"
	"widerow/web"
	"widerow/web/canvas"
	"widerow/web/review"
)

// CQLView is the script of a model, to read or to write.
type View struct {
	// Text is the script that was typed, or else the model's.
	Text string
	// Target is the name of the model's target database.
	Target string
	// Typed reports that Text was typed.
	Typed bool
	// Revision is the one that the text is based on.
	Revision uint64
	// Findings are the results of a check. Checked reports that there was
	// one.
	Checked  bool
	Findings []ScriptFinding
	// LeftOut are the parts of the model that a download of the script lacks.
	LeftOut []LeftOut
	// Chosen is the mode that the user chose, or empty.
	Chosen  string
	Preview *ScriptPreview
	// Lines is the highlighted text, line by line. It is shown where the text
	// cannot be edited and where findings link to.
	Lines []ScriptLine
	// Declared names what each line of the model's text declares, and Marks which of them
	// have open threads. Comments are those on the chosen line, or nil.
	Declared []Declared
	Marks    []ScriptMark
	Comments *review.CommentsPanel
	// Diagram is the physical diagram beside the text.
	Diagram *canvas.Canvas
	Failure *web.Failure // why nothing was saved
	// Statements is the other pane, shown in place of the script.
	Statements *StatementsView
}

// Declared is the element and the part of it that a line declares, as package cql names
// them; empty for none.
type Declared struct {
	Element model.ID
	Part    string
}

// LeftOut is a part of the element of that name, and why the target refuses it.
type LeftOut struct{ Name, Message string }

// ScriptMark is the mark of a line of the script, counted from 1.
type ScriptMark struct {
	Number int
	web.LineMark
}

// ScriptLine is a line of a script. Level is the level of the worst finding
// on it, or empty.
type ScriptLine struct {
	Spans []web.Span
	Level string
}

// ScriptFinding is a finding about a script, with its place.
type ScriptFinding struct {
	Level        string // bad, warn, info
	Line, Column int
	// Offset is the place in UTF-16 code units, which browsers count in.
	Offset  int
	Message string
	Hint    string
	Text    string // of the statement
}

// count returns the number of findings of a level.
func (v View) count(level string) int {
	count := 0
	for _, finding := range v.Findings {
		if finding.Level == level {
			count++
		}
	}
	return count
}

// declared writes what the lines declare for the editor: a line for each line, with the
// element and the part; the element is left out if the line before has the same.
func (v View) declared() string {
	var all strings.Builder
	last := model.ID("")
	for _, line := range v.Declared {
		if line.Part != "" {
			if line.Element != last {
				all.WriteString(string(line.Element))
			}
			last = line.Element
			all.WriteString("\t" + line.Part)
		}
		all.WriteByte('\n')
	}
	return all.String()
}

// marked returns the mark of a line of the listing, or nil.
func (v View) marked(page web.WorkbenchPage, number int) *web.LineMark {
	for i := range v.Marks {
		if v.Marks[i].Number == number+1 {
			return &v.Marks[i].LineMark
		}
	}
	if page.Readonly || number >= len(v.Declared) || v.Declared[number].Part == "" {
		return nil
	}
	line, text := v.Declared[number], ""
	for _, span := range v.Lines[number].Spans {
		text += span.Text
	}
	view := web.View{Model: page.View.Model, Tab: web.TabCQL, Select: line.Element, Line: line.Part, Display: page.View.Display}
	return &web.LineMark{Href: page.URL.Tab(view), Text: strings.TrimSpace(text), Focus: web.LineBox(line.Element, line.Part) + "-text"}
}
