package diagram

import (
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Bounds of the tables that are remembered: so many bytes in all, of which
// each row takes so many beside its texts.
const (
	tableBytes = 24 << 20
	rowBytes   = 1 << 10
)

// tables are those drawn last, of all models. After an edit nearly all tables
// are as they were.
var tables = newTableMemory(tableBytes)

// tableMemory remembers figures by all that they depend on. They are shared
// and must not be changed.
type tableMemory struct {
	mu    sync.Mutex
	known *simplelru.LRU[contentKey, *tableFigure]
	bytes int
	most  int
}

func newTableMemory(most int) *tableMemory {
	m := &tableMemory{most: most}
	known, err := simplelru.NewLRU(most/rowBytes, func(_ contentKey, t *tableFigure) { m.bytes -= t.bytes })
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	m.known = known
	return m
}

// table gives the figure of a key. A new one shares no text with the document,
// which would stay in memory with it.
func (m *tableMemory) table(key contentKey, make func() *tableFigure) *tableFigure {
	if t := m.get(key); t != nil {
		return t
	}
	t := make()
	t.detach()
	m.put(key, t)
	return t
}

func (m *tableMemory) get(key contentKey) *tableFigure {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, _ := m.known.Get(key)
	return t
}

func (m *tableMemory) put(key contentKey, t *tableFigure) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known.Contains(key) {
		return // somebody else made it meanwhile
	}
	m.known.Add(key, t)
	for m.bytes += t.bytes; m.bytes > m.most; {
		m.known.RemoveOldest()
	}
}

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
