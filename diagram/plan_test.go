package diagram

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/diagram/scene/svg"
	"widerow/model"
)

// outlineOf lists a graph's boxes with their groups, and its edges with
// their labels: "l1 l2@k1" and ">l1 Q1; l1>l2 Q2,Q3".
func outlineOf(d *Drawing) (boxes, edges string) {
	var names, lines []string
	for _, box := range d.Graph().Boxes {
		name := box.ID
		if box.Group != "" {
			name += "@" + box.Group
		}
		names = append(names, name)
	}
	for _, edge := range d.Graph().Edges {
		line := edge.ID
		if pill := d.connectors[edge.ID].pill; pill != nil {
			var labels []string
			for _, l := range pill.Labels {
				labels = append(labels, l.Text)
			}
			line += " " + strings.Join(labels, ",")
		}
		lines = append(lines, line)
	}
	return strings.Join(names, " "), strings.Join(lines, "; ")
}

// taggedHotel has tags on the logical tables l1 and l2 and on the relation r9.
func taggedHotel() *model.Model {
	m := hotelModel()
	m.Logical.Tables["l1"].Tags = model.TagSet{"search": true}
	m.Logical.Tables["l2"].Tags = model.TagSet{"search": true, "hot": true}
	m.Physical.Relations["r9"].Tags = model.TagSet{"people": true}
	return m
}

func TestDisplayChoosesBoxes(t *testing.T) {
	m := taggedHotel()
	for _, test := range []struct {
		kind         Kind
		display      string
		boxes, edges string
		shown        string
	}{
		{KindLogical, "focus=l2", "l1 l2 l3 l4", ">l1 Q1; l1>l2 Q2; l2>l3 Q3; l2>l4 Q4", "4 of 9"},
		{KindLogical, "focus=l1&steps=2", "l1 l2 l3 l4", ">l1 Q1; l1>l2 Q2; l2>l3 Q3; l2>l4 Q4", "4 of 9"},
		{KindLogical, "focus=l4", "l2 l4 l5", ">l2 Q2; l2>l4 Q4; l4>l5 Q5", "3 of 9"}, // Q2 comes from a table that is left out
		{KindLogical, "focus=l4col1", "l2 l4 l5", ">l2 Q2; l2>l4 Q4; l4>l5 Q5", "3 of 9"},
		{KindLogical, "focus=r4", "l2 l4 l5", ">l2 Q2; l2>l4 Q4; l4>l5 Q5", "3 of 9"},
		{KindLogical, "focus=q6", "l6", ">l6 Q6", "1 of 9"},
		{KindLogical, "focus=s5", "l2 l4 l5", ">l2 Q2; l2>l4 Q4; l4>l5 Q5", "3 of 9"},
		{KindLogical, "query=q2", "l1 l2", "l1>l2 Q2", "2 of 9"},
		{KindLogical, "tag=search", "l1 l2", ">l1 Q1; l1>l2 Q2", "2 of 9"},
		{KindLogical, "keyspace=k2", "l6 l7 l8 l9", ">l6 Q6; >l7 Q7; l7>l8 Q8; l8>l9 Q9", "4 of 9"},
		{KindLogical, "tag=search&focus=l2&steps=3", "l1 l2", ">l1 Q1; l1>l2 Q2", "2 of 9"},
		{KindLogical, "group=step&tag=search", "l1@s1 l2@s2", ">l1 Q1; l1>l2 Q2", "2 of 9"},
		{KindLogical, "group=tag&focus=l2", "l1@tag:search l2@tag:hot l3 l4", ">l1 Q1; l1>l2 Q2; l2>l3 Q3; l2>l4 Q4", "4 of 9"},
		{KindLogical, "group=keyspace&query=q8", "l7@k2 l8@k2", "l7>l8 Q8", "2 of 9"},

		{KindPhysical, "tag=people", "r9@k2 address2@k2", ">r9 Q9", "1 of 9"},
		{KindPhysical, "tag=search", "r1@k1 r2@k1 address1@k1", ">r1 Q1; r1>r2 Q2", "2 of 9"},
		{KindPhysical, "keyspace=k2&group=none", "r6 r7 r8 r9 address2", ">r6 Q6; >r7 Q7; r7>r8 Q8; r8>r9 Q9; base>r6", "4 of 9"},
		{KindPhysical, "group=step&query=q9", "r8@s9 r9@sz address2", "r8>r9 Q9", "2 of 9"},
		{KindPhysical, "focus=r6", "r6@k2 r7@k2", ">r6 Q6; >r7 Q7; base>r6", "2 of 9"},
		{KindPhysical, "focus=address2", "r8@k2 r9@k2 address2@k2", ">r8 Q8; r8>r9 Q9", "2 of 9"},
		{KindPhysical, "collapse=k1", "r6@k2 r7@k2 r8@k2 r9@k2 address2@k2 k1", ">k1 Q1; >r6 Q6; >r7 Q7; r7>r8 Q8; r8>r9 Q9; base>r6", "4 of 9"},
		{KindPhysical, "collapse=k1,k2", "k1 k2", ">k1 Q1; >k2 Q6,Q7", "0 of 9"},
		{KindPhysical, "collapse=k2&focus=r9", "k2", ">k2 Q8", "0 of 9"},

		{KindWorkflow, "focus=s2", "s1 s2 s3 s4", ">s1 Q1; s1>s2 Q2; s2>s3 Q3; s2>s4 Q4", "4 of 10"},
		{KindWorkflow, "query=u1", "s5 s6", "s5>s6 U1", "2 of 10"},
		{KindWorkflow, "keyspace=k1&tag=search&focus=q7&steps=1", "s8 s9", ">s8 Q7; s8>s9 Q8", "2 of 10"},

		{KindER, "focus=room", "hotel room amenity reservation has offers reserved", "haspart0; haspart1; offerspart0; offerspart1; reservedpart0; reservedpart1", "4 of 6"},
		{KindER, "focus=makes", "reservation guest makes", "makespart0; makespart1", "2 of 6"},
		{KindER, "focus=guest&steps=2", "room reservation guest reserved makes", "reservedpart0; reservedpart1; makespart0; makespart1", "3 of 6"},
	} {
		query, err := url.ParseQuery(test.display)
		if err != nil {
			t.Fatal(err)
		}
		display, problems := ParseDisplay(query)
		d := Build(m, test.kind, display)
		if len(problems)+len(d.Problems()) > 0 {
			t.Errorf("%s?%s: problems %v %v", test.kind, test.display, problems, d.Problems())
		}
		boxes, edges := outlineOf(d)
		if boxes != test.boxes || edges != test.edges {
			t.Errorf("%s?%s:\n got %s | %s\nwant %s | %s", test.kind, test.display, boxes, edges, test.boxes, test.edges)
		}
		shown, all := d.Shown()
		if got := fmt.Sprintf("%d of %d", shown, all); got != test.shown {
			t.Errorf("%s?%s: %s shown, want %s", test.kind, test.display, got, test.shown)
		}
		if _, err := layout.NewView(d.Graph()); err != nil {
			t.Errorf("%s?%s: %v", test.kind, test.display, err)
		}
	}
}

// TestGroupByStep: a query determines a table's step before an update does.
func TestGroupByStep(t *testing.T) {
	m := hotelModel()
	m.Logical.Arrows["w7"] = &model.QueryArrow{Order: "zz", Access: "u1", To: "l7"}
	m.Logical.Tables["l0"] = &model.LogicalTable{Order: "zz", Name: "audit"}
	m.Logical.Arrows["w0"] = &model.QueryArrow{Order: "zzz", Access: "u1", To: "l0"}
	groups := map[string]string{}
	for _, box := range Build(m, KindLogical, Display{Group: GroupStep}).Graph().Boxes {
		groups[box.ID] = box.Group
	}
	if groups["l7"] != "s8" || groups["l0"] != "s6" {
		t.Errorf("l7 is in %q, l0 in %q; want s8 (Q7) and s6 (U1)", groups["l7"], groups["l0"])
	}
}

func TestDisplayOfQueryInConcepts(t *testing.T) {
	m := hotelModel()
	m.Workflow.Queries["q1"].Find = map[model.ID]*model.Find{"f1": {Attribute: "hotelattr1"}}
	m.Workflow.Queries["q1"].Given = map[model.ID]*model.Given{"g1": {Attribute: "poiattr0", Operator: model.Equal}}
	boxes, edges := outlineOf(Build(m, KindER, Display{Query: "q1"}))
	if want := "poi hotel near"; boxes != want || edges != "nearpart0; nearpart1" {
		t.Errorf("boxes %q, edges %q; want %q", boxes, edges, want)
	}
}

func TestDisplayTellsWhatIsGone(t *testing.T) {
	asked := Display{Focus: "gone", Steps: 2, Keyspace: "nospace", Tag: "notag", Query: "r1", Collapsed: []model.ID{"k1", "nospace"}}
	d := Build(hotelModel(), KindPhysical, asked)
	var parameters []string
	for _, problem := range d.Problems() {
		parameters = append(parameters, problem.Parameter+" "+problem.Value)
	}
	if got, want := strings.Join(parameters, ", "), "focus gone, keyspace nospace, tag notag, query r1, collapse nospace"; got != want {
		t.Errorf("problems with %q, want %q", got, want)
	}
	if got, want := d.Display().Values().Encode(), "collapse=k1"; got != want {
		t.Errorf("display is %q, want %q", got, want)
	}
	if len(asked.Collapsed) != 2 {
		t.Error("the caller's display was changed")
	}

	d = Build(hotelModel(), KindER, Display{Focus: "r1"})
	if shown, all := d.Shown(); shown != all || len(d.Problems()) != 1 || d.Display().Focus != "r1" {
		t.Errorf("a table in the focus of the concepts: %d of %d shown, problems %v, focus %q", shown, all, d.Problems(), d.Display().Focus)
	}
}

func TestColumnsOfDisplay(t *testing.T) {
	for _, test := range []struct {
		columns figure.Columns
		rows    []int // of r1, r3 and the type
		heights []float64
	}{
		{figure.ColumnsAll, []int{5, 3, 5}, []float64{144, 100, 144}},
		{figure.ColumnsKeys, []int{2, 2, 0}, []float64{78, 78, 28}},
		{figure.ColumnsNone, []int{0, 0, 0}, []float64{28, 28, 28}},
	} {
		g := Build(hotelModel(), KindPhysical, Display{Columns: test.columns, Keyspace: "k1"}).Graph()
		for i, id := range []string{"r1", "r3", "address1"} {
			at := slices.IndexFunc(g.Boxes, func(box graph.Box) bool { return box.ID == id })
			if box := g.Boxes[at]; len(box.Rows) != test.rows[i] || box.Height != test.heights[i] {
				t.Errorf("columns=%s: %s has %d rows and is %g px high, want %d and %g", test.columns, id, len(box.Rows), box.Height, test.rows[i], test.heights[i])
			}
		}
	}
}

// TestDisplayOfEmptySelection: a filter without matches is distinguished from a
// model without tables.
func TestDisplayOfEmptySelection(t *testing.T) {
	d := Build(taggedHotel(), KindPhysical, Display{Tag: "people", Keyspace: "k1"})
	if !d.Empty() {
		t.Fatal("something is drawn")
	}
	if svg := string(svg.Encode(d.Scene(&graph.Layout{}, figure.Options{}))); !strings.Contains(svg, "Nothing of this model passes the filters") {
		t.Errorf("the picture does not say why it is empty: %s", svg)
	}
}

// TestCompactDisplay: the same boxes take less space. The space between concepts holds their
// attributes and stays the same.
func TestCompactDisplay(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, kind := range []Kind{KindER, KindWorkflow, KindLogical, KindPhysical} {
		areas := map[bool]float64{}
		for _, compact := range []bool{false, true} {
			layout, err := engine.Layout(t.Context(), Build(hotelModel(), kind, Display{Compact: compact, Direction: graph.TopDown}).Graph())
			if err != nil || layout.Notice != "" {
				t.Fatalf("%s: %v %s", kind, err, layout.Notice)
			}
			areas[compact] = layout.Width * layout.Height
			for a, one := range layout.Boxes {
				for b, other := range layout.Boxes {
					if a < b && one.X < other.X+other.Width && other.X < one.X+one.Width && one.Y < other.Y+other.Height && other.Y < one.Y+one.Height {
						t.Errorf("%s compact=%v: %s and %s overlap", kind, compact, a, b)
					}
				}
			}
		}
		if areas[true] > areas[false] || kind != KindER && areas[true] > 0.95*areas[false] {
			t.Errorf("%s: compact takes %.0f px², else %.0f", kind, areas[true], areas[false])
		}
	}
}
