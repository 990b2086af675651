package mapping_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
)

const company = `Person (1000): person_id, name
Person n(20) knows m(20) Person
Person(manager) 1 manages n(7) Person(report)
Person(guest) n visits m Person(host): *at
Dept: dept_id, title
Dept 1 has n(100) Person`

// TestVIATwice: a path that has a relationship type twice goes on by it from the instance
// between its ends.
func TestVIATwice(t *testing.T) {
	checkPaths(t, company, []path{
		{"friends of friends", "SELECT Person.name WHERE Person.person_id = ? VIA knows, knows",
			"Person – knows – Person – knows – Person", "((knows_person_id), person_id, person_id_2)"},
		{"the manager's manager", "SELECT Person(manager).name WHERE Person(report).person_id = ? VIA manages, manages",
			"Person (report) – manages – Person – manages – Person (manager)", "((report_person_id))"},
		{"the other end is not named", "SELECT Person.name WHERE Person(report).person_id = ? VIA manages, manages",
			"Person (report) – manages – Person – manages – Person (manager)", "((report_person_id))"},
		{"the reports' reports", "SELECT Person(report) WHERE Person(manager).person_id = ? VIA manages, manages",
			"Person (manager) – manages – Person – manages – Person (report)", "((manager_person_id), report_person_id)"},
		{"each once", "SELECT Person(report) WHERE Person(manager).person_id = ? VIA manages",
			"Person (manager) – manages – Person (report)", "((manager_person_id), report_person_id)"},
		{"and a further type", "SELECT Dept.title WHERE Person(report).person_id = ? AND Person(manager).name = ? VIA manages, manages, has",
			"", "open: Person (report) – manages – Person – manages – Person (manager) – has – Dept; Person (report) – has – Dept, Person (report) – manages – Person – manages – Person (manager);"},
	})
}

// TestTwiceMeans: both places of a relationship type are in what a table means, its own
// columns tell the ends apart, and no table of the single step serves the query.
func TestTwiceMeans(t *testing.T) {
	m := document(t, company, "SELECT Person(report).name WHERE Person(manager).person_id = ? VIA manages, manages",
		"SELECT Person(report).name WHERE Person(manager).person_id = ? VIA manages")
	m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
	if len(m.Logical.Tables) != 2 {
		t.Fatalf("%d tables, want 2", len(m.Logical.Tables))
	}
	for query, want := range map[model.ID]int{"q1": 5, "q2": 3} {
		if got := len(mapping.NewStored(m).OfQuery(query).Nodes); got != want {
			t.Errorf("%s asks for %d instances, want %d", query, got, want)
		}
		result := proof.Of(m, query)
		best, _ := result.Best()
		statement := print.SelectLine(best.Access, best.Select)
		if best.Verdict != proof.Partition || !strings.Contains(statement, "manager_person_id = ?") {
			t.Errorf("%s: %s (%s)", query, statement, best.Verdict)
		}
	}
	gone := m.Logical.Arrows[arrowOf(m, "q1")].To
	delete(m.Logical.Tables, gone)
	maps.DeleteFunc(m.Physical.Relations, func(_ model.ID, r *model.Relation) bool { return r.Realizes[gone] })
	result := proof.Of(m, "q1")
	if best, served := result.Best(); served && best.Verdict == proof.Partition {
		t.Errorf("the reports' reports are read from the table of the reports: %+v", best.Access)
	}
}

func arrowOf(m *model.Model, query model.ID) model.ID {
	for id, arrow := range m.Logical.Arrows {
		if arrow.Access == query {
			return id
		}
	}
	return ""
}

// TestTwiceIsRefused: a model can lose what makes a relationship type repeatable.
func TestTwiceIsRefused(t *testing.T) {
	m := document(t, company, "SELECT Person(manager).name WHERE Person(report).person_id = ? VIA manages, manages")
	for _, r := range m.Concepts.Relationships {
		if r.Name == "manages" {
			r.Attributes = map[model.ID]*model.Attribute{"since": {Name: "since", Key: model.PartialKey}}
		}
	}
	plan := mapping.Explore(m, "q1")
	if !plan.Fatal() || !strings.Contains(plan.Problems[0].Message, "VIA names manages twice") {
		t.Errorf("%+v", plan.Problems)
	}
}

// TestSeveralOfOneType: of two instances of one type that only the key needs, such as the supertypes of two
// participants or the owners of two weak ones, each column has its role.
func TestSeveralOfOneType(t *testing.T) {
	const park = `Person: person_id, name
Ranger: rank
Guest: level
Friend: since
Ranger, Guest isa Person
Friend isa Guest
Park: park_id, title
weak Trail: *trail_no
Park 1 has n Trail
Ranger n guards m Park
Guest n walks m Trail: minutes
Friend n helps m Ranger: hours
Friend n invites m Person: day
Office: office_id
weak Room: *room_no, floor
Office 1 houses n Room
Ranger n desk m Room
Office n employs m Ranger: since`
	for query, want := range map[string]string{
		"SELECT Park.title, Trail.trail_no WHERE walks.minutes = ? VIA guards, walks, has": "minutes K, guest_person_id C, park_id C, trail_no C, ranger_person_id C, park_title",
		"SELECT helps.hours WHERE Ranger.rank = ?":                                         "ranger_rank K, ranger_person_id C, friend_person_id C, hours",
		"SELECT invites.day WHERE Friend.since = ?":                                        "since K, friend_person_id C, invites_person_id C, day",
		"SELECT Guest.level WHERE Trail.trail_no = ? AND Park.park_id = ?":                 "trail_no K, park_id K, person_id C, level",
		"SELECT Room.floor WHERE employs.since = ? VIA employs, desk":                      "since K, employs_office_id C, person_id C, room_office_id C, room_no C, floor",
	} {
		m := document(t, park, query)
		m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		roles := map[model.ID]bool{}
		for _, table := range m.Logical.Tables {
			if got := inWords(table); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
			for _, column := range table.Columns {
				if strings.HasSuffix(column.Name, "_person_id") || strings.HasSuffix(column.Name, "_office_id") {
					roles[column.Participant] = true
				}
			}
		}
		if again := mapping.Derive(m, nil, nil); again.Proposals[0].Kind != mapping.Kept {
			t.Errorf("%s: deriving again changes the table: %+v", query, again.Proposals[0])
		}
		if strings.Count(want, "_person_id")+strings.Count(want, "_office_id") != len(roles) || roles[""] {
			t.Errorf("%s: roles %v", query, roles)
		}
	}
}

// TestSameInstance: a query that names the supertype of two participants once finds what has the same
// instance as both, and says so; with roles, it does not.
func TestSameInstance(t *testing.T) {
	const rides = `Person: person_id, name
Rider: rating
Driver: licence_no
Rider, Driver isa Person
Ride: ride_id, fare
Rider(rider) 1 requests n Ride
Driver(driver) 1 serves n Ride`
	for query, want := range map[string]bool{
		"SELECT Ride.ride_id, Rider.rating, Person.name WHERE Driver.licence_no = ? VIA serves, requests":        true,
		"SELECT Ride.ride_id, Rider.rating, Person(rider).name WHERE Driver.licence_no = ? VIA serves, requests": false,
		"SELECT Ride.ride_id, Driver WHERE Person(rider).person_id = ? VIA serves, requests":                     false,
		"SELECT Ride.ride_id, Person.name WHERE Driver.licence_no = ? VIA serves":                                false,
		"SELECT Person.name, Rider.rating, Driver.licence_no WHERE Person.person_id = ?":                         false,
	} {
		m := document(t, rides, query)
		for id := range m.Workflow.Queries {
			plan := mapping.Explore(m, id)
			if got := slices.ContainsFunc(plan.Problems, func(p er.Problem) bool { return p.Code == "same-instance" }); got != want {
				t.Errorf("%s: %+v", query, plan.Problems)
			}
		}
	}
}
