package edit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

// typesOf lists the user-defined types of a keyspace with their fields.
func typesOf(m *model.Model, keyspace model.ID) string {
	var types []string
	for _, t := range model.Sorted(m.Physical.Types) {
		if t.Value.Keyspace != keyspace {
			continue
		}
		var fields []string
		for _, f := range model.Sorted(t.Value.Fields) {
			fields = append(fields, strings.TrimSpace(fmt.Sprint(f.Value.Name, " ", m.TypeText(f.Value.Type), " ", f.Value.Length)))
		}
		types = append(types, t.Value.Name+"("+strings.Join(fields, ", ")+")")
	}
	return strings.Join(types, " ")
}

// TestColumnsAddTheirTypes: a physical column for a composite attribute gets the type
// that its keyspace needs.
func TestColumnsAddTheirTypes(t *testing.T) {
	attribute := func(id model.ID, pairs ...string) Command {
		values := map[string]string{"name": string(id)}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return Add{Kind: model.AttributeKind, Parent: "hotel", ID: id, Values: values}
	}
	column := func(collection string) Command {
		return Add{Kind: model.ColumnKind, Parent: "h", ID: "haddress", Values: map[string]string{"name": "address", "collection": collection, "attribute": "address"}}
	}
	parts := []Command{attribute("address"), attribute("street", "parent", "address", "length", "25"), attribute("floor", "parent", "address")}
	userType := func(name string, fields ...string) []Command {
		commands := []Command{Add{Kind: model.UserTypeKind, Parent: "ks", ID: "udt", Values: map[string]string{"name": name}}}
		for _, field := range fields {
			commands = append(commands, Add{Kind: model.TypeFieldKind, Parent: "udt", ID: model.ID("f" + field), Values: map[string]string{"name": field, "type": "text"}})
		}
		return commands
	}
	for _, test := range []struct {
		name        string
		before      []Command
		collection  string
		types, want string
	}{
		{"a field for each part", parts, "udt", "address(street text 25, floor int)", "frozen<address>"},
		{"a type within a type", append(slices.Clone(parts), attribute("place", "parent", "address"), attribute("latitude", "parent", "place")), "udt",
			"place(latitude double) address(street text 25, floor int, place frozen<place>)", "frozen<address>"},
		{"several values", []Command{attribute("address", "multi_valued", "true"), attribute("street", "parent", "address"), attribute("zips", "parent", "address", "multi_valued", "true"), attribute("floor", "parent", "address")}, "set",
			"address(street text, zips frozen<set<text>>, floor int)", "set<frozen<address>>"},
		{"a type of one of several", []Command{attribute("address", "name", "addresses", "multi_valued", "true"), attribute("street", "parent", "address"), attribute("floor", "parent", "address"), attribute("zip", "parent", "address")}, "list",
			"address(street text, floor int, zip text)", "list<frozen<address>>"},
		{"a type of several, named so before", append(userType("addresses", "street", "floor", "zip"), attribute("address", "name", "addresses", "multi_valued", "true"), attribute("street", "parent", "address"), attribute("zip", "parent", "address")), "set",
			"addresses(street text, floor text, zip text)", "set<frozen<addresses>>"},
		{"a map of two parts needs no type", []Command{attribute("address", "multi_valued", "true"), attribute("street", "parent", "address"), attribute("floor", "parent", "address")}, "map",
			"", "map<text, int>"},
		{"a type with the parts is there", append(userType("address", "street", "floor", "zip"), parts...), "udt", "address(street text, floor text, zip text)", "frozen<address>"},
		{"a type of the name for another attribute", append(userType("address", "street", "zip"), parts...), "udt",
			"address(street text, zip text) hotel_address(street text 25, floor int)", "frozen<hotel_address>"},
		{"a type of another name with just these fields", append(userType("place", "floor", "street"), parts...), "udt", "place(floor text, street text)", "frozen<place>"},
		{"a derived part", append(slices.Clone(parts), attribute("full", "parent", "address", "derived", "true")), "udt", "address(street text 25, floor int)", "frozen<address>"},
		{"no column for the parts", parts, "", "", "text"},
	} {
		m := must(t, must(t, booking(t), test.before...), column(test.collection))
		if got := typesOf(m, "ks"); got != test.types {
			t.Errorf("%s: types %s, want %s", test.name, got, test.types)
		}
		for _, c := range m.Physical.Relations["ph"].Columns {
			if got := m.TypeText(c.Type); c.Name == "address" && got != test.want {
				t.Errorf("%s: the column has type %s, want %s", test.name, got, test.want)
			}
		}
	}
}

// TestRealizeCopiesTypes: a table in a second keyspace gets the type of its attribute.
func TestRealizeCopiesTypes(t *testing.T) {
	inner := []Command{
		Add{Kind: model.UserTypeKind, Parent: "ks", ID: "geo", Values: map[string]string{"name": "geo"}},
		Add{Kind: model.TypeFieldKind, Parent: "geo", ID: "lat", Values: map[string]string{"name": "lat", "type": "double"}},
		Add{Kind: model.UserTypeKind, Parent: "ks", ID: "label", Values: map[string]string{"name": "label"}},
		Add{Kind: model.TypeFieldKind, Parent: "label", ID: "at", Values: map[string]string{"name": "at", "type": "frozen<geo>"}},
		Set{"name", "type", "", "frozen<label>"},
		Add{Kind: model.KeyspaceKind, ID: "k2", Values: map[string]string{"name": "k2"}},
	}
	m := must(t, must(t, booking(t), inner...), Realize{Table: "h", Keyspace: "k2"})
	if got, want := typesOf(m, "k2"), "geo(lat double) label(at frozen<geo>)"; got != want {
		t.Errorf("the keyspace has types %s, want %s", got, want)
	}
}

// TestNewPartBecomesAField: unless the type was designed without the other parts.
func TestNewPartBecomesAField(t *testing.T) {
	part := Add{Kind: model.AttributeKind, Parent: "hotel", ID: "zip", Values: map[string]string{"name": "zip", "parent": "address"}}
	for _, test := range []struct {
		name   string
		change []Command
		want   string
	}{
		{"a new part", []Command{part}, "address(street text 25, house_number int, note text, zip text)"},
		{"an attribute becomes a part", []Command{Set{"name", "parent", "", "address"}}, "address(street text 25, house_number int, note text, name text)"},
		{"a part of the field's name", []Command{Add{Kind: model.AttributeKind, Parent: "hotel", ID: "zip", Values: map[string]string{"name": "note", "parent": "address"}}},
			"address(street text 25, house_number int, note text)"},
		{"another design", []Command{Remove{Element: "fnumber"}, part}, "address(street text 25, note text)"},
	} {
		m := addresses(t)
		for _, change := range test.change {
			m = must(t, m, change)
		}
		if got := typesOf(m, "ks"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
