package diagram

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/chebotko"
	"widerow/diagram/figure"
	"widerow/diagram/flow"
	"widerow/diagram/layout/layouttest"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// notationModel returns a model with each sign of the four notations at least once.
func notationModel() *model.Model {
	b := newBuilder("Notation")
	notationConcepts(b)
	notationWorkflow(b)
	notationTables(b)
	return b.Model
}

func notationConcepts(b *modelBuilder) {
	b.entity("person", "Person", false, "+id name name/first name/middle name/last *emails ~age")
	b.entity("employee", "Employee", false, "salary")
	b.entity("manager", "Manager", false, "")
	b.entity("project", "Project", false, "+code *tags")
	b.entity("milestone", "Milestone", true, "-number due")
	b.entity("supplier", "Supplier", false, "+name")
	b.relationship("manages", "manages", false, "employee:1:manager employee:n:subordinate", "since")
	b.relationship("supplies", "supplies", false, "supplier:n project:m employee:1!", "quantity price ~total")
	b.relationship("consists", "consists of", true, "project:1 milestone:n!", "")
	b.Concepts.Hierarchies["isa"] = &model.Hierarchy{Order: b.next(), Supertype: "person", Total: true, Disjoint: true,
		Subtypes: map[model.ID]*model.Subtype{"sub1": {Entity: "employee", Order: "1"}, "sub2": {Entity: "manager", Order: "2"}}}
}

func notationWorkflow(b *modelBuilder) {
	for _, id := range []string{"q1", "q2", "q3", "q4", "q5"} {
		b.query(id, "Find what "+id+" finds")
	}
	b.Workflow.Updates["u1"] = &model.Update{Order: b.next(), Label: "U1", Name: "Write it"}
	b.Workflow.Actors["clerk"] = &model.Actor{Name: "Clerk"}
	b.step("w1", "Look at all the projects that the company ever had")
	b.step("w2", "Look at one")
	b.step("w3", "Rest")
	b.Workflow.Steps["w2"].Actor = "clerk"
	b.transition("", "w1", "q1")
	b.transition("w1", "w2", "q2")
	b.transition("w1", "w2", "q3")
	b.transition("w2", "w3", "")
}

func notationTables(b *modelBuilder) {
	b.table("l1", "all_roles", "a:K b:C+ c:C- d:S e:++ f")
	b.table("l2", "all_collections", "id:K [a_list] {a_set} <a_map> (a_tuple) *a_type*")
	b.arrow("", "l1", "q1")
	for _, query := range []string{"q2", "q3", "q4", "q5", "u1"} {
		b.arrow("l1", "l2", query)
	}
	b.keyspace("k1", "notation")
	b.userType("udt", "k1", "address", "street=text tags=frozen<set<text>>")
	b.realize("r1", "k1", "l1", "a=text:K b=int:C+ c=date:C- d2=counter:S e=counter f=text")
	second := b.realize("r2", "k1", "l2", "id=uuid:K a_list=list<frozen<address>> a_set=frozen<set<int>> a_map=map<text,int> a_tuple=tuple<int,text> a_type=frozen<address> embedding=vector<float,384>")
	second.Indexes["i1"] = &model.Index{Order: "1", Column: "r2col1", Class: "sai"}
	second.Indexes["i2"] = &model.Index{Order: "2", Column: "r2col2"}
	second.Indexes["i3"] = &model.Index{Order: "3", Column: "r2col2", Custom: true, Class: "org.apache.cassandra.index.sasi.SASIIndex"}
	view := b.realize("r3", "k1", "l2", "a_type=frozen<address>:K id=uuid:C+")
	view.Name, view.Kind, view.Base = "by_type", model.MaterializedView, "r2"
}

// marksOf lists the rows of a table figure, one a line: name, pill, marks.
func marksOf(t *chebotko.Table) []string {
	name := t.Name
	for _, tag := range t.Tags {
		name += " " + tag.Text
	}
	lines := []string{name}
	for _, row := range t.Rows {
		parts := []string{row.Name, strings.Join(row.Pill.Lines, " ")}
		if row.Key {
			parts = append(parts, "bold")
		}
		for _, m := range row.Marks {
			parts = append(parts, m.Text+m.Suffix)
		}
		for i, green := range []bool{row.Changed.Name, row.Changed.Pill, row.Changed.Mark} {
			if green {
				parts = append(parts, []string{"green-name", "green-type", "green-mark"}[i])
			}
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join(parts, " ")), " "))
	}
	return lines
}

func TestMarks(t *testing.T) {
	m := notationModel()
	figures := map[string]*chebotko.Table{}
	for _, kind := range []Kind{KindLogical, KindPhysical} {
		for id, f := range Build(m, kind, Display{}).figures {
			figures[id] = f.(*chebotko.Table)
		}
	}
	for id, want := range map[string][]string{
		"l1": {"all_roles", "a bold K", "b bold C↑", "c bold C↓", "d S", "e ++", "f"},
		"l2": {"all_collections", "id bold K", "[a_list]", "{a_set}", "<a_map>", "(a_tuple)", "*a_type*"},
		"r1": {"all_roles", "a text bold K", "b int bold C↑", "c date bold C↓", "d2 counter S ++ green-name green-type green-mark", "e counter ++", "f text"},
		"r2": {"all_collections", "id uuid bold K", "[a_list] ❄address IDXsai", "{a_set} ❄int IDX IDXsasi", "<a_map> text, int",
			"(a_tuple) int, text", "*a_type* ❄address", "«embedding» float, 384 green-name green-type green-mark"},
		"r3":  {"by_type MV", "*a_type* ❄address bold K green-mark", "id uuid bold C↑ green-mark"},
		"udt": {"*address*", "street text", "{tags} ❄text"},
	} {
		if diff := cmp.Diff(want, marksOf(figures[id])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	if !figures["r3"].Italic || figures["r2"].Italic {
		t.Error("views are set in italics, tables are not")
	}
}

func TestLabelsShareAnArrow(t *testing.T) {
	d := Build(notationModel(), KindLogical, Display{})
	got := map[string][]string{}
	for _, edge := range d.Graph().Edges {
		for _, labels := range d.connectors[edge.ID].pill.Lines() {
			got[edge.From+">"+edge.To] = append(got[edge.From+">"+edge.To], linework.LineText(labels))
		}
	}
	want := map[string][]string{">l1": {"Q1"}, "l1>l2": {"Q2, Q3, Q4", "Q5, U1"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}

func TestPhysicalArrowsFollowRealization(t *testing.T) {
	m := hotelModel()
	m.Physical.Relations["r1"].Realizes = nil // hotels_by_poi is not realised
	m.Physical.Relations["r3"].Realizes = model.SetOfIDs("l3", "l5")
	var got []string
	for _, edge := range Build(m, KindPhysical, Display{}).Graph().Edges {
		got = append(got, edge.From+">"+edge.To)
	}
	want := []string{">r2", "r2>r3", "r2>r4", "r4>r3", "r4>r5", ">r6", ">r7", "r7>r8", "r8>r9", "r6>r7"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("arrows (-want +got):\n%s", diff)
	}
}

func TestGreySteps(t *testing.T) {
	d := Build(hotelModel(), KindWorkflow, Display{})
	for id, want := range map[string]bool{"s1": false, "s5": false, "s6": true, "s7": false} {
		if got := d.figures[id].(*flow.Step).Grey; got != want {
			t.Errorf("step %s grey = %v, want %v", id, got, want)
		}
	}
}

// A keyspace of one narrow table is hardly wider than its name: it leaves out the class
// of the replication.
func TestNarrowKeyspaceHasShortNote(t *testing.T) {
	for columns, want := range map[string]string{
		"id=int:K": "dc1: 3",
		"identifier_of_the_reservation=timeuuid:K hotel_address=frozen<map<text,frozen<list<text>>>>": "NetworkTopologyStrategy · dc1: 3",
	} {
		b := newBuilder("Shop")
		b.keyspace("k", "shop")
		b.table("l", "sales", "id:K")
		b.realize("r", "k", "l", columns)
		picture, err := Draw(t.Context(), layouttest.Grid{}, b.Model, KindPhysical, Display{}, figure.Options{})
		if err != nil {
			t.Fatal(err)
		}
		keyspace := partsOf(picture.Items, "keyspace")[0]
		caption, note := keyspace.Items[1].(*scene.Text), keyspace.Items[2].(*scene.Text)
		if note.Content != want {
			t.Errorf("%s: the note is %q, want %q", columns, note.Content, want)
		}
		left, _ := typeface.Measure(caption.Content, caption.Font)
		right, _ := typeface.Measure(note.Content, note.Font)
		if gap := note.At.X - right - caption.At.X - left; gap < 10 {
			t.Errorf("%s: %.0f px from the name to the note", columns, gap)
		}
	}
}

func TestReplication(t *testing.T) {
	for want, option := range map[string]map[string]string{
		"":                      nil,
		"SimpleStrategy · RF 3": {"class": "SimpleStrategy", "replication_factor": "3"},
		"NetworkTopologyStrategy · a: 3 · b: 2": {"class": "org.apache.cassandra.locator.NetworkTopologyStrategy", "b": "2", "a": "3"},
	} {
		if got := chebotko.Replication(option); got != want {
			t.Errorf("replication(%v) = %q, want %q", option, got, want)
		}
	}
}
