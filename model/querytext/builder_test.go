package querytext

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

func load(t testing.TB, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// team is a model in which names are hard to tell apart: a person manages and
// mentors others, two relationship types are named "has", an attribute is in two
// composite ones, and names hold spaces, quotes and keywords.
func team(t testing.TB) *model.Model {
	t.Helper()
	m, err := edit.Apply(model.New("team"), model.SeededIDs([]byte("team")), append(teamTypes(), teamAttributes()...)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func added(kind model.Kind, parent, id model.ID, values ...string) edit.Command {
	add := edit.Add{Kind: kind, Parent: parent, ID: id, Values: map[string]string{}}
	for i := 0; i+1 < len(values); i += 2 {
		add.Values[values[i]] = values[i+1]
	}
	return add
}

func teamTypes() []edit.Command {
	return []edit.Command{
		added(model.EntityKind, "", "person", "name", "Person"),
		added(model.EntityKind, "", "order", "name", "Order"),
		added(model.EntityKind, "", "odd", "name", `Odd "name", 1`),
		added(model.EntityKind, "", "spaced", "name", "room number"),
		added(model.EntityKind, "", "underscored", "name", "room_number"),
		added(model.EntityKind, "", "counted", "name", "count"),
		added(model.RelationshipKind, "", "manages", "name", "manages"),
		added(model.ParticipantKind, "manages", "manager", "entity", "person", "role", "manager"),
		added(model.ParticipantKind, "manages", "report", "entity", "person", "role", "report"),
		added(model.RelationshipKind, "", "mentors", "name", "mentors"),
		added(model.ParticipantKind, "mentors", "first", "entity", "person"),
		added(model.ParticipantKind, "mentors", "second", "entity", "person"),
		added(model.RelationshipKind, "", "has1", "name", "has"),
		added(model.ParticipantKind, "has1", "has1person", "entity", "person"),
		added(model.ParticipantKind, "has1", "has1order", "entity", "order"),
		added(model.RelationshipKind, "", "has2", "name", "has"),
		added(model.ParticipantKind, "has2", "has2order", "entity", "order"),
		added(model.ParticipantKind, "has2", "has2odd", "entity", "odd"),
		added(model.RelationshipKind, "", "has3", "name", "has"),
		added(model.ParticipantKind, "has3", "has3order", "entity", "order"),
		added(model.ParticipantKind, "has3", "has3odd", "entity", "odd"),
		added(model.RelationshipKind, "", "where", "name", "where"),
	}
}

func teamAttributes() []edit.Command {
	return []edit.Command{
		added(model.AttributeKind, "person", "personid", "name", "id", "key", "key"),
		added(model.AttributeKind, "person", "home", "name", "home"),
		added(model.AttributeKind, "person", "homecity", "name", "city", "parent", "home"),
		added(model.AttributeKind, "person", "work", "name", "work"),
		added(model.AttributeKind, "person", "workcity", "name", "city", "parent", "work"),
		added(model.AttributeKind, "order", "orderid", "name", "id", "key", "key"),
		added(model.AttributeKind, "order", "by", "name", "by"),
		added(model.AttributeKind, "odd", "oddname", "name", `it's "odd".`),
		added(model.AttributeKind, "spaced", "spacedid", "name", "id"),
		added(model.AttributeKind, "underscored", "underscoredid", "name", "id"),
		added(model.AttributeKind, "counted", "countedmax", "name", "max"),
		added(model.AttributeKind, "has1", "since1", "name", "since"),
		added(model.AttributeKind, "has2", "since2", "name", "since"),
		added(model.AttributeKind, "has3", "since3", "name", "since"),
		added(model.QuantityKind, "", "many", "name", "many", "typical", "5", "worst", "10"),
	}
}
