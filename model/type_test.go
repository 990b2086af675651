package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func lookup(name string) (ID, bool) {
	id, found := map[string]ID{"address": "u1", "Full Name": "u2", "int": "u3"}[name]
	return id, found
}

func typeName(id ID) string {
	return QuoteTypeName(map[ID]string{"u1": "address", "u2": "Full Name", "u3": "int"}[id])
}

func TestParseType(t *testing.T) {
	user := func(id ID) Type { return Type{Kind: UserTypeRef, UserType: id} }
	of := func(kind TypeKind, arguments ...Type) Type { return Type{Kind: kind, Arguments: arguments} }
	for _, test := range []struct {
		text, printed, saved string
		want                 Type
	}{
		{"", "", "", Type{}},
		{" INT ", "int", "int", Native("int")},
		{"varchar", "text", "text", Native("text")},
		{"list<text>", "list<text>", "list<text>", of(ListType, Native("text"))},
		{"Map < text,frozen<address> >", "map<text, frozen<address>>", "map<text, frozen<@u1>>", of(MapType, Native("text"), Frozen(user("u1")))},
		{"tuple<int,int,uuid>", "tuple<int, int, uuid>", "tuple<int, int, uuid>", of(TupleType, Native("int"), Native("int"), Native("uuid"))},
		{"vector<float, 768>", "vector<float, 768>", "vector<float, 768>", Type{Kind: VectorType, Arguments: []Type{Native("float")}, Dimension: 768}},
		{`"Full Name"`, `"Full Name"`, "@u2", user("u2")},
		{`"int"`, `"int"`, "@u3", user("u3")}, // a user-defined type with the name of a native one
		{"ADDRESS", "address", "@u1", user("u1")},
		{"@u1", "address", "@u1", user("u1")},
		{"money", "money", "money", Type{Kind: UnresolvedType, Name: "money"}},
		{`"text"`, `"text"`, `"text"`, Type{Kind: UnresolvedType, Name: "text"}},
		{`"Say ""hi"""`, `"Say ""hi"""`, `"Say ""hi"""`, Type{Kind: UnresolvedType, Name: `Say "hi"`}},
		{"'org.example.It''s'", "'org.example.It''s'", "'org.example.It''s'", Type{Kind: CustomType, Name: "org.example.It's"}},
	} {
		got, err := ParseType(test.text, lookup)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("ParseType(%q): %v (-want +got):\n%s", test.text, err, diff)
			continue
		}
		saved, _ := got.MarshalText()
		if printed := got.Text(typeName); printed != test.printed || string(saved) != test.saved {
			t.Errorf("ParseType(%q) is written %q and saved %q, want %q and %q", test.text, printed, saved, test.printed, test.saved)
		}
		var again Type
		if err := again.UnmarshalText(saved); err != nil || !again.Equal(got) {
			t.Errorf("UnmarshalText(%q) = %v, %v; want %v", saved, again, err, got)
		}
	}
}

func TestParseTypeRejects(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"list", "expected `<` after list at character 5, got the end"},
		{"list<>", "expected a type at character 6, got \">\""},
		{"list<int, text>", "expected `>` at character 9, got \", text>\""},
		{"map<int>", "expected `,` and another type at character 8, got \">\""},
		{"vector<float>", "expected `,` and the vector's dimension at character 13, got \">\""},
		{"vector<float, x>", "expected the vector's dimension at character 16, got \">\""},
		{"int int", "expected the end of the type at character 5, got \"int\""},
		{"int<text>", "expected the end of the type at character 4, got \"<text>\""},
		{"@", "expected the id of a type at character 2, got the end"},
		{"@model", "expected the id of a type at character 7, got the end"},
		{"'open", "expected a closing quote at character 6, got the end"},
		{`""`, "expected a name between the quotes before this at character 3, got the end"},
		{"é", "expected a type at character 1, got \"é\""},
		{"list<😀😀😀😀😀😀😀😀😀😀😀😀😀>", "expected a type at character 6, got \"😀😀😀😀😀😀😀😀😀😀😀😀\""},
		{strings.Repeat("list<", 40) + "int" + strings.Repeat(">", 40), "types nest more than 32 deep"},
	} {
		if _, err := ParseType(test.text, lookup); err == nil || err.Error() != test.want {
			t.Errorf("ParseType(%q):\n got %v\nwant %s", test.text, err, test.want)
		}
	}
}

func TestTypeParts(t *testing.T) {
	parsed, err := ParseType("frozen<map<address, tuple<int, \"Full Name\">>>", lookup)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := parsed.UserTypes(), []ID{"u1", "u2"}; !slices.Equal(got, want) {
		t.Errorf("UserTypes = %v, want %v", got, want)
	}
	if got := parsed.Unfrozen().Kind; got != MapType {
		t.Errorf("Unfrozen().Kind = %v, want %v", got, MapType)
	}
	if parsed.Equal(parsed.Unfrozen()) || !parsed.Equal(Frozen(parsed.Unfrozen())) {
		t.Error("Equal must tell frozen from not frozen")
	}
	if !Native("counter").IsCounter() || Native("int").IsCounter() || !(Type{}).IsZero() {
		t.Error("IsCounter or IsZero is wrong")
	}
}

func FuzzParseType(f *testing.F) {
	for _, seed := range []string{"map<text, frozen<list<@u1>>>", "vector<float, 3>", `tuple<"A""b", 'c''d'>`, "list<list<", `"varchar"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := ParseType(text, nil)
		if err != nil {
			return
		}
		saved, _ := parsed.MarshalText()
		again, err := ParseType(string(saved), nil)
		if err != nil || !again.Equal(parsed) {
			t.Fatalf("ParseType(%q) = %#v is saved %q, which reads as %#v, %v", text, parsed, saved, again, err)
		}
	})
}
