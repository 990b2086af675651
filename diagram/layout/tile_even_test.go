package layout_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
	"widerow/diagram/layout/layouttest"
)

// mostEmpty is the largest share of a keyspace that may be empty.
const mostEmpty = 0.35

// schema is the counts of columns of a keyspace's tables, and of fields of its types.
type schema struct{ tables, types []int }

// The counts come from public schemas: Cadence (10 tables and 23 types of up to 56 fields) and
// KillrVideo here, Zipkin, Jaeger and Cassandra's own keyspaces below.
var largeSchemas = map[string]schema{
	"workflow engine": {[]int{27, 10, 9, 5, 8, 6, 12, 4, 11, 7}, []int{11, 56, 4, 2, 5, 13, 10, 10, 29, 5, 7, 3, 6, 4, 5, 6, 2, 1, 2, 3, 5, 2, 4}},
	"video site":      {[]int{4, 5, 9, 5, 6, 3, 3, 2, 7, 7, 7, 2, 4, 4, 4, 3, 3, 6, 5}, nil},
}

var smallSchemas = map[string]schema{
	"Zipkin":                       {[]int{17, 6, 5, 2, 2, 2, 5}, []int{4, 2}},
	"Jaeger":                       {[]int{12, 1, 3, 4, 4, 6, 6, 3}, []int{7, 2, 3, 2, 4}},
	"system_auth":                  {[]int{2, 2, 2, 2, 2, 2, 3, 5}, nil},
	"system_distributed":           {[]int{10, 3, 15, 4}, nil},
	"system_traces":                {[]int{7, 9}, nil},
	"system_virtual_schema":        {[]int{8, 1, 3}, nil},
	"one table":                    {[]int{3}, nil},
	"a table and its type":         {[]int{3}, []int{2}},
	"a table and a large type":     {[]int{2}, []int{10}},
	"a large table and a small":    {[]int{30, 2}, nil},
	"a large table and two small":  {[]int{40, 3, 4}, nil},
	"a large table and four small": {[]int{12, 3, 3, 2, 2}, nil},
	"three tables":                 {[]int{3, 3, 2}, nil},
}

// importedGraph returns a diagram of keyspaces whose tables no query joins yet. The
// title of a keyspace takes 200 px.
func importedGraph(schemas map[string]schema) *graph.Graph {
	random := rand.New(rand.NewPCG(1, 2))
	g := &graph.Graph{Kind: graph.KindPhysical}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		g.Groups = append(g.Groups, graph.Group{ID: name, Header: 32, Padding: 16, Width: 200})
		for i, rows := range slices.Concat(schemas[name].tables, schemas[name].types) {
			box := graphtest.Table(fmt.Sprint(name, i), name, float64(200+8*random.IntN(10)), rows)
			box.Foot = i >= len(schemas[name].tables)
			g.Boxes = append(g.Boxes, box)
		}
	}
	return g
}

func layoutOf(t *testing.T, g *graph.Graph) *graph.Layout {
	t.Helper()
	made, err := layouttest.Grid{}.Layout(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.CheckPlaces(t, g, made, layout.LeastBoxGap)
	return made
}

// The tables and types of an imported schema fill their keyspace, header and padding
// included.
func TestImportedSchemaFillsItsKeyspace(t *testing.T) {
	for name, one := range largeSchemas {
		g := importedGraph(map[string]schema{name: one})
		frame := layoutOf(t, g).Groups[name][0]
		if empty := 1 - areaOf(g)/(frame.Width*frame.Height); empty > mostEmpty {
			t.Errorf("%s: %.0f %% of %.0f × %.0f px are empty", name, 100*empty, frame.Width, frame.Height)
		}
	}
}

// Small keyspaces are filled as well, alone and beside others. Header and padding alone
// are more than a third of a keyspace of one small table, so only what is within the
// padding counts, and the gap around a box is the box's.
func TestSmallKeyspacesAreFilled(t *testing.T) {
	const gap = layout.LeastBoxGap
	check := func(schemas map[string]schema) {
		g := importedGraph(schemas)
		made := layoutOf(t, g)
		for _, group := range g.Groups {
			frame, filled := made.Groups[group.ID][0], 0.0
			for _, box := range g.Boxes {
				if box.Group == group.ID {
					filled += (box.Width + gap) * (box.Height + gap)
				}
			}
			width, height := frame.Width-2*group.Padding, frame.Height-group.Header-2*group.Padding
			if empty := 1 - filled/((width+gap)*(height+gap)); empty > mostEmpty {
				t.Errorf("%s among %d keyspaces: %.0f %% of %.0f × %.0f px are empty", group.ID, len(schemas), 100*empty, width, height)
			}
		}
	}
	cassandra := map[string]schema{}
	for name, one := range smallSchemas {
		check(map[string]schema{name: one})
		if strings.HasPrefix(name, "system_") {
			cassandra[name] = one
		}
	}
	check(cassandra)
	check(smallSchemas)
}
