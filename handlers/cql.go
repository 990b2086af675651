package handlers

import (
	"context"
	"net/http"
	"strconv"
	"unicode"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/assist"
	"widerow/diagram"
	"widerow/web"
)

// scriptView is the CQL tab: the script of the model and the physical diagram.
func (s *Server) scriptView(ctx context.Context, b *workbench, page *web.WorkbenchPage) (*web.CQLView, error) {
	view := &web.CQLView{Text: cql.PrintModel(b.model, printOptions(b.document)), Revision: b.document.revision.Number}
	if b.answer != nil && b.answer.script != nil {
		b.answer.script.show(view)
	}
	if page.Readonly {
		view.Lines = listing(view.Text, nil)
	}
	canvas, err := s.canvas(ctx, b, page, diagram.KindPhysical)
	view.Diagram = canvas
	return view, err
}

// scriptForm is a script as it was sent from the CQL tab.
type scriptForm struct {
	text     string
	revision uint64
	findings []cql.Finding
}

// show puts what was typed and what is to be said about it on the page.
func (f *scriptForm) show(view *web.CQLView) {
	view.Text, view.Revision, view.Checked = f.text, f.revision, true
	view.Findings = findingsOf(f.text, f.findings)
	if len(view.Findings) > 0 {
		view.Lines = listing(f.text, view.Findings)
	}
}

// previewScript answers the form of the CQL tab.
func (s *Server) previewScript(c echo.Context) error {
	form, err := parseScript(c)
	if err != nil {
		return err
	}
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	form.findings = cql.Judge(cql.Parse(form.text))
	return s.showScript(c, http.StatusOK, head, form)
}

func parseScript(c echo.Context) (*scriptForm, error) {
	if _, err := c.FormParams(); err != nil {
		return nil, badForm(err)
	}
	revision, err := strconv.ParseUint(c.FormValue("revision"), 10, 64)
	if err != nil {
		return nil, badForm(err)
	}
	return &scriptForm{text: normalLines(c.FormValue("text")), revision: revision}, nil
}

func (s *Server) showScript(c echo.Context, status int, head document, form *scriptForm) error {
	view := viewOfForm(c)
	view.Tab = web.TabCQL
	page, err := s.newWorkbench(c, head, view, &formAnswer{script: form})
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

var levels = map[cql.Severity]string{cql.Error: "bad", cql.Warning: "warn", cql.Info: "info"}

// findingsOf are findings as the page shows them.
func findingsOf(text string, findings []cql.Finding) []web.ScriptFinding {
	var shown []web.ScriptFinding
	units := assist.NewUnits(text)
	for _, finding := range findings {
		at := finding.Position
		shown = append(shown, web.ScriptFinding{Level: levels[finding.Severity], Line: int(at.Line), Column: int(at.Column),
			Offset: units.Of(int(at.Offset)), Message: finding.Message, Element: finding.Element})
	}
	return shown
}

// listing is a script with the lines that findings are about.
func listing(text string, findings []web.ScriptFinding) []web.ScriptLine {
	highlighted := cql.Highlight(text)
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

func isControl(r rune) bool { return unicode.IsControl(r) }
