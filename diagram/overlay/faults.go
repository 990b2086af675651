package overlay

import (
	"strings"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/proof"
)

// Faults returns why the query on an arrow or a transition of a diagram is not
// served well: its table rejects the statement, or reads all rows; in the workflow
// also which parameters come from nowhere. reason describes a judgement. A model
// without tables has no faults yet.
func Faults(m *model.Model, kind diagram.Kind, results []proof.Result, reason func(*proof.Judgement) string) map[model.ID]string {
	if len(m.Logical.Tables)+len(m.Physical.Relations) == 0 {
		return nil
	}
	faults := map[model.ID]string{}
	byQuery := map[model.ID]*proof.Result{}
	for i := range results {
		byQuery[results[i].Query] = &results[i]
	}
	switch kind {
	case diagram.KindWorkflow:
		for id, transition := range m.Workflow.Transitions {
			if result := byQuery[transition.Access]; result != nil {
				addFault(faults, id, faultOf(result, reason))
			}
		}
	case diagram.KindLogical, diagram.KindPhysical:
		for id, arrow := range m.Logical.Arrows {
			if result := byQuery[arrow.Access]; result != nil {
				addFault(faults, id, faultOfTable(m, result, arrow.To, reason))
			}
		}
	}
	return faults
}

func addFault(faults map[model.ID]string, id model.ID, fault string) {
	if fault != "" {
		faults[id] = fault
	}
}

func faultOf(result *proof.Result, reason func(*proof.Judgement) string) string {
	var faults []string
	best, found := result.Best()
	switch {
	case !found:
		faults = append(faults, "no table serves it")
	case best.Faulty():
		faults = append(faults, reason(best))
	}
	if missing := result.MissingParameters(); len(missing) > 0 {
		faults = append(faults, "no query before it returns "+strings.Join(missing, ", "))
	}
	return strings.Join(faults, "; ")
}

// faultOfTable returns why no relation that realizes a logical table serves the
// query, or "".
func faultOfTable(m *model.Model, result *proof.Result, table model.ID, reason func(*proof.Judgement) string) string {
	fault := ""
	for i := range result.Judgements {
		j := &result.Judgements[i]
		relation := m.Physical.Relations[j.Table]
		if j.Table != table && (relation == nil || !relation.Realizes[table]) {
			continue
		}
		if !j.Faulty() {
			return ""
		}
		if fault == "" {
			fault = reason(j)
		}
	}
	return fault
}
