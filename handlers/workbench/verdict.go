package workbench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// NarrowLines highlights the lines of a statement for a narrow column: its clauses are not
// indented.
func NarrowLines(statement string) [][]web.Span {
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
	for i, line := range NarrowLines(statement) {
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

// queriesBadge counts the queries that a table serves.
func (b *Builder) queriesBadge() web.TabBadge {
	results := b.Proofs()
	if len(results) == 0 {
		return web.TabBadge{}
	}
	served, level := 0, "ok"
	for i := range results {
		if results[i].Served() {
			served++
		}
		if ProofLevel(&results[i]) == "bad" || ProofLevel(&results[i]) == "warn" {
			level = "warn"
		}
	}
	if served < len(results) && len(b.Model.Logical.Tables)+len(b.Model.Physical.Relations) > 0 {
		level = "bad"
	}
	return web.TabBadge{Text: fmt.Sprintf("%d/%d", served, len(results)), Level: level, Title: fmt.Sprintf("%d of %d queries are served by a table", served, len(results))}
}

// describeProof adds the verdict to a query in the outline.
func (b *Builder) describeProof(id model.ID, item *webcanvas.OutlineItem) {
	result := b.ProofOf(id)
	best, _ := result.Best()
	item.Level, item.Title = ProofLevel(result), VerdictWords(best)
	if item.Level == "info" {
		item.Level = "ok"
	}
	switch best.Whole() {
	case proof.Partition:
	case proof.Partitions, proof.Filtering:
		item.Detail = map[proof.Verdict]string{proof.Partitions: "n partitions", proof.Filtering: "filtering"}[best.Whole()]
	default:
		item.Detail = best.Verdict.Words()
	}
	if len(best.Lookups) > 0 {
		item.Title += "; looks up columns in " + lookupTables(best)
		item.Detail = "lookup"
	}
	if len(best.Lacking()) > 0 {
		item.Title += "; columns are missing"
		item.Detail = cmp.Or(item.Detail, "column?")
	}
	for _, gap := range result.Gaps {
		item.Title += "; " + write.GapText(b.Model, gap)
		item.Detail = cmp.Or(item.Detail, "not written")
	}
	if missing := result.MissingParameters(); len(missing) > 0 {
		item.Title += "; no query before it returns " + strings.Join(missing, ", ")
		item.Detail = cmp.Or(item.Detail, missing[0][strings.LastIndexByte(missing[0], '.')+1:]+"?")
	}
}

// PlanLevel returns the level of the worst finding, or ok.
func PlanLevel(plan *write.Plan) string {
	level := "ok"
	for _, finding := range plan.Findings {
		switch {
		case finding.Level == write.Error:
			return "bad"
		case finding.Level == write.Warning:
			level = "warn"
		}
	}
	return level
}

// PlanVerdict says how many tables an update writes, after how many reads, and how
// often.
func PlanVerdict(plan *write.Plan) string {
	reads := 0
	for _, step := range plan.Steps {
		if step.Kind == write.Read {
			reads++
		}
	}
	written, blocked, isBlocked := strings.Cut(plan.Words(), ", ")
	words := strings.ToUpper(written[:1]) + written[1:]
	if reads > 0 {
		words += " after " + Plural(reads, "read")
	}
	if isBlocked {
		words += ", " + blocked
	}
	if plan.Rate.Known {
		words += ", " + sizing.FormatNumber(plan.Rate.Typical) + " times a second"
		if plan.Rate.Worst != plan.Rate.Typical {
			words += ", at the worst " + sizing.FormatNumber(plan.Rate.Worst)
		}
	}
	return words
}

func Plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}

// describePlan adds what an update writes to the outline.
func (b *Builder) describePlan(id model.ID, item *webcanvas.OutlineItem) {
	plan := b.PlanOf(id)
	item.Level, item.Title = PlanLevel(plan), PlanVerdict(plan)
	if len(plan.Lookups) > 0 {
		item.Detail, item.Title = "lookup?", item.Title+"; a lookup table is missing"
	}
}

// looksUpEach reports whether a lookup runs for each row.
func looksUpEach(j *proof.Judgement) bool {
	return slices.ContainsFunc(j.Lookups, func(l proof.Lookup) bool { return l.Each })
}

// lookupTables names the tables of the lookups.
func lookupTables(j *proof.Judgement) string {
	var names []string
	for i := range j.Lookups {
		names = append(names, j.Lookups[i].Access.Name)
	}
	return strings.Join(names, ", ")
}
