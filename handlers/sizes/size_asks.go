package sizes

import (
	"fmt"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	websizes "widerow/web/sizes"
)

// maxAsks is the number of numbers that are asked for first.
const maxAsks = 5

// sizeAsks are the assumed numbers that move the sizes most.
func sizeAsks(b *feature.Context) []websizes.SizeAsk {
	options := sizing.Options{Formula: feature.FormulaOf(b.View.Formula), Derived: mapping.Followed(b.Model)}
	asks := options.Asks(b.Model, b.Sizes(), func(a sizing.Assumption) (model.ID, string) {
		element, field := askedIn(b, a)
		return element.ID, field
	})
	var views []websizes.SizeAsk
	for _, a := range asks[:min(len(asks), maxAsks)] {
		element, _ := b.Model.Element(a.Element)
		view := websizes.SizeAsk{Label: askWords(b, element, a.Field), Input: sizeInput(b, element, a.Field, a.Assumed), Rows: a.Field == "rows",
			Effect: fmt.Sprintf("×10 → partition ×%s", factorWords(a.Factor))}
		view.Where, view.Href = b.Model.Title(a.Tables[0]), LedgerLink(b, a.Tables[0])
		if n := len(a.Tables); n > 1 {
			view.Where += fmt.Sprintf(" and %d more", n-1)
			view.Effect = "×10 → partitions up to ×" + factorWords(a.Factor)
		}
		views = append(views, view)
	}
	return views
}

// askWords names a number that is asked for: "rows per hotel_id, date", "length of
// Hotel.name".
func askWords(b *feature.Context, element model.Element, field string) string {
	if relation, is := element.Value.(*model.Relation); is {
		var key []string
		for _, column := range relation.SortedColumns() {
			if column.Value.Role == model.Partition {
				key = append(key, column.Value.Name)
			}
		}
		return "Rows per " + strings.Join(key, ", ")
	}
	return numberName(b, element, field)
}
