package workbench

import (
	"sync"

	"widerow/cql"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/validation"
	"widerow/model/write"
	"widerow/web"
)

// Results are what pages compute of a model. Each is computed once, on its first use.
type Results struct {
	// Sizes are those of all relations, by the formula of the page.
	Sizes func() map[model.ID]sizing.Size
	// Proofs and Plans are those of all queries and updates, judged together.
	Proofs func() []proof.Result
	Plans  func() []write.Plan
	// TypeConflicts are attributes whose columns have different types.
	TypeConflicts func() []validation.TypeConflict
	// Mistakes are the problems of the model.
	Mistakes func() []model.Problem
	// CommonOwners are the owners that the participants of relationship types have in
	// common, by relationship type, unless it says already that it is within one.
	CommonOwners func() map[model.ID]model.ID
	// Realizations are the relations that realize logical tables, by table.
	Realizations func() map[model.ID]model.ID

	// LeftOut is what a download of the script leaves out, since the target refuses it.
	LeftOut func() []cql.Finding

	script func() *codeText // of the schema
}

// newResults returns the results of a model. keptSizes returns sizes that are kept
// between pages; nil to compute them.
func newResults(document Document, m *model.Model, formula sizing.Formula, kept func() *Drawings) Results {
	sizes := sync.OnceValue(func() map[model.ID]sizing.Size {
		if drawings := kept(); drawings != nil {
			return drawings.Sizes(m, formula)
		}
		return mapping.Sizes(m, formula)
	})
	judged := sync.OnceValues(func() ([]proof.Result, []write.Plan) {
		proofs, plans := proof.WithSizes(m, sizes()), write.WithSizes(m, sizes())
		write.Judge(m, plans, proofs)
		return proofs, plans
	})
	return Results{
		Sizes:         sizes,
		Proofs:        func() []proof.Result { proofs, _ := judged(); return proofs },
		Plans:         func() []write.Plan { _, plans := judged(); return plans },
		TypeConflicts: sync.OnceValue(func() []validation.TypeConflict { return validation.TypeConflicts(m) }),
		Mistakes:      sync.OnceValue(func() []model.Problem { return validation.Problems(m) }),
		CommonOwners:  sync.OnceValue(func() map[model.ID]model.ID { return commonOwners(m) }),
		Realizations:  sync.OnceValue(m.Realizations),
		LeftOut: sync.OnceValue(func() []cql.Finding {
			_, left := cql.PrintAccepted(m, PrintOptions(document))
			return left
		}),
		script: sync.OnceValue(func() *codeText {
			return &codeText{cql.ModelLines(m, cql.PrintModel(m, PrintOptions(document))), web.TabCQL}
		}),
	}
}

func commonOwners(m *model.Model) map[model.ID]model.ID {
	common, owners := map[model.ID]model.ID{}, model.NewOwners(m)
	for id, relationship := range m.Concepts.Relationships {
		if owner := owners.Common(m, id); owner != "" && relationship.Within == "" {
			common[id] = owner
		}
	}
	return common
}
