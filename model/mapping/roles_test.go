package mapping_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
	"widerow/model/querytext"
)

// staff has the recursive relationship types of a company: 1:n, m:n, n:m with an
// attribute, and one without roles.
func staff(t *testing.T, queries ...string) *model.Model {
	t.Helper()
	m := model.New("staff")
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		m = apply(t, m, edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
	}
	add(model.EntityKind, "", "employee", "name", "Employee")
	add(model.AttributeKind, "employee", "id", "name", "id", "key", "key")
	add(model.AttributeKind, "employee", "name", "name", "name")
	add(model.AttributeKind, "employee", "email", "name", "email")
	relate := func(id, one, oneRole, other, otherRole string) {
		add(model.RelationshipKind, "", model.ID(id), "name", id)
		add(model.ParticipantKind, model.ID(id), model.ID(id+"1"), "entity", "employee", "cardinality", one, "role", oneRole)
		add(model.ParticipantKind, model.ID(id), model.ID(id+"2"), "entity", "employee", "cardinality", other, "role", otherRole)
	}
	relate("manages", "1", "manager", "n", "report")
	relate("mentors", "n", "mentor", "m", "mentee")
	add(model.AttributeKind, "mentors", "since", "name", "since")
	relate("replaces", "1", "", "1", "")
	for i, text := range queries {
		query := model.ID("q" + string(rune('1'+i)))
		add(model.QueryKind, "", query, "label", strings.ToUpper(string(query)), "name", text)
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", text, problems)
		}
		m = apply(t, m, querytext.Commands(m, query, parts)...)
	}
	return m
}

func apply(t *testing.T, m *model.Model, commands ...edit.Command) *model.Model {
	t.Helper()
	after, err := edit.Apply(m, model.RandomIDs(), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// inWords writes a table as "manager_id K, report_id C, name".
func inWords(table *model.LogicalTable) string {
	var columns []string
	for _, c := range table.SortedColumns() {
		mark := map[model.Role]string{model.Partition: " K", model.Clustering: " C", model.Static: " S"}[c.Value.Role]
		columns = append(columns, c.Value.Name+mark)
	}
	return strings.Join(columns, ", ")
}

// TestRoles derives queries that ask for one end of a recursive relationship type by
// the other one: each column is of the instance that the query means, rows do not
// overwrite each other, and the proof compares and returns the right columns.
func TestRoles(t *testing.T) {
	for _, test := range []struct{ name, query, table, statement string }{
		{"reports of a manager", "SELECT Employee(report).id, Employee(report).name WHERE Employee(manager).id = ?",
			"manager_id K, report_id C, report_name", "SELECT report_id, report_name FROM staff.t WHERE manager_id = ?"},
		{"the manager of a report", "SELECT Employee(manager).id, Employee(manager).name WHERE Employee(report).id = ?",
			"report_id K, manager_id, manager_name", "SELECT manager_id, manager_name FROM staff.t WHERE report_id = ?"},
		{"both ends are returned", "SELECT Employee(manager).name, Employee(report).name WHERE Employee(manager).id = ?",
			"manager_id K, report_id C, manager_name S, report_name", "SELECT manager_name, report_name FROM staff.t WHERE manager_id = ?"},
		{"both by something else than the key", "SELECT Employee(mentor).name, Employee(mentee).name WHERE Employee(mentor).email = ? AND Employee(mentee).email = ?",
			"mentor_email K, mentee_email K, mentor_id C, mentee_id C, mentor_name, mentee_name", "SELECT mentor_name, mentee_name FROM staff.t WHERE mentor_email = ? AND mentee_email = ?"},
		{"the other end without its role", "SELECT Employee.id, Employee.name WHERE Employee(manager).id = ?",
			"manager_id K, report_id C, report_name", "SELECT report_id, report_name FROM staff.t WHERE manager_id = ?"},
		{"the whole entity type", "SELECT Employee WHERE Employee(report).id = ?",
			"report_id K, manager_id, manager_name, manager_email", "SELECT manager_id, manager_name, manager_email FROM staff.t WHERE report_id = ?"},
		{"m:n by another attribute of the end that is returned", "SELECT Employee(mentor).name WHERE Employee(mentor).email = ?",
			"mentor_email K, mentor_id C, mentee_id C, mentor_name", "SELECT mentor_name FROM staff.t WHERE mentor_email = ?"},
		{"an attribute of the relationship type", "SELECT Employee(mentee).id, mentors.since WHERE Employee(mentor).id = ? ORDER BY mentors.since DESC",
			"mentor_id K, since C, mentee_id C", "SELECT mentee_id, since FROM staff.t WHERE mentor_id = ?"},
		{"participants without roles", "SELECT Employee(replaces, 2).name WHERE Employee(replaces, 1).id = ?",
			"replaces_employee_id K, name", "SELECT name FROM staff.t WHERE replaces_employee_id = ?"},
		{"all of participants without roles", "SELECT Employee(replaces, 2) WHERE Employee(replaces, 1).id = ?",
			"replaces_employee_id K, id, name, email", "SELECT id, name, email FROM staff.t WHERE replaces_employee_id = ?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := staff(t, test.query)
			d := mapping.Derive(m, nil, nil)
			if len(d.Proposals) != 1 {
				t.Fatalf("%d tables, %+v", len(d.Proposals), d.Plan("q1").Problems)
			}
			d.Proposals[0].Name = "t"
			m = apply(t, m, d.Commands(model.RandomIDs(), nil)...)
			for _, table := range m.Logical.Tables {
				if got := inWords(table); got != test.table {
					t.Errorf("derived %s, want %s", got, test.table)
				}
			}
			result := proof.Of(m, "q1")
			best, _ := result.Best()
			if got := strings.TrimSuffix(print.SelectLine(best.Access, best.Select), ";"); got != test.statement || best.Verdict != proof.Partition {
				t.Errorf("the statement is %s (%s), want %s", got, best.Verdict, test.statement)
			}
			for _, lost := range mapping.Overwrites(m) {
				t.Error(lost.Message)
			}
			if again := mapping.Derive(m, nil, nil); len(again.Proposals) != 1 || again.Proposals[0].Kind != mapping.Kept {
				t.Errorf("deriving again changes the table: %+v", again.Proposals[0])
			}
		})
	}
}

// TestOtherRoles judges queries on the table of a manager's reports that ask for
// another instance than it stores.
func TestOtherRoles(t *testing.T) {
	for query, lacks := range map[string]bool{
		"SELECT Employee(report).id WHERE Employee(manager).id = ?":    false,
		"SELECT Employee.name WHERE Employee(manager).id = ?":          false,
		"SELECT Employee(manager).name WHERE Employee(manager).id = ?": true,
		"SELECT Employee(manager).name WHERE Employee(report).id = ?":  true,
		"SELECT Employee.name WHERE Employee(report).id = ?":           true,
		"SELECT Employee.name WHERE Employee.id = ?":                   true,
		"SELECT Employee(mentee).id WHERE Employee(mentor).id = ?":     true,
	} {
		m := staff(t, "SELECT Employee(report).id, Employee(report).name WHERE Employee(manager).id = ?", query)
		m = apply(t, m, mapping.Derive(m, []model.ID{"q1"}, nil).Commands(model.RandomIDs(), nil)...)
		for id := range m.Logical.Tables {
			m = apply(t, m, edit.ServeQuery{Query: "q2", Table: id})
		}
		result := proof.Of(m, "q2")
		best, _ := result.Best()
		if got := best.Faulty() || len(best.Missing) > 0; got != lacks {
			t.Errorf("%s: served %t, by %s (%s)", query, !got, print.SelectLine(best.Access, best.Select), best.Verdict)
		}
	}
}

// TestRolesAreAsked expects a finding for a query that leaves the end open.
func TestRolesAreAsked(t *testing.T) {
	m := staff(t, "SELECT mentors.since WHERE Employee.id = ?")
	problems := mapping.Explore(m, "q1").Problems
	want := "Employee takes part in mentors more than once, and the query does not say as which; Employee(mentor) is assumed. Write that or Employee(mentee)"
	if !slices.ContainsFunc(problems, func(p er.Problem) bool { return p.Message == want }) {
		t.Errorf("problems %+v", problems)
	}
}

// TestHandMadeRoles judges a table that was made by hand, whose columns have roles only
// in their names or say them.
func TestHandMadeRoles(t *testing.T) {
	for _, test := range []struct {
		boss, participant string
		verdict           proof.Verdict
	}{{"manager_id", "", proof.Partition}, {"boss", "manages1", proof.Partition}, {"boss", "manages2", proof.Scan}} {
		m := staff(t, "SELECT Employee(report).id, Employee(report).name WHERE Employee(manager).id = ?")
		m = apply(t, m, edit.Add{Kind: model.TableKind, ID: "t", Values: map[string]string{"name": "t"}})
		for i, values := range []map[string]string{
			{"name": test.boss, "role": "partition", "attribute": "id", "participant": test.participant},
			{"name": "id", "role": "clustering", "attribute": "id"}, {"name": "name", "attribute": "name"},
		} {
			m = apply(t, m, edit.Add{Kind: model.ColumnKind, Parent: "t", ID: model.ID("c" + string(rune('1'+i))), Values: values})
		}
		m = apply(t, m, edit.ServeQuery{Query: "q1", Table: "t"})
		result := proof.Of(m, "q1")
		if best, _ := result.Best(); best.Verdict != test.verdict {
			t.Errorf("%s as %q: %s, want %s: %s (%+v)", test.boss, test.participant, best.Verdict, test.verdict, print.SelectLine(best.Access, best.Select), best.Refusal)
		}
	}
}
