package canvas

import (
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// ChosenTable is the selected table, or the table of the selected column, or the one with the
// largest partitions.
func ChosenTable(b *feature.Context) model.ID {
	if element, found := b.Selected(); found {
		for _, id := range []model.ID{element.ID, element.Parent, b.Realizations()[element.ID]} {
			if b.Model.Physical.Relations[id] != nil {
				return id
			}
		}
	}
	var largest model.ID
	for _, element := range b.Elements(model.RelationElement) {
		if largest == "" || b.Sizes()[element.ID].Worst.Bytes > b.Sizes()[largest].Worst.Bytes {
			largest = element.ID
		}
	}
	return largest
}

// Tables are all physical tables, as a page about one of them lists them.
func Tables(b *feature.Context, chosen model.ID) web.Tables {
	var tables web.Tables
	for _, element := range b.Elements(model.RelationElement) {
		relation, size := element.Value.(*model.Relation), b.Sizes()[element.ID]
		item := webcanvas.OutlineItem{}
		DescribeSize(b, element.ID, &item)
		view := b.View
		view.Select, view.Line, view.Find = element.ID, "", ""
		table := web.TableLink{
			ID: element.ID, Name: relation.Name, Keyspace: b.Model.Title(relation.Keyspace), Href: string(b.URL.Tab(view)), Edit: b.Link(element.ID),
			Size: item.Detail, Level: item.Level, SizeWords: "One partition: " + size.Text(),
			Selected: element.ID == chosen, View: relation.Kind == model.MaterializedView,
		}
		tables.All = append(tables.All, table)
		if table.Selected {
			tables.Chosen = &table
		}
	}
	return tables
}
