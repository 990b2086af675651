package diagram

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"widerow/diagram/chen"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/model"
	"widerow/model/example"
)

// Graphviz reads the DOT text of every example, with all boxes and arrows.
func TestDOTIsReadByGraphviz(t *testing.T) {
	dot := enginetest.Pool(t, nil)
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []Kind{KindER, KindWorkflow, KindLogical, KindPhysical} {
			t.Run(fmt.Sprintf("%s/%s", entry.Slug, kind), func(t *testing.T) {
				checkDOT(t, dot, Build(m, kind, Display{}))
			})
		}
	}
}

// A name cannot end a label or add statements to the text.
func TestDOTEscapesNames(t *testing.T) {
	dot := enginetest.Pool(t, nil)
	for _, name := range []string{
		`</TD></TR></TABLE>>]; evil [label=x`, `"]; evil [`, "a\nb\x00c\x1bd", `\N \G \"`, "]]>", "&lt;&#0;", "名前 ❄ \ufffe", " ", "<B>",
	} {
		t.Run(name, func(t *testing.T) {
			m := model.New(name)
			table := &model.LogicalTable{Name: name, Columns: map[model.ID]*model.LogicalColumn{"c": {Name: name, Role: model.Partition}}}
			m.Logical.Tables = map[model.ID]*model.LogicalTable{"t": table}
			m.Workflow.Steps = map[model.ID]*model.Step{"s": {Name: name}}
			m.Concepts.Entities = map[model.ID]*model.Entity{"e": {Name: name, Attributes: map[model.ID]*model.Attribute{"a": {Name: name, Key: model.Key}}}}
			for _, kind := range []Kind{KindER, KindWorkflow, KindLogical} {
				checkDOT(t, dot, Build(m, kind, Display{}))
			}
		})
	}
}

// Graphviz replaces \N, \G and others by names of its own in a label, unless the
// backslash is apart from the letter.
func TestDOTKeepsBackslashes(t *testing.T) {
	m := model.New("Shop")
	m.Workflow.Steps = map[model.ID]*model.Step{"s": {Name: `C:\New \G`}}
	if text := Build(m, KindWorkflow, Display{}).DOT(); !strings.Contains(text, `C:\&#8203;New \&#8203;G`) {
		t.Errorf("the name is not in the text:\n%s", text)
	}
}

func TestDOTOfATable(t *testing.T) {
	m := model.New("Shop")
	m.Logical.Tables = map[model.ID]*model.LogicalTable{"t": {Name: "orders", Columns: map[model.ID]*model.LogicalColumn{"c": {Name: "id", Role: model.Partition}}}}
	text := Build(m, KindLogical, Display{}).DOT()
	for _, part := range []string{`<TD PORT="title"`, "<B>orders</B>", "<B>id</B>", `<FONT COLOR="#ad5700"><B>K</B></FONT>`} {
		if !strings.Contains(text, part) {
			t.Errorf("the text lacks %s:\n%s", part, text)
		}
	}
}

// Fifty tables without arrows are drawn in rows and columns, in either direction.
func TestDOTOfLooseTables(t *testing.T) {
	dot, b := enginetest.Pool(t, nil), newBuilder("Imported")
	b.keyspace("k", "shop")
	for i := range 50 {
		b.table(fmt.Sprintf("l%d", i), fmt.Sprintf("table_%d", i), "")
		b.realize(fmt.Sprintf("r%d", i), "k", fmt.Sprintf("l%d", i), "id=uuid:K at=timestamp:C+ name=text note=text")
	}
	for _, direction := range []graph.Direction{graph.LeftRight, graph.TopDown} {
		plain, err := dot.Plain(context.Background(), []string{Build(b.Model, KindPhysical, Display{Direction: direction}).DOT()})
		if err != nil {
			t.Fatal(err)
		}
		var scale, width, height float64
		if _, err := fmt.Sscanf(plain[0], "graph %g %g %g", &scale, &width, &height); err != nil {
			t.Fatal(err)
		}
		if ratio := width / height; ratio < 0.5 || ratio > 4 {
			t.Errorf("direction %q: the picture is %g × %g inches", direction, width, height)
		}
	}
}

// Lines of a long name are flush with the names above and below.
func TestDOTAlignsLines(t *testing.T) {
	m := model.New("Shop")
	name := strings.Repeat("a very long name ", 10)
	m.Logical.Tables = map[model.ID]*model.LogicalTable{"t": {Name: "t", Columns: map[model.ID]*model.LogicalColumn{"c": {Name: name}}}}
	text := Build(m, KindLogical, Display{}).DOT()
	if breaks := strings.Count(text, "<BR"); breaks < 2 || breaks != strings.Count(text, `<BR ALIGN="LEFT"/>`) {
		t.Errorf("the lines are not aligned:\n%s", text)
	}
}

// checkDOT lays the text out and counts nodes and edges, but for hidden edges.
func checkDOT(t *testing.T, dot layout.Dot, d *Drawing) {
	t.Helper()
	text := d.DOT()
	plain, err := dot.Plain(context.Background(), []string{text})
	if err != nil {
		t.Fatalf("%.200s\n%s", err, text)
	}
	nodes, edges := strings.Count(plain[0], "\nnode "), strings.Count(plain[0], "\nedge ")-strings.Count(text, "[style=invis]")
	ovals, entries := 0, 0
	for _, list := range d.attributes {
		ovals += countAttributes(list)
	}
	for _, edge := range d.graph.Edges {
		if edge.From == "" {
			entries++
		}
	}
	if want := len(d.graph.Boxes) + ovals + entries; nodes != want {
		t.Errorf("%d nodes, want %d:\n%s", nodes, want, text)
	}
	if want := len(d.graph.Edges) + ovals; edges != want {
		t.Errorf("%d edges, want %d:\n%s", edges, want, text)
	}
}

func countAttributes(list []*chen.Attribute) int {
	count := len(list)
	for _, a := range list {
		count += countAttributes(a.Parts)
	}
	return count
}
