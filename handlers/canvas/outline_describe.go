package canvas

import (
	"cmp"
	"fmt"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// describeProof adds the verdict to a query in the outline.
func describeProof(b *feature.Context, id model.ID, item *webcanvas.OutlineItem) {
	result := b.ProofOf(id)
	best, _ := result.Best()
	item.Level, item.Title = feature.ProofLevel(result), feature.VerdictWords(best)
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

// describePlan adds what an update writes to the outline.
func describePlan(b *feature.Context, id model.ID, item *webcanvas.OutlineItem) {
	plan := b.PlanOf(id)
	item.Level, item.Title = feature.PlanLevel(plan), feature.PlanVerdict(plan)
	if len(plan.Lookups) > 0 {
		item.Detail, item.Title = "lookup?", item.Title+"; a lookup table is missing"
	}
}

// lookupTables names the tables of the lookups.
func lookupTables(j *proof.Judgement) string {
	var names []string
	for i := range j.Lookups {
		names = append(names, j.Lookups[i].Access.Name)
	}
	return strings.Join(names, ", ")
}

// wordsOf describes an element as the diagram shows it or, if it is not drawn,
// by its role in its parent.
func wordsOf(b *feature.Context, element model.Element) string {
	switch value := element.Value.(type) {
	case *model.Find:
		if value.Aggregate != "" {
			return "SELECT " + string(value.Aggregate)
		}
		return "SELECT"
	case *model.Given:
		return "WHERE" + map[model.Operator]string{model.Range: " range", model.In: " IN", model.Prefix: " prefix"}[value.Operator]
	case *model.SortBy:
		if value.Descending {
			return "ORDER BY descending"
		}
		return "ORDER BY"
	case *model.Update:
		return cmp.Or(map[model.UpdateKind]string{model.Change: "UPDATE", model.Delete: "DELETE"}[value.Kind], "INSERT")
	case *model.Write:
		return "value"
	}
	words := []string{b.Drawn().Words[element.ID]}
	switch count := b.Drawn().Findings[element.ID]; count {
	case 0:
	case 1:
		words = append(words, "1 finding")
	default:
		words = append(words, fmt.Sprintf("%d findings", count))
	}
	return strings.TrimPrefix(strings.Join(words, " · "), " · ") // an element that is not drawn has no description
}

// describe adds the detail at the right of an item: a size, a label, a kind.
func describe(b *feature.Context, element model.Element, item *webcanvas.OutlineItem) {
	switch value := element.Value.(type) {
	case *model.Relation:
		DescribeSize(b, element.ID, item)
		if value.Kind == model.MaterializedView {
			item.Italic = true
		}
	case *model.LogicalTable:
		DescribeSize(b, b.Realizations()[element.ID], item)
	case *model.UserType:
		item.Detail = "type"
	case *model.Query:
		describeProof(b, element.ID, item)
		describeActors(b, element.ID, value.Actor, item)
	case *model.Update:
		describePlan(b, element.ID, item)
		describeActors(b, element.ID, value.Actor, item)
	case *model.Quantity:
		item.Detail = quantityDetail(b, value)
	}
}

// describeAdvice marks a query or an update that advice is about. Tables have a count in their words.
func describeAdvice(b *feature.Context, element model.Element, item *webcanvas.OutlineItem) {
	if element.Kind != model.QueryKind && element.Kind != model.UpdateElement {
		return
	}
	for _, finding := range b.AdviceOn()[element.ID] {
		level := "warn"
		if finding.Level == advice.Error {
			level = "bad"
		}
		if feature.LevelRank(level) > feature.LevelRank(item.Level) {
			item.Level = level
		}
		item.Title += "; " + finding.Message
		item.Detail = cmp.Or(item.Detail, "advice")
	}
}

// describeActors adds the people who run a query or an update. Its own actor is shown, the actors
// of its steps only in the title: the diagram has them.
func describeActors(b *feature.Context, access, own model.ID, item *webcanvas.OutlineItem) {
	var names []string
	for _, actor := range b.Model.ActorsOf(access) {
		names = append(names, b.Model.Title(actor))
	}
	if len(names) > 0 {
		item.Title += "; run by " + strings.Join(names, ", ")
	}
	if b.Model.Workflow.Actors[own] != nil {
		item.Detail = cmp.Or(item.Detail, names[0])
	}
}

func DescribeSize(b *feature.Context, relation model.ID, item *webcanvas.OutlineItem) {
	size, found := b.Sizes()[relation]
	if !found {
		return
	}
	item.Level, item.WorstOnly, item.Title = string(size.Rating()), size.WorstOnly, size.Text()
	item.Detail = "size?"
	if size.Level != sizing.Unknown {
		item.Detail = size.About(size.Typical.Bytes)
	}
}

func quantityDetail(b *feature.Context, quantity *model.Quantity) string {
	value, missing, err := b.Model.Evaluate(quantity.Typical)
	if err != nil || len(missing) > 0 || quantity.Typical.IsEmpty() {
		return b.Model.ExpressionText(quantity.Typical)
	}
	worst := value
	if !quantity.Worst.IsEmpty() {
		worst, missing, err = b.Model.Evaluate(quantity.Worst)
	}
	if err != nil || len(missing) > 0 || worst.Worst == value.Typical {
		return sizing.FormatNumber(value.Typical)
	}
	return sizing.FormatNumber(value.Typical) + " / " + sizing.FormatNumber(worst.Worst)
}

// partDetail returns the mark or the type of a part, as plain text.
func partDetail(b *feature.Context, part model.Element) string {
	switch value := part.Value.(type) {
	case *model.LogicalColumn:
		return web.RoleMark(value.Role, value.Descending)
	case *model.Column:
		return b.Model.TypeText(value.Type) + " " + web.RoleMark(value.Role, value.Descending)
	case *model.TypeField:
		return b.Model.TypeText(value.Type)
	case *model.Attribute:
		return attributeDetail(value)
	case *model.Participant:
		return value.Cardinality
	}
	return ""
}

func attributeDetail(attribute *model.Attribute) string {
	var details []string
	switch attribute.Key {
	case model.Key:
		details = append(details, "key")
	case model.PartialKey:
		details = append(details, "partial key")
	}
	if attribute.Derived {
		details = append(details, "derived")
	}
	if attribute.MultiValued {
		details = append(details, "multi-valued")
	}
	return strings.Join(details, ", ")
}
