package sizes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// FormulaChoices links to the same view with each formula.
func FormulaChoices(b *feature.Context) []websizes.Choice {
	var choices []websizes.Choice
	for _, name := range feature.Formulas {
		view := b.View
		if view.Formula = string(name.Formula); name.Formula == sizing.Disk {
			view.Formula = ""
		}
		choices = append(choices, websizes.Choice{
			Label: name.Label, Href: string(b.URL.Tab(view)), Current: name.Formula == feature.FormulaOf(b.View.Formula),
		})
	}
	return choices
}

// QuantityLink leads to the quantity that an assumed number needs.
func QuantityLink(b *feature.Context, a sizing.Assumption) websizes.QuantityLink {
	view := web.View{Model: b.View.Model, Tab: web.TabSizes, Revision: b.View.Revision, Formula: b.View.Formula}
	if a.Quantity != "" {
		view.Select = a.Quantity
		return websizes.QuantityLink{Name: a.Needs, Href: string(b.URL.Tab(view)), Focus: "set-" + string(a.Quantity) + "-typical"}
	}
	return websizes.QuantityLink{Name: a.Needs, Href: string(b.URL.Tab(view)), Focus: "new-quantity-typical", New: true}
}

// SizePanel is the size of the selected table, with its formulas.
func SizePanel(b *feature.Context, table model.Element) web.Content {
	if table.Kind != model.RelationElement {
		return nil
	}
	id := table.ID
	size := b.Sizes()[id]
	panel := &websizes.SizePanel{
		Level: string(size.Typical.Level()), WorstLevel: string(size.Worst.Level()), Switch: FormulaChoices(b),
		QuantitiesHref: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabSizes, Select: id, Formula: b.View.Formula, Display: b.View.Display})),
	}
	panel.Derived, panel.LedgerHref = size.Derived, LedgerLink(b, id)
	panel.SplitHref = b.SplitLink(id)
	for _, assumed := range size.Assumed {
		panel.Assumed = append(panel.Assumed, assumed.What+": "+sizing.FormatNumber(assumed.Value))
		needs := QuantityLink(b, assumed)
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
	panel.Cells, panel.Bytes = sizing.FormatMean(size.Typical.Cells), size.About(size.Typical.Bytes)
	panel.BytesTitle = sizing.FormatNumber(size.Typical.Bytes) + " bytes " + size.Terms.Formula.Words()
	panel.WorstCells, panel.WorstBytes = sizing.FormatMean(size.Worst.Cells), size.About(size.Worst.Bytes)
	panel.Share, panel.WorstShare = share(size.Typical), share(size.Worst)
	panel.Limit = fmt.Sprintf("Share of the recommended maximum (%s cells or 100 MB): %s typical, %s worst.",
		sizing.FormatNumber(sizing.AdvisedCells), Percent(panel.Share), Percent(panel.WorstShare))
	for _, step := range size.Steps() {
		if formula, shown := FormulaOfStep(step); shown {
			panel.Formulas = append(panel.Formulas, formula)
		}
	}
	for _, width := range size.Widths {
		panel.Widths = append(panel.Widths, WidthOf(width))
	}
	return panel
}

// FormulaOfStep returns a formula as the page shows it. shown is false for a
// sum over columns that the table does not have.
func FormulaOfStep(step sizing.Step) (formula websizes.Formula, shown bool) {
	formula = websizes.Formula{Name: step.Name, Numbers: step.Typical, Result: sizing.FormatNumber(step.Value.Typical)}
	if strings.HasPrefix(step.Name, "Σ") {
		formula.Names = step.Symbols
		return formula, step.Symbols != "none"
	}
	formula.Symbols = step.Symbols
	return formula, true
}

func WidthOf(width sizing.Width) websizes.Width {
	return websizes.Width{
		Column: width.Name, Type: width.Type, Group: cmp.Or(web.RoleMark(width.Role, false), "regular"),
		Typical: sizing.FormatNumber(width.Bytes.Typical), Worst: sizing.FormatNumber(width.Bytes.Worst), From: width.From,
	}
}

// share returns the share of the advised limits that a partition takes, the
// larger of cells and bytes.
func share(figures sizing.Figures) float64 {
	return max(figures.Cells/sizing.AdvisedCells, figures.Bytes/sizing.AdvisedBytes)
}

func Percent(share float64) string {
	switch {
	case share > 0 && share < 0.01:
		return "below 1 %"
	case share >= 10:
		return fmt.Sprintf("%.0f times", share)
	}
	return fmt.Sprintf("%.0f %%", share*100)
}

// LedgerLink is the address of the ledger of a table.
func LedgerLink(b *feature.Context, table model.ID) string {
	return string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabLedger, Select: table,
		Revision: b.View.Revision, Formula: b.View.Formula, Display: b.View.Display}))
}

// sizesBadge counts the tables of the worst level.
func sizesBadge(b *feature.Context) web.TabBadge {
	count := map[sizing.Level]int{}
	for _, size := range b.Sizes() {
		count[size.Rating()]++
	}
	for _, level := range []sizing.Level{sizing.Bad, sizing.Warn, sizing.Unknown} {
		if n := count[level]; n > 0 {
			return web.TabBadge{Text: fmt.Sprint(n), Level: string(level), Title: levelTitle(level, n)}
		}
	}
	return web.TabBadge{}
}

func levelTitle(level sizing.Level, count int) string {
	tables := "1 table"
	if count > 1 {
		tables = fmt.Sprintf("%d tables", count)
	}
	return tables + map[sizing.Level]string{
		sizing.Bad: " above a hard limit", sizing.Warn: " with large partitions", sizing.Unknown: " without a size: a number is wrong, or there is no partition key",
	}[level]
}
