package diagram

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/figure"
	"widerow/diagram/legend"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/model"
)

// signsModel returns a model with every sign that a legend can explain.
func signsModel() *model.Model {
	m := notationModel()
	m.Name = "All signs"
	m.Concepts.Hierarchies["roles"] = &model.Hierarchy{Order: "z", Supertype: "employee",
		Subtypes: map[model.ID]*model.Subtype{"sub3": {Entity: "clerk", Order: "1"}, "sub4": {Entity: "driver", Order: "2"}}}
	m.Concepts.Relationships["tied"] = &model.Relationship{Order: "z", Name: "follows", Within: "project", Participants: map[model.ID]*model.Participant{
		"tied1": {Order: "1", Entity: "milestone", Cardinality: "n"}, "tied2": {Order: "2", Entity: "milestone", Cardinality: "m"}}}
	due := m.Concepts.Entities["milestone"].Attributes["milestoneattr1"]
	due.Unique, due.UniqueWithin = true, "project"
	m.Concepts.Entities["clerk"] = &model.Entity{Order: "y1", Name: "Clerk"}
	m.Concepts.Entities["driver"] = &model.Entity{Order: "y2", Name: "Driver"}
	m.Workflow.Queries["q31"] = &model.Query{Order: "x1", Label: "Q3.1", Name: "Find its milestones"}
	m.Workflow.Queries["q32"] = &model.Query{Order: "x2", Label: "Q3.2", Name: "Find its suppliers, the nearest first",
		Given:  map[model.ID]*model.Given{"g": {Attribute: "projectattr0", Operator: model.Equal}},
		SortBy: map[model.ID]*model.SortBy{"s": {Name: "distance"}}}
	m.Workflow.Transitions["x1"] = &model.Transition{Order: "x1", From: "w1", To: "w2", Access: "q31"}
	m.Workflow.Transitions["x2"] = &model.Transition{Order: "x2", From: "w1", To: "w2", Access: "q32"}
	m.Logical.Arrows["byhand"] = &model.QueryArrow{Order: "x1", Access: "q31", From: "l2", To: "l1"}
	m.Workflow.Steps["w4"] = &model.Step{Order: "x3", Name: "Write down the hours"}
	m.Workflow.Transitions["x3"] = &model.Transition{Order: "x3", From: "w3", To: "w4", Access: "u1"}
	roles, all := m.Physical.Relations["r1"], m.Physical.Relations["r2"]
	roles.Options = model.Options{"default_time_to_live": "2592000"}
	roles.Columns["month"] = &model.Column{Order: "z", Name: "month", Type: model.Native("int"), Role: model.Partition}
	roles.Columns["r1col5"].Mask = "mask_inner(1, null)"
	all.Indexes["i4"] = &model.Index{Order: "4", Column: "r2col3", Custom: true, Class: "org.example.Index"}
	m.Physical.Relations["r4"] = &model.Relation{Order: "z1", Keyspace: "k1", Name: "audit", Kind: model.Table, Columns: map[model.ID]*model.Column{
		"r4col0": {Order: "1", Name: "day", Type: model.Native("date"), Role: model.Partition},
		"r4col1": {Order: "2", Name: "at", Type: model.Native("timeuuid"), Role: model.Clustering, Descending: true}}}
	m.Physical.Relations["r5"] = &model.Relation{Order: "z2", Keyspace: "k1", Name: "empty", Kind: model.Table}
	m.Physical.Relations["r6"] = &model.Relation{Order: "z3", Keyspace: "k1", Name: "log", Kind: model.Table, Columns: map[model.ID]*model.Column{
		"r6col0": {Order: "1", Name: "id", Type: model.Native("uuid"), Role: model.Partition}}}
	return m
}

// signsOptions has each kind of badge, findings, faults and a full revision.
func signsOptions() figure.Options {
	return figure.Options{
		Badges: map[model.ID]figure.Badge{"r1": {Level: "ok", Text: "2.1 kB"}, "r2": {Level: "warn"}, "r3": {Level: "bad"},
			"r4": {Level: "bad", WorstOnly: true}, "r5": {Level: "missing"}, "r6": {Level: "assumed"}},
		Advice:   map[model.ID]int{"r2": 3, "r3": 120},
		Faults:   map[model.ID]string{"x1": "not served", "x2": "not served", "a1": "reads the whole table"},
		Revision: figure.Revision{Number: 12, Date: time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC), Author: "A. Writer"},
	}
}

var everything = Display{Legend: true, TitleBlock: true, Key: true, Advice: true, Uses: true}

// TestSignsModelHasEachSign checks that signsModel is complete.
func TestSignsModelHasEachSign(t *testing.T) {
	explained, options := map[string]bool{}, signsOptions()
	options.Advised = map[model.ID]string{}
	for _, relation := range signsModel().Physical.Relations {
		for column := range relation.Columns {
			options.Advised[column] = "sorts as text"
		}
	}
	for _, kind := range kinds {
		for _, cardinality := range []figure.Cardinality{figure.CardinalityLetters, figure.CardinalityRanges} {
			display := everything
			display.Cardinality = cardinality
			for _, text := range shown(elementOf(sceneOf(t, signsModel(), kind, display, options, Lookup{Query: "q31", From: "l2", To: "l1", Number: 2}), "legend").Items) {
				explained[text] = true
			}
		}
	}
	for _, e := range legend.Explanations {
		for _, words := range typeface.Wrap(e.Words, legend.PanelFont, legend.LegendText, 3) {
			if !explained[words] {
				t.Errorf("no picture of all signs explains %q", e.Words)
			}
		}
	}
}

// TestGolden compares pictures, as in a page, with those in testdata; `go test
// ./diagram -run Golden -update` rewrites them. If some differ, it writes a page
// that shows them before and after.
func TestGolden(t *testing.T) {
	page := &comparison{}
	for _, kind := range kinds {
		hotel := figure.Options{Href: testHref, Badges: map[model.ID]figure.Badge{"r1": {Level: "ok", Text: "112 KiB"}}}
		page.compare(t, fmt.Sprintf("hotel-%s.svg", kind), render(t, hotelModel(), kind, hotel))
		page.compare(t, fmt.Sprintf("signs-%s.svg", kind), svg.Encode(sceneOf(t, signsModel(), kind, everything, signsOptions())))
	}
	page.write(t)
}

// comparison collects the pictures that have changed.
type comparison struct{ pictures []comparedPicture }

type comparedPicture struct {
	Name          string
	Before, After template.HTML
}

func (c *comparison) compare(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s (-want +got):\n%s", file, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
		c.pictures = append(c.pictures, comparedPicture{name, template.HTML(want), template.HTML(got)})
	}
}

var comparisonPage = template.Must(template.New("").Parse(`<!doctype html>
<meta charset="utf-8"><title>Pictures before and after</title>
<style>body{color-scheme:light dark;font:14px sans-serif}figure{display:inline-block;margin:1em;vertical-align:top}{{.Style}}</style>
{{range .Pictures}}<h2>{{.Name}}</h2><figure><figcaption>before</figcaption>{{.Before}}</figure><figure><figcaption>after</figcaption>{{.After}}</figure>
{{end}}`))

func (c *comparison) write(t *testing.T) {
	t.Helper()
	if len(c.pictures) == 0 {
		return
	}
	file, err := os.CreateTemp("", "widerow-pictures-*.html")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := comparisonPage.Execute(file, map[string]any{"Style": template.CSS(scene.Style("fonts")), "Pictures": c.pictures}); err != nil {
		t.Fatal(err)
	}
	t.Logf("before and after: %s", file.Name())
}
