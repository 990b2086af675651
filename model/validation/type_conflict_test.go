package validation_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/validation"
)

func TestTypeConflicts(t *testing.T) {
	set := func(id model.ID, field, was, value string) edit.Command {
		return edit.Set{Element: id, Field: field, Was: was, Value: value}
	}
	for _, test := range []struct {
		name   string
		change []edit.Command
		want   []string
	}{
		{"all follow", nil, nil},
		{"one column was changed", []edit.Command{set("prid", "type", "uuid", "text")}, []string{"Hotel.hotel_id is uuid in hotels.hotel_id; text in rooms_by_hotel.hotel_id"}},
		{"and the attribute too", []edit.Command{set("prid", "type", "uuid", "text"), set("id", "type", "", "text")}, nil},
		{"frozen is the same", []edit.Command{set("prid", "type", "uuid", "frozen<uuid>")}, nil},
		{"element of a collection", []edit.Command{set("rhotel", "attribute", "name", "phones"), set("phphones", "type", "set<text>", "list<ascii>")},
			[]string{"Hotel.phones is ascii in hotels.phones; text in rooms_by_hotel.hotel_name"}},
		{"map", []edit.Command{set("prid", "type", "uuid", "map<text, int>")}, nil},
		{"aggregate", []edit.Command{set("hname", "aggregate", "", "count")}, nil},
		{"column of two attributes", []edit.Command{set("prid", "type", "uuid", "text"), set("prid", "from", "rid", "rid rnumber")}, nil},
		{"two attributes", []edit.Command{set("prid", "type", "uuid", "bigint"), set("phname", "type", "text", "ascii")},
			[]string{"Hotel.hotel_id is uuid in hotels.hotel_id; bigint in rooms_by_hotel.hotel_id", "Hotel.name is ascii in hotels.name; text in rooms_by_hotel.hotel_name"}},
	} {
		m, err := edit.Apply(booking(t), model.RandomIDs(), test.change...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, conflict := range validation.TypeConflicts(m) {
			got = append(got, conflict.Words(m))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// listedIDs are the IDs that commands choose, in order.
type listedIDs []model.ID

func (l *listedIDs) New() model.ID {
	id := (*l)[0]
	*l = (*l)[1:]
	return id
}

// booking returns a document with two tables that store attributes of hotels.
func booking(t *testing.T) *model.Model {
	t.Helper()
	ids := &listedIDs{"ph", "phid", "phname", "phphones", "pr", "prid", "prnumber", "prhotel"}
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) edit.Command {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return edit.Add{Kind: kind, Parent: parent, ID: id, Values: values}
	}
	m, err := edit.Apply(model.New("Booking"), ids,
		add(model.EntityKind, "", "hotel", "name", "Hotel"),
		add(model.AttributeKind, "hotel", "id", "name", "hotel_id", "key", "key"),
		add(model.AttributeKind, "hotel", "name", "name", "name"),
		add(model.AttributeKind, "hotel", "phones", "name", "phones", "multi_valued", "true", "length", "15"),
		add(model.EntityKind, "", "room", "name", "Room"),
		add(model.AttributeKind, "room", "number", "name", "number", "key", "key"),
		add(model.KeyspaceKind, "", "ks", "name", "ks"),
		add(model.TableKind, "", "h", "name", "hotels"),
		add(model.ColumnKind, "h", "hid", "name", "hotel_id", "role", "partition", "attribute", "id"),
		add(model.ColumnKind, "h", "hname", "name", "name", "attribute", "name"),
		add(model.ColumnKind, "h", "hphones", "name", "phones", "collection", "set", "attribute", "phones"),
		add(model.TableKind, "", "r", "name", "rooms_by_hotel"),
		add(model.ColumnKind, "r", "rid", "name", "hotel_id", "role", "partition", "attribute", "id"),
		add(model.ColumnKind, "r", "rnumber", "name", "number", "role", "clustering", "attribute", "number"),
		add(model.ColumnKind, "r", "rhotel", "name", "hotel_name", "role", "static", "attribute", "name"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// BenchmarkTypeConflicts looks for attributes with different types in 300 tables
// with 12 columns each, of 60 entity types.
func BenchmarkTypeConflicts(b *testing.B) {
	m := model.New("Large")
	m.Concepts.Entities, m.Logical.Tables, m.Physical.Relations = map[model.ID]*model.Entity{}, map[model.ID]*model.LogicalTable{}, map[model.ID]*model.Relation{}
	for entity := range 60 {
		attributes := map[model.ID]*model.Attribute{}
		for attribute := range 12 {
			attributes[model.ID(fmt.Sprintf("e%da%d", entity, attribute))] = &model.Attribute{Name: fmt.Sprint("a", attribute)}
		}
		m.Concepts.Entities[model.ID(fmt.Sprint("e", entity))] = &model.Entity{Name: fmt.Sprint("E", entity), Attributes: attributes}
	}
	for table := range 300 {
		logical, columns := map[model.ID]*model.LogicalColumn{}, map[model.ID]*model.Column{}
		for column := range 12 {
			id := model.ID(fmt.Sprintf("t%dc%d", table, column))
			logical[id] = &model.LogicalColumn{Attribute: model.ID(fmt.Sprintf("e%da%d", table%60, column))}
			columns["p"+id] = &model.Column{Type: model.Type{Kind: model.SetType, Arguments: []model.Type{model.Native("text")}}, From: model.SetOfIDs(id)}
		}
		m.Logical.Tables[model.ID(fmt.Sprint("t", table))] = &model.LogicalTable{Columns: logical}
		m.Physical.Relations[model.ID(fmt.Sprint("p", table))] = &model.Relation{Kind: model.Table, Columns: columns}
	}
	m.Physical.Relations["p299"].Columns["pt299c3"].Type = model.Native("int")
	for b.Loop() {
		if found := len(validation.TypeConflicts(m)); found != 1 {
			b.Fatalf("%d conflicts, want 1", found)
		}
	}
}
