package workbench

import (
	"cmp"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// proofPanel returns the proof of the selected query, nil for other elements.
func (b *Builder) proofPanel(element model.Element) web.Content {
	result := b.proofOf(element.ID)
	if result == nil {
		return nil
	}
	best, found := result.Best()
	panel := &webqueries.ProofPanel{Level: ProofLevel(result), Verdict: Capital(VerdictWords(best)), Parameters: b.proofParameters(result.Parameters), Fixes: b.proofFixes(result)}
	if missing := result.MissingParameters(); len(missing) > 0 {
		panel.Notes = append(panel.Notes, "No query before it returns "+strings.Join(missing, ", ")+": let one return it, or take the value from the user or a constant.")
	}
	for _, gap := range result.Gaps {
		panel.Notes = append(panel.Notes, write.GapText(b.Model, gap)+".")
	}
	if mismatch := b.Model.ActorMismatch(element.ID); mismatch != "" {
		panel.Notes = append(panel.Notes, mismatch+".")
	}
	if !found {
		b.explainNoTable(panel, element.ID)
		return panel
	}
	b.describeJudgement(panel, result, best)
	if best.Faulty() && !best.Unrealized && !b.Readonly() && !mapping.Explore(b.Model, element.ID).Fatal() {
		panel.Fixes = append(panel.Fixes, deriveFix(element.ID))
	}
	return panel
}

// explainNoTable says why no table is judged: the query cannot be derived, or its
// table has not been derived yet.
func (b *Builder) explainNoTable(panel *webqueries.ProofPanel, query model.ID) {
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

// proofOf returns the proof of a query, nil for other elements.
func (b *Builder) proofOf(id model.ID) *proof.Result {
	if b.Model.Workflow.Queries[id] == nil {
		return nil
	}
	results := b.Proofs()
	for i := range results {
		if results[i].Query == id {
			return &results[i]
		}
	}
	return nil
}

func (b *Builder) describeJudgement(panel *webqueries.ProofPanel, result *proof.Result, best *proof.Judgement) {
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
	panel.Message = cql.ProofMessage(best)
	if best.Refusal != nil && len(panel.Fixes) == 0 {
		panel.Hint = cql.RefusalHint(best.Refusal)
	}
	panel.Notes = append(proofNotes(best), panel.Notes...)
	texts := b.texts(result.Query)
	panel.Statement = b.codeLines(texts[0], narrowLines(cql.ProofStatement(best)))
	for i := range best.Lookups {
		l := &best.Lookups[i]
		panel.Lookups = append(panel.Lookups, webqueries.ProofLookup{Table: web.Link{Label: l.Access.Name, Href: b.Link(l.Table)}, Runs: l.Text() + timesWords(l),
			Statement: b.codeLines(texts[i+1], narrowLines(cql.SelectText(l.Access, l.Select)))})
	}
	if !best.Logical {
		panel.Href = string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabStatements, Revision: b.View.Revision, Select: result.Query}))
	}
	panel.Reads = ReadsWords(best)
	panel.PageKey = strings.Join(best.PageKey(), ", ")
	for i, page := range best.NextPages() {
		statement := cql.SelectText(best.Access, page.Select)
		panel.Pages = append(panel.Pages, webqueries.ProofPage{When: pageWords(best, page, i), Statement: NarrowCode(statement)})
	}
}

// narrowLines highlights the lines of a statement for a narrow column: its clauses are not
// indented.
func narrowLines(statement string) [][]web.Span {
	lines := strings.Split(strings.TrimSpace(statement), "\n")
	for i, line := range lines {
		lines[i] = strings.Replace(strings.TrimPrefix(line, "    "), "    ", "  ", 1)
	}
	var all [][]web.Span
	for _, line := range Listing(strings.Join(lines, "\n"), nil) {
		all = append(all, line.Spans)
	}
	return all
}

// NarrowCode is narrowLines as one text.
func NarrowCode(statement string) []web.Span {
	var spans []web.Span
	for i, line := range narrowLines(statement) {
		if i > 0 {
			spans = append(spans, web.Span{Text: "\n"})
		}
		spans = append(spans, line...)
	}
	return spans
}

// VerdictWords returns a verdict in words, with the number of partitions if there
// are several.
func VerdictWords(j *proof.Judgement) string {
	if total := j.Total(); j.Whole() == proof.Partitions && total.Partitions.Known {
		return sizing.FormatNumber(total.Partitions.Typical) + " partitions"
	}
	if j.Verdict == proof.Index && len(j.Indexes) > 0 {
		return "index " + strings.Join(j.Indexes, ", ")
	}
	return j.Whole().Words()
}

func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// timesWords say how often a lookup runs, if it is more than once.
func timesWords(l *proof.Lookup) string {
	switch {
	case !l.Each || !l.Times.Known:
		return ""
	case l.AtMost:
		return " (at most " + l.Times.Text() + " times)"
	}
	return " (" + l.Times.Text() + " times)"
}

// looksUpEach reports whether a lookup runs for each row.
func looksUpEach(j *proof.Judgement) bool {
	return slices.ContainsFunc(j.Lookups, func(l proof.Lookup) bool { return l.Each })
}

// ProofLevel rates a proof: bad if the query is not served or reads everything,
// warn if rows are filtered, something is missing, or each row needs a lookup.
func ProofLevel(result *proof.Result) string {
	best, _ := result.Best()
	switch {
	case best.Faulty(), len(result.Gaps) > 0:
		return "bad"
	case best.Verdict == proof.Filtering || len(best.Lacking()) > 0 || looksUpEach(best) || len(result.MissingParameters()) > 0:
		return "warn"
	case best.Whole() == proof.Partition:
		return "ok"
	}
	return "info"
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

func ReadsWords(j *proof.Judgement) string {
	words := j.Total().Text()
	if words != "" {
		words = "Reads " + words + "."
	}
	if pages := j.Pages(); pages.Known {
		words += " Pages: " + pages.Text() + "."
	}
	return strings.TrimSpace(words)
}

// pageWords say when a statement, the i-th one, reads the next page.
func pageWords(j *proof.Judgement, page proof.Page, i int) string {
	switch {
	case page.When == proof.NextPartition:
		return "After the last row of a partition:"
	case i > 0:
		return "When that returns no more rows:"
	case j.Spread != nil:
		return "In the same " + strings.Join(j.Spread.Columns, ", ") + "; then the first statement for the next one:"
	}
	return "After the last row of the page:"
}

func (b *Builder) proofParameters(parameters []proof.Parameter) []webqueries.ProofParameter {
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

// flows are the parameters at the arrows of the workflow: those of the selected
// query, step or transition, and elsewhere those that come from nowhere.
func (b *Builder) flows() []webqueries.Flow {
	var flows []webqueries.Flow
	for _, transition := range model.Sorted(b.Model.Workflow.Transitions) {
		result := b.proofOf(transition.Value.Access)
		if result == nil {
			continue
		}
		selected := slices.Contains([]model.ID{transition.ID, transition.Value.Access, transition.Value.To}, b.View.Select)
		if flow := flowOf(b.proofParameters(result.Parameters), selected); len(flow.Parameters) > 0 {
			flow.Transition, flow.Query = transition.ID, b.Model.Workflow.Queries[result.Query].Label
			flows = append(flows, flow)
		}
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
