package queries

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/print"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// updatePanel returns the plan of the selected update, nil for other elements.
func updatePanel(b *feature.Context, element model.Element) web.Content {
	plan := b.PlanOf(element.ID)
	if plan == nil {
		return nil
	}
	panel := &webqueries.UpdatePanel{Level: feature.PlanLevel(plan), Verdict: feature.PlanVerdict(plan),
		Fixes: updateFixes(b, plan), Views: tableLinks(b, plan.Views)}
	for _, finding := range plan.Findings {
		panel.Findings = append(panel.Findings, webqueries.UpdateFinding{Level: findingLevels[finding.Level], Message: finding.Message, Hint: finding.Hint})
	}
	for i := range plan.Steps {
		step := updateStep(&plan.Steps[i])
		step.Statement = review.CodeLines(b, b.Texts(plan.Update)[i], feature.NarrowLines(print.UpdateStep(&plan.Steps[i])))
		if len(plan.Steps) > 1 {
			step.Title = fmt.Sprintf("%d. %s", i+1, step.Title)
		}
		panel.Steps = append(panel.Steps, step)
	}
	panel.Parameters = proofParameters(b, append(slices.Clone(plan.Parameters), suppliedParameters(plan)...))
	for _, writes := range plan.Tables {
		panel.Tables = append(panel.Tables, webqueries.UpdateTable{Link: tableLinks(b, []model.ID{writes.Table})[0], Text: writtenWords(writes)})
	}
	for _, copied := range plan.Copies {
		panel.Copies = append(panel.Copies, webqueries.UpdateCopy{Attribute: copied.Attribute, Tables: tableLinks(b, copied.Tables)})
	}
	for _, skipped := range plan.Skipped {
		panel.Skipped = append(panel.Skipped, webqueries.UpdateTable{Link: tableLinks(b, []model.ID{skipped.Table})[0], Text: skipped.Reason})
	}
	isLogical := func(step write.Step) bool { return step.Statements[0].Logical }
	if len(plan.Steps) > 0 && !slices.ContainsFunc(plan.Steps, isLogical) {
		panel.Href = string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabStatements, Revision: b.View.Revision, Select: plan.Update}))
	}
	return panel
}

// suppliedParameters are the values that a plan takes from earlier queries although
// no condition names them.
func suppliedParameters(plan *write.Plan) []proof.Parameter {
	var parameters []proof.Parameter
	for _, supplied := range plan.Supplied {
		parameters = append(parameters, proof.Parameter{Given: supplied.Attribute, Name: supplied.Name, Source: proof.FromQuery, From: supplied.From})
	}
	return parameters
}

func tableLinks(b *feature.Context, tables []model.ID) []web.Link {
	var links []web.Link
	for _, id := range tables {
		links = append(links, web.Link{Label: b.Model.Title(id), Href: b.Link(id)})
	}
	return links
}

var findingLevels = map[write.Level]string{write.Error: "bad", write.Warning: "warn", write.Info: "info"}

// updateFixes are the buttons of an update that cannot find what it writes.
func updateFixes(b *feature.Context, plan *write.Plan) []webqueries.ProofFix {
	needs := func(f write.Finding) bool {
		return f.Code == write.CodeLookup || f.Code == write.CodeKeyAssumed || f.Code == write.CodeArrows ||
			f.Code == write.CodeStatement || f.Code == write.CodeCascade || f.Code == write.CodeSubtype
	}
	if b.Readonly() || !slices.ContainsFunc(plan.Findings, needs) {
		return nil
	}
	var buttons []webqueries.ProofFix
	for _, fix := range write.Fixes(b.Model, plan.Update, model.SeededIDs([]byte(plan.Update))) {
		button := webqueries.ProofFix{Text: fix.Text, Do: "fix:" + string(plan.Update) + ":" + fix.Key()}
		if len(fix.Details) > 0 {
			button.Cost = strings.Join(fix.Details, "; ") + "."
		}
		buttons = append(buttons, button)
	}
	if len(plan.Lookups) > 0 && slices.ContainsFunc(b.Plans(), func(p write.Plan) bool { return len(p.Lookups) > 0 && p.Update != plan.Update }) {
		buttons = append(buttons, webqueries.ProofFix{Text: "Derive the lookup tables of all updates", Do: "fix:" +
			string(plan.Update) + ":" + submission.AllLookupTables})
	}
	return buttons
}

var stepTitles = map[write.StepKind]string{
	write.Read: "Read", write.Write: "Write", write.LoggedBatch: "Logged batch",
	write.UnloggedBatch: "Unlogged batch", write.Blocked: "Cannot run",
}

func updateStep(step *write.Step) webqueries.UpdateStep {
	shown := webqueries.UpdateStep{Title: stepTitles[step.Kind], Failure: step.Failure}
	if step.IsBatch() {
		shown.Size = step.SizeText()
	}
	first := &step.Statements[0]
	switch {
	case step.Kind == write.Blocked:
	case first.Conditional():
		shown.Title = "Lightweight transaction"
		shown.Runs = append(shown.Runs, "Four round trips between the replicas instead of one; the serial consistency is SERIAL or LOCAL_SERIAL.")
	case first.Counter:
		shown.Title = "Counter"
	}
	for i := range step.Statements {
		if words := runWords(&step.Statements[i]); words != "" {
			shown.Runs = append(shown.Runs, words)
		}
	}
	return shown
}

// runWords describes the number of runs of a statement, and the application's work with it, "" for
// one that runs once.
func runWords(s *write.Statement) string {
	var words []string
	if len(s.Each) > 0 {
		each := "once for each " + strings.Join(s.Each, ", ")
		if s.Times.Known {
			each += " (" + map[bool]string{true: "up to "}[s.AtMost] + s.Times.Text() + ")"
		}
		words = append(words, each)
	}
	if words = append(words, s.Application()...); len(words) == 0 {
		return ""
	}
	return s.Access.Name + ": " + strings.Join(words, "; ") + "."
}

// writtenWords describes the writes of an update in a table: "10 rows, worst 60 · 50/s".
func writtenWords(writes write.TableWrites) string {
	if writes.Blocked {
		return "cannot run"
	}
	if !writes.Rows.Known {
		return feature.Plural(writes.Statements, "statement")
	}
	words := countWords(writes.Rows, "row")
	if writes.Partitions.Known && writes.Partitions.Worst > 1 && writes.Partitions != writes.Rows {
		words += " in " + countWords(writes.Partitions, "partition")
	}
	if writes.PerSecond.Known {
		words += " · " + sizing.FormatNumber(writes.PerSecond.Typical) + "/s"
	}
	return words
}

func countWords(a proof.Amount, noun string) string {
	if a.Typical != 1 || a.Worst != 1 {
		noun += "s"
	}
	words := sizing.FormatNumber(a.Typical) + " " + noun
	if a.Worst != a.Typical {
		words += ", worst " + sizing.FormatNumber(a.Worst)
	}
	return words
}
