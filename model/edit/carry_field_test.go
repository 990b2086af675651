package edit

import (
	"fmt"
	"strings"
	"testing"

	"widerow/model"
)

// addresses returns the hotels with an address of two parts, stored in a user-defined
// type.
func addresses(t *testing.T) *model.Model {
	t.Helper()
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) Command {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return Add{Kind: kind, Parent: parent, ID: id, Values: values}
	}
	return must(t, booking(t),
		add(model.AttributeKind, "hotel", "address", "name", "address"),
		add(model.AttributeKind, "hotel", "street", "name", "street", "parent", "address", "length", "25"),
		add(model.AttributeKind, "hotel", "number2", "name", "house number", "parent", "address", "type", "int"),
		add(model.UserTypeKind, "ks", "udt", "name", "address"),
		add(model.TypeFieldKind, "udt", "fstreet", "name", "street", "type", "text", "length", "25"),
		add(model.TypeFieldKind, "udt", "fnumber", "name", "house_number", "type", "int"),
		add(model.TypeFieldKind, "udt", "fnote", "name", "note", "type", "text"),
		add(model.ColumnKind, "h", "haddress", "name", "address", "collection", "udt", "attribute", "address"))
}

func TestFieldsFollowThePartsOfAnAttribute(t *testing.T) {
	set := func(id model.ID, field, was, value string) Command { return Set{id, field, was, value} }
	for _, test := range []struct {
		name           string
		before, change []Command
		want, words    string
	}{
		{"nothing", nil, []Command{set("name", "name", "name", "title")}, "street text 25, house_number int, note text", ""},
		{"name", nil, []Command{set("number2", "name", "house number", "No")}, "street text 25, no int, note text", "renamed attribute Hotel.house number to No and 1 field"},
		{"type and length", nil, []Command{set("street", "type", "", "ascii"), set("street", "length", "25", "30")}, "street ascii 30, house_number int, note text",
			"set type of Hotel.street to ascii and 1 field"},
		{"another name was chosen", []Command{set("fnumber", "name", "house_number", "nr")}, []Command{set("number2", "name", "house number", "no")}, "street text 25, nr int, note text", ""},
		{"another type was chosen", []Command{set("fnumber", "type", "int", "text")}, []Command{set("number2", "type", "int", "smallint"), set("number2", "name", "house number", "no")},
			"street text 25, no text, note text", ""},
		{"another length was chosen", []Command{set("fstreet", "length", "25", "40")}, []Command{set("street", "length", "25", "30")}, "street text 40, house_number int, note text", ""},
		{"the name is taken", nil, []Command{set("number2", "name", "house number", "note")}, "street text 25, house_number int, note text", ""},
		{"a type that is not stored", []Command{set("haddress", "attribute", "address", "")}, []Command{set("number2", "name", "house number", "no")}, "street text 25, house_number int, note text", ""},
	} {
		before := must(t, addresses(t), test.before...)
		after := must(t, before, test.change...)
		var fields []string
		for _, f := range model.Sorted(after.Physical.Types["udt"].Fields) {
			fields = append(fields, strings.TrimSpace(fmt.Sprint(f.Value.Name, " ", after.TypeText(f.Value.Type), " ", f.Value.Length)))
		}
		if got := strings.Join(fields, ", "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if got := Words(before, after, test.change...); test.words != "" && !strings.Contains(got, test.words) {
			t.Errorf("%s: Words = %q, want %q", test.name, got, test.words)
		}
	}
}
