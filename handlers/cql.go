package handlers

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/assist"
	"widerow/cql/syntax"
	"widerow/diagram"
	"widerow/handlers/edit"
	"widerow/model/mapping"
	"widerow/web"
)

// scriptContent fills the CQL tab: the script of the model and the physical
// diagram.
type scriptContent struct{}

func (scriptContent) build(ctx context.Context, s *Server, b *workbench, page *web.WorkbenchPage) (web.Content, error) {
	view := &web.CQLView{Revision: b.document.revision.Number, Target: cql.TargetName(b.model.Target)}
	if b.answer != nil && b.answer.script != nil {
		b.answer.script.show(b, view)
	} else {
		view.Text = cql.PrintModel(b.model, printOptions(b.document))
	}
	if page.Readonly {
		view.Lines = listing(view.Text, nil)
	}
	shown := b.afterPreview()
	canvas, err := s.canvas(ctx, shown, page, diagram.KindPhysical)
	if err != nil {
		return nil, err
	}
	canvas.Coming = shown != b
	view.Diagram = canvas
	return view, nil
}

// afterPreview returns the workbench of the model that a previewed script leads to,
// or b without a preview.
func (b *workbench) afterPreview() *workbench {
	if b.answer == nil || b.answer.script == nil || b.answer.script.preview == nil {
		return b
	}
	preview := b.answer.script.preview
	if preview.err != nil || len(preview.changes) == 0 {
		return b
	}
	next := *b
	next.model, next.sizes = preview.after, mapping.Sizes(preview.after, formulaOf(b.view.Formula))
	return &next
}

// scriptForm is a script that was sent from the CQL tab, with the findings
// about it.
type scriptForm struct {
	text string
	// revision is the one that the text is based on.
	revision uint64
	// do is the button that was pressed, chosen the mode that the user chose,
	// and previewed the digest of the preview to apply.
	do, previewed string
	chosen        apply.Mode

	checked  bool
	findings []cql.Finding
	preview  *preview
	stale    bool // the text has changed since the preview
	failure  *pageError
}

func parseScript(c echo.Context) (*scriptForm, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, badForm(err)
	}
	revision, err := strconv.ParseUint(values.Get("revision"), 10, 64)
	if err != nil {
		return nil, badForm(err)
	}
	form := &scriptForm{text: edit.NormalLines(values.Get("text")), revision: revision, do: values.Get("do"), previewed: values.Get("previewed")}
	if taken := values["take"]; len(taken) > 0 { // the button's value follows the hidden field's
		form.chosen = apply.Mode(taken[len(taken)-1])
	}
	if form.chosen != "" && !slices.Contains(modes, form.chosen) {
		return nil, badForm(fmt.Errorf("a script cannot be taken as %q", form.chosen))
	}
	return form, nil
}

// show puts the text and the findings about it on the page.
func (f *scriptForm) show(b *workbench, view *web.CQLView) {
	view.Text, view.Typed, view.Revision, view.Checked, view.Chosen = f.text, true, f.revision, f.checked, string(f.chosen)
	if f.preview != nil {
		view.Preview = f.preview.view(b)
		view.Preview.Stale = f.stale
	}
	view.Findings = findingsOf(f.text, f.findings)
	if slices.ContainsFunc(view.Findings, func(f web.ScriptFinding) bool { return f.Level != "info" }) {
		view.Lines = listing(f.text, view.Findings)
	}
}

func (s *Server) showScript(c echo.Context, status int, head document, form *scriptForm) error {
	view := viewOfForm(c)
	view.Tab = web.TabCQL
	page, err := s.newWorkbench(c, head, view, &formAnswer{script: form, failure: form.failure})
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

var levels = map[cql.Severity]string{cql.Error: "bad", cql.Warning: "warn", cql.Info: "info"}

// findingsOf converts findings for the page, the worst first.
func findingsOf(text string, findings []cql.Finding) []web.ScriptFinding {
	var shown []web.ScriptFinding
	units := assist.NewUnits(text)
	for _, finding := range findings {
		at := finding.Position
		if finding.To.Offset > finding.From.Offset {
			at = finding.From
		}
		shown = append(shown, web.ScriptFinding{Level: levels[finding.Severity], Line: int(at.Line), Column: int(at.Column),
			Offset: units.Of(int(at.Offset)), Message: finding.Message, Hint: finding.Hint, Text: oneLine(finding.Text)})
	}
	slices.SortStableFunc(shown, func(a, b web.ScriptFinding) int { return levelRank(b.Level) - levelRank(a.Level) })
	return shown
}

// listing returns a script, line by line, with the level of the worst finding in
// each line.
func listing(text string, findings []web.ScriptFinding) []web.ScriptLine {
	highlighted := syntax.Highlight(text)
	lines := make([]web.ScriptLine, len(highlighted))
	for i, line := range highlighted {
		for _, span := range line {
			lines[i].Spans = append(lines[i].Spans, web.Span{Class: string(span.Class), Text: span.Text})
		}
	}
	for _, finding := range findings {
		if at := finding.Line - 1; at >= 0 && at < len(lines) && levelRank(finding.Level) > levelRank(lines[at].Level) {
			lines[at].Level = finding.Level
		}
	}
	return lines
}

func levelRank(level string) int {
	return map[string]int{"": 0, "info": 1, "warn": 2, "bad": 3}[level]
}

// headerRevision returns the revision that the header of a script names, if the
// header is of that model. It is more reliable than the page's revision for a
// text that was kept as a draft, or downloaded and edited elsewhere.
func headerRevision(text, model string) (uint64, bool) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\n")
	second, _, _ := strings.Cut(rest, "\n")
	number, found := strings.CutPrefix(strings.TrimRight(second, "\r"), "-- Revision ")
	if !found || strings.TrimRight(first, "\r") != strings.TrimRight("-- "+model, " ") {
		return 0, false
	}
	revision, err := strconv.ParseUint(number, 10, 64)
	return revision, err == nil && revision > 0
}
