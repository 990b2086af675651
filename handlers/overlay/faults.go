package overlay

import (
	"strings"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/write"
)

// Faults returns why the query on an arrow or a transition is not served well: its
// table rejects the statement or reads all rows, the updates leave out what it reads, or, in
// the workflow, a parameter has no source. For an update the reason is a missing lookup table. reason describes a
// judgement. A model without tables has no faults.
func Faults(m *model.Model, kind diagram.Kind, results []proof.Result, plans []write.Plan, reason func(*proof.Judgement) string) map[model.ID]string {
	if len(m.Logical.Tables)+len(m.Physical.Relations) == 0 {
		return nil
	}
	faults := map[model.ID]string{}
	byQuery := map[model.ID]*proof.Result{}
	for i := range results {
		byQuery[results[i].Query] = &results[i]
	}
	lookups := missingLookups(plans)
	switch kind {
	case diagram.KindWorkflow:
		for id, transition := range m.Workflow.Transitions {
			if result := byQuery[transition.Access]; result != nil {
				addFault(faults, id, faultOf(m, result, reason))
			}
			addFault(faults, id, sentences(lookups[transition.Access], func(model.ID) bool { return true }))
		}
	case diagram.KindLogical, diagram.KindPhysical:
		for id, arrow := range m.Logical.Arrows {
			if result := byQuery[arrow.Access]; result != nil {
				addFault(faults, id, faultOfTable(m, result, arrow.To, reason))
			}
			addFault(faults, id, sentences(lookups[arrow.Access], func(table model.ID) bool {
				relation := m.Physical.Relations[table]
				return table == arrow.To || relation != nil && relation.Realizes[arrow.To]
			}))
		}
	}
	return faults
}

func addFault(faults map[model.ID]string, id model.ID, fault string) {
	if fault != "" {
		faults[id] = fault
	}
}

func faultOf(m *model.Model, result *proof.Result, reason func(*proof.Judgement) string) string {
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
	for _, gap := range result.Gaps {
		faults = append(faults, write.GapText(m, gap))
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
			return gapsOf(m, result, j.Table)
		}
		if fault == "" {
			fault = reason(j)
		}
	}
	return fault
}

// gapsOf lists what the updates leave out of a table that the query reads.
func gapsOf(m *model.Model, result *proof.Result, table model.ID) string {
	var texts []string
	for _, gap := range result.Gaps {
		if gap.Table == table {
			texts = append(texts, write.GapText(m, gap))
		}
	}
	return strings.Join(texts, "; ")
}

// missingLookups returns the findings about missing lookup tables by update.
func missingLookups(plans []write.Plan) map[model.ID][]write.Finding {
	found := map[model.ID][]write.Finding{}
	for i := range plans {
		for _, finding := range plans[i].Findings {
			if finding.Code == write.CodeLookup {
				found[plans[i].Update] = append(found[plans[i].Update], finding)
			}
		}
	}
	return found
}

// sentences joins the messages of findings about some tables.
func sentences(findings []write.Finding, is func(table model.ID) bool) string {
	var messages []string
	for _, finding := range findings {
		if is(finding.Element) {
			messages = append(messages, finding.Message)
		}
	}
	return strings.Join(messages, "; ")
}
