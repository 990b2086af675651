package workbench

import (
	"cmp"
	"fmt"
	"strings"

	"widerow/cql"
	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/web"
	webcanvas "widerow/web/canvas"
	webqueries "widerow/web/queries"
)

// lookups returns the arrows of a diagram for the further statements of queries.
func (b *Builder) lookups(kind diagram.Kind) []diagram.Lookup {
	return overlay.Lookups(b.Model, kind, b.Proofs())
}

// Faults returns the arrows of a diagram whose queries are not served, or whose
// updates lack a lookup table.
func Faults(m *model.Model, kind diagram.Kind, results []proof.Result, plans []write.Plan) map[model.ID]string {
	return overlay.Faults(m, kind, results, plans, cql.ProofReason)
}

// proofFixes returns the buttons of a query that is not served well.
func (b *Builder) proofFixes(result *proof.Result) []webqueries.ProofFix {
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

// serves reports whether one of the tables, or a table that realizes one of them,
// serves a query.
func (b *Builder) serves(tables model.IDSet, query model.ID) bool {
	result := b.proofOf(query)
	if result == nil {
		return false
	}
	for _, id := range result.Tables() {
		relation := b.Model.Physical.Relations[id]
		if tables[id] {
			return true
		}
		for table := range tables {
			if relation != nil && relation.Realizes[table] {
				return true
			}
		}
	}
	return false
}

// lookupTables names the tables of the lookups.
func lookupTables(j *proof.Judgement) string {
	var names []string
	for i := range j.Lookups {
		names = append(names, j.Lookups[i].Access.Name)
	}
	return strings.Join(names, ", ")
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
	result := b.proofOf(id)
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
