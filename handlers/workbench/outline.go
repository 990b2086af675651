package workbench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// outline lists the elements of the tab as plain links.
func (b *Builder) outline() []webcanvas.OutlineGroup {
	var groups []webcanvas.OutlineGroup
	for _, kind := range b.Tab().listed {
		if kind == model.UserTypeKind || kind == model.RelationElement && b.View.Tab != web.TabSizes {
			continue // listed under their keyspace
		}
		if kind == model.KeyspaceKind && len(b.Elements(kind)) > 0 {
			groups = append(groups, b.keyspaceGroups()...)
			continue
		}
		if kind == model.StatementKind {
			groups = append(groups, b.looseStatements()...)
			continue
		}
		groups = append(groups, webcanvas.OutlineGroup{Title: web.KindTitles[kind].Many, Kind: kind, Items: b.outlineItems(b.Elements(kind)), Add: b.addTo("", kind)})
	}
	return groups
}

// addTo returns the "+" of a heading, which leads to the form that adds an element
// of the kind to a parent, "" for the document.
func (b *Builder) addTo(parent model.ID, kind model.Kind) *webcanvas.OutlineAdd {
	inSizes := kind == model.QuantityKind && b.View.Tab == web.TabSizes // they are added in their list
	if b.Readonly() || parent == "" && !inSizes && !slices.Contains(b.addedOnTab(), kind) {
		return nil
	}
	view := b.View
	view.Select, view.Line, view.Add, view.Find, view.Pick = parent, "", kind, "", ""
	return &webcanvas.OutlineAdd{One: web.KindTitles[kind].One, Kind: kind, Href: string(b.URL.Tab(view))}
}

// startAdding leads to the form that adds an element of a kind, on its tab.
func (b *Builder) startAdding(label string, kind model.Kind) web.Start {
	view := web.View{Model: b.View.Model, Tab: TabFor(kind, b.View.Tab), Add: kind}
	return web.Start{Label: label, Href: string(b.URL.Tab(view)), Focus: webcanvas.OutlineAdd{Kind: kind}.Field()}
}

func (b *Builder) startOn(label string, tab web.Tab) web.Start {
	return web.Start{Label: label, Href: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: tab}))}
}

func (b *Builder) startImport() web.Start {
	return web.Start{Label: "Import a schema", Href: string(b.URL.Path("/import"))}
}

// Starts are what can be done first on a tab without content.
func (b *Builder) Starts() []web.Start {
	switch b.View.Tab {
	case web.TabConcepts:
		return []web.Start{b.startAdding("Add an entity type", model.EntityKind), b.startImport()}
	case web.TabQueries, web.TabDerive:
		return b.queryStarts()
	case web.TabLogical, web.TabPhysical, web.TabDesign, web.TabKeys, web.TabMeasured, web.TabLedger, web.TabCluster, web.TabSplit:
		return b.tableStarts()
	}
	return nil
}

// queryStarts begin with the concepts, whose attributes queries name.
func (b *Builder) queryStarts() []web.Start {
	query := b.startAdding("Add a query", model.QueryKind)
	switch {
	case len(b.Model.Workflow.Queries) > 0:
		return []web.Start{b.startAdding("Add a step", model.StepKind)}
	case len(b.Model.Concepts.Entities) > 0 || len(b.Model.Physical.Relations) > 0:
		return []web.Start{query}
	}
	return []web.Start{b.startOn("Start with the concepts", web.TabConcepts), query}
}

func (b *Builder) tableStarts() []web.Start {
	if len(b.Model.Workflow.Queries) > 0 {
		return []web.Start{b.startOn("Derive tables", web.TabDerive)}
	}
	return append(b.queryStarts(), b.startImport())
}

func (b *Builder) Elements(kind model.Kind) []model.Element { return b.index.ofKind[kind] }

// keyspaceGroups returns a group for each keyspace, with its tables, views and
// types.
func (b *Builder) keyspaceGroups() []webcanvas.OutlineGroup {
	var groups []webcanvas.OutlineGroup
	for _, keyspace := range b.Elements(model.KeyspaceKind) {
		items := b.outlineItems(b.Model.Children(keyspace))
		slices.SortStableFunc(items, func(x, y webcanvas.OutlineItem) int {
			return cmp.Compare(kindRank(x.Kind), kindRank(y.Kind))
		})
		groups = append(groups, webcanvas.OutlineGroup{
			Title: b.Model.TitleOf(keyspace), Suffix: "keyspace", Words: b.drawn().words[keyspace.ID], Kind: model.KeyspaceKind, Element: keyspace.ID,
			Href: b.Link(keyspace.ID), Selected: b.View.Select == keyspace.ID, Items: items, Add: b.addTo(keyspace.ID, model.RelationElement),
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
func (b *Builder) looseStatements() []webcanvas.OutlineGroup {
	loose := slices.Clone(b.Elements(model.StatementKind))
	loose = slices.DeleteFunc(loose, func(e model.Element) bool { return e.Parent != "" })
	if len(loose) == 0 {
		return nil
	}
	return []webcanvas.OutlineGroup{{Title: web.KindTitles[model.StatementKind].Many, Kind: model.StatementKind, Items: b.outlineItems(loose)}}
}

func (b *Builder) outlineItems(elements []model.Element) []webcanvas.OutlineItem {
	var items []webcanvas.OutlineItem
	labels := map[string]int{}
	for _, element := range elements {
		items = append(items, b.outlineItem(element))
		labels[items[len(items)-1].Label]++
	}
	for i, element := range elements {
		if arrow, found := element.Value.(*model.QueryArrow); found && arrow.From != "" && labels[items[i].Label] > 1 {
			items[i].Label += " from " + b.Model.Title(arrow.From)
		}
	}
	return items
}

func (b *Builder) outlineItem(element model.Element) webcanvas.OutlineItem {
	item := webcanvas.OutlineItem{
		ID: element.ID, Kind: element.Kind, Href: b.Link(element.ID), Label: b.Label(element),
		Selected: b.View.Select == element.ID,
	}
	b.describe(element, &item)
	item.Words = b.wordsOf(element)
	for _, part := range b.Model.Children(element) {
		if part.Kind == model.MeasurementKind {
			continue // they have a page of their own
		}
		selected := b.View.Select == part.ID
		item.Open = item.Open || selected
		item.Parts = append(item.Parts, webcanvas.OutlineItem{
			ID: part.ID, Kind: part.Kind, Href: b.Link(part.ID), Label: b.Label(part), Detail: b.partDetail(part), Words: b.wordsOf(part), Selected: selected,
			Depth: b.Model.AttributeDepth(part), Comments: b.openComments(part), New: b.newComments(part),
		})
	}
	item.Open = item.Open || item.Selected
	item.Comments, item.New = b.openComments(element), b.newComments(element)
	if item.Open {
		item.Comments, item.New = b.Talk.OpenOn(element.ID), b.Talk.NewOn[element.ID] > 0
	}
	if actions := b.pickAction(element.ID); element.Kind == model.QueryKind && len(actions) > 0 {
		item.Action = &actions[0]
		item.Action.Label = "Pick for " + element.Value.(*model.Query).Label
	}
	return item
}

// wordsOf describes an element as the diagram shows it or, if it is not drawn,
// by its role in its parent.
func (b *Builder) wordsOf(element model.Element) string {
	switch value := element.Value.(type) {
	case *model.Find:
		if value.Aggregate != "" {
			return "SELECT " + string(value.Aggregate)
		}
		return "SELECT"
	case *model.Given:
		return "WHERE" + map[model.Operator]string{model.Range: " range", model.In: " IN", model.Prefix: " prefix"}[value.Operator]
	case *model.SortBy:
		if value.Descending {
			return "ORDER BY descending"
		}
		return "ORDER BY"
	case *model.Update:
		return cmp.Or(map[model.UpdateKind]string{model.Change: "UPDATE", model.Delete: "DELETE"}[value.Kind], "INSERT")
	case *model.Write:
		return "value"
	}
	words := []string{b.drawn().words[element.ID]}
	switch count := b.drawn().findings[element.ID]; count {
	case 0:
	case 1:
		words = append(words, "1 finding")
	default:
		words = append(words, fmt.Sprintf("%d findings", count))
	}
	return strings.TrimPrefix(strings.Join(words, " · "), " · ") // an element that is not drawn has no description
}

// describe adds the detail at the right of an item: a size, a label, a kind.
func (b *Builder) describe(element model.Element, item *webcanvas.OutlineItem) {
	switch value := element.Value.(type) {
	case *model.Relation:
		b.DescribeSize(element.ID, item)
		if value.Kind == model.MaterializedView {
			item.Italic = true
		}
	case *model.LogicalTable:
		b.DescribeSize(b.Realizations()[element.ID], item)
	case *model.UserType:
		item.Detail = "type"
	case *model.Query:
		b.describeProof(element.ID, item)
		b.describeActors(element.ID, value.Actor, item)
	case *model.Update:
		b.describePlan(element.ID, item)
		b.describeActors(element.ID, value.Actor, item)
	case *model.Quantity:
		item.Detail = b.quantityDetail(value)
	}
}

// describeActors adds who runs a query or an update. Its own actor is shown, those of
// its steps only in the title: the diagram has them.
func (b *Builder) describeActors(access, own model.ID, item *webcanvas.OutlineItem) {
	var names []string
	for _, actor := range b.Model.ActorsOf(access) {
		names = append(names, b.Model.Title(actor))
	}
	if len(names) > 0 {
		item.Title += "; run by " + strings.Join(names, ", ")
	}
	if b.Model.Workflow.Actors[own] != nil {
		item.Detail = cmp.Or(item.Detail, names[0])
	}
}

func (b *Builder) DescribeSize(relation model.ID, item *webcanvas.OutlineItem) {
	size, found := b.Sizes()[relation]
	if !found {
		return
	}
	item.Level, item.WorstOnly, item.Title = string(size.Rating()), size.WorstOnly, size.Text()
	item.Detail = "size?"
	if size.Level != sizing.Unknown {
		item.Detail = size.About(size.Typical.Bytes)
	}
}

func (b *Builder) quantityDetail(quantity *model.Quantity) string {
	value, missing, err := b.Model.Evaluate(quantity.Typical)
	if err != nil || len(missing) > 0 || quantity.Typical.IsEmpty() {
		return b.Model.ExpressionText(quantity.Typical)
	}
	worst := value
	if !quantity.Worst.IsEmpty() {
		worst, missing, err = b.Model.Evaluate(quantity.Worst)
	}
	if err != nil || len(missing) > 0 || worst.Worst == value.Typical {
		return sizing.FormatNumber(value.Typical)
	}
	return sizing.FormatNumber(value.Typical) + " / " + sizing.FormatNumber(worst.Worst)
}

// partDetail returns the mark or the type of a part, as plain text.
func (b *Builder) partDetail(part model.Element) string {
	switch value := part.Value.(type) {
	case *model.LogicalColumn:
		return web.RoleMark(value.Role, value.Descending)
	case *model.Column:
		return b.Model.TypeText(value.Type) + " " + web.RoleMark(value.Role, value.Descending)
	case *model.TypeField:
		return b.Model.TypeText(value.Type)
	case *model.Attribute:
		return attributeDetail(value)
	case *model.Participant:
		return value.Cardinality
	}
	return ""
}

func attributeDetail(attribute *model.Attribute) string {
	var details []string
	switch attribute.Key {
	case model.Key:
		details = append(details, "key")
	case model.PartialKey:
		details = append(details, "partial key")
	}
	if attribute.Derived {
		details = append(details, "derived")
	}
	if attribute.MultiValued {
		details = append(details, "multi-valued")
	}
	return strings.Join(details, ", ")
}
