package queries

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/cql/hint"
	"widerow/cql/print"
	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// proofPanel returns the proof of the selected query, nil for other elements.
func proofPanel(b *feature.Context, element model.Element) web.Content {
	result := b.ProofOf(element.ID)
	if result == nil {
		return nil
	}
	best, found := result.Best()
	panel := &webqueries.ProofPanel{Level: feature.ProofLevel(result),
		Verdict: feature.Capital(feature.VerdictWords(best)), Parameters: proofParameters(b, result.Parameters),
		Fixes: proofFixes(b, result)}
	if missing := result.MissingParameters(); len(missing) > 0 {
		panel.Notes = append(panel.Notes, "No query before it returns "+strings.Join(missing,
			", ")+": let one return it, or take the value from the user or a constant.")
	}
	leadWithGap(b, panel, result)
	if mismatch := b.Model.ActorMismatch(element.ID); mismatch != "" {
		panel.Notes = append(panel.Notes, mismatch+".")
	}
	if !found {
		explainNoTable(b, panel, element.ID)
		return panel
	}
	describeJudgement(b, panel, result, best)
	if best.Faulty() && !best.Unrealized && !b.Readonly() && !mapping.Explore(b.Model, element.ID).Fatal() {
		panel.Fixes = append(panel.Fixes, deriveFix(element.ID))
	}
	return panel
}

// leadWithGap adds what the updates leave out. If the query is not served for nothing else, its
// verdict begins with that.
func leadWithGap(b *feature.Context, panel *webqueries.ProofPanel, result *proof.Result) {
	for _, gap := range result.Gaps {
		panel.Notes = append(panel.Notes, write.GapText(b.Model, gap)+".")
	}
	best, _ := result.Best()
	if len(result.Gaps) == 0 || best.Faulty() {
		return
	}
	lead := write.ShortGapText(b.Model, result.Gaps[0])
	if more := len(result.Gaps) - 1; more > 0 {
		lead += fmt.Sprintf(" (and %d more)", more)
	}
	panel.Verdict = lead + ": " + feature.VerdictWords(best)
}

// explainNoTable explains why no table is judged: the query cannot be derived, or its
// table has not been derived yet.
func explainNoTable(b *feature.Context, panel *webqueries.ProofPanel, query model.ID) {
	plan := mapping.Explore(b.Model, query)
	if !plan.Fatal() {
		panel.Notes = append([]string{"No table stores what this query asks for, with a key that answers it."}, panel.Notes...)
		if !b.Readonly() {
			panel.Fixes = append(panel.Fixes, deriveFix(query))
		}
		return
	}
	var reasons []string
	for _, problem := range plan.Problems {
		if !problem.Note {
			reasons = append(reasons, problem.Message+".")
		}
	}
	panel.Notes = append(reasons, panel.Notes...)
}

func deriveFix(query model.ID) webqueries.ProofFix {
	return webqueries.ProofFix{Text: "Derive table", Do: "table:" + string(query)}
}

func describeJudgement(b *feature.Context, panel *webqueries.ProofPanel, result *proof.Result, best *proof.Judgement) {
	word := "of"
	if best.Verdict == proof.None {
		word = "by"
	}
	panel.Table = &web.Link{Word: word, Label: best.Access.Name, Href: b.Link(best.Table)}
	for i := range result.Judgements[1:] {
		if other := &result.Judgements[i+1]; other.Serves() {
			panel.Others = append(panel.Others, web.Link{Label: other.Access.Name, Href: b.Link(other.Table)})
		}
	}
	panel.Message = print.ProofMessage(best)
	if best.Refusal != nil && len(panel.Fixes) == 0 {
		panel.Hint = hint.RefusalHint(best.Refusal)
	}
	panel.Notes = append(proofNotes(best), panel.Notes...)
	texts := b.Texts(result.Query)
	panel.Statement = review.CodeLines(b, texts[0], feature.NarrowLines(print.ProofStatement(best)))
	for i := range best.Lookups {
		l := &best.Lookups[i]
		panel.Lookups = append(panel.Lookups, webqueries.ProofLookup{Table: web.Link{Label: l.Access.Name, Href: b.Link(l.Table)}, Runs: l.Text() + timesWords(l),
			Statement: review.CodeLines(b, texts[i+1], feature.NarrowLines(print.SelectText(l.Access, l.Select)))})
	}
	if !best.Logical {
		panel.Href = string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabStatements, Revision: b.View.Revision, Select: result.Query}))
	}
	panel.Reads = feature.ReadsWords(best)
	panel.Paging = paging(best)
}

// timesWords returns the number of runs of a lookup in words, "" for a single run or an unknown
// number.
func timesWords(l *proof.Lookup) string {
	switch {
	case !l.Each || !l.Times.Known:
		return ""
	case l.AtMost:
		return " (at most " + l.Times.Text() + " times)"
	}
	return " (" + l.Times.Text() + " times)"
}

// proofNotes are sentences about a statement.
func proofNotes(j *proof.Judgement) []string {
	if j.Unrealized {
		return []string{j.Access.Name + " is a logical table: no physical table realizes it."}
	}
	notes := j.Application()
	if j.Spread == nil && len(j.Buckets) > 0 {
		notes = append(notes, "The application computes the bucket "+strings.Join(j.Buckets, ", ")+".")
	}
	if j.Verdict == proof.Scan && !j.Serves() {
		notes = append(notes, "With ALLOW FILTERING the whole table is read and rows that do not match are dropped.")
	}
	if j.Verdict == proof.Filtering {
		notes = append(notes, "With ALLOW FILTERING the rows of the partition are read and those that do not match are dropped.")
	}
	var missing []string
	for _, column := range j.Lacking() {
		missing = append(missing, column.Name)
	}
	if len(missing) > 0 {
		notes = append(notes, j.Access.Name+" lacks "+strings.Join(missing, ", ")+": read it from another table, or add it.")
	}
	return notes
}

// paging shows the statements for pages, nil if the query has no pages.
func paging(j *proof.Judgement) *webqueries.Paging {
	next := j.NextPages()
	if len(next) == 0 {
		return nil
	}
	shown := &webqueries.Paging{Title: "Next page", Steps: j.PageSteps(), Limits: j.PageLimits()}
	if spread := j.PageSpread(); spread != nil {
		shown.Title = "Next page, over each " + strings.Join(spread.Columns, ", ")
	}
	for i, page := range append([]proof.Page{j.FirstPage()}, next...) {
		statement := print.SelectText(j.Access, page.Select)
		shown.Statements = append(shown.Statements,
			webqueries.ProofPage{When: pageWords(page, i-1), Statement: feature.NarrowCode(statement),
				Values: pageValues(page)})
	}
	return shown
}

// pageWords describe the moment at which a statement, the i-th one after that of the first page, reads a page.
func pageWords(page proof.Page, i int) string {
	switch {
	case page.When == proof.First:
		return "The first page:"
	case page.When == proof.NextPartition:
		return "When a partition has no more rows, for those that are missing:"
	case i > 0:
		return "When that returns fewer rows than a page, for those that are missing:"
	}
	return "After the last row of the page:"
}

// pageValues name the values of the bind markers of a page in their order.
func pageValues(page proof.Page) string {
	var given, last []string
	for _, value := range page.Values {
		if value.Last {
			last = append(last, value.Column)
			continue
		}
		name := value.Column
		if value.Operator != access.Equal {
			name += " " + string(value.Operator)
		}
		given = append(given, name)
	}
	var parts []string
	if len(given) > 0 {
		parts = append(parts, strings.Join(given, ", ")+" of the query")
	}
	if len(last) > 0 {
		parts = append(parts, strings.Join(last, ", ")+" of the last row")
	}
	if limit := page.Select.Limit; limit != nil && limit.Kind == access.Marker {
		parts = append(parts, "the number of rows")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Values: " + strings.Join(parts, "; ") + "."
}

func proofParameters(b *feature.Context, parameters []proof.Parameter) []webqueries.ProofParameter {
	var shown []webqueries.ProofParameter
	for _, parameter := range parameters {
		p := webqueries.ProofParameter{Given: parameter.Given, Name: parameter.Name, Href: b.Link(parameter.Given)}
		switch parameter.Source {
		case proof.FromUser:
			p.Source = "user"
		case proof.FromConstant:
			p.Source = parameter.Constant
		case proof.FromQuery:
			p.Source = "from "
			for _, id := range parameter.From[:min(len(parameter.From), maxSources)] {
				p.From = append(p.From, web.Link{Label: b.Model.Title(id), Href: b.Link(id)})
			}
		default:
			p.Source, p.Missing = cmp.Or(parameter.Constant, "missing"), true
		}
		shown = append(shown, p)
	}
	return shown
}

// maxSources bounds the queries that are named as the source of a parameter. The
// nearest come first.
const maxSources = 3

// maxFlow bounds the parameters that are shown at an arrow.
const maxFlow = 5

// flows are the parameters at the arrows of the workflow: all parameters of the selected query,
// step or transition, and elsewhere only the parameters without a source.
func flows(b *feature.Context) web.Content {
	var flows webqueries.Flows
	for _, transition := range model.Sorted(b.Model.Workflow.Transitions) {
		result := b.ProofOf(transition.Value.Access)
		if result == nil {
			continue
		}
		selected := slices.Contains([]model.ID{transition.ID, transition.Value.Access, transition.Value.To}, b.View.Select)
		if flow := flowOf(proofParameters(b, result.Parameters), selected); len(flow.Parameters) > 0 {
			flow.Transition, flow.Query = transition.ID, b.Model.Workflow.Queries[result.Query].Label
			flows = append(flows, flow)
		}
	}
	if len(flows) == 0 {
		return nil
	}
	return flows
}

// flowOf names parameters by their attributes, or only the missing ones.
func flowOf(parameters []webqueries.ProofParameter, all bool) webqueries.Flow {
	var flow webqueries.Flow
	for _, p := range parameters {
		if !all && !p.Missing {
			continue
		}
		if len(flow.Parameters) == maxFlow {
			flow.More++
			continue
		}
		source := p.Source
		for i, from := range p.From {
			if i == 0 {
				label, _, _ := strings.Cut(from.Label, " ")
				source += label
			}
		}
		flow.Parameters = append(flow.Parameters, webqueries.FlowParameter{Name: p.Name[strings.LastIndexByte(p.Name, '.')+1:], Source: source, Missing: p.Missing})
	}
	return flow
}

// proofFixes returns the buttons of a query that is not served well.
func proofFixes(b *feature.Context, result *proof.Result) []webqueries.ProofFix {
	best, _ := result.Best()
	if b.Readonly() || !best.Faulty() && len(best.Missing) == 0 {
		return nil
	}
	var buttons []webqueries.ProofFix
	for _, fix := range proof.Fixes(b.Model, result.Query, model.SeededIDs([]byte(result.Query))) {
		button := webqueries.ProofFix{Text: fix.Text, Do: "fix:" + string(result.Query) + ":" + fix.Key()}
		if len(fix.Breaks) > 0 {
			var labels []string
			for _, id := range fix.Breaks {
				labels = append(labels, b.Model.Title(id))
			}
			button.Cost = "Then it does not serve " + strings.Join(labels, ", ") + " any more."
		}
		buttons = append(buttons, button)
	}
	return buttons
}
