package sizes

import (
	"math"
	"strconv"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// whatOf and byOf read which quantity the page of sizes varies, and how far: from -100,
// a tenth, to 100, ten times as much. Other tabs vary none.
func whatOf(tab web.Tab, text string) model.ID {
	if tab != web.TabSizes || !model.ID(text).Valid() {
		return ""
	}
	return model.ID(text)
}

// byOf reads the distance. What is no number, or too far, is 0.
func byOf(tab web.Tab, text string) string {
	by, err := strconv.Atoi(text)
	if tab != web.TabSizes || err != nil || by < -mostBy || by > mostBy || by == 0 {
		return ""
	}
	return strconv.Itoa(by)
}

const mostBy = 100

// maxMoved bounds the sizes that are computed to find what each quantity moves.
const maxMoved = 3000

// whatIf shows what moves with a quantity, without saving anything. It is nil without
// quantities.
func whatIf(b *feature.Context) *websizes.WhatIf {
	quantities := b.Elements(model.QuantityKind)
	if len(quantities) == 0 || len(b.Model.Physical.Relations) == 0 {
		return nil
	}
	by, _ := strconv.Atoi(b.View.By)
	view := &websizes.WhatIf{By: by, Chosen: b.View.What}
	for _, element := range quantities {
		if _, _, known := quantityValue(b, element.ID); known {
			view.Choices = append(view.Choices, edit.Choice{Value: string(element.ID), Label: element.Value.(*model.Quantity).Name})
		}
	}
	value, time, known := quantityValue(b, b.View.What)
	if !known || by == 0 {
		return view
	}
	factor := math.Pow(10, float64(by)/mostBy)
	then := model.Value{Typical: rounded(value.Typical * factor), Worst: rounded(value.Worst * factor)}
	view.Value, view.Then = unitWords(value, time), unitWords(then, time)
	other := sizing.WithQuantity(b.Model, b.View.What, pairExpression(then, time))
	sizes := mapping.Sizes(other, feature.FormulaOf(b.View.Formula))
	for _, element := range b.Elements(model.RelationElement) {
		now, then := b.Sizes()[element.ID], sizes[element.ID]
		if now.Typical == then.Typical && now.Worst == then.Worst && then.Err == nil {
			continue
		}
		row := websizes.WhatIfRow{Name: b.Model.Title(element.ID), Href: LedgerLink(b, element.ID), Level: string(then.Level), WasLevel: string(now.Level),
			Now: now.About(now.Typical.Bytes), Then: then.About(then.Typical.Bytes), WorstNow: now.About(now.Worst.Bytes), WorstThen: then.About(then.Worst.Bytes)}
		if then.Err != nil {
			row.Problem = then.Err.Message
		}
		view.Rows = append(view.Rows, row)
	}
	for _, element := range quantities {
		now, unit, known := quantityValue(b, element.ID)
		then, _, missing, err := other.EvaluateUnit(model.Expression("@" + string(element.ID)))
		if element.ID != b.View.What && known && err == nil && len(missing) == 0 && then != now {
			view.Quantities = append(view.Quantities, element.Value.(*model.Quantity).Name+": "+unitWords(now, unit)+" → "+unitWords(then, unit))
		}
	}
	return view
}

// quantityValue is the value of a quantity, with the power of the second in its unit.
func quantityValue(b *feature.Context, id model.ID) (value model.Value, time int, known bool) {
	if b.Model.Quantities[id] == nil {
		return value, 0, false
	}
	value, time, missing, err := b.Model.EvaluateUnit(model.Expression("@" + string(id)))
	return value, time, err == nil && len(missing) == 0 && time >= -1 && time <= 1
}

// pairExpression is a value in seconds or per second as an expression.
func pairExpression(value model.Value, time int) model.Expression {
	text := strconv.FormatFloat(value.Typical, 'f', -1, 64)
	if value.Worst > value.Typical {
		text += "/" + strconv.FormatFloat(value.Worst, 'f', -1, 64)
	}
	return model.Expression(text + map[int]string{1: " seconds", -1: " per second"}[time])
}

// rounded has three digits, as people choose numbers.
func rounded(number float64) float64 {
	text := strconv.FormatFloat(number, 'g', 3, 64)
	number, _ = strconv.ParseFloat(text, 64)
	return number
}

// quantityUses returns the uses of each quantity: the fields that name it, and the tables whose
// sizes depend on it, also through other quantities.
func quantityUses(b *feature.Context) (used, moves map[model.ID][]websizes.Choice) {
	used, moves = map[model.ID][]websizes.Choice{}, map[model.ID][]websizes.Choice{}
	for element := range b.Model.Elements() {
		seen := model.IDSet{}
		for _, expression := range element.Expressions() {
			for _, id := range expression.Quantities() {
				if !seen[id] {
					seen[id] = true
					used[id] = append(used[id], websizes.Choice{Label: b.Model.Title(element.ID), Href: b.Link(element.ID)})
				}
			}
		}
	}
	quantities := b.Elements(model.QuantityKind)
	if len(quantities)*len(b.Model.Physical.Relations) > maxMoved {
		return used, moves
	}
	for _, element := range quantities {
		value, time, known := quantityValue(b, element.ID)
		if !known || len(used[element.ID]) == 0 {
			continue
		}
		more := model.Value{Typical: value.Typical*2 + 1, Worst: value.Worst*2 + 1}
		sizes := mapping.Sizes(sizing.WithQuantity(b.Model, element.ID, pairExpression(more, time)), feature.FormulaOf(b.View.Formula))
		for _, table := range b.Elements(model.RelationElement) {
			if now, then := b.Sizes()[table.ID], sizes[table.ID]; now.Typical != then.Typical || now.Worst != then.Worst {
				moves[element.ID] = append(moves[element.ID], websizes.Choice{Label: b.Model.Title(table.ID), Href: LedgerLink(b, table.ID)})
			}
		}
	}
	return used, moves
}
