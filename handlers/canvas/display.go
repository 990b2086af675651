package canvas

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// addressWith returns the address of the same page with another display.
func addressWith(b *feature.Context, display diagram.Display) string {
	view := b.View
	view.Display, view.Find = display.Values().Encode(), ""
	return string(b.URL.Tab(view))
}

// addDisplay adds the menu of what to show of the diagram, if there is a
// diagram.
func addDisplay(b *feature.Context, canvas *webcanvas.Canvas) {
	shown, all := b.Drawn().Drawing.Shown()
	if all == 0 {
		return
	}
	display := b.Drawn().Drawing.Display()
	menu := &webcanvas.DisplayMenu{Groups: displayGroups(b, canvas.Kind, display),
		Usual: web.SafeHref(addressWith(b, diagram.Display{})), Changed: b.View.Display != ""}
	if shown < all {
		menu.Shown = fmt.Sprintf("Showing %s of %s", sizing.FormatNumber(float64(shown)), Boxes(canvas.Kind, all))
		if missing := selectedBox(b); missing != "" && !b.Drawn().Drawing.Draws(missing) {
			menu.Shown += ", not " + b.Model.Title(missing)
		}
		menu.All = web.SafeHref(addressWith(b, display.Whole()))
	}
	canvas.Menu = menu
	if !b.Drawn().Drawing.Plain() {
		canvas.Arrangement = b.View.Display
	}
	if b.Drawn().Drawing.Empty() {
		canvas.Empty, canvas.Advice = "Nothing to show", "No element matches all filters. Remove one in View, or show all."
		canvas.Starts, canvas.Begin = nil, nil
	}
}

// selectedBox returns the selected element, or the parent of a selected part,
// if the whole diagram of the tab has a box for it; otherwise "".
func selectedBox(b *feature.Context) model.ID {
	for element, found := b.Selected(); found && element.ID != ""; element, found = b.Model.Element(element.Parent) {
		if element.Kind != model.KeyspaceKind && model.HasPosition(string(feature.DiagramOf(b.View.Tab)), element.Kind) {
			return element.ID
		}
	}
	return ""
}

// tooLarge explains that a diagram has too many boxes to draw.
func tooLarge(drawing *diagram.Drawing, kind diagram.Kind, tab web.Tab) (missing, advice string) {
	shown, _ := drawing.Shown()
	if drawing.Rows() > feature.ManyColumns {
		return "A table has too many columns for one diagram", "Open View and show the columns of the keys only, or none."
	}
	missing = Boxes(kind, shown) + " are too many for one diagram"
	if !feature.HasDiagram(tab) {
		return missing, "The Physical tab can show a part of them."
	}
	return missing, "Open View and filter by keyspace, tag or query, or focus on one element."
}

// Boxes counts the boxes of a diagram in words.
func Boxes(kind diagram.Kind, count int) string {
	words := map[diagram.Kind][2]string{
		diagram.KindER: {"entity type", "entity types"}, diagram.KindWorkflow: {"step", "steps"},
		diagram.KindLogical: {"table", "tables"}, diagram.KindPhysical: {"table", "tables"},
	}[kind]
	if count == 1 {
		return "1 " + words[0]
	}
	return sizing.FormatNumber(float64(count)) + " " + words[1]
}

func displayGroups(b *feature.Context, kind diagram.Kind, display diagram.Display) []webcanvas.DisplayGroup {
	tables := kind == diagram.KindLogical || kind == diagram.KindPhysical
	arrangement := []webcanvas.DisplayField{choose("layout", "Layout", string(display.Method),
		edit.Choice{Label: "Widerow"}, edit.Choice{Value: "dot", Label: "Graphviz"}), choose("direction", "Direction", string(display.Direction),
		edit.Choice{Label: "automatic"}, edit.Choice{Value: "lr", Label: "left to right"}, edit.Choice{Value: "td", Label: "top down"})}
	if tables {
		arrangement = append(arrangement, groupingField(kind, display.Group), choose("columns", "Columns", string(display.Columns),
			allColumns(b.Model, kind), edit.Choice{Value: "keys", Label: "keys only"}, edit.Choice{Value: "none", Label: "none"}))
	}
	arrangement = append(arrangement, tick("spacing", "Compact", "compact", display.Compact))
	groups := []webcanvas.DisplayGroup{
		{Title: "Arrangement", Fields: arrangement}, {Title: "Show only", Fields: filterFields(b, kind, display)},
		{Title: "Marks", Fields: markFields(kind, display)},
	}
	if collapse := collapseFields(b, display); kind == diagram.KindPhysical && len(collapse) > 1 {
		groups = append(groups, webcanvas.DisplayGroup{Title: "Collapse keyspaces", Fields: collapse})
	}
	return groups
}

// allColumns is the choice of all columns: the usual one, unless there are many.
func allColumns(m *model.Model, kind diagram.Kind) edit.Choice {
	if feature.ColumnsOf(m, kind) > feature.ManyColumns {
		return edit.Choice{Label: "all", Value: string(figure.ColumnsAll)}
	}
	return edit.Choice{Label: "all"}
}

func choose(name, label, value string, choices ...edit.Choice) webcanvas.DisplayField {
	return webcanvas.DisplayField{Name: name, Label: label, Value: value, Choices: choices}
}

func tick(name, label, on string, ticked bool) webcanvas.DisplayField {
	return webcanvas.DisplayField{Name: name, Label: label, On: on, Ticked: ticked}
}

// groupingField offers the groupings; the default one has no parameter.
func groupingField(kind diagram.Kind, group diagram.Grouping) webcanvas.DisplayField {
	usual := diagram.GroupNone
	if kind == diagram.KindPhysical {
		usual = diagram.GroupKeyspace
	}
	var choices []edit.Choice
	for _, choice := range []edit.Choice{{Value: string(diagram.GroupKeyspace), Label: "by keyspace"},
		{Value: string(diagram.GroupStep), Label: "by workflow step"},
		{Value: string(diagram.GroupTag), Label: "by tag"}, {Value: string(diagram.GroupNone), Label: "none"}} {
		if choice.Value == string(usual) {
			choice.Value = ""
		}
		choices = append(choices, choice)
	}
	if group == usual {
		group = diagram.GroupAuto
	}
	return choose("group", "Group", string(group), choices...)
}

func filterFields(b *feature.Context, kind diagram.Kind, display diagram.Display) []webcanvas.DisplayField {
	fields := []webcanvas.DisplayField{focusField(b, display)}
	if display.Focus != "" {
		fields = append(fields, choose("steps", "Within", strconv.Itoa(max(1, display.Steps)), stepChoices()...))
	}
	if kind == diagram.KindLogical || kind == diagram.KindPhysical {
		if keyspaces := choicesOf(b, model.KeyspaceKind); len(keyspaces) > 1 || display.Keyspace != "" {
			fields = append(fields, choose("keyspace", "Keyspace", string(display.Keyspace), orAny(keyspaces)...))
		}
		var tags []edit.Choice
		for _, tag := range b.Model.Tags() {
			tags = append(tags, edit.Choice{Value: tag, Label: tag})
		}
		if len(tags) > 0 {
			fields = append(fields, choose("tag", "Tag", display.Tag, orAny(tags)...))
		}
	}
	if queries := choicesOf(b, model.QueryKind, model.UpdateElement); len(queries) > 0 {
		fields = append(fields, choose("query", "Query", string(display.Query), orAny(queries)...))
	}
	return fields
}

// orAny puts the choice "any", which filters nothing, first.
func orAny(choices []edit.Choice) []edit.Choice {
	return append([]edit.Choice{{Label: "any"}}, choices...)
}

func stepChoices() []edit.Choice {
	choices := []edit.Choice{{Value: "1", Label: "1 step"}}
	for steps := 2; steps <= diagram.MaxSteps; steps++ {
		choices = append(choices, edit.Choice{Value: strconv.Itoa(steps), Label: strconv.Itoa(steps) + " steps"})
	}
	return choices
}

// maxFocusChoices bounds the list of elements to focus on. In a larger model
// the list has only the selected element.
const maxFocusChoices = 100

// focusField offers the element in focus, the selected one, and the boxes of
// the diagram.
func focusField(b *feature.Context, display diagram.Display) webcanvas.DisplayField {
	choices := []edit.Choice{{Label: "all"}}
	offered := map[model.ID]bool{}
	offer := func(id model.ID, prefix string) {
		if title := b.Model.Title(id); id != "" && title != "" && !offered[id] {
			offered[id] = true
			choices = append(choices, edit.Choice{Value: string(id), Label: prefix + title})
		}
	}
	offer(display.Focus, "")
	if _, found := b.Selected(); found {
		offer(b.View.Select, "selected: ")
	}
	if elements := b.Elements(b.Tab().Boxes); len(elements) <= maxFocusChoices {
		for _, element := range elements {
			offer(element.ID, "")
		}
	}
	return choose("focus", "Focus", string(display.Focus), choices...)
}

// focusing returns the link that focuses on the selected element, or that shows
// all again.
func focusing(b *feature.Context, element model.Element) *webcanvas.Focus {
	if b.Drawn().Drawing == nil || !inDiagram(b, element) {
		return nil
	}
	display := b.Drawn().Drawing.Display()
	focus := &webcanvas.Focus{Label: "Focus", Title: "Show only this element and its neighbours in the diagram"}
	if display.Focus == element.ID {
		focus.Label, focus.Title, display.Focus, display.Steps = "Show all", "Show the whole diagram again", "", 0
	} else {
		display.Focus = element.ID
	}
	focus.Href = web.SafeHref(addressWith(b, display))
	return focus
}

// inDiagram reports whether the diagram of the tab shows an element. Every kind
// with boxes is shown whole; a query or an update only if something in the
// diagram uses it.
func inDiagram(b *feature.Context, element model.Element) bool {
	kind := feature.DiagramOf(b.View.Tab)
	if element.Kind == model.QueryKind || element.Kind == model.UpdateElement {
		return len(diagram.Build(b.Model, kind, diagram.Display{Focus: element.ID}, b.Lookups(kind)...).Problems()) == 0
	}
	return model.HasPosition(string(kind), element.Kind)
}

func choicesOf(b *feature.Context, kinds ...model.Kind) []edit.Choice {
	var choices []edit.Choice
	for _, kind := range kinds {
		for _, element := range b.Elements(kind) {
			choices = append(choices, edit.Choice{Value: string(element.ID), Label: b.Label(element)})
		}
	}
	return choices
}

func collapseFields(b *feature.Context, display diagram.Display) []webcanvas.DisplayField {
	var fields []webcanvas.DisplayField
	for _, keyspace := range b.Elements(model.KeyspaceKind) {
		field := tick("collapse", b.Label(keyspace), string(keyspace.ID), slices.Contains(display.Collapsed, keyspace.ID))
		field.Suffix = string(keyspace.ID)
		fields = append(fields, field)
	}
	return fields
}

// picture returns a hash of the content of the tab's diagram. The selection does not change it.
func picture(b *feature.Context) string {
	view := b.View
	view.Select, view.Find = "", ""
	sum := sha256.Sum256(fmt.Appendf(nil, "%x %d %s %s", b.Document.Revision.DocumentHash, b.Document.Revision.Number, b.URL.Tab(view), b.URL.DiagramStyle()))
	return hex.EncodeToString(sum[:12])
}

// markFields asks which marks are drawn, and which blocks are added below the
// diagram.
func markFields(kind diagram.Kind, display diagram.Display) []webcanvas.DisplayField {
	var fields []webcanvas.DisplayField
	switch kind {
	case diagram.KindER:
		fields = append(fields, choose("cardinality", "Cardinality", string(display.Cardinality),
			edit.Choice{Label: "1, n, m"}, edit.Choice{Value: string(figure.CardinalityRanges), Label: "min..max"}))
	case diagram.KindLogical, diagram.KindPhysical:
		fields = append(fields, tick("badges", "Hide sizes", "0", display.Badges == diagram.BadgesHidden),
			tick("updates", "Hide updates", "0", display.NoUpdates), tick("advice", "Findings", "1", display.Advice))
	}
	if kind == diagram.KindPhysical {
		fields = append(fields, tick("uses", "Lines to types", "1", display.Uses))
	}
	fields = append(fields, tick("legend", "Legend", "1", display.Legend))
	if kind != diagram.KindER {
		fields = append(fields, tick("key", "Query texts", "1", display.Key))
	}
	return append(fields, tick("titleblock", "Title block", "1", display.TitleBlock))
}
