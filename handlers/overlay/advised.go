package overlay

import (
	"widerow/diagram"
	"widerow/model"
	"widerow/model/advice"
)

// Advised returns the errors and warnings of advice about the columns of a diagram, and about the queries and updates of its
// arrows or transitions. Those about an index are on its column. advised is the open advice about the model.
func Advised(m *model.Model, kind diagram.Kind, advised []advice.Finding) map[model.ID]string {
	by := map[model.ID]string{}
	add := func(id model.ID, message string) {
		if by[id] != "" {
			message = by[id] + "; " + message
		}
		by[id] = message
	}
	onAccess := map[model.ID][]string{}
	for i := range advised {
		finding := &advised[i]
		if finding.Level == advice.Info {
			continue
		}
		switch element, _ := m.Element(finding.Element); element.Kind {
		case model.QueryKind, model.UpdateElement:
			onAccess[element.ID] = append(onAccess[element.ID], finding.Message)
		case model.IndexKind:
			add(element.Value.(*model.Index).Column, finding.Message)
		case model.RelationColumnKind:
			add(element.ID, finding.Message)
			for logical := range element.Value.(*model.Column).From {
				add(logical, finding.Message)
			}
		case model.ColumnKind:
			add(element.ID, finding.Message)
		}
	}
	each := func(id, access model.ID) {
		for _, message := range onAccess[access] {
			add(id, message)
		}
	}
	switch kind {
	case diagram.KindWorkflow:
		for id, transition := range m.Workflow.Transitions {
			each(id, transition.Access)
		}
	case diagram.KindLogical, diagram.KindPhysical:
		for id, arrow := range m.Logical.Arrows {
			each(id, arrow.Access)
		}
	}
	return by
}
