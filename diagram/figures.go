package diagram

import "strings"

// Bounds of the tables that are remembered: so many bytes in all, of which
// each row takes so many beside its texts.
const (
	tableBytes = 24 << 20
	rowBytes   = 1 << 10
)

// tables are those drawn last, of all models. After an edit nearly all tables
// are as they were.
var tables = newMemory[*tableFigure](tableBytes)

// rememberedTable gives the figure of a key. A new one shares no text with the
// document, which would stay in memory with it.
func rememberedTable(key contentKey, make func() *tableFigure) *tableFigure {
	return tables.of(key, func() *tableFigure {
		t := make()
		t.detach()
		return t
	})
}

func (t *tableFigure) size() int { return t.bytes }

// detach copies all texts of the document, and counts what the figure takes:
// its texts stand in it and in what is drawn of it.
func (t *tableFigure) detach() {
	t.bytes = rowBytes * (1 + len(t.rows))
	own := func(text *string) {
		*text = strings.Clone(*text)
		t.bytes += 3 * len(*text)
	}
	for _, text := range t.texts() {
		own(text)
	}
	for _, list := range t.lists() {
		for i := range list {
			own(&list[i])
		}
	}
}

func (t *tableFigure) texts() []*string {
	texts := []*string{(*string)(&t.id), &t.name, &t.title.name, &t.title.words}
	for i := range t.tags {
		texts = append(texts, &t.tags[i].text)
	}
	for i := range t.rows {
		row := &t.rows[i]
		texts = append(texts, (*string)(&row.id), &row.name, &row.title.name, &row.title.words)
	}
	return texts
}

func (t *tableFigure) lists() [][]string {
	lists := [][]string{t.lines}
	for _, row := range t.rows {
		lists = append(lists, row.lines, row.pill.lines, row.changed.words)
	}
	return lists
}
