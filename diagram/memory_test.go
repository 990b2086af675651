package diagram

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"widerow/model"
)

var memorySeeds = flag.Uint64("memoryseeds", 6, "how many random sequences of edits to draw with and without memory")

// memories are all that a picture may come from.
type memories struct {
	tables  *memory[*tableFigure]
	planned *memory[*surrounded]
}

func newMemories(most int) memories {
	return memories{newMemory[*tableFigure](most), newMemory[*surrounded](most)}
}

// drawn is all that a page has of a diagram, drawn with what is remembered.
func drawn(t *testing.T, known memories, m *model.Model, kind Kind, display Display, options Options) string {
	t.Helper()
	before := memories{tables, planned}
	tables, planned = known.tables, known.planned
	defer func() { tables, planned = before.tables, before.planned }()
	drawing := Build(m, kind, display)
	layout, err := rows{}.Layout(context.Background(), drawing.Graph())
	if err != nil {
		t.Fatal(err)
	}
	key := keyOf(drawing.Graph())
	return fmt.Sprintf("%x\n%s\n%s", key, told(drawing.Text()), drawing.Scene(layout, options).SVG())
}

// A table is remembered by all that it is drawn from, and what stands round the
// boxes of an ER diagram by all that it is planned from: whatever of a document
// changes, the picture is the one that is drawn anew.
func TestEachChangeIsSeen(t *testing.T) {
	warm := newMemories(tableBytes)
	options := Options{Href: testHref, Advice: map[model.ID]int{"r1": 3}}
	compare := func(what string, m *model.Model, display Display) {
		t.Helper()
		for _, kind := range []Kind{KindER, KindLogical, KindPhysical} {
			if strings.HasPrefix(what, "Concepts") != (kind == KindER) || kind == KindLogical && strings.HasPrefix(what, "Physical") {
				continue
			}
			known := drawn(t, warm, m, kind, display, options)
			if anew := drawn(t, newMemories(tableBytes), m, kind, display, options); known != anew {
				t.Errorf("%s: the %s diagram is not the one that is drawn anew:\n%s", what, kind, firstDifference(known, anew))
			}
		}
	}
	m := notationModel()
	for _, display := range []Display{{}, {Columns: ColumnsKeys}, {Columns: ColumnsNone}, {Advice: true}} {
		compare("another display", m, display)
	}
	for i := range changeable(m) {
		changed := m.Clone()
		place := changeable(changed)[i]
		alter(t, place.value)
		compare(place.path, changed, Display{})
	}
	m.Logical.Tables = nil
	compare("without logical tables", m, Display{})
	m.Logical.Tables = map[model.ID]*model.LogicalTable{"l1": {Name: "one"}}
	compare("with one logical table", m, Display{})
	compare("Concepts in ranges", m, Display{Cardinality: CardinalityRanges})
	if plans := warm.planned.known.Len(); plans < 20 {
		t.Errorf("only %d plans of ends and attributes were made", plans)
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(text string) string { return text[max(0, i-120):min(len(text), i+120)] }
	return around(a) + "\n" + around(b)
}

type changeablePlace struct {
	path  string
	value reflect.Value
}

// changeable are the fields of a document's concepts and tables, in a fixed order.
func changeable(m *model.Model) []changeablePlace {
	var places []changeablePlace
	for _, part := range []any{&m.Concepts, &m.Logical, &m.Physical} {
		eachLeaf(reflect.ValueOf(part).Elem(), reflect.TypeOf(part).Elem().Name(), func(path string, field reflect.Value) {
			places = append(places, changeablePlace{path, field})
		})
	}
	return places
}

// Over random edits, displays and selections, a page that remembers the pages
// before is byte for byte the one that knows none.
func TestMemoryChangesNoPicture(t *testing.T) {
	for seed := range *memorySeeds {
		random := rand.New(rand.NewPCG(seed, 5))
		warm := newMemories(40 * rowBytes * (1 + int(seed%2)*100)) // a small one forgets all the time
		m := notationModel()
		for step := range 40 {
			m = m.Clone()
			edit(t, random, m)
			options := randomOptions(random, m)
			display := Display{
				Columns: []Columns{ColumnsAll, ColumnsAll, ColumnsKeys, ColumnsNone}[random.IntN(4)],
				Theme:   []Theme{ThemeAuto, ThemeAuto, ThemeDark, ThemePrint, ThemeContrast}[random.IntN(5)],
				Legend:  random.IntN(2) == 0, Advice: random.IntN(2) == 0, NoBadges: random.IntN(4) == 0,
			}
			for _, kind := range kinds {
				known := drawn(t, warm, m, kind, display, options)
				if anew := drawn(t, newMemories(tableBytes), m, kind, display, options); known != anew {
					t.Fatalf("seed %d, edit %d: the %s diagram is not the one that is drawn anew:\n%s", seed, step, kind, firstDifference(known, anew))
				}
			}
		}
		if warm.tables.bytes > warm.tables.most || warm.planned.bytes > warm.planned.most {
			t.Errorf("seed %d: the memories take %d and %d bytes, at most %d are allowed", seed, warm.tables.bytes, warm.planned.bytes, warm.tables.most)
		}
	}
}

// edit changes a field, takes a column or a table out, or puts a column into
// a second table, under its id too: documents that were merged may have that.
func edit(t *testing.T, random *rand.Rand, m *model.Model) {
	t.Helper()
	relations := slices.Sorted(maps.Keys(m.Physical.Relations))
	a, b := relations[random.IntN(len(relations))], relations[random.IntN(len(relations))]
	switch random.IntN(8) {
	case 0:
		if len(relations) > 3 {
			delete(m.Physical.Relations, a)
		}
	case 1:
		if columns := slices.Sorted(maps.Keys(m.Physical.Relations[a].Columns)); len(columns) > 0 {
			id := columns[random.IntN(len(columns))]
			m.Physical.Relations[b].Columns[id] = m.Physical.Relations[a].Columns[id]
		}
	default:
		places := changeable(m)
		alter(t, places[random.IntN(len(places))].value)
	}
}

func randomOptions(random *rand.Rand, m *model.Model) Options {
	options := Options{Badges: map[model.ID]Badge{}, Advice: map[model.ID]int{}}
	for id, relation := range m.Physical.Relations {
		switch random.IntN(3) {
		case 0:
			options.Badges[id] = Badge{Level: "ok", Text: "1 MiB"}
		case 1:
			options.Advice[id] = random.IntN(120)
		}
		for column := range relation.Columns {
			if random.IntN(30) == 0 {
				options.Selected = []model.ID{id, column}[random.IntN(2)]
			}
		}
	}
	switch random.IntN(4) {
	case 0: // a picture without links
	case 1:
		hidden := random.IntN(10)
		options.Href = func(id model.ID) string {
			if len(id)%10 == hidden {
				return ""
			}
			return testHref(id)
		}
	default:
		options.Href = testHref
	}
	return options
}

// What is remembered must not keep a whole document in memory: its texts are
// parts of the document's.
func TestMemoryHoldsNoTextOfTheDocument(t *testing.T) {
	m, err := model.Decode(notationModel().Encode())
	if err != nil {
		t.Fatal(err)
	}
	held := map[*byte]string{}
	eachLeaf(reflect.ValueOf(&m.Physical).Elem(), "", func(path string, field reflect.Value) {
		if field.Kind() == reflect.String && field.Len() > 0 {
			held[unsafe.StringData(field.String())] = path
		}
	})
	known := newMemories(tableBytes)
	drawn(t, known, m, KindPhysical, Display{}, Options{Href: testHref})
	texts := 0
	for _, figure := range known.tables.known.Values() {
		list := slices.Concat(figure.lists()...)
		for _, text := range figure.texts() {
			list = append(list, *text)
		}
		for _, text := range list {
			texts++
			if path, shared := held[unsafe.StringData(text)]; shared && text != "" {
				t.Errorf("%q is the document's own %s", text, path)
			}
		}
	}
	if texts < 100 {
		t.Errorf("%d texts were looked at", texts)
	}
}

// Pictures other than SVG draw a table that is known by its SVG as any other.
func TestStampedTableIsDrawnOnCanvases(t *testing.T) {
	drawing := Build(notationModel(), KindPhysical, Display{Theme: ThemeLight})
	layout, err := rows{}.Layout(t.Context(), drawing.Graph())
	if err != nil {
		t.Fatal(err)
	}
	layout.Origin = Point{margin, margin} // where a picture that stands alone begins
	var page, alone recorder
	drawing.Scene(layout, Options{}).drawOn(&page)
	drawing.Scene(layout, Options{Standalone: true}).drawOn(&alone)
	if want := alone[:len(alone)-1]; !slices.Equal(page, want) { // which has a caption
		t.Errorf("a page's picture is drawn with\n%q, want\n%q", page, want)
	}
}

// recorder notes the texts that are drawn on it, with the elements round them.
type recorder []string

func (r *recorder) fill([]Step, string)                       {}
func (r *recorder) stroke([]Step, string, float64, []float64) {}
func (r *recorder) text(t *Text, color string)                { *r = append(*r, fmt.Sprint(*t, color)) }
func (r *recorder) enter(e *Element)                          { *r = append(*r, e.Class+" "+e.Title) }
func (r *recorder) leave(*Element)                            { *r = append(*r, "end") }
