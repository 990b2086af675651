package feature

import (
	"sync"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/textlines"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/effect"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/validation"
	"widerow/model/write"
	"widerow/web"
)

// Results are computed from a model, each once on its first use.
type Results struct {
	// Sizes are the sizes of all relations, by the formula of the page.
	Sizes func() map[model.ID]sizing.Size
	// Proofs and Plans belong to all queries and updates, judged together.
	Proofs func() []proof.Result
	Plans  func() []write.Plan
	// TypeConflicts are attributes whose columns have different types.
	TypeConflicts func() []validation.TypeConflict
	// Mistakes are the problems of the model.
	Mistakes func() []model.Problem
	// CommonOwners are the owners that the participants of relationship types have in common, by
	// relationship type, without the types that already are within one.
	CommonOwners func() map[model.ID]model.ID
	// Realizations are the relations that realize logical tables, by table.
	Realizations func() map[model.ID]model.ID
	// Renaming returns the effects of new names of an entity or a relationship type and of its
	// attributes.
	Renaming func(model.ID) effect.Renaming

	// LeftOut lists the statements that a download of the script lacks: the target refuses them.
	LeftOut func() []cql.Finding

	// Advice returns the findings of the rules of advice.
	Advice func() []advice.Finding
	// OpenAdvice is the advice that nobody has accepted. AdviceOn has its errors and warnings by
	// element; those about a part are not among those of its parent.
	OpenAdvice func() []advice.Finding
	AdviceOn   func() map[model.ID][]advice.Finding
	// Checked are the findings of check that no rule of advice states. They take longer than an edit may: CheckedBefore returns
	// those that are known, and whether they are of this model.
	Checked       func() []advice.Finding
	CheckedBefore func() (findings []advice.Finding, current bool)
	// Found are Advice and Checked.
	Found func() []advice.Finding

	Script func() *CodeText // of the schema
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
	judged := sync.OnceValue(func() check.Known { return check.Judge(m, sizes()) })
	diskSizes := sizes
	if formula != sizing.Disk {
		diskSizes = sync.OnceValue(func() map[model.ID]sizing.Size { return mapping.Sizes(m, sizing.Disk) })
	}
	advised := sync.OnceValue(func() []advice.Finding {
		return advice.OfDocument(m, advice.Known{Sizes: diskSizes(), Proofs: judged().Proofs, Plans: judged().Plans})
	})
	open := sync.OnceValue(func() []advice.Finding { return advice.Open(m, advised()) })
	checked := sync.OnceValue(func() []advice.Finding {
		beside := func() []advice.Finding {
			known := judged()
			known.Sizes = diskSizes()
			return check.Beside(m, known, advised())
		}
		if drawings := kept(); drawings != nil {
			return drawings.Checked(m, beside)
		}
		return beside()
	})
	return Results{
		Advice: advised, OpenAdvice: open,
		AdviceOn: sync.OnceValue(func() map[model.ID][]advice.Finding { return byElement(open()) }),
		Checked:  checked,
		CheckedBefore: func() ([]advice.Finding, bool) {
			if drawings := kept(); drawings != nil {
				return drawings.CheckedBefore(m)
			}
			return nil, false
		},
		Found:         sync.OnceValue(func() []advice.Finding { return check.All(advised(), checked()) }),
		Sizes:         sizes,
		Proofs:        func() []proof.Result { return judged().Proofs },
		Plans:         func() []write.Plan { return judged().Plans },
		TypeConflicts: sync.OnceValue(func() []validation.TypeConflict { return validation.TypeConflicts(m) }),
		Mistakes:      sync.OnceValue(func() []model.Problem { return validation.Problems(m) }),
		CommonOwners:  sync.OnceValue(func() map[model.ID]model.ID { return commonOwners(m) }),
		Realizations:  sync.OnceValue(m.Realizations),
		Renaming:      once(func(owner model.ID) effect.Renaming { return effect.OfRenaming(m, owner) }),
		LeftOut: sync.OnceValue(func() []cql.Finding {
			_, left := cql.PrintAccepted(m, PrintOptions(document))
			return left
		}),
		Script: sync.OnceValue(func() *CodeText {
			return &CodeText{textlines.OfModel(m, cql.PrintModel(m, PrintOptions(document))), web.TabCQL}
		}),
	}
}

// byElement groups the errors and warnings by their elements.
func byElement(findings []advice.Finding) map[model.ID][]advice.Finding {
	by := map[model.ID][]advice.Finding{}
	for i := range findings {
		if findings[i].Level != advice.Info {
			by[findings[i].Element] = append(by[findings[i].Element], findings[i])
		}
	}
	return by
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

// PrintOptions are the options with which the script of a document is printed.
func PrintOptions(document Document) cql.PrintOptions {
	return cql.PrintOptions{Revision: int(document.Revision.Number)}
}

// once computes a result for each argument on its first use.
func once[K comparable, V any](compute func(K) V) func(K) V {
	known := map[K]V{}
	return func(of K) V {
		result, found := known[of]
		if !found {
			result = compute(of)
			known[of] = result
		}
		return result
	}
}

// FormulaOf reads the formula in an address; an unknown one is the usual one.
func FormulaOf(name string) sizing.Formula {
	for _, choice := range Formulas {
		if string(choice.Formula) == name {
			return choice.Formula
		}
	}
	return sizing.Disk
}

// Formulas are the choices of formula, first the usual one.
var Formulas = []struct {
	Formula sizing.Formula
	Label   string
}{{sizing.Disk, "On disk"}, {sizing.Book, "By the book"}, {sizing.Legacy, "2.2 and earlier"}}
