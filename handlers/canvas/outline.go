package canvas

import (
	"cmp"
	"slices"

	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// outline lists the elements of the tab as plain links.
func outline(b *feature.Context) []webcanvas.OutlineGroup {
	var groups []webcanvas.OutlineGroup
	for _, kind := range b.Tab().Listed {
		if kind == model.UserTypeKind || kind == model.RelationElement && b.View.Tab != web.TabSizes {
			continue // listed under their keyspace
		}
		if kind == model.KeyspaceKind && len(b.Elements(kind)) > 0 {
			groups = append(groups, keyspaceGroups(b)...)
			continue
		}
		if kind == model.StatementKind {
			groups = append(groups, looseStatements(b)...)
			continue
		}
		elements := b.Elements(kind)
		if kind == model.NoteKind || kind == model.AreaKind {
			if elements = drawnHere(b, elements); len(elements) == 0 {
				continue // the form of a tab without a selection adds the first
			}
		}
		groups = append(groups, webcanvas.OutlineGroup{Title: web.KindTitles[kind].Many, Kind: kind,
			Items: outlineItems(b, elements), Add: addTo(b, "", kind)})
	}
	return groups
}

// drawnHere returns the notes or areas of the tab's diagram.
func drawnHere(b *feature.Context, elements []model.Element) []model.Element {
	return slices.DeleteFunc(slices.Clone(elements), func(e model.Element) bool { return !e.IsOn(string(b.Tab().Diagram)) })
}

// addTo returns the "+" of a heading, which leads to the form that adds an element
// of the kind to a parent, "" for the document.
func addTo(b *feature.Context, parent model.ID, kind model.Kind) *webcanvas.OutlineAdd {
	inSizes := kind == model.QuantityKind && b.View.Tab == web.TabSizes // they are added in their list
	if b.Readonly() || parent == "" && !inSizes && !slices.Contains(addedOnTab(b), kind) {
		return nil
	}
	view := b.View
	view.Select, view.Line, view.Add, view.Find, view.Pick = parent, "", kind, "", ""
	return &webcanvas.OutlineAdd{One: web.KindTitles[kind].One, Kind: kind, Href: string(b.URL.Tab(view))}
}

// startAdding leads to the form that adds an element of a kind, on its tab.
func startAdding(b *feature.Context, label string, kind model.Kind) web.Start {
	view := web.View{Model: b.View.Model, Tab: feature.TabFor(kind, b.View.Tab), Add: kind}
	return web.Start{Label: label, Href: string(b.URL.Tab(view)), Focus: webcanvas.OutlineAdd{Kind: kind}.Field()}
}

func startOn(b *feature.Context, label string, tab web.Tab) web.Start {
	return web.Start{Label: label, Href: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: tab}))}
}

func startImport(b *feature.Context) web.Start {
	return web.Start{Label: "Import a schema", Href: string(b.URL.Path("/import"))}
}

// Starts are the first steps on a tab without content.
func Starts(b *feature.Context) []web.Start {
	switch b.View.Tab {
	case web.TabConcepts:
		return []web.Start{startAdding(b, "Add an entity type", model.EntityKind), startImport(b)}
	case web.TabQueries, web.TabDerive:
		return queryStarts(b)
	case web.TabLogical, web.TabPhysical, web.TabDesign, web.TabKeys, web.TabMeasured, web.TabLedger, web.TabCluster, web.TabSplit:
		return tableStarts(b)
	}
	return nil
}

// queryStarts begin with the concepts, whose attributes queries name.
func queryStarts(b *feature.Context) []web.Start {
	query := startAdding(b, "Add a query", model.QueryKind)
	switch {
	case len(b.Model.Workflow.Queries) > 0:
		return []web.Start{startAdding(b, "Add a step", model.StepKind)}
	case len(b.Model.Concepts.Entities) > 0 || len(b.Model.Physical.Relations) > 0:
		return []web.Start{query}
	}
	return []web.Start{startOn(b, "Start with the concepts", web.TabConcepts), query}
}

func tableStarts(b *feature.Context) []web.Start {
	if len(b.Model.Workflow.Queries) > 0 {
		return []web.Start{startOn(b, "Derive tables", web.TabDerive)}
	}
	return append(queryStarts(b), startImport(b))
}

// keyspaceGroups returns a group for each keyspace, with its tables, views and
// types.
func keyspaceGroups(b *feature.Context) []webcanvas.OutlineGroup {
	var groups []webcanvas.OutlineGroup
	for _, keyspace := range b.Elements(model.KeyspaceKind) {
		items := outlineItems(b, b.Model.Children(keyspace))
		slices.SortStableFunc(items, func(x, y webcanvas.OutlineItem) int {
			return cmp.Compare(kindRank(x.Kind), kindRank(y.Kind))
		})
		groups = append(groups, webcanvas.OutlineGroup{
			Title: b.Model.TitleOf(keyspace), Suffix: "keyspace", Words: b.Drawn().Words[keyspace.ID], Kind: model.KeyspaceKind, Element: keyspace.ID,
			Href: b.Link(keyspace.ID), Selected: b.View.Select == keyspace.ID, Items: items, Add: addTo(b, keyspace.ID, model.RelationElement),
		})
	}
	return groups
}

func kindRank(kind model.Kind) int {
	switch kind {
	case model.UserTypeKind:
		return 1
	case model.StatementKind:
		return 2
	}
	return 0
}

// looseStatements returns the statements of no keyspace.
func looseStatements(b *feature.Context) []webcanvas.OutlineGroup {
	loose := slices.Clone(b.Elements(model.StatementKind))
	loose = slices.DeleteFunc(loose, func(e model.Element) bool { return e.Parent != "" })
	if len(loose) == 0 {
		return nil
	}
	return []webcanvas.OutlineGroup{{Title: web.KindTitles[model.StatementKind].Many, Kind: model.StatementKind, Items: outlineItems(b, loose)}}
}

func outlineItems(b *feature.Context, elements []model.Element) []webcanvas.OutlineItem {
	var items []webcanvas.OutlineItem
	labels := map[string]int{}
	for _, element := range elements {
		items = append(items, outlineItem(b, element))
		labels[items[len(items)-1].Label]++
	}
	for i, element := range elements {
		if arrow, found := element.Value.(*model.QueryArrow); found && arrow.From != "" && labels[items[i].Label] > 1 {
			items[i].Label += " from " + b.Model.Title(arrow.From)
		}
	}
	return items
}

func outlineItem(b *feature.Context, element model.Element) webcanvas.OutlineItem {
	item := webcanvas.OutlineItem{
		ID: element.ID, Kind: element.Kind, Href: b.Link(element.ID), Label: b.Label(element),
		Selected: b.View.Select == element.ID,
	}
	describe(b, element, &item)
	describeAdvice(b, element, &item)
	item.Words = wordsOf(b, element)
	for _, part := range b.Model.Children(element) {
		if part.Kind == model.MeasurementKind {
			continue // they have a page of their own
		}
		selected := b.View.Select == part.ID
		item.Open = item.Open || selected
		item.Parts = append(item.Parts, webcanvas.OutlineItem{
			ID: part.ID, Kind: part.Kind, Href: b.Link(part.ID), Label: b.Label(part), Detail: partDetail(b, part), Words: wordsOf(b, part), Selected: selected,
			Depth: b.Model.AttributeDepth(part), Comments: review.OpenComments(b, part), New: review.NewComments(b, part),
		})
	}
	item.Open = item.Open || item.Selected
	item.Comments, item.New = review.OpenComments(b, element), review.NewComments(b, element)
	if item.Open {
		item.Comments, item.New = b.Talk.OpenOn(element.ID), b.Talk.NewOn[element.ID] > 0
	}
	if actions := pickAction(b, element.ID); element.Kind == model.QueryKind && len(actions) > 0 {
		item.Action = &actions[0]
		item.Action.Label = "Pick for " + element.Value.(*model.Query).Label
	}
	return item
}
