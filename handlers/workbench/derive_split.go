package workbench

import (
	"strings"

	"widerow/cql"
	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/proof"
	"widerow/web"
)

// deriveSplit describes how the partitions of a derived table are split, and what else could
// be chosen.
func (b *Builder) deriveSplit(d *edit.Derived, p *mapping.Proposal, split *moves.Proposed, proofs map[model.ID]proof.Result) *web.DeriveSplit {
	view := &web.DeriveSplit{Key: p.Key(), Table: p.Name, Reason: split.Reason, Warning: split.Warning(), Cost: split.Cost}
	if p.Kind == mapping.Kept {
		view.Href = b.splitLink(split.Table)
		return view
	}
	for i := range split.Options {
		option := &split.Options[i]
		_, effect, _ := strings.Cut(split.InWords(option), ": ")
		view.Options = append(view.Options, web.DeriveSplitOption{Value: option.What, Effect: effect, Chosen: option == split.Chosen})
	}
	view.Options = append(view.Options, web.DeriveSplitOption{Value: moves.AsItIs, AsItIs: true, Chosen: split.Chosen == nil})
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
					Code: narrowCode(cql.ProofStatement(j))})
				break
			}
		}
	}
	return view
}
