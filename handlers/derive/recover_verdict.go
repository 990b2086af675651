package derive

import (
	"cmp"
	"fmt"
	"slices"

	"widerow/cql/print"
	"widerow/cql/workload"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
	webderive "widerow/web/derive"
)

// judgeAccesses adds the verdicts of the model on the statements that a page lists.
// Statements that the user leaves out are judged, too: the verdict may be the reason.
func judgeAccesses(view *webderive.RecoverView, r *Recovered, form *RecoverForm) error {
	if len(r.Accesses) == 0 {
		return nil
	}
	m, added := r.After, r.Added
	if len(added) < len(r.Accesses) {
		var err error
		if m, added, err = form.withAll(r); err != nil {
			return err
		}
	}
	v := newVerdicts(m, r.Accesses, added)
	for i, a := range r.Accesses {
		v.judge(&view.Accesses[i], cmp.Or(a.Known, added[a]))
	}
	return nil
}

// withAll adds the statements that the user leaves out.
func (f *RecoverForm) withAll(r *Recovered) (*model.Model, map[*workload.Access]model.ID, error) {
	rest := &workload.Workload{Accesses: r.Accesses}
	commands := rest.Commands(model.SeededIDs([]byte("left out")), func(a *workload.Access) bool { return !f.TakesAccess(a) })
	m, err := edit.Apply(r.After, model.SeededIDs([]byte("judged")), commands...)
	if err != nil {
		return nil, nil, fmt.Errorf("add the statements that are left out: %w", err)
	}
	for a, id := range r.Added {
		rest.Added[a] = id
	}
	return m, rest.Added, nil
}

// verdicts holds the proofs and the plans of the statements of a page.
type verdicts struct {
	model *model.Model
	proof map[model.ID]*proof.Result
	plan  map[model.ID]*write.Plan
}

func newVerdicts(m *model.Model, accesses []*workload.Access, added map[*workload.Access]model.ID) *verdicts {
	v := &verdicts{m, map[model.ID]*proof.Result{}, map[model.ID]*write.Plan{}}
	var queries []model.ID
	for _, a := range accesses {
		if id := cmp.Or(a.Known, added[a]); m.Workflow.Queries[id] != nil {
			queries = append(queries, id)
		}
	}
	sizes := mapping.Sizes(m, sizing.Disk)
	results := proof.Some(m, sizes, queries)
	for i := range results {
		v.proof[results[i].Query] = &results[i]
	}
	if slices.ContainsFunc(accesses, (*workload.Access).IsUpdate) {
		plans := write.WithSizes(m, sizes)
		for i := range plans {
			v.plan[plans[i].Update] = &plans[i]
		}
	}
	return v
}

// judge adds the verdict on a query or an update to its row.
func (v *verdicts) judge(row *webderive.RecoverRow, id model.ID) {
	if result := v.proof[id]; result != nil {
		best, found := result.Best()
		row.Verdict, row.Level = feature.Capital(feature.VerdictWords(best)), feature.ProofLevel(result)
		if found {
			row.Notes = notesOf(best)
		}
	}
	if plan := v.plan[id]; plan != nil {
		row.Verdict, row.Level = feature.PlanVerdict(plan), feature.PlanLevel(plan)
		for _, finding := range plan.Findings {
			row.Notes = append(row.Notes, finding.Message+".")
		}
	}
}

// notesOf returns what a query reads, or why no table answers it.
func notesOf(best *proof.Judgement) []string {
	if best.Verdict == proof.None {
		return []string{print.ProofMessage(best)}
	}
	if reads := feature.ReadsWords(best); reads != "" {
		return []string{reads}
	}
	return nil
}
