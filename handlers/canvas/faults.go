package canvas

import (
	"widerow/cql/print"
	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/write"
)

// Faults returns the arrows of a diagram whose queries are not served, or whose
// updates lack a lookup table.
func Faults(m *model.Model, kind diagram.Kind, results []proof.Result, plans []write.Plan) map[model.ID]string {
	return overlay.Faults(m, kind, results, plans, print.ProofReason)
}
