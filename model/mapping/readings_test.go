package mapping_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
)

const ridesOfPeople = `Person: person_id, name
Driver: licence
Rider: rating
Driver, Rider isa Person
Chief: car
Chief isa Driver
Ride: ride_id, at
City: city_id
Driver 1 drives n Ride
Rider 1 takes n Ride
Person n lives 1 City
Person n joins m City: since
Person 1 owns n Car
Driver n services m Car: serviced_on
Car: plate`

// TestReadings: where several ends of a path may be the instance that a query means, the query is
// asked; each answer gives it another table, and its text says which.
func TestReadings(t *testing.T) {
	for query, want := range map[string][]string{
		"SELECT Person.name, Ride.at WHERE Ride.ride_id = ? VIA drives, takes": {
			"SELECT Person(drives).name, Ride.at WHERE Ride.ride_id = ? VIA drives, takes",
			"SELECT Person(takes).name, Ride.at WHERE Ride.ride_id = ? VIA drives, takes"},
		"SELECT Ride.ride_id WHERE Person.person_id = ? VIA drives, takes": {
			"SELECT Ride.ride_id WHERE Person(drives).person_id = ? VIA drives, takes",
			"SELECT Ride.ride_id WHERE Person(takes).person_id = ? VIA drives, takes"},
		"SELECT Ride.ride_id WHERE City.city_id = ? VIA drives, takes, lives": {
			"SELECT Ride.ride_id WHERE City.city_id = ? VIA drives, takes, lives(drives)",
			"SELECT Ride.ride_id WHERE City.city_id = ? VIA drives, takes, lives(takes)"},
		"SELECT Driver.licence, Rider.rating WHERE City.city_id = ? VIA lives, drives, takes": {
			"SELECT Driver(drives).licence, Rider(takes).rating WHERE City.city_id = ? VIA drives, takes, lives(drives)",
			"SELECT Driver(drives).licence, Rider(takes).rating WHERE City.city_id = ? VIA drives, takes, lives(takes)"},
		// A driver who services a car may own it.
		"SELECT Driver.licence, Car.plate WHERE Person.person_id = ? VIA owns, services": {
			"SELECT Driver(services).licence, Car.plate WHERE Person(owns).person_id = ? VIA owns, services",
			"SELECT Driver(services).licence, Car.plate WHERE Person(services).person_id = ? VIA owns(services), services"},
		// A person beside a driver is the driver.
		"SELECT Person.name, Driver.licence WHERE Ride.ride_id = ? VIA drives, takes":   nil,
		"SELECT Person.name, Driver.licence WHERE City.city_id = ? VIA joins":           nil,
		"SELECT Driver WHERE Car.plate = ? VIA owns, services":                          nil,
		"SELECT Ride.ride_id WHERE City.city_id = ? VIA lives, drives":                  nil,
		"SELECT Chief.car WHERE Car.plate = ? VIA services":                             nil,
		"SELECT Driver.licence, Rider.rating WHERE Person(drives).person_id = ?":        nil,
		"SELECT Person(drives).name, Person(takes).name WHERE Ride.ride_id = ?":         nil,
		"SELECT Person.name, Driver.licence WHERE Person.person_id = ?":                 nil,
		"SELECT Person(owns).name, Driver(services).licence WHERE Car.plate = ?":        nil,
		"SELECT Person(services).name, Driver(services).licence WHERE Car.plate = ?":    nil,
		"SELECT Person.name, Driver.licence WHERE City.city_id = ? VIA lives, services": nil,
	} {
		m := document(t, ridesOfPeople, query)
		plan := mapping.Explore(m, "q1")
		var got []string
		tables := map[string]bool{}
		for _, path := range plan.Path.Alternatives() {
			said := apply(t, m, path.Commands("q1", m.Workflow.Queries["q1"])...)
			got = append(got, querytext.Format(said, querytext.Of(said.Workflow.Queries["q1"])))
			d := mapping.Derive(said, nil, nil)
			if len(d.Open) > 0 {
				t.Errorf("%s is still open: %s", got[len(got)-1], d.Open[0].Problems[0].Message)
				continue
			}
			after := apply(t, said, d.Commands(model.RandomIDs(), nil)...)
			if result := proof.Of(after, "q1"); !result.Served() {
				t.Errorf("%s is not served: %+v", got[len(got)-1], result.Judgements)
			}
			tables[path.Signature()] = true
		}
		if slices.Sort(got); !slices.Equal(got, want) || len(tables) != len(want) || plan.IsOpen() != (len(want) > 0) {
			t.Errorf("%s means\n%s\nwant\n%s", query, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestOpenQueryHasNoNearTable: of a query whose path is in question, no table of another path is said to be wrong.
func TestOpenQueryHasNoNearTable(t *testing.T) {
	m := document(t, ridesOfPeople, "SELECT Person.name, Ride.at WHERE Ride.ride_id = ? VIA drives, takes")
	path := mapping.Explore(m, "q1").Path
	m = apply(t, m, path.Commands("q1", m.Workflow.Queries["q1"])...)
	m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
	parts, problems := querytext.Parse(m, "SELECT Person.name WHERE Ride.ride_id = ?")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m = apply(t, m, edit.Add{Kind: model.QueryKind, ID: "q2", Values: map[string]string{"label": "Q2", "name": "People of a ride"}})
	m = apply(t, m, querytext.Commands(m, "q2", parts)...)
	if result := proof.Of(m, "q2"); len(result.Judgements) > 0 {
		t.Errorf("Q2 is judged: %s", result.Judgements[0].Mismatch)
	}
}

// TestOwnerBesideARelative: the person whose stay it is has the role of the patient in the key, since the person
// beside a doctor would be the doctor.
func TestOwnerBesideARelative(t *testing.T) {
	const ward = `Person: person_id, name
Patient: allergies
Doctor: licence
Patient, Doctor isa Person
weak Stay: *stay_no, reason
Patient 1 makes n Stay
Drug: drug_code
Doctor n prescribes m Drug n Stay: dose`
	m := document(t, ward, "SELECT prescribes.dose, Doctor.licence WHERE Drug.drug_code = ? VIA prescribes")
	m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
	for _, table := range m.Logical.Tables {
		if got := inWords(table); !strings.Contains(got, "patient_person_id C") {
			t.Errorf("the table is %s", got)
		}
		for _, column := range table.Columns {
			if role := m.Concepts.Relationships[relationshipOf(m, column.Participant)]; column.Name == "patient_person_id" && (role == nil || role.Name != "makes") {
				t.Errorf("%s has the role of %+v", column.Name, role)
			}
		}
	}
	if again := mapping.Derive(m, nil, nil); again.Proposals[0].Kind != mapping.Kept {
		t.Errorf("deriving again changes the table: %+v", again.Proposals[0])
	}
}

func relationshipOf(m *model.Model, participant model.ID) model.ID {
	element, _ := m.Element(participant)
	return element.Parent
}
