package sizes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	websizes "widerow/web/sizes"
)

// maxAsks is the number of numbers that are asked for first, maxAskedTables the number
// of tables, the largest ones, whose assumptions are compared: each is varied.
const (
	maxAsks        = 5
	maxAskedTables = 40
)

// ask is a number that is assumed in one table or in several, with its effect.
type ask struct {
	element model.Element
	field   string
	assumed float64
	tables  []model.ID
	factor  float64 // the largest
	added   float64
}

// sizeAsks are the assumed numbers that move the sizes most.
func sizeAsks(b *feature.Context) []websizes.SizeAsk {
	asks := asks(b)
	var views []websizes.SizeAsk
	for _, a := range asks[:min(len(asks), maxAsks)] {
		view := websizes.SizeAsk{Label: askWords(b, a), Input: sizeInput(b, a.element, a.field, a.assumed), Rows: a.field == "rows",
			Effect: fmt.Sprintf("×10 → partition ×%s", factorWords(a.factor))}
		view.Where, view.Href = b.Model.Title(a.tables[0]), LedgerLink(b, a.tables[0])
		if n := len(a.tables); n > 1 {
			view.Where += fmt.Sprintf(" and %d more", n-1)
			view.Effect = "×10 → partitions up to ×" + factorWords(a.factor)
		}
		views = append(views, view)
	}
	return views
}

// asks returns the assumed numbers of the largest tables, first those that add most.
func asks(b *feature.Context) []*ask {
	options := sizing.Options{Formula: feature.FormulaOf(b.View.Formula), Derived: mapping.Followed(b.Model)}
	index := map[string]*ask{}
	var asks []*ask
	for _, id := range largestAssumed(b) {
		size := b.Sizes()[id]
		for _, effect := range options.Effects(b.Model, &size) {
			element, field := askedIn(b, effect.Assumption)
			if field == "" {
				continue
			}
			key := string(element.ID) + "." + field
			a := index[key]
			if a == nil {
				a = &ask{element: element, field: field, assumed: effect.Value}
				index[key] = a
				asks = append(asks, a)
			}
			a.tables = append(a.tables, id)
			a.factor, a.added = max(a.factor, effect.Factor), a.added+effect.Added
		}
	}
	slices.SortStableFunc(asks, func(a, b *ask) int { return cmp.Compare(b.added, a.added) })
	return asks
}

// largestAssumed returns the tables of whose size something is assumed, the largest
// first.
func largestAssumed(b *feature.Context) []model.ID {
	var ids []model.ID
	for _, element := range b.Elements(model.RelationElement) {
		if size := b.Sizes()[element.ID]; size.Level != sizing.Unknown && len(size.Assumed) > 0 {
			ids = append(ids, element.ID)
		}
	}
	slices.SortStableFunc(ids, func(x, y model.ID) int { return cmp.Compare(b.Sizes()[y].Typical.Bytes, b.Sizes()[x].Typical.Bytes) })
	return ids[:min(len(ids), maxAskedTables)]
}

// askWords names a number that is asked for: "rows per hotel_id, date", "length of
// Hotel.name".
func askWords(b *feature.Context, a *ask) string {
	if relation, is := a.element.Value.(*model.Relation); is {
		var key []string
		for _, column := range relation.SortedColumns() {
			if column.Value.Role == model.Partition {
				key = append(key, column.Value.Name)
			}
		}
		return "Rows per " + strings.Join(key, ", ")
	}
	return numberName(b, a.element, a.field)
}
