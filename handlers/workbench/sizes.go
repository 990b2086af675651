package workbench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/web"
)

// formulaNames are the choices of formula, first the usual one.
var formulaNames = []struct {
	formula sizing.Formula
	label   string
}{
	{sizing.Disk, "On disk"}, {sizing.Book, "By the book"}, {sizing.Legacy, "2.2 and earlier"},
}

// formulaChoices links to the same view with each formula.
func (b *Builder) formulaChoices() []web.Choice {
	var choices []web.Choice
	for _, name := range formulaNames {
		view := b.View
		if view.Formula = string(name.formula); name.formula == sizing.Disk {
			view.Formula = ""
		}
		choices = append(choices, web.Choice{
			Label: name.label, Href: string(b.URL.Tab(view)), Current: name.formula == formulaOf(b.View.Formula),
		})
	}
	return choices
}

// sizesContent fills the tab of sizes.
type sizesContent struct{}

func (sizesContent) build(_ context.Context, b *Builder, _ *web.WorkbenchPage) (web.Content, error) {
	return b.sizesView(), nil
}

// sizesView is the tab of sizes: what is asked for first, a row for each table, and the
// quantities.
func (b *Builder) sizesView() *web.SizesView {
	view := &web.SizesView{Formulas: b.formulaChoices(), Readonly: b.Readonly(), New: b.newFields(b.Model.Root(), model.QuantityKind)}
	view.Asks = b.sizeAsks()
	view.Heads = b.sizeHeads()
	for _, element := range b.sortedTables() {
		row := b.sizeRow(element)
		if row.Selected {
			row.Numbers = b.tableNumbers(element.ID, view.Asks)
		}
		view.Rows = append(view.Rows, row)
	}
	used, moves := b.quantityUses()
	for _, element := range b.elements(model.QuantityKind) {
		row := b.quantityRow(element)
		row.Used, row.Moves = used[element.ID], moves[element.ID]
		view.Quantities = append(view.Quantities, row)
	}
	view.WhatIf = b.whatIf()
	return view
}

// tableNumbers are the lengths and other numbers of the selected table, without those
// that are asked for above the table.
func (b *Builder) tableNumbers(table model.ID, asks []web.SizeAsk) []web.LedgerInput {
	size := b.sizes[table]
	inputs := b.ledgerInputs(table, &size, sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(b.Model)})[1:] // without the rows
	return slices.DeleteFunc(inputs, func(input web.LedgerInput) bool {
		return slices.ContainsFunc(asks, func(ask web.SizeAsk) bool {
			return !ask.Rows && ask.Input.Field.Element == input.Input.Field.Element && ask.Input.Field.Name == input.Input.Field.Name
		})
	})
}

func (b *Builder) sizeRow(element model.Element) web.SizeRow {
	relation, size := element.Value.(*model.Relation), b.sizes[element.ID]
	row := web.SizeRow{
		Element: element.ID, Name: relation.Name, Keyspace: b.Model.Title(relation.Keyspace), Href: b.link(element.ID), Ledger: b.ledgerLink(element.ID),
		Level: string(size.Rating()), WorstOnly: size.WorstOnly, Selected: b.View.Select == element.ID,
	}
	switch {
	case size.Err != nil:
		row.Problem = size.Err.Message
	case size.Problem != nil:
		row.Problem = size.Problem.Message
	}
	row.Known = size.Level != sizing.Unknown
	if row.Known && size.Level != sizing.OK {
		row.Split = b.splitLink(element.ID)
	}
	row.Input = b.rowsInput(element, &size)
	row.Assumed = assumedWords(size.Assumed)
	row.Measured, row.MeasuredHref = b.measuredOf(element)
	row.Rows, row.Cells, row.Bytes = sizing.FormatNumber(size.Typical.Rows), sizing.FormatNumber(size.Typical.Cells), size.About(size.Typical.Bytes)
	row.WorstCells, row.WorstBytes = sizing.FormatNumber(size.Worst.Cells), size.About(size.Worst.Bytes)
	row.Exact = sizing.FormatNumber(size.Typical.Bytes) + " bytes " + size.Terms.Formula.Words()
	return row
}

// rowsInput is the input of the rows in a partition: what the document says, or what
// is used instead.
func (b *Builder) rowsInput(element model.Element, size *sizing.Size) web.SizeInput {
	relation := element.Value.(*model.Relation)
	input := b.sizeInput(element, "rows", 0)
	switch assumed := assumptionOf(size, element.ID, "rows"); {
	case assumed != nil && assumed.Needs != "":
		needs := b.quantityLink(*assumed)
		input.Note, input.Needs = sizing.FormatNumber(assumed.Value)+" assumed", &needs
	case assumed != nil:
		input.Field.Placeholder = sizing.FormatNumber(assumed.Value) + " assumed"
	case size.Derived:
		input.Field.Placeholder = valueWords(size.Terms.Rows) + " from concepts"
	case relation.Rows.IsEmpty():
		input.Field.Placeholder = "1: no clustering column"
	case !isNumber(relation.Rows) && size.Level != sizing.Unknown:
		input.Note = "= " + valueWords(size.Terms.Rows)
	}
	return input
}

// quantityLink leads to the quantity that an assumed number needs.
func (b *Builder) quantityLink(a sizing.Assumption) web.QuantityLink {
	view := web.View{Model: b.View.Model, Tab: web.TabSizes, Revision: b.View.Revision, Formula: b.View.Formula}
	if a.Quantity != "" {
		view.Select = a.Quantity
		return web.QuantityLink{Name: a.Needs, Href: string(b.URL.Tab(view)), Focus: "set-" + string(a.Quantity) + "-typical"}
	}
	return web.QuantityLink{Name: a.Needs, Href: string(b.URL.Tab(view)), Focus: "new-quantity-typical", New: true}
}

// sizeInput is the input of a number from which sizes are computed.
func (b *Builder) sizeInput(element model.Element, name string, assumed float64) web.SizeInput {
	field, _ := model.FieldOf(element.Kind, name)
	input := web.SizeInput{Field: b.field(element, field)}
	input.Field.Hint = "" // the table says it once
	input.Clears = input.Field.Was != "" && !b.Readonly()
	if assumed > 0 {
		input.Field.Placeholder = sizing.FormatNumber(assumed) + " assumed"
	}
	return input
}

func assumptionOf(size *sizing.Size, element model.ID, field string) *sizing.Assumption {
	for i := range size.Assumed {
		if a := &size.Assumed[i]; a.Element == element && a.Field == field {
			return a
		}
	}
	return nil
}

// valueWords writes a value as 1,000, or as 1,000 / 5,000.
func valueWords(value model.Value) string {
	text := sizing.FormatNumber(value.Typical)
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatNumber(value.Worst)
	}
	return text
}

// assumedWords counts what is assumed beside the rows, which have an input of their
// own: "2 lengths assumed".
func assumedWords(assumed []sizing.Assumption) string {
	others := 0
	for i := range assumed {
		if assumed[i].Field != "rows" {
			others++
		}
	}
	switch others {
	case 0:
		return ""
	case 1:
		return "1 length assumed"
	}
	return fmt.Sprintf("%d lengths assumed", others)
}

// quantityRow is a quantity in the list, with the values of its expressions if
// they are more than numbers.
func (b *Builder) quantityRow(element model.Element) web.QuantityRow {
	quantity := element.Value.(*model.Quantity)
	row := web.QuantityRow{Source: quantity.Source, PartRow: web.PartRow{
		Element: element.ID, Title: quantity.Name, Href: b.link(element.ID),
		Fields: b.fields(element, []string{"name", "typical", "worst"}), Selected: b.View.Select == element.ID,
	}}
	if quantity.Typical.IsEmpty() {
		return row
	}
	value, time, missing, err := b.Model.EvaluateUnit(model.Expression("@" + string(element.ID)))
	switch {
	case err != nil:
		row.Problem = err.Error()
	case len(missing) > 0:
		row.Problem = "needs " + missing[0].Name
	case !isNumber(quantity.Typical) || !isNumber(quantity.Worst):
		row.Values = "= " + unitWords(value, time)
	}
	return row
}

// unitWords writes the value of a quantity with its unit.
func unitWords(value model.Value, time int) string {
	text := sizing.FormatUnit(value.Typical, time)
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatUnit(value.Worst, time)
	}
	return text
}

// isNumber reports whether an expression is a plain number or empty.
func isNumber(expression model.Expression) bool {
	for _, c := range string(expression) {
		if (c < '0' || c > '9') && c != '.' && c != '_' {
			return false
		}
	}
	return true
}

// sizePanel is the size of the selected table, with its formulas.
func (b *Builder) sizePanel(id model.ID) *web.SizePanel {
	size := b.sizes[id]
	panel := &web.SizePanel{
		Level: string(size.Typical.Level()), WorstLevel: string(size.Worst.Level()), Switch: b.formulaChoices(),
		QuantitiesHref: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabSizes, Select: id, Formula: b.View.Formula, Display: b.View.Display})),
	}
	panel.Derived, panel.LedgerHref = size.Derived, b.ledgerLink(id)
	panel.SplitHref = b.splitLink(id)
	for _, assumed := range size.Assumed {
		panel.Assumed = append(panel.Assumed, assumed.What+": "+sizing.FormatNumber(assumed.Value))
		needs := b.quantityLink(assumed)
		if assumed.Needs != "" && !slices.Contains(panel.Needs, needs) {
			panel.Needs = append(panel.Needs, needs)
		}
	}
	switch {
	case size.Err != nil:
		panel.Problem = size.Err.Message
	case size.Problem != nil:
		panel.Odd = size.Problem.Message
	}
	panel.Cells, panel.Bytes = sizing.FormatNumber(size.Typical.Cells), size.About(size.Typical.Bytes)
	panel.BytesTitle = sizing.FormatNumber(size.Typical.Bytes) + " bytes " + size.Terms.Formula.Words()
	panel.WorstCells, panel.WorstBytes = sizing.FormatNumber(size.Worst.Cells), size.About(size.Worst.Bytes)
	panel.Share, panel.WorstShare = share(size.Typical), share(size.Worst)
	panel.Limit = fmt.Sprintf("Share of the recommended maximum (%s cells or 100 MB): %s typical, %s worst.", sizing.FormatNumber(sizing.AdvisedCells), percent(panel.Share), percent(panel.WorstShare))
	for _, step := range size.Steps() {
		if formula, shown := formulaOfStep(step); shown {
			panel.Formulas = append(panel.Formulas, formula)
		}
	}
	for _, width := range size.Widths {
		panel.Widths = append(panel.Widths, widthOf(width))
	}
	return panel
}

// formulaOfStep returns a formula as the page shows it. shown is false for a
// sum over columns that the table does not have.
func formulaOfStep(step sizing.Step) (formula web.Formula, shown bool) {
	formula = web.Formula{Name: step.Name, Numbers: step.Typical, Result: sizing.FormatNumber(step.Value.Typical)}
	if strings.HasPrefix(step.Name, "Σ") {
		formula.Names = step.Symbols
		return formula, step.Symbols != "none"
	}
	formula.Symbols = step.Symbols
	return formula, true
}

func widthOf(width sizing.Width) web.Width {
	return web.Width{
		Column: width.Name, Type: width.Type, Group: cmp.Or(web.RoleMark(width.Role, false), "regular"),
		Typical: sizing.FormatNumber(width.Bytes.Typical), Worst: sizing.FormatNumber(width.Bytes.Worst), From: width.From,
	}
}

// share returns the share of the advised limits that a partition takes, the
// larger of cells and bytes.
func share(figures sizing.Figures) float64 {
	return max(figures.Cells/sizing.AdvisedCells, figures.Bytes/sizing.AdvisedBytes)
}

func percent(share float64) string {
	switch {
	case share > 0 && share < 0.01:
		return "below 1 %"
	case share >= 10:
		return fmt.Sprintf("%.0f times", share)
	}
	return fmt.Sprintf("%.0f %%", share*100)
}
