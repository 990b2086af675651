package workbench

import (
	"slices"

	"widerow/cql/print"
	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/write"
)

// lookups returns the arrows of a diagram for the further statements of queries.
func (b *Builder) lookups(kind diagram.Kind) []diagram.Lookup {
	return overlay.Lookups(b.Model, kind, b.Proofs())
}

// Faults returns the arrows of a diagram whose queries are not served, or whose
// updates lack a lookup table.
func Faults(m *model.Model, kind diagram.Kind, results []proof.Result, plans []write.Plan) map[model.ID]string {
	return overlay.Faults(m, kind, results, plans, print.ProofReason)
}

// serves reports whether one of the tables, or a table that realizes one of them,
// serves a query.
func (b *Builder) serves(tables model.IDSet, query model.ID) bool {
	result := b.ProofOf(query)
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

// ProofOf returns the proof of a query, nil for other elements.
func (b *Builder) ProofOf(id model.ID) *proof.Result {
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

// PlanOf returns the plan of an update, nil for other elements.
func (b *Builder) PlanOf(id model.ID) *write.Plan {
	if b.Model.Workflow.Updates[id] == nil {
		return nil
	}
	plans := b.Plans()
	if at := slices.IndexFunc(plans, func(p write.Plan) bool { return p.Update == id }); at >= 0 {
		return &plans[at]
	}
	return nil
}
