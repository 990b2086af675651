package edit

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/carry"
)

func derivedColumn(name string, role model.Role) DerivedColumn {
	value := model.LogicalColumn{Name: name, Role: role}
	return DerivedColumn{Value: value, Derived: &value}
}

// library has two queries, one after the other.
func library(t *testing.T) *model.Model {
	values := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	return must(t, model.New("Library"),
		Add{Kind: model.QueryKind, ID: "q1", Values: values("name", "List books")},
		Add{Kind: model.QueryKind, ID: "q2", Values: values("name", "Show a book")},
		Add{Kind: model.StepKind, ID: "list", Values: values("name", "List")},
		Add{Kind: model.StepKind, ID: "think", Values: values("name", "Think")},
		Add{Kind: model.StepKind, ID: "show", Values: values("name", "Show")},
		Add{Kind: model.TransitionKind, ID: "enter", Values: values("to", "list", "access", "q1")},
		Add{Kind: model.TransitionKind, ID: "wait", Values: values("from", "list", "to", "think")},
		Add{Kind: model.TransitionKind, ID: "open", Values: values("from", "think", "to", "show", "access", "q2")})
}

func TestDeriveTable(t *testing.T) {
	before := library(t)
	derive := DeriveTable{ID: "books", Title: "books", DerivedName: "books",
		Columns: []DerivedColumn{derivedColumn("genre", model.Partition), derivedColumn("title", model.Clustering), derivedColumn("pages", model.Regular)}}
	m := must(t, before, derive, ServeQuery{Query: "q1", Table: "books"})
	if got := Words(before, m, derive, ServeQuery{Query: "q1", Table: "books"}); got != "derived table books, Q1 is served by books" {
		t.Errorf("words are %q", got)
	}
	if got := columnsInWords(m.Logical.Tables["books"]); got != "genre K, title C, pages" {
		t.Errorf("columns are %s", got)
	}
	if len(m.Physical.Relations) != 1 {
		t.Errorf("%d relations realise the table", len(m.Physical.Relations))
	}
	// A column is renamed by hand, another is new, the order changes.
	columns := m.Logical.Tables["books"].SortedColumns()
	m = must(t, m, Set{columns[0].ID, "name", "genre", "kind"})
	again := DeriveTable{ID: "books", Title: "books", DerivedName: "books", Columns: []DerivedColumn{
		{ID: columns[0].ID, Value: *m.Logical.Tables["books"].Columns[columns[0].ID], Derived: columns[0].Value},
		derivedColumn("year", model.Clustering),
		{ID: columns[1].ID, Value: *columns[1].Value, Derived: columns[1].Value},
		{ID: columns[2].ID, Derived: columns[2].Value, Removed: true}}}
	m = must(t, m, again)
	table := m.Logical.Tables["books"]
	if got := columnsInWords(table); got != "kind K, year C, title C" {
		t.Errorf("columns are %s", got)
	}
	if got := table.Derived[columns[0].ID].Name; got != "genre" {
		t.Errorf("the partition key was derived as %q, want genre", got)
	}
	if _, kept := table.Derived[columns[2].ID]; !kept {
		t.Error("nobody knows any more that pages was removed by hand")
	}
	for _, relation := range m.Physical.Relations {
		var names []string
		for _, column := range relation.SortedColumns() {
			names = append(names, column.Value.Name)
		}
		if !slices.Equal(names, []string{"kind", "year", "title"}) {
			t.Errorf("the physical table has the columns %s", names)
		}
	}
	decoded, err := model.Decode(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Logical, decoded.Logical); diff != "" {
		t.Errorf("the tables change when saved (-want +got):\n%s", diff)
	}
}

// arrowsInWords lists the query arrows as "Q1: → books, Q2: books → book".
func arrowsInWords(m *model.Model) string {
	var arrows []string
	for _, arrow := range m.Logical.Arrows {
		from := m.NameOf(arrow.From)
		if from != "" {
			from += " "
		}
		arrows = append(arrows, m.NameOf(arrow.Access)+": "+from+"→ "+m.NameOf(arrow.To))
	}
	slices.Sort(arrows)
	return strings.Join(arrows, ", ")
}

func TestArrowsFollowTheWorkflow(t *testing.T) {
	m := must(t, library(t),
		DeriveTable{ID: "one", Title: "book", Columns: []DerivedColumn{derivedColumn("id", model.Partition)}},
		DeriveTable{ID: "many", Title: "books", Columns: []DerivedColumn{derivedColumn("genre", model.Partition)}},
		DeriveTable{ID: "other", Title: "others", Columns: []DerivedColumn{derivedColumn("id", model.Partition)}},
		ServeQuery{Query: "q2", Table: "one"})
	steps := []struct {
		do   Command
		want string
	}{
		{ServeQuery{Query: "q1", Table: "many"}, "Q1: → books, Q2: books → book"}, // through a step without a query
		{Set{"open", "from", "think", ""}, "Q1: → books, Q2: → book"},
		{Set{"open", "from", "", "list"}, "Q1: → books, Q2: books → book"},
		{ServeQuery{Query: "q1", Table: "other"}, "Q1: → others, Q2: others → book"},
		{Add{Kind: model.ArrowKind, ID: "byhand", Values: map[string]string{"access": "q2", "from": "many", "to": "one"}}, "Q1: → others, Q2: books → book, Q2: others → book"},
		{Set{"open", "access", "q2", ""}, "Q1: → others, Q2: books → book, Q2: → book"},
		{ServeQuery{Query: "q2", Table: "many"}, "Q1: → others, Q2: → books"},
	}
	for _, step := range steps {
		m = must(t, m, step.do)
		want := strings.Split(step.want, ", ")
		slices.Sort(want)
		if got := arrowsInWords(m); got != strings.Join(want, ", ") {
			t.Errorf("after %+v: %s, want %s", step.do, got, strings.Join(want, ", "))
		}
		byHand := m.Logical.Arrows["byhand"] != nil && m.Workflow.Transitions["open"].Access == "q2" // without a step nothing is by hand
		if got := carry.ArrowsByHand(m); got["byhand"] != byHand || len(got) > 1 {
			t.Errorf("after %+v the arrows by hand are %v", step.do, got)
		}
	}
}

func TestSubQueryStartsWhereItsQueryDoes(t *testing.T) {
	m := must(t, library(t),
		Add{Kind: model.QueryKind, ID: "q3", Values: map[string]string{"name": "Count copies", "label": "Q2.1", "parent": "q2"}},
		DeriveTable{ID: "one", Title: "book", Columns: []DerivedColumn{derivedColumn("id", model.Partition)}},
		DeriveTable{ID: "many", Title: "books", Columns: []DerivedColumn{derivedColumn("genre", model.Partition)}},
		ServeQuery{Query: "q1", Table: "many"}, ServeQuery{Query: "q3", Table: "one"})
	if got := arrowsInWords(m); got != "Q1: → books, Q2.1: books → book" {
		t.Errorf("arrows are %s", got)
	}
}

func columnsInWords(table *model.LogicalTable) string {
	var columns []string
	for _, item := range table.SortedColumns() {
		mark := map[model.Role]string{model.Partition: " K", model.Clustering: " C"}[item.Value.Role]
		columns = append(columns, item.Value.Name+mark)
	}
	return strings.Join(columns, ", ")
}

func TestNextLabel(t *testing.T) {
	m := must(t, shop(t), Add{Kind: model.QueryKind, Values: map[string]string{"name": "a", "label": "Q3"}}, Add{Kind: model.QueryKind, Values: map[string]string{"name": "b"}})
	if got := NextLabel(m, model.QueryKind) + " " + NextLabel(m, model.UpdateElement); got != "Q4 U2" {
		t.Errorf("next labels are %s, want Q4 U2", got)
	}
}
