package workbench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// AsDisplay reads the display of a form or an address, in the form of
// View.Display.
func AsDisplay(query string) string {
	values, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	display, _ := diagram.ParseDisplay(values)
	return display.Values().Encode()
}

// drawn is the diagram of a tab, as the address asks for it.
type drawn struct {
	drawing  *diagram.Drawing    // nil if the tab has none
	display  string              // the parameters of the address, in their usual form
	notices  []web.Notice        // about parameters that have no effect
	words    map[model.ID]string // descriptions of elements
	findings map[model.ID]int    // per table, if the diagram counts them
}

// draw builds the diagram of the tab.
func (b *Builder) draw() drawn {
	query, err := url.ParseQuery(b.View.Display)
	if err != nil {
		query = url.Values{}
	}
	kind := kindOf(b.View.Tab)
	display, problems := diagram.ParseDisplay(diagram.ByID(query, b.Model, kind))
	display.Outlines = false // only the address of a file has it
	var d drawn
	if hasDiagram(b.View.Tab) && b.Drawings != nil {
		asked := display.Columns
		display, d.notices = b.boundColumns(kind, display)
		d.drawing = b.Drawings.Of(b.Model, kind, display, b.lookups(kind)...)
		display, problems = d.drawing.Display(), append(problems, d.drawing.Problems()...)
		display.Columns = asked
		d.words = d.drawing.Words()
		if display.Advice {
			d.findings = overlay.Findings(b.Model, kind, b.Sizes())
		}
	}
	d.display = display.Values().Encode()
	for _, problem := range problems {
		d.notices = append(d.notices, web.Notice{Level: "info", Text: problem.Text()})
	}
	return d
}

// ManyColumns is the number of columns above which a page draws only those of
// the keys, unless its address asks for all: each takes 500 bytes.
const ManyColumns = 5000

// boundColumns leaves columns out of a diagram that would be too large for a
// page, and says so.
func (b *Builder) boundColumns(kind diagram.Kind, display diagram.Display) (diagram.Display, []web.Notice) {
	columns := ColumnsOf(b.Model, kind)
	er := kind == diagram.KindER
	if display.Columns != diagram.ColumnsAuto && !(er && display.Columns != diagram.ColumnsAll) || columns <= ManyColumns {
		return display, nil
	}
	if display.Filtered() {
		if columns = b.Drawings.Of(b.Model, kind, display, b.lookups(kind)...).Rows(); columns <= ManyColumns {
			return display, nil
		}
	}
	view := b.View
	view.Tab, view.Find = tabOf(kind), ""
	all := display
	what := "columns"
	if all.Columns = diagram.ColumnsAll; er {
		what, display.Attributes = "attributes", diagram.ColumnsKeys
	} else {
		display.Columns = diagram.ColumnsKeys
	}
	view.Display = all.Values().Encode()
	return display, []web.Notice{{Level: "info", Link: "Draw all", Href: web.SafeHref(string(b.URL.Tab(view))),
		Text: sizing.FormatNumber(float64(columns)) + " " + what + " are many for one page, so the diagram has those of the keys only. Files and the forms have all."}}
}

// ColumnsOf is the number of columns in a diagram, or of attributes.
func ColumnsOf(m *model.Model, kind diagram.Kind) int {
	columns := 0
	switch kind {
	case diagram.KindER:
		for _, entity := range m.Concepts.Entities {
			columns += len(entity.Attributes)
		}
		for _, relationship := range m.Concepts.Relationships {
			columns += len(relationship.Attributes)
		}
	case diagram.KindLogical:
		for _, table := range m.Logical.Tables {
			columns += len(table.Columns)
		}
	case diagram.KindPhysical:
		for _, relation := range m.Physical.Relations {
			columns += len(relation.Columns)
		}
	}
	return columns
}

// tabOf returns the tab of a diagram.
func tabOf(kind diagram.Kind) web.Tab {
	for _, tab := range Tabs {
		if tab.Diagram == kind {
			return tab.Name
		}
	}
	return ""
}

// addressWith returns the address of the same page with another display.
func (b *Builder) addressWith(display diagram.Display) string {
	view := b.View
	view.Display, view.Find = display.Values().Encode(), ""
	return string(b.URL.Tab(view))
}

// addDisplay adds the menu of what to show of the diagram, if there is a
// diagram.
func (b *Builder) addDisplay(canvas *webcanvas.Canvas) {
	shown, all := b.drawn().drawing.Shown()
	if all == 0 {
		return
	}
	display := b.drawn().drawing.Display()
	menu := &webcanvas.DisplayMenu{Groups: b.displayGroups(canvas.Kind, display), Usual: web.SafeHref(b.addressWith(diagram.Display{})), Changed: b.View.Display != ""}
	if shown < all {
		menu.Shown = fmt.Sprintf("Showing %s of %s", sizing.FormatNumber(float64(shown)), Boxes(canvas.Kind, all))
		if missing := b.selectedBox(); missing != "" && !b.drawn().drawing.Draws(missing) {
			menu.Shown += ", not " + b.Model.Title(missing)
		}
		menu.All = web.SafeHref(b.addressWith(display.Whole()))
	}
	canvas.Menu = menu
	if !b.drawn().drawing.Plain() {
		canvas.Arrangement = b.View.Display
	}
	if b.drawn().drawing.Empty() {
		canvas.Empty, canvas.Advice = "Nothing to show", "No element matches all filters. Remove one in View, or show all."
	}
}

// selectedBox returns the selected element, or the parent of a selected part,
// if the whole diagram of the tab has a box for it; otherwise "".
func (b *Builder) selectedBox() model.ID {
	for element, found := b.Selected(); found && element.ID != ""; element, found = b.Model.Element(element.Parent) {
		if element.Kind != model.KeyspaceKind && model.HasPosition(string(kindOf(b.View.Tab)), element.Kind) {
			return element.ID
		}
	}
	return ""
}

// tooLarge explains that a diagram has too many boxes to draw.
func tooLarge(drawing *diagram.Drawing, kind diagram.Kind, tab web.Tab) (missing, advice string) {
	shown, _ := drawing.Shown()
	if drawing.Rows() > ManyColumns {
		return "A table has too many columns for one diagram", "Open View and show the columns of the keys only, or none."
	}
	missing = Boxes(kind, shown) + " are too many for one diagram"
	if !hasDiagram(tab) {
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

func (b *Builder) displayGroups(kind diagram.Kind, display diagram.Display) []webcanvas.DisplayGroup {
	tables := kind == diagram.KindLogical || kind == diagram.KindPhysical
	arrangement := []webcanvas.DisplayField{choose("layout", "Layout", string(display.Method),
		model.Choice{Label: "Widerow"}, model.Choice{Value: "dot", Label: "Graphviz"}), choose("direction", "Direction", string(display.Direction),
		model.Choice{Label: "automatic"}, model.Choice{Value: "lr", Label: "left to right"}, model.Choice{Value: "td", Label: "top down"})}
	if tables {
		arrangement = append(arrangement, groupingField(kind, display.Group), choose("columns", "Columns", string(display.Columns),
			allColumns(b.Model, kind), model.Choice{Value: "keys", Label: "keys only"}, model.Choice{Value: "none", Label: "none"}))
	}
	arrangement = append(arrangement, tick("spacing", "Compact", "compact", display.Compact))
	groups := []webcanvas.DisplayGroup{
		{Title: "Arrangement", Fields: arrangement}, {Title: "Show only", Fields: b.filterFields(kind, display)},
		{Title: "Marks", Fields: markFields(kind, display)},
	}
	if collapse := b.collapseFields(display); kind == diagram.KindPhysical && len(collapse) > 1 {
		groups = append(groups, webcanvas.DisplayGroup{Title: "Collapse keyspaces", Fields: collapse})
	}
	return groups
}

// allColumns is the choice of all columns: the usual one, unless there are many.
func allColumns(m *model.Model, kind diagram.Kind) model.Choice {
	if ColumnsOf(m, kind) > ManyColumns {
		return model.Choice{Label: "all", Value: string(diagram.ColumnsAll)}
	}
	return model.Choice{Label: "all"}
}

func choose(name, label, value string, choices ...model.Choice) webcanvas.DisplayField {
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
	var choices []model.Choice
	for _, choice := range []model.Choice{{Value: string(diagram.GroupKeyspace), Label: "by keyspace"}, {Value: string(diagram.GroupStep), Label: "by workflow step"},
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

func (b *Builder) filterFields(kind diagram.Kind, display diagram.Display) []webcanvas.DisplayField {
	fields := []webcanvas.DisplayField{b.focusField(display)}
	if display.Focus != "" {
		fields = append(fields, choose("steps", "Within", strconv.Itoa(max(1, display.Steps)), stepChoices()...))
	}
	if kind == diagram.KindLogical || kind == diagram.KindPhysical {
		if keyspaces := b.choicesOf(model.KeyspaceKind); len(keyspaces) > 1 || display.Keyspace != "" {
			fields = append(fields, choose("keyspace", "Keyspace", string(display.Keyspace), orAny(keyspaces)...))
		}
		var tags []model.Choice
		for _, tag := range b.Model.Tags() {
			tags = append(tags, model.Choice{Value: tag, Label: tag})
		}
		if len(tags) > 0 {
			fields = append(fields, choose("tag", "Tag", display.Tag, orAny(tags)...))
		}
	}
	if queries := b.choicesOf(model.QueryKind, model.UpdateElement); len(queries) > 0 {
		fields = append(fields, choose("query", "Query", string(display.Query), orAny(queries)...))
	}
	return fields
}

// orAny puts the choice "any", which filters nothing, first.
func orAny(choices []model.Choice) []model.Choice {
	return append([]model.Choice{{Label: "any"}}, choices...)
}

func stepChoices() []model.Choice {
	choices := []model.Choice{{Value: "1", Label: "1 step"}}
	for steps := 2; steps <= diagram.MaxSteps; steps++ {
		choices = append(choices, model.Choice{Value: strconv.Itoa(steps), Label: strconv.Itoa(steps) + " steps"})
	}
	return choices
}

// maxFocusChoices bounds the list of elements to focus on. In a larger model
// the list has only the selected element.
const maxFocusChoices = 100

// focusField offers the element in focus, the selected one, and the boxes of
// the diagram.
func (b *Builder) focusField(display diagram.Display) webcanvas.DisplayField {
	choices := []model.Choice{{Label: "all"}}
	offered := map[model.ID]bool{}
	offer := func(id model.ID, prefix string) {
		if title := b.Model.Title(id); id != "" && title != "" && !offered[id] {
			offered[id] = true
			choices = append(choices, model.Choice{Value: string(id), Label: prefix + title})
		}
	}
	offer(display.Focus, "")
	if _, found := b.Selected(); found {
		offer(b.View.Select, "selected: ")
	}
	if elements := b.Elements(b.Tab().boxes); len(elements) <= maxFocusChoices {
		for _, element := range elements {
			offer(element.ID, "")
		}
	}
	return choose("focus", "Focus", string(display.Focus), choices...)
}

// focusing returns the link that focuses on the selected element, or that shows
// all again.
func (b *Builder) focusing(element model.Element) *webcanvas.Focus {
	if b.drawn().drawing == nil || !b.inDiagram(element) {
		return nil
	}
	display := b.drawn().drawing.Display()
	focus := &webcanvas.Focus{Label: "Focus", Title: "Show only this element and its neighbours in the diagram"}
	if display.Focus == element.ID {
		focus.Label, focus.Title, display.Focus, display.Steps = "Show all", "Show the whole diagram again", "", 0
	} else {
		display.Focus = element.ID
	}
	focus.Href = web.SafeHref(b.addressWith(display))
	return focus
}

// inDiagram reports whether the diagram of the tab shows an element. Every kind
// with boxes is shown whole; a query or an update only if something in the
// diagram uses it.
func (b *Builder) inDiagram(element model.Element) bool {
	kind := kindOf(b.View.Tab)
	if element.Kind == model.QueryKind || element.Kind == model.UpdateElement {
		return len(diagram.Build(b.Model, kind, diagram.Display{Focus: element.ID}, b.lookups(kind)...).Problems()) == 0
	}
	return model.HasPosition(string(kind), element.Kind)
}

func (b *Builder) choicesOf(kinds ...model.Kind) []model.Choice {
	var choices []model.Choice
	for _, kind := range kinds {
		for _, element := range b.Elements(kind) {
			choices = append(choices, model.Choice{Value: string(element.ID), Label: b.Label(element)})
		}
	}
	return choices
}

func (b *Builder) collapseFields(display diagram.Display) []webcanvas.DisplayField {
	var fields []webcanvas.DisplayField
	for _, keyspace := range b.Elements(model.KeyspaceKind) {
		field := tick("collapse", b.Label(keyspace), string(keyspace.ID), slices.Contains(display.Collapsed, keyspace.ID))
		field.Suffix = string(keyspace.ID)
		fields = append(fields, field)
	}
	return fields
}

// picture returns a hash of what the diagram of the tab shows. The selection
// does not change it.
func (b *Builder) picture() string {
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
			model.Choice{Label: "1, n, m"}, model.Choice{Value: string(diagram.CardinalityRanges), Label: "min..max"}))
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

// DrawnRevision returns what identifies a document in its picture.
func DrawnRevision(document Document) diagram.Revision {
	return diagram.Revision{
		Number: document.Revision.Number, Date: document.Revision.At, Author: document.Revision.Author.Name,
	}
}
