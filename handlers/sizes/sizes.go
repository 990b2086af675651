package sizes

import (
	"context"
	"fmt"
	"slices"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/web"
	webcanvas "widerow/web/canvas"
	websizes "widerow/web/sizes"
)

// sizesContent fills the tab of sizes.
func sizesContent(_ context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
	return sizesView(b), nil
}

// sizesView is the tab of sizes: what is asked for first, a row for each table, and the
// quantities.
func sizesView(b *feature.Context) *websizes.View {
	view := &websizes.View{Formulas: FormulaChoices(b), Readonly: b.Readonly(), New: canvas.NewFields(b, b.Model.Root(), model.QuantityKind)}
	view.Asks = sizeAsks(b)
	view.Heads = sizeHeads(b)
	for _, element := range sortedTables(b) {
		row := sizeRow(b, element)
		if row.Selected {
			row.Numbers = tableNumbers(b, element.ID, view.Asks)
		}
		view.Rows = append(view.Rows, row)
	}
	used, moves := quantityUses(b)
	for _, element := range b.Elements(model.QuantityKind) {
		row := quantityRow(b, element)
		row.Used, row.Moves = used[element.ID], moves[element.ID]
		view.Quantities = append(view.Quantities, row)
	}
	view.WhatIf = whatIf(b)
	return view
}

// tableNumbers are the lengths and other numbers of the selected table, without those
// that are asked for above the table.
func tableNumbers(b *feature.Context, table model.ID, asks []websizes.SizeAsk) []websizes.LedgerInput {
	size := b.Sizes()[table]
	inputs := ledgerInputs(b, table, &size, sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(b.Model)})[1:] // without the rows
	return slices.DeleteFunc(inputs, func(input websizes.LedgerInput) bool {
		return slices.ContainsFunc(asks, func(ask websizes.SizeAsk) bool {
			return !ask.Rows && ask.Input.Field.Element == input.Input.Field.Element && ask.Input.Field.Name == input.Input.Field.Name
		})
	})
}

func sizeRow(b *feature.Context, element model.Element) websizes.SizeRow {
	relation, size := element.Value.(*model.Relation), b.Sizes()[element.ID]
	row := websizes.SizeRow{
		Element: element.ID, Name: relation.Name, Keyspace: b.Model.Title(relation.Keyspace), Href: b.Link(element.ID), Ledger: LedgerLink(b, element.ID),
		Level: string(size.Rating()), WorstOnly: size.WorstOnly, Selected: b.View.Select == element.ID,
	}
	switch {
	case size.Err != nil:
		row.Problem = size.Err.Message
	case size.Problem != nil:
		row.Problem = size.Problem.Message
	}
	row.Known = size.Level != sizing.Unknown
	if row.Known {
		row.Bar = sizeBar(&size)
	}
	if row.Known && size.Level != sizing.OK {
		row.Split, row.Reason = b.SplitLink(element.ID), levelReason(&size)
	}
	row.Input = rowsInput(b, element, &size)
	row.Assumed = assumedWords(size.Assumed)
	row.Measured, row.MeasuredHref = measuredOf(b, element)
	row.Rows, row.Cells, row.Bytes = sizing.FormatMean(size.Typical.Rows), sizing.FormatMean(size.Typical.Cells), size.About(size.Typical.Bytes)
	row.WorstCells, row.WorstBytes = sizing.FormatMean(size.Worst.Cells), size.About(size.Worst.Bytes)
	row.Exact = sizing.FormatNumber(size.Typical.Bytes) + " bytes " + size.Terms.Formula.Words()
	return row
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
func quantityRow(b *feature.Context, element model.Element) websizes.QuantityRow {
	quantity := element.Value.(*model.Quantity)
	row := websizes.QuantityRow{Source: quantity.Source, PartRow: webcanvas.PartRow{
		Element: element.ID, Title: quantity.Name, Href: b.Link(element.ID),
		Fields: canvas.Fields(b, element, []string{"name", "typical", "worst"}), Selected: b.View.Select == element.ID,
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
