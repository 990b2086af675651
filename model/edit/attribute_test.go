package edit

import (
	"errors"
	"strings"
	"testing"

	"widerow/model"
)

func TestAttributeType(t *testing.T) {
	m := must(t, shop(t), Set{"placed", "name", "placed", "placed_at"}, Set{"street", "type", "", "VARCHAR"})
	for id, want := range map[model.ID]string{
		"orderid": "uuid (suggested)", "placed": "timestamp (suggested)", "email": "text (suggested)",
		"street": "text", "address": "", "customer": "", "nobody": "",
	} {
		given, suggested := m.AttributeType(id)
		got := m.TypeText(given)
		if suggested {
			got += " (suggested)"
		}
		if got != want {
			t.Errorf("AttributeType(%s) = %q, want %q", id, got, want)
		}
	}
	m = must(t, m, Set{"address", "type", "", "frozen<address>"}, Set{"orderid", "type", "", "bigint"}, Set{"orderid", "type", "bigint", ""})
	if given, _ := m.AttributeType("address"); m.TypeText(given) != "frozen<address>" {
		t.Errorf("AttributeType(address) = %s, want frozen<address>", m.TypeText(given))
	}
	if given, suggested := m.AttributeType("orderid"); !suggested || !given.Equal(model.Native("uuid")) {
		t.Errorf("after clearing the type, AttributeType(orderid) = %s, %v, want uuid, true", m.TypeText(given), suggested)
	}
}

// TestSuggestedTypeIsNotStored adds attributes whose names suggest a type.
func TestSuggestedTypeIsNotStored(t *testing.T) {
	m := shop(t)
	if given := m.Concepts.Entities["order"].Attributes["orderid"].Type; !given.IsZero() {
		t.Errorf("the type of a new attribute is %s, want none", m.TypeText(given))
	}
}

func TestAttributeTypeRejects(t *testing.T) {
	m := shop(t)
	for value, want := range map[string]string{
		"counter":       `Type "counter": an attribute cannot be a counter; use bigint, and give the logical column the role ++`,
		"set<text>":     `Type "set<text>": this is the type of one value; tick Multi-valued if the attribute has several`,
		"frozen<adres>": `Type "frozen<adres>": there is no type adres in keyspace shop; native types are ascii, bigint, blob, boolean, counter, date, decimal, double, duration, float, inet, int, smallint, text, time, timestamp, timeuuid, tinyint, uuid, varint`,
		"map<text":      `Type "map<text": expected ` + "`,` and another type at character 9, got the end",
	} {
		_, err := Apply(m, model.SeededIDs(nil), Set{"orderid", "type", "", value})
		var wrong *InvalidError
		if !errors.As(err, &wrong) || wrong.Problems[0].Message != want || wrong.Problems[0].Field != "type" {
			t.Errorf("type %s: %v, want %s", value, err, want)
		}
	}
}

// TestUnknownTypeWithoutKeyspace names no keyspace, since there is none.
func TestUnknownTypeWithoutKeyspace(t *testing.T) {
	m := must(t, model.New("Empty"), Add{Kind: model.EntityKind, ID: "e", Values: map[string]string{"name": "E"}}, Add{Kind: model.AttributeKind, Parent: "e", ID: "a", Values: map[string]string{"name": "a"}})
	_, err := Apply(m, model.SeededIDs(nil), Set{"a", "type", "", "strnig"})
	if err == nil || !strings.HasPrefix(err.Error(), `Type "strnig": there is no type strnig; native types are ascii`) {
		t.Errorf("an unknown type gives %v", err)
	}
}

func TestAttributeLengthApplies(t *testing.T) {
	m := must(t, shop(t), Set{"street", "type", "", "blob"})
	field, _ := FieldOf(model.AttributeKind, "length")
	for id, want := range map[model.ID]bool{"email": true, "street": true, "orderid": false, "address": false} {
		element, _ := m.Element(id)
		if got := field.Applies(m, element); got != want {
			t.Errorf("length of %s applies: %v, want %v", id, got, want)
		}
	}
	m = must(t, m, Set{"email", "length", "", "24"}, Set{"email", "type", "", "uuid"})
	if element, _ := m.Element("email"); !field.Applies(m, element) {
		t.Error("a length that no longer matters is not shown, so it cannot be cleared")
	}
}

// TestTypeOfAttributeIsInUse removes a user-defined type that an attribute has.
func TestTypeOfAttributeIsInUse(t *testing.T) {
	m := must(t, shop(t), Set{"address", "type", "", "address"})
	if _, err := Apply(m, model.SeededIDs(nil), Remove{"addresstype"}); err == nil {
		t.Error("a type that an attribute has was removed")
	}
	model.Discard(m, "addresstype")
	if given := m.Concepts.Entities["customer"].Attributes["address"].Type; !given.IsZero() {
		t.Errorf("after Discard the attribute has type %s, want none", m.TypeText(given))
	}
}

func TestSuggestKey(t *testing.T) {
	m := &model.Model{Concepts: model.Concepts{Entities: map[model.ID]*model.Entity{
		"hotel": {Name: "Hotel"},
		"room":  {Name: "Room", Weak: true},
		"guest": {Name: "Guest", Attributes: map[model.ID]*model.Attribute{"name": {Name: "name"}}},
	}}}
	for _, test := range []struct {
		owner model.ID
		name  string
		want  model.KeyKind
	}{
		{"hotel", "hotel_id", model.Key}, {"hotel", "hotelId", model.Key}, {"hotel", "ISBN", model.Key}, {"hotel", "confirm number", model.Key},
		{"room", "room_number", model.PartialKey},
		{"hotel", "name", model.NoKey}, {"hotel", "number_of_rooms", model.NoKey}, {"hotel", "paid", model.NoKey}, {"hotel", "", model.NoKey},
		{"guest", "phone_number", model.NoKey}, // not the first
		{"gone", "hotel_id", model.NoKey},
	} {
		if got := m.SuggestKey(test.owner, test.name); got != test.want {
			t.Errorf("the key of %s.%s is %q, want %q", test.owner, test.name, got, test.want)
		}
	}
}

// What a query averages or an update increments is a number, whatever its name suggests; a type that is chosen
// stays.
func TestSummedAttributesAreNumbers(t *testing.T) {
	m := model.New("Ratings")
	m.Concepts.Entities = map[model.ID]*model.Entity{"review": {Name: "Review", Attributes: map[model.ID]*model.Attribute{
		"stars": {Name: "mood"}, "text": {Name: "text"}, "votes": {Name: "votes", Type: model.Native("smallint")},
		"renewals": {Name: "renewals"}, "phase": {Name: "phase"}}}}
	m.Workflow.Updates = map[model.ID]*model.Update{
		"u1": {Kind: model.Increment, Writes: map[model.ID]*model.Write{"w": {Element: "renewals"}}},
		"u2": {Kind: model.Change, Writes: map[model.ID]*model.Write{"w": {Element: "phase"}}}}
	m.Workflow.Queries = map[model.ID]*model.Query{"q1": {Find: map[model.ID]*model.Find{
		"a": {Attribute: "stars", Aggregate: model.Avg}, "b": {Attribute: "text", Aggregate: model.Max}, "c": {Attribute: "votes", Aggregate: model.Sum}}}}
	for attribute, want := range map[model.ID]string{"stars": "double", "text": "text", "votes": "smallint", "renewals": "int", "phase": "text"} {
		if got, _ := m.AttributeType(attribute); m.TypeText(got) != want {
			t.Errorf("%s is %s, want %s", attribute, m.TypeText(got), want)
		}
	}
}

// A part of a composite attribute is one deeper than that; a circle, which a file can
// have, ends.
func TestAttributeDepth(t *testing.T) {
	m := &model.Model{Concepts: model.Concepts{Entities: map[model.ID]*model.Entity{"guest": {Attributes: map[model.ID]*model.Attribute{
		"name": {}, "address": {}, "street": {Parent: "address"}, "number": {Parent: "street"},
		"egg": {Parent: "hen"}, "hen": {Parent: "egg"},
	}}}}}
	for id, want := range map[model.ID]int{"name": 0, "address": 0, "street": 1, "number": 2, "unknown": 0} {
		part, _ := m.Element(id)
		if got := m.AttributeDepth(part); got != want {
			t.Errorf("%s: depth %d, want %d", id, got, want)
		}
	}
	egg, _ := m.Element("egg")
	m.AttributeDepth(egg)
}
