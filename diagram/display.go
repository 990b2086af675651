package diagram

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Display holds the options of a view: what is drawn and how. It is no part of the
// model. It is written as a query string, so that a view can be linked. The zero
// value is the whole diagram.
type Display struct {
	Method    graph.Method // who places boxes and edges: Widerow or Graphviz
	Direction graph.Direction
	Compact   bool // smaller gaps between the boxes
	Group     Grouping
	Columns   figure.Columns
	// Attributes selects the attributes of entity types and relationship types to draw. A page of a
	// huge model leaves some out; no parameter of its address chooses this.
	Attributes  figure.Columns
	Cardinality figure.Cardinality
	// Focus is an element (a table, a query, an entity type, a step) that is drawn
	// with its neighbours up to Steps away. 0 steps count as 1.
	Focus model.ID
	Steps int
	// Keyspace, Tag and Query are filters: only elements that match are drawn.
	Keyspace model.ID
	Tag      string
	Query    model.ID
	// Collapsed lists the keyspaces that are drawn as one box each, sorted.
	Collapsed []model.ID
	// Only are the boxes that are drawn, nil for all. Page is the area that the picture
	// should fill, a screen by default. ShortLines breaks long names of an ER diagram
	// into more lines. They are for a picture in print, and no address names them.
	Only       []model.ID
	Page       graph.Page
	ShortLines bool
	Legend     bool
	// TitleBlock is a frame with the model's name, revision and date.
	TitleBlock bool
	Key        bool // the text of each query below the workflow
	Badges     Badges
	NoUpdates  bool // arrows of updates are left out
	Advice     bool // how many findings a table has
	Uses       bool // lines from columns to their user-defined types
	Theme      scene.Theme
	Outlines   bool // an SVG has letters as shapes, for programs that ignore embedded fonts
	Scale      int  // pixels per unit in a PNG; 0 is the default of the writer
}

// Grouping selects what shares a container.
type Grouping string

// The groupings. GroupAuto is by keyspace in the physical model, else none.
const (
	GroupAuto     Grouping = ""
	GroupKeyspace Grouping = "keyspace"
	GroupStep     Grouping = "step" // of the workflow, by the queries that a table serves
	GroupTag      Grouping = "tag"
	GroupNone     Grouping = "none"
)

// Badges selects whether tables have size badges.
type Badges string

// BadgesAuto shows them on pages, and in a standalone picture only together with a
// legend, which explains them.
const (
	BadgesAuto   Badges = ""
	BadgesShown  Badges = "1"
	BadgesHidden Badges = "0"
)

// Problem is a mistake in one parameter of an address. The other parameters apply.
type Problem struct {
	Parameter, Value string
	Reason           string // a clause for the reader
}

// Text returns a sentence for the user.
func (p Problem) Text() string {
	return fmt.Sprintf("The address says %s=%s: %s.", p.Parameter, clip(typeface.Clean(p.Value)), p.Reason)
}

// Bounds of a display.
const (
	MaxSteps     = 9
	MaxScale     = 3
	maxCollapsed = 100
)

// ParseDisplay reads the parameters of a display and ignores others. A parameter
// that it cannot read is left out and returned as a problem.
func ParseDisplay(query url.Values) (Display, []Problem) {
	var d Display
	var problems []Problem
	for _, p := range parameters {
		value := strings.Join(query[p.name], ",") // checked boxes of a form repeat the name
		if value == "" {
			continue
		}
		if wanted := p.read(&d, value); wanted != "" {
			problems = append(problems, Problem{p.name, value, wanted})
		}
	}
	if d.Focus == "" {
		d.Steps = 0
	}
	return d, problems
}

// clip shortens a value that is quoted in a message.
func clip(value string) string {
	const most = 40
	if runes := []rune(value); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return value
}

// Values returns the parameters of the display, without default values.
func (d Display) Values() url.Values {
	values := url.Values{}
	for _, p := range parameters {
		if text := p.write(&d); text != "" {
			values.Set(p.name, text)
		}
	}
	return values
}

// Plain reports whether the display draws every box at the place stored in the
// document. Other displays are laid out anew.
func (d Display) Plain() bool {
	return d.Method == graph.MethodOwn && d.Direction == graph.DirectionAuto && !d.Compact &&
		d.Group == GroupAuto && !d.Filtered() && len(d.Collapsed) == 0 && d.Page == graph.Page{} && !d.ShortLines
}

// Filtered reports whether the display may leave elements out.
func (d Display) Filtered() bool {
	return d.Focus != "" || d.Keyspace != "" || d.Tag != "" || d.Query != "" || d.Only != nil
}

// Whole returns the display without focus, filters and collapsed keyspaces.
func (d Display) Whole() Display {
	d.Focus, d.Steps, d.Keyspace, d.Tag, d.Query, d.Collapsed, d.Only = "", 0, "", "", "", nil, nil
	return d
}

// badged reports whether tables have badges.
func (d Display) badged(options figure.Options) bool {
	if d.Badges == BadgesAuto {
		return d.Legend || !options.Standalone
	}
	return d.Badges == BadgesShown
}

// parameter is one option of a display in the query string.
type parameter struct {
	name string
	// read sets the option, or returns in words what the value should be.
	read  func(d *Display, value string) (wanted string)
	write func(d *Display) string // "" for the default
}

// parameters returns all options, in the order of Display.
var parameters = []parameter{
	word("layout", func(d *Display) *graph.Method { return &d.Method }, "widerow", graph.MethodGraphviz),
	word("direction", func(d *Display) *graph.Direction { return &d.Direction }, "auto", graph.LeftRight, graph.TopDown),
	toggle("spacing", func(d *Display) *bool { return &d.Compact }, "compact", "normal"),
	word("group", func(d *Display) *Grouping { return &d.Group }, "auto", GroupKeyspace, GroupStep, GroupTag, GroupNone),
	word("columns", func(d *Display) *figure.Columns { return &d.Columns }, "auto", figure.ColumnsAll, figure.ColumnsKeys, figure.ColumnsNone),
	word("cardinality", func(d *Display) *figure.Cardinality { return &d.Cardinality }, "letters", figure.CardinalityRanges),
	element("focus", func(d *Display) *model.ID { return &d.Focus }),
	number("steps", func(d *Display) *int { return &d.Steps }, 1, MaxSteps, 1),
	element("keyspace", func(d *Display) *model.ID { return &d.Keyspace }),
	{"tag", readTag, func(d *Display) string { return d.Tag }},
	element("query", func(d *Display) *model.ID { return &d.Query }),
	{"collapse", readCollapsed, writeCollapsed},
	toggle("legend", func(d *Display) *bool { return &d.Legend }, "1", "0"),
	toggle("titleblock", func(d *Display) *bool { return &d.TitleBlock }, "1", "0"),
	toggle("key", func(d *Display) *bool { return &d.Key }, "1", "0"),
	word("badges", func(d *Display) *Badges { return &d.Badges }, "auto", BadgesShown, BadgesHidden),
	toggle("updates", func(d *Display) *bool { return &d.NoUpdates }, "0", "1"),
	toggle("advice", func(d *Display) *bool { return &d.Advice }, "1", "0"),
	toggle("uses", func(d *Display) *bool { return &d.Uses }, "1", "0"),
	word("theme", func(d *Display) *scene.Theme { return &d.Theme }, "auto", scene.ThemeLight, scene.ThemeDark, scene.ThemePrint, scene.ThemeContrast),
	toggle("text", func(d *Display) *bool { return &d.Outlines }, "outlines", "fonts"),
	number("scale", func(d *Display) *int { return &d.Scale }, 1, MaxScale, 0),
}

// word is an option with several values. usual is the word for the zero value.
func word[T ~string](name string, field func(*Display) *T, usual T, others ...T) parameter {
	read := func(d *Display, value string) string {
		if value == string(usual) {
			*field(d) = ""
			return ""
		}
		if !slices.Contains(others, T(value)) {
			return "it can be " + oneOf(append([]T{usual}, others...))
		}
		*field(d) = T(value)
		return ""
	}
	return parameter{name, read, func(d *Display) string { return string(*field(d)) }}
}

func oneOf[T ~string](words []T) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = string(word)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// toggle is an option that is on or off. on and off are its values in the address.
func toggle(name string, field func(*Display) *bool, on, off string) parameter {
	read := func(d *Display, value string) string {
		if value != on && value != off {
			return "it can be " + off + " or " + on
		}
		*field(d) = value == on
		return ""
	}
	write := func(d *Display) string {
		if *field(d) {
			return on
		}
		return ""
	}
	return parameter{name, read, write}
}

// number is an integer option. usual is the value that 0 selects.
func number(name string, field func(*Display) *int, low, high, usual int) parameter {
	read := func(d *Display, value string) string {
		count, err := strconv.Atoi(value)
		if err != nil || count < low || count > high {
			return fmt.Sprintf("it can be a number from %d to %d", low, high)
		}
		if count == usual {
			count = 0
		}
		*field(d) = count
		return ""
	}
	write := func(d *Display) string {
		if *field(d) == 0 {
			return ""
		}
		return strconv.Itoa(*field(d))
	}
	return parameter{name, read, write}
}

// element is an option whose value is an ID. It does not check that the model has
// the element.
func element(name string, field func(*Display) *model.ID) parameter {
	read := func(d *Display, value string) string {
		id := model.ID(value)
		if !id.Valid() {
			return "it can be the name or the id of an element"
		}
		*field(d) = id
		return ""
	}
	return parameter{name, read, func(d *Display) string { return string(*field(d)) }}
}

func readTag(d *Display, value string) string {
	tag := typeface.OneLine(value)
	if tag == "" || utf8.RuneCountInString(tag) > model.MaxTagLength {
		return fmt.Sprintf("it can be a tag of up to %d characters", model.MaxTagLength)
	}
	d.Tag = tag
	return ""
}

func readCollapsed(d *Display, value string) string {
	var ids []model.ID
	for text := range strings.SplitSeq(value, ",") {
		id := model.ID(text)
		if !id.Valid() || len(ids) == maxCollapsed {
			return fmt.Sprintf("it can be the names or ids of up to %d keyspaces with commas between them", maxCollapsed)
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	d.Collapsed = slices.Compact(ids)
	return ""
}

func writeCollapsed(d *Display) string {
	texts := make([]string, len(d.Collapsed))
	for i, id := range d.Collapsed {
		texts[i] = string(id)
	}
	return strings.Join(texts, ",")
}
