package advice

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
	"widerow/model/write"
)

// writeStep and statement are short for the parts of a plan.
type (
	writeStep = write.Step
	statement = write.Statement
	judgement = proof.Judgement
)

// sets reports whether a step changes a column of a table.
func sets(step writeStep, table model.ID, column string) bool {
	return slices.ContainsFunc(step.Statements, func(s statement) bool {
		return s.Table == table && s.Write.Update != nil && slices.ContainsFunc(s.Write.Update.Set, func(a access.Assignment) bool { return a.Column == column })
	})
}

// statements returns the statements of a plan that write a table, with their steps.
func writesOf(plan *write.Plan, table model.ID) []*statement {
	var all []*statement
	for i := range plan.Steps {
		for j := range plan.Steps[i].Statements {
			if s := &plan.Steps[i].Statements[j]; s.Table == table && s.Select == nil && plan.Steps[i].Kind != write.Blocked {
				all = append(all, s)
			}
		}
	}
	return all
}

// columnOf returns a column of a table by its name, nil if there is none.
func columnOf(t *access.Table, name string) *access.Column {
	if t == nil {
		return nil
	}
	for _, columns := range [][]*access.Column{t.Partition, t.Clustering, t.Others} {
		for _, column := range columns {
			if column.Name == name {
				return column
			}
		}
	}
	return nil
}
