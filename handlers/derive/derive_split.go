package derive

import (
	"slices"
	"strings"
	"widerow/cql/print"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/proof"
	"widerow/web"
	webderive "widerow/web/derive"
)

// deriveSplit describes the split of a derived table's partitions, and the other choices.
func deriveSplit(b *feature.Context, d *Derived, p *mapping.Proposal, split *moves.Proposed, proofs map[model.ID]proof.Result) *webderive.Split {
	view := &webderive.Split{Key: p.Key(), Table: p.Name, Reason: split.Reason, Warning: split.Warning(), Cost: split.Cost}
	if view.Warning != "" && (split.Chosen != nil || len(split.Options) == 0) {
		view.Remedy = split.Remedy()
	}
	if p.Kind == mapping.Kept {
		view.Href = b.SplitLink(split.Table)
		return view
	}
	for i := range split.Options {
		option := &split.Options[i]
		_, effect, _ := strings.Cut(split.InWords(option), ": ")
		view.Options = append(view.Options, webderive.SplitOption{Value: option.What, Effect: effect, Chosen: option == split.Chosen})
	}
	view.Options = append(view.Options, webderive.SplitOption{Value: moves.AsItIs, AsItIs: true, Chosen: split.Chosen == nil})
	if split.Chosen == nil {
		return view
	}
	view.What = split.Chosen.What
	if split.Guessed && split.Chosen.Move.Name == moves.SplitByTime {
		view.Question = "Not known: how many days the rows of a partition cover; 365 are assumed. The page Split partitions asks for it."
	}
	for _, query := range split.Chosen.Queries {
		result := proofs[query.Query]
		for i := range result.Judgements {
			if j := &result.Judgements[i]; j.Table == split.Table {
				view.Statements = append(view.Statements, web.SplitStatement{Query: d.After.Title(query.Query), Runs: strings.Join(j.Application(), " "),
					Code: feature.NarrowCode(print.ProofStatement(j))})
				break
			}
		}
	}
	return view
}

// addBuckets adds the buckets of a split to the columns of a table, and removes the constant bucket
// that they replace. The partition gets its sizes after the split.
func addBuckets(table *webderive.TableView, after *model.Model, split *moves.Proposed) {
	relation := after.Physical.Relations[split.Table]
	var buckets []webderive.ColumnView
	stored := model.IDSet{}
	for _, item := range relation.SortedColumns() {
		for id := range item.Value.From {
			stored[id] = true
		}
		if item.Value.Role == model.Partition && !item.Value.Buckets.IsEmpty() {
			buckets = append(buckets, webderive.ColumnView{Name: item.Value.Name, Mark: "K", Class: "k",
				Type: after.TypeText(item.Value.Type), Reason: split.Chosen.What})
		}
	}
	logical := after.Logical.Tables[split.Logical]
	isReplaced := func(column webderive.ColumnView) bool {
		return column.Class == "k" && slices.ContainsFunc(logical.SortedColumns(), func(item model.Item[*model.LogicalColumn]) bool {
			if item.Value.Name != column.Name || item.Value.Attribute != "" {
				return false
			}
			return !stored[item.ID] || slices.ContainsFunc(buckets, func(b webderive.ColumnView) bool { return b.Name == column.Name })
		})
	}
	kept := slices.DeleteFunc(slices.Clone(table.Columns), isReplaced)
	at := slices.IndexFunc(kept, func(column webderive.ColumnView) bool { return column.Class != "k" })
	if at < 0 {
		at = len(kept)
	}
	table.Columns = slices.Insert(kept, at, buckets...)
	table.Numbers.Typical, table.Numbers.Worst = split.Sizes()
	table.Numbers.OverLimit = split.Warning() != ""
}
