package mapping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// staff has persons that are employees or contractors.
func staff(t *testing.T, total, disjoint string) *builder {
	b := build(t)
	b.entity("Person", "id key", "name", "team")
	b.entity("Employee", "salary")
	b.entity("Contractor", "rate")
	b.add(model.HierarchyKind, "", "isa", "supertype", "person", "total", total, "disjoint", disjoint)
	b.add(model.SubtypeKind, "isa", "isemployee", "entity", "employee")
	b.add(model.SubtypeKind, "isa", "iscontractor", "entity", "contractor")
	return b
}

func (a *Alternative) tablesInWords() []string {
	if len(a.Tables) == 0 {
		return []string{columnsInWords(a.Columns)}
	}
	var tables []string
	for _, table := range a.Tables {
		tables = append(tables, table.Name+"("+columnsInWords(table.Columns)+")")
	}
	return tables
}

// TestSubtypesAsAlternatives: one table with a column for the type, or one table for
// each subtype, and one for the rest if there is any.
func TestSubtypesAsAlternatives(t *testing.T) {
	for _, test := range []struct {
		total, disjoint, query string
		want                   [][]string
		reasons                []string
	}{
		{"true", "true", "find Person.name Employee.salary Contractor.rate given Person.id",
			[][]string{{"id K, name, employee_salary, contractor_rate, person_type"}, {"employees(id K, name, salary)", "contractors(id K, name, rate)"}},
			[]string{"one table for Person with the attributes of Employee and Contractor, whose columns stay empty for the others",
				"a table for each of Employee and Contractor: no empty columns, but the application reads all and merges their rows"}},
		{"", "", "find Person.name Employee.salary Contractor.rate given Person.team sort Person.name",
			[][]string{{"team K, name C↑, id C↑, employee_salary, contractor_rate, {person_types}"},
				{"employees_by_team(team K, name C↑, id C↑, salary)", "contractors_by_team(team K, name C↑, id C↑, rate)", "people_by_team(team K, name C↑, id C↑)"}},
			[]string{"one table for Person with the attributes", "a table for each of Employee and Contractor and one for any other Person", "a Person that is several of them has a row in each table"}},
		{"true", "true", "find Employee Contractor given Person.team",
			[][]string{{"team K, id C↑, employee_salary, name, contractor_rate, person_type"}, {"employees_by_team(team K, id C↑, salary, name)", "contractors_by_team(team K, id C↑, name, rate)"}}, nil},
		// One subtype is no choice, and a condition on one leaves the other out.
		{"true", "true", "find Person.name Employee.salary given Person.id", [][]string{{"id K, name, salary"}}, nil},
	} {
		b := staff(t, test.total, test.disjoint)
		b.query("Q1", test.query)
		plan := Explore(b.m, "q1")
		var got [][]string
		var reasons []string
		for _, a := range plan.Alternatives {
			got = append(got, a.tablesInWords())
			reasons = append(reasons, a.Reasons...)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.query, diff)
		}
		for _, want := range test.reasons {
			if !slices.ContainsFunc(reasons, func(r string) bool { return strings.HasPrefix(r, want) }) {
				t.Errorf("%s: no reason %q in %q", test.query, want, reasons)
			}
		}
	}
}

// TestDeriveSubtypeTables: choosing a table for each subtype makes them, and
// deriving again keeps them.
func TestDeriveSubtypeTables(t *testing.T) {
	b := staff(t, "true", "true")
	b.query("Q1", "find Person.name Employee.salary Contractor.rate given Person.id")
	b.query("Q2", "find Person.name given Person.id")
	b.derive(nil)
	want := []string{"people(id K, name, employee_salary, contractor_rate, person_type) Q1 Q2"}
	if diff := cmp.Diff(want, tablesInWords(b.m)); diff != "" {
		t.Errorf("one table (-want +got):\n%s", diff)
	}
	if got := kindsInWords(Derive(b.m, nil, nil)); got != "people kept" {
		t.Errorf("deriving again: %s", got)
	}
	b = staff(t, "true", "true")
	b.query("Q1", "find Person.name Employee.salary Contractor.rate given Person.id")
	b.query("Q2", "find Person.name given Person.id")
	signature := ""
	for _, a := range Explore(b.m, "q1").Alternatives {
		if a.Form == PerSubtype {
			signature = a.Signature()
		}
	}
	b.derive(map[model.ID]Choice{"q1": {Key: signature}})
	want = []string{"contractors(id K, name, rate) Q1", "employees(id K, name, salary) Q1", "people(id K, name) Q2"}
	got := tablesInWords(b.m)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables by subtype (-want +got):\n%s", diff)
	}
	before := b.m.Encode()
	again := b.derive(nil)
	for _, proposal := range again.Proposals {
		if proposal.Kind != Kept {
			t.Errorf("deriving again: %s %s", proposal.Name, proposal.Kind)
		}
	}
	if diff := cmp.Diff(string(before), string(b.m.Encode())); diff != "" {
		t.Errorf("deriving again changed the document:\n%s", diff)
	}
	if lost := Overwrites(b.m); len(lost) > 0 {
		t.Errorf("rows overwrite each other: %+v", lost)
	}
}

// TestTablesOfOneSubtype: a query whose answer is only a subtype gets a table that is named after that, also if the subtype
// has no attributes, or has a supertype between. All of the supertype have another table.
func TestTablesOfOneSubtype(t *testing.T) {
	b := build(t)
	b.entity("Company", "code key")
	b.entity("Person", "id key", "name")
	b.entity("Driver")
	b.entity("Manager", "bonus")
	b.entity("Chief", "car")
	b.relationship("employs", "Company 1", "Person n")
	for super, subs := range map[model.ID][]string{"person": {"driver", "manager"}, "manager": {"chief"}} {
		b.add(model.HierarchyKind, "", "super"+super, "supertype", string(super))
		for _, sub := range subs {
			b.add(model.SubtypeKind, "super"+super, model.ID("sub"+sub), "entity", sub)
		}
	}
	for i, query := range []string{"find Driver given Person.id", "find Person given Person.id", "find Driver given Company.code",
		"find Person.name given Company.code", "find Chief given Person.id", "find Chief.car given Company.code"} {
		b.query(fmt.Sprint("Q", i+1), query)
	}
	b.derive(nil)
	want := []string{"drivers(id K, name) Q1", "people(id K, name) Q2", "drivers_by_company(company_code K, id C↑, name) Q3", "people_by_company(company_code K, id C↑, name) Q4",
		"chiefs(id K, car, bonus, name) Q5", "chiefs_by_company(company_code K, person_id C↑, car) Q6"}
	if diff := cmp.Diff(want, tablesInWords(b.m)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestNumbersOfSubtypes: the table for all has a row for each person, not for each
// contractor.
func TestNumbersOfSubtypes(t *testing.T) {
	b := staff(t, "true", "true")
	b.numbers("person instances 1000", "employee instances 900", "contractor instances 100", "personteam distinct 10")
	b.query("Q1", "find Employee.salary Contractor.rate given Person.team")
	var got []string
	for _, a := range Explore(b.m, "q1").Alternatives {
		got = append(got, a.numbers())
	}
	want := []string{"partition of 100 rows, ~7.9 kB; reads 1 of 10 partitions", "partition of 90 rows, ~3.3 kB; reads 1 partition in each of 2 tables"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

// TestSubtypeTablesOfOthers: a query that finds some subtypes of a total hierarchy needs a table for
// the instances of the rest.
func TestSubtypeTablesOfOthers(t *testing.T) {
	b := staff(t, "true", "true")
	b.entity("Intern", "school")
	b.add(model.SubtypeKind, "isa", "isintern", "entity", "intern")
	b.query("Q1", "find Person.name Employee.salary Contractor.rate given Person.id")
	plan := Explore(b.m, "q1")
	want := []string{"employees(id K, name, salary)", "contractors(id K, name, rate)", "people(id K, name)"}
	var got [][]string
	for i := range plan.Alternatives {
		got = append(got, plan.Alternatives[i].tablesInWords())
	}
	if !slices.ContainsFunc(got, func(tables []string) bool { return slices.Equal(tables, want) }) {
		t.Errorf("got %q, want one to be %q", got, want)
	}
}
