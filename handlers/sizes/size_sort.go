package sizes

import (
	"cmp"
	"slices"
	"strings"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// sizeColumn is a column of the table of sizes. by is nil for names.
type sizeColumn struct {
	name, title string
	by          func(*sizing.Size) float64
}

var sizeColumns = []sizeColumn{
	{"table", "Table", nil},
	{"rows", "Rows in a partition", func(s *sizing.Size) float64 { return s.Typical.Rows }},
	{"cells", "Cells", func(s *sizing.Size) float64 { return s.Typical.Cells }},
	{"bytes", "Size", func(s *sizing.Size) float64 { return s.Typical.Bytes }},
	{"worst-cells", "Worst cells", func(s *sizing.Size) float64 { return s.Worst.Cells }},
	{"worst-bytes", "Worst size", func(s *sizing.Size) float64 { return s.Worst.Bytes }},
}

// sortOf reads the order of the table of sizes in an address: a column, with "-" before
// it for the largest first. An unknown one is none, and other tabs have none.
func sortOf(tab web.Tab, text string) string {
	name := strings.TrimPrefix(text, "-")
	if tab == web.TabSizes && slices.ContainsFunc(sizeColumns, func(c sizeColumn) bool { return c.name == name }) {
		return text
	}
	return ""
}

// sizeHeads are the heads of the table, each with the address of its order: numbers begin
// with the largest.
func sizeHeads(b *feature.Context) []websizes.SortHead {
	var heads []websizes.SortHead
	for _, column := range sizeColumns {
		head := websizes.SortHead{Name: column.name, Title: column.title, Number: column.by != nil && column.name != "rows"}
		view := b.View
		view.Sort = "-" + column.name
		if column.by == nil {
			view.Sort = column.name
		}
		switch b.View.Sort {
		case column.name:
			head.Sorted, view.Sort = "ascending", "-"+column.name
		case "-" + column.name:
			head.Sorted, view.Sort = "descending", column.name
		}
		head.Href = string(b.URL.Tab(view))
		heads = append(heads, head)
	}
	return heads
}

// sortedTables are the tables in the order that the address asks for. Those without a
// size are last.
func sortedTables(b *feature.Context) []model.Element {
	tables := slices.Clone(b.Elements(model.RelationElement))
	name, descending := strings.CutPrefix(b.View.Sort, "-")
	for _, column := range sizeColumns {
		if column.name != name {
			continue
		}
		slices.SortStableFunc(tables, func(x, y model.Element) int {
			order := compareTables(b, column, x, y)
			if descending {
				return -order
			}
			return order
		})
		slices.SortStableFunc(tables, func(x, y model.Element) int { return cmp.Compare(unsized(b, x), unsized(b, y)) })
	}
	return tables
}

func compareTables(b *feature.Context, column sizeColumn, x, y model.Element) int {
	if column.by == nil {
		return cmp.Compare(x.Value.(*model.Relation).Name, y.Value.(*model.Relation).Name)
	}
	a, c := b.Sizes()[x.ID], b.Sizes()[y.ID]
	return cmp.Compare(column.by(&a), column.by(&c))
}

func unsized(b *feature.Context, table model.Element) int {
	if b.Sizes()[table.ID].Level == sizing.Unknown {
		return 1
	}
	return 0
}
