package cql

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/assist"
	"widerow/diagram"
	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/web"
	webcql "widerow/web/cql"
)

// scriptContent fills the CQL tab: the script of the model and the physical
// diagram.
func scriptContent(ctx context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	view := &webcql.View{Failure: canvas.Failure(b), Revision: b.Document.Revision.Number, Target: cql.TargetName(b.Model.Target)}
	if form := feature.FormOf[*Script](b.Answer); form != nil {
		form.show(b, view)
	} else {
		view.Text = cql.PrintModel(b.Model, feature.PrintOptions(b.Document))
		for _, left := range b.LeftOut() {
			view.LeftOut = append(view.LeftOut, webcql.LeftOut{Name: left.Name, Message: left.Message})
		}
		review.MarkLines(b, view)
	}
	if page.Readonly || view.Comments != nil {
		view.Lines = Listing(view.Text, nil)
	}
	shown := afterPreview(b)
	picture, err := canvas.Draw(ctx, shown, page, diagram.KindPhysical)
	if err != nil {
		return nil, err
	}
	picture.Coming = shown != b
	view.Diagram = picture
	return view, nil
}

// afterPreview returns the workbench of the model that a previewed script leads to,
// or b without a preview.
func afterPreview(b *feature.Context) *feature.Context {
	form := feature.FormOf[*Script](b.Answer)
	if form == nil || form.Preview == nil || form.Preview.Err != nil || len(form.Preview.Changes) == 0 {
		return b
	}
	return b.Of(form.Preview.After)
}

// Script is a script that was sent from the CQL tab, with the findings
// about it.
type Script struct {
	Text string
	// Revision is the one that the text is based on.
	Revision uint64
	// Do is the button that was pressed, chosen the mode that the user chose,
	// and previewed the digest of the preview to apply.
	Do, Previewed string
	Chosen        apply.Mode

	Checked  bool
	Findings []cql.Finding
	Preview  *Preview
	Stale    bool // the text has changed since the preview
}

// show puts the text and the findings about it on the page.
func (f *Script) show(b *feature.Context, view *webcql.View) {
	view.Text, view.Typed, view.Revision, view.Checked, view.Chosen = f.Text, true, f.Revision, f.Checked, string(f.Chosen)
	if f.Preview != nil {
		view.Preview = f.Preview.view(b)
		view.Preview.Stale = f.Stale
	}
	view.Findings = findingsOf(f.Text, f.Findings)
	if slices.ContainsFunc(view.Findings, func(f webcql.ScriptFinding) bool { return f.Level != "info" }) {
		view.Lines = Listing(f.Text, view.Findings)
	}
}

// findingsOf converts findings for the page, the worst first.
func findingsOf(text string, findings []cql.Finding) []webcql.ScriptFinding {
	var shown []webcql.ScriptFinding
	units := assist.NewUnits(text)
	for _, finding := range findings {
		at := finding.Position
		if finding.To.Offset > finding.From.Offset {
			at = finding.From
		}
		shown = append(shown, webcql.ScriptFinding{Level: feature.Levels[finding.Severity], Line: int(at.Line), Column: int(at.Column),
			Offset: units.Of(int(at.Offset)), Message: finding.Message, Hint: finding.Hint, Text: web.OneLine(finding.Text)})
	}
	slices.SortStableFunc(shown, func(a, b webcql.ScriptFinding) int { return feature.LevelRank(b.Level) - feature.LevelRank(a.Level) })
	return shown
}

// Listing returns a script, line by line, with the level of the worst finding in
// each line.
func Listing(text string, findings []webcql.ScriptFinding) []webcql.ScriptLine {
	highlighted := feature.Highlighted(text)
	lines := make([]webcql.ScriptLine, len(highlighted))
	for i := range highlighted {
		lines[i].Spans = highlighted[i]
	}
	for _, finding := range findings {
		if at := finding.Line - 1; at >= 0 && at < len(lines) && feature.LevelRank(finding.Level) > feature.LevelRank(lines[at].Level) {
			lines[at].Level = finding.Level
		}
	}
	return lines
}

// HeaderRevision returns the revision that the header of a script names, if the
// header is of that model. It is more reliable than the page's revision for a
// text that was kept as a draft, or downloaded and edited elsewhere.
func HeaderRevision(text, model string) (uint64, bool) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\n")
	second, _, _ := strings.Cut(rest, "\n")
	number, found := strings.CutPrefix(strings.TrimRight(second, "\r"), "-- Revision ")
	if !found || strings.TrimRight(first, "\r") != strings.TrimRight("-- "+model, " ") {
		return 0, false
	}
	revision, err := strconv.ParseUint(number, 10, 64)
	return revision, err == nil && revision > 0
}

// Rebase makes the newest revision the base of the text, in its header as
// well.
func (f *Script) Rebase(head feature.Document) {
	if _, found := HeaderRevision(f.Text, head.Model.Name); found {
		first, rest, _ := strings.Cut(f.Text, "\n")
		_, rest, _ = strings.Cut(rest, "\n")
		f.Text = fmt.Sprintf("%s\n-- Revision %d\n%s", first, head.Revision.Number, rest)
	}
	f.Revision = head.Revision.Number
}

// Digest is a hash of mode, base and text: a preview is applied only if it
// still matches.
func (f *Script) Digest(mode apply.Mode) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\n%d\n%s", mode, f.Revision, f.Text)))
	return hex.EncodeToString(sum[:8])
}
