package derive

import (
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/sizing"
	webderive "widerow/web/derive"
)

// assumptions are the numbers of the concepts by which tables are ranked.
func assumptions(b *feature.Context) []webderive.Assumption {
	var shown []webderive.Assumption
	evaluator := b.Model.NewEvaluator()
	add := func(label string, element model.ID, typical, worst model.Expression) {
		if value, known := amountOf(evaluator, typical, worst); known {
			shown = append(shown, webderive.Assumption{Label: label, Value: value, Href: b.Link(element)})
		}
	}
	for _, entity := range model.Sorted(b.Model.Concepts.Entities) {
		add(entity.Value.Name, entity.ID, entity.Value.Instances, entity.Value.WorstInstances)
	}
	for _, relationship := range model.Sorted(b.Model.Concepts.Relationships) {
		for _, end := range model.Sorted(relationship.Value.Participants) {
			label := b.Model.Title(end.Value.Entity)
			if others := b.Model.OtherEnds(end.ID); len(others) == 1 {
				label += " per " + b.Model.Title(others[0])
			}
			add(label, end.ID, end.Value.Count, end.Value.WorstCount)
		}
	}
	return shown
}

// amountOf returns a number, with the number of the worst case if it differs: "100 / 500".
func amountOf(evaluator *model.Evaluator, typical, worst model.Expression) (text string, known bool) {
	value, missing, err := evaluator.Evaluate(typical)
	if err != nil || len(missing) > 0 {
		return "", false
	}
	if at, missing, err := evaluator.Evaluate(worst); err == nil && len(missing) == 0 {
		value.Worst = at.Worst
	}
	text = sizing.FormatNumber(value.Typical)
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatNumber(value.Worst)
	}
	return text, true
}
