package legend

import (
	"math"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Sizes of a key in px.
const (
	leastKey   = 300 // text of an entry
	mostKey    = 480
	keyGap     = 12
	keyBetween = 32 // columns
	keyColumns = 4
	keySpace   = 10 // after an entry
	keyLines   = 12
)

// KeyEntry is a query or an update with its label and its text.
type KeyEntry struct {
	label  string
	name   string
	detail string // inputs, results and written attributes
}

// KeyOf returns the queries and updates that are drawn, in order.
func KeyOf(m *model.Model, drawn model.IDSet) []KeyEntry {
	var entries []KeyEntry
	for _, item := range model.Sorted(m.Workflow.Queries) {
		if drawn[item.ID] {
			entries = append(entries, KeyEntry{typeface.Clean(item.Value.Label), typeface.Clean(item.Value.Name), queryWords(m, item.Value)})
		}
	}
	for _, item := range model.Sorted(m.Workflow.Updates) {
		if drawn[item.ID] {
			entries = append(entries, KeyEntry{typeface.Clean(item.Value.Label), typeface.Clean(item.Value.Name), updateWords(m, item.Value)})
		}
	}
	return entries
}

// queryWords returns the inputs, results and order of a query in words.
func queryWords(m *model.Model, query *model.Query) string {
	var given, found, sorted []string
	for _, item := range model.Sorted(query.Given) {
		given = append(given, partName(m, item.Value.Attribute, item.Value.Name)+givenWords[item.Value.Operator])
	}
	for _, item := range model.Sorted(query.Find) {
		name := partName(m, item.Value.Attribute, item.Value.Name)
		if item.Value.Aggregate != "" {
			name = string(item.Value.Aggregate) + " of " + name
		}
		found = append(found, name)
	}
	for _, item := range model.Sorted(query.SortBy) {
		name := partName(m, item.Value.Attribute, item.Value.Name)
		if item.Value.Descending {
			name += " descending"
		}
		sorted = append(sorted, name)
	}
	return figure.Sentence(figure.List("given ", given), figure.List("finds ", found), figure.List("sorted by ", sorted))
}

var givenWords = map[model.Operator]string{model.Range: " (range)", model.In: " (one of several)", model.Prefix: " (prefix)"}

var updateKinds = map[model.UpdateKind]string{"": "inserts ", model.Insert: "inserts ", model.Change: "changes ", model.Delete: "deletes "}

func updateWords(m *model.Model, update *model.Update) string {
	var written []string
	for _, item := range model.Sorted(update.Writes) {
		written = append(written, partName(m, item.Value.Element, item.Value.Name))
	}
	return figure.List(updateKinds[update.Kind], written)
}

// partName returns the name of an element of the concepts, or the free text.
func partName(m *model.Model, element model.ID, name string) string {
	if element != "" {
		name = m.Title(element)
	}
	return typeface.Clean(name)
}

// keyLayout is an entry broken into lines.
type keyLayout struct {
	pill  linework.Pill
	texts [2][]string // name and detail
}

func (e KeyEntry) pill() linework.Pill {
	return *linework.NewPill([]linework.Label{{Text: typeface.Shorten(e.label, linework.LabelFont, linework.MaxLabel)}})
}

func (e KeyEntry) layout(pill linework.Pill, width float64) keyLayout {
	l := keyLayout{pill: pill}
	l.texts[0] = typeface.Wrap(e.name, PanelFont, width, keyLines)
	if e.detail != "" {
		l.texts[1] = typeface.Wrap(e.detail, PanelFont, width, keyLines)
	}
	return l
}

func (l keyLayout) height() float64 {
	return max(l.pill.Height, 4+panelLine*float64(len(l.texts[0])+len(l.texts[1]))) + keySpace
}

// keyTable is a key in as many columns as fit.
type keyTable struct {
	Entries     []keyLayout
	Columns     int
	pills, room float64 // widths
}

func NewKeyTable(entries []KeyEntry, room float64) keyTable {
	pills := 0.0
	for _, entry := range entries {
		pills = max(pills, entry.pill().Width)
	}
	inside := room - 2*panelInset + keyBetween
	beside := pills + keyGap + keyBetween // text
	t := keyTable{Columns: max(1, min(keyColumns, int(inside/(leastKey+beside)))), pills: pills, room: room}
	for _, entry := range entries {
		t.Entries = append(t.Entries, entry.layout(entry.pill(), min(mostKey, math.Floor(inside/float64(t.Columns)-beside))))
	}
	return t
}

func (t keyTable) Heights() []float64 {
	heights := make([]float64, len(t.Entries))
	for i, entry := range t.Entries {
		heights[i] = entry.height()
	}
	return heights
}

func (t keyTable) Panel() Panel {
	heights := t.Heights()
	columns := geom.ColumnsOf(heights, t.Columns)
	step := math.Floor((t.room - 2*panelInset + keyBetween) / float64(len(columns)))
	at := geom.Rect{Width: t.room, Height: panelHead + tallestColumn(heights, columns) + panelInset/2}
	return Panel{at.Width, at.Height, func(corner geom.Point) *scene.Element {
		at.X, at.Y = corner.X, corner.Y
		e := &scene.Element{Class: "key", Items: paintFrame("Queries and updates", at)}
		rest, x := t.Entries, at.X+panelInset
		for _, count := range columns {
			e.Items = append(e.Items, paintKey(rest[:count], t.pills, geom.Pt(x, at.Y+panelHead))...)
			rest = rest[count:]
			x += step
		}
		return e
	}}
}

func paintKey(layouts []keyLayout, pills float64, at geom.Point) []scene.Item {
	var items []scene.Item
	for _, l := range layouts {
		pill := geom.NewRect(at.X+(pills-l.pill.Width)/2, at.Y, l.pill.Width, l.pill.Height)
		items = append(items, &scene.Rectangle{Class: "label", Rect: pill, Round: 10},
			&scene.Text{Class: "label-text", At: geom.Pt(pill.X+pill.Width/2, at.Y+14.5),
				Anchor: scene.AnchorMiddle, Font: linework.LabelFont, Content: l.pill.Labels[0].Text})
		text := geom.Pt(at.X+pills+keyGap, at.Y+14)
		items = append(items, paintLines(l.texts[0], "panel-text", PanelFont, text)...)
		text.Y += panelLine * float64(len(l.texts[0]))
		items = append(items, paintLines(l.texts[1], "note", PanelFont, text)...)
		at.Y += l.height()
	}
	return items
}
