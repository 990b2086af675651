package write_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/write"
)

// reads returns the reads of a plan: the table, the columns read, and those given.
func reads(m *model.Model, plan write.Plan) []string {
	var all []string
	for _, step := range plan.Steps {
		for _, s := range step.Statements {
			if s.Select == nil {
				continue
			}
			text := m.Title(s.Table) + ":"
			for _, v := range s.Select.Selectors {
				text += " " + v.Text
			}
			text += " by"
			for _, c := range s.Select.Where {
				text += " " + c.Columns[0]
			}
			all = append(all, text)
		}
	}
	return all
}

func inserted(plan write.Plan, table string) []string {
	for _, step := range plan.Steps {
		for _, s := range step.Statements {
			if s.Access.Name == table && s.Write.Insert != nil {
				return s.Write.Insert.Columns
			}
		}
	}
	return nil
}

// A comment has a user who writes it, and a video that another user has uploaded: the name in a row
// of comments belongs to the writer, unless the column has another role.
func TestNameOfTheWriter(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*model.Model)
		want   []string
	}{
		{"the nearest user", func(*model.Model) {}, []string{"users: name by user_id"}},
		{"without the table of users", func(m *model.Model) {
			delete(m.Physical.Relations, "ptq1")
			delete(m.Logical.Tables, "tq1")
		}, nil},
		{"the role of the column", func(m *model.Model) {
			m.Concepts.Relationships["uploads"].Participants["uploadsuser"].Role = "uploader"
			m.Workflow.Queries["q5"].Path = model.SetOfIDs("about", "uploads")
			for _, c := range m.Logical.Tables["tq5"].Columns {
				if c.Name == "user_name" {
					c.Participant = "uploadsuser"
				}
			}
		}, []string{"videos: user_id user_name by video_id"}},
		{"the path of the column's query", func(m *model.Model) {
			m.Workflow.Queries["q5"].Path = model.SetOfIDs("about", "uploads")
			for _, c := range m.Logical.Tables["tq5"].Columns {
				c.Query = "q5"
			}
		}, []string{"videos: user_id user_name by video_id"}},
	} {
		m, err := example.Load("videos")
		if err != nil {
			t.Fatal(err)
		}
		delete(m.Workflow.Updates["u2"].Writes, "u2writeusername")
		test.change(m)
		plan := write.Of(m, "u2")
		if got := reads(m, plan); !slices.Equal(got, test.want) {
			t.Errorf("%s: reads %q, want %q\n%+v", test.name, got, test.want, plan.Findings)
		}
	}
}

// Who changes a name changes it in the comments that the user writes, and finds
// these among comments, not among videos.
func TestNameChangesWhereTheUserIs(t *testing.T) {
	m, err := example.Load("videos")
	if err != nil {
		t.Fatal(err)
	}
	m = withUpdate(m, model.Update{Kind: model.Change}, []model.ID{"username"}, []model.ID{"userid"})
	want := []string{"videos_by_user: video_id by user_id", "comments_by_user: written_at comment_id video_id by user_id"}
	if got := reads(m, write.Of(m, "u1")); !slices.Equal(got, want) {
		t.Errorf("reads %q, want %q", got, want)
	}
}

// employees is a model in which an employee manages others.
func employees(t *testing.T, writes map[model.ID]*model.Write) *model.Model {
	m := small(t, "entity Employee id name", "relationship manages Employee 1 Employee n",
		"table employees K:Employee.id:uuid R:Employee.name:text", "table lines K:Employee.id:uuid R:Employee.name:text")
	roles := m.Concepts.Relationships["manages"].Participants
	roles["manages1"].Role, roles["manages2"].Role = "manager", "report"
	for _, c := range m.Logical.Tables["lines"].Columns {
		c.Participant = "manages2"
	}
	for _, c := range []struct{ name, attribute string }{{"manager_id", "Employee.id"}, {"manager_name", "Employee.name"}} {
		id := model.ID("lines/" + c.name)
		m.Logical.Tables["lines"].Columns[id] = &model.LogicalColumn{Name: c.name, Order: "x" + model.Order(c.name[8:9]), Role: model.Regular, Attribute: model.ID(c.attribute), Participant: "manages1"}
		m.Physical.Relations["plines"].Columns["p"+id] = &model.Column{Name: c.name, Order: "x" + model.Order(c.name[8:9]), Role: model.Regular, Type: model.Native("text"), From: model.SetOfIDs(id)}
	}
	m.Workflow.Updates = map[model.ID]*model.Update{"u1": {Label: "U1", Kind: model.Insert, Writes: writes}}
	return m
}

// The manager of a new employee is another employee: the name is read, unless the
// update writes it in that role.
func TestRolesOfARecursiveRelationship(t *testing.T) {
	employee := &model.Write{Element: "Employee"}
	for _, test := range []struct {
		name   string
		writes map[model.ID]*model.Write
		want   []string
	}{
		{"looked up", map[model.ID]*model.Write{"w": employee}, []string{"employees: employee_name by employee_id"}},
		{"written in the role", map[model.ID]*model.Write{"w": employee, "x": {Element: "Employee.name", Participant: "manages1", Order: "4"}}, nil},
	} {
		m := employees(t, test.writes)
		plan := write.Of(m, "u1")
		if got := reads(m, plan); !slices.Equal(got, test.want) {
			t.Errorf("%s: reads %q, want %q\n%+v", test.name, got, test.want, plan)
		}
		if got, want := inserted(plan, "lines"), []string{"employee_id", "employee_name", "manager_id", "manager_name"}; !slices.Equal(got, want) {
			t.Errorf("%s: inserts %q, want %q", test.name, got, want)
		}
	}
}
