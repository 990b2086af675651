package assist

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/schema"
)

// é and … are one UTF-16 code unit, characters beyond U+FFFF are two.
func TestUnits(t *testing.T) {
	u := NewUnits("aé…😀b")
	for _, test := range []struct{ byte, unit int }{{0, 0}, {1, 1}, {3, 2}, {6, 3}, {10, 5}, {11, 6}} {
		if got := u.Of(test.byte); got != test.unit {
			t.Errorf("%d code units before byte %d, want %d", got, test.byte, test.unit)
		}
		if got := u.byteAt(test.unit); got != test.byte {
			t.Errorf("unit %d is at byte %d, want %d", test.unit, got, test.byte)
		}
	}
	if u.Of(99) != 6 || u.byteAt(99) != 11 || u.byteAt(4) != 10 || u.Of(1) != 1 {
		t.Error("places outside, inside a character or going back are wrong")
	}
}

// An invalid UTF-8 byte counts as one unit, since browsers show one character.
func TestUnitsOfBrokenText(t *testing.T) {
	if got := NewUnits("\xffb").Of(1); got != 1 {
		t.Errorf("%d code units before b", got)
	}
}

// slice returns the text between two code units.
func slice(text string, place Place) string {
	u := NewUnits(text)
	from := u.byteAt(place.From)
	return text[from:u.byteAt(place.To)]
}

func TestCompletionReplacesTheWord(t *testing.T) {
	for text, want := range map[string]string{
		"/* 😀 */ SELECT * FR|OM rooms": "FROM", "CREATE TABLE t (a int) WITH compaction = {'cl|'}": "'cl'",
		`SELECT * FROM "Gu|`: `"Gu`, "SELECT |": "", "SELECT *| FROM rooms": "", "USING 'sa|": "'sa",
	} {
		whole, place := at(hotel + text)
		if got := slice(whole, schemaText(whole).Complete(place).Place); got != want {
			t.Errorf("%s replaces %q, want %q", text, got, want)
		}
	}
}

func TestStatementsCompleteTheModel(t *testing.T) {
	hotel := document(t, "hotel")
	whole, place := at("SELECT * FROM hotel.hotels WHERE |")
	var got []string
	for _, item := range Statements(whole, hotel, "", noSize).Complete(place).Items {
		got = append(got, item.Label)
	}
	if !slices.Contains(got, "hotel_id") {
		t.Errorf("columns of the model are not offered: %q", got)
	}
}

func noSize(model.ID) string { return "" }

func document(t *testing.T, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestHover(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT hotel_|id FROM rooms":        "hotel_id text: Partition key of rooms",
		"SELECT * FROM rooms ORDER BY d|ate": "date date: Clustering column, descending of rooms",
		"SELECT * FROM ro|oms":               "rooms table of hotel with 5 columns:",
		`SELECT * FROM "Gu|ests"`:            "Guests table of hotel with 2 columns:",
		"ALTER TYPE addr|ess ADD x int":      "address type of hotel with 3 fields:",
		"USE ho|tel":                         "hotel keyspace:",
		"SELECT n|ow() FROM rooms":           "now () timeuuid: The coordinator's time as a new timeuuid.",
		"SELECT flo|or(date, 1d) FROM rooms": "floor (timestamp | timeuuid, duration) timestamp: The start of the span of time that a moment is in; " +
			"spans are counted from 1970 or from the third argument. floor(timestamp | timeuuid, duration, timestamp) timestamp floor(date, duration) date " +
			"floor(date, duration, date) date floor(time, duration) time",
		"SELECT blob|astext(b) FROM rooms":                                  "blobastext (blob) text: Called blob_as_text since Cassandra 5.0.",
		"SELECT mask_in|ner(hotel_id, 1, 1) FROM rooms":                     "mask_inner (text | ascii, int, int, [text]) text | ascii: All but so many characters at each end replaced, by * or the last argument.",
		"CREATE TABLE t (a sm|allint PRIMARY KEY)":                          "smallint 16-bit integer:",
		"CREATE TABLE t (a int PRIMARY KEY) WITH gc_|grace_seconds = 1":     "gc_grace_seconds default 864000: How long a tombstone is kept, so that a replica that was down can still learn of it: ten days.",
		"ALTER TABLE rooms WITH caching = {'ke|ys': 'ALL'}":                 "keys default ALL: Whether the places of partitions are cached.",
		"SELECT * FROM rooms AL|LOW FILTERING":                              "ALLOW FILTERING : Lets a query run that reads rows only to throw them away: its time grows with the table, not with the answer.",
		"SELECT * FROM rooms -- hotel_|id":                                  "",
		"SELECT * FROM rooms WHERE hotel_id = 'date|'":                      "",
		"CREATE FUNCTION f() CALLED ON NULL INPUT LANGUAGE java AS $$ int|": "",
	} {
		whole, place := at(hotel + text)
		hover := schemaText(whole).Hover(place)
		got := ""
		if hover.Title != "" {
			got = strings.TrimSpace(fmt.Sprintf("%s %s: %s", hover.Title, hover.Detail, strings.Join(hover.Lines, " ")))
		}
		if got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

// The saved model adds its notes and sizes.
func TestHoverKnowsTheModel(t *testing.T) {
	m := document(t, "hotel")
	text := Schema(cql.PrintModel(m, cql.PrintOptions{}), m, func(id model.ID) string { return "of " + m.Physical.Relations[id].Name })
	place := strings.Index(text.text, "available_rooms_by_hotel_date")
	if hover := text.Hover(place); !slices.Contains(hover.Lines, "of available_rooms_by_hotel_date") || hover.Element == "" {
		t.Errorf("hover of a table is %+v, want its size and its element", hover)
	}
}

func TestDefinition(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT hotel_|id FROM rooms": "hotel_id text, date date", "SELECT * FROM ro|oms": "rooms (", "SELECT * FROM hotel.ro|oms": "rooms (",
		`DELETE FROM "Gu|ests"`: `"Guests" (id`, "CREATE TABLE t (a frozen<addr|ess>": "address (street", "USE hot|el": "hotel WITH",
		"SEL|ECT * FROM rooms": "", "CREATE TABLE n (aa int, PRIMARY KEY (a|a))": "aa int,",
	} {
		whole, place := at(hotel + text)
		definition := schemaText(whole).Definition(place)
		rest := ""
		if definition.To > 0 {
			u := NewUnits(whole)
			rest = whole[u.byteAt(definition.From):]
		}
		if !strings.HasPrefix(rest, want) || want == "" && rest != "" {
			t.Errorf("%s leads to %.20q, want %q", text, rest, want)
		}
	}
}

// A name refers to its definition at that place: a column has its old name before
// the ALTER that renames it, both names within it, and the new one after it.
func TestDefinitionOfWhatIsRenamed(t *testing.T) {
	const (
		before  = "CREATE INDEX rooms_date ON rooms (date);\n"
		rename  = "ALTER TABLE rooms RENAME date TO day;\n"
		after   = "CREATE INDEX rooms_day ON rooms (day);\n"
		drop    = "ALTER TABLE rooms DROP place;\n"
		changed = "ALTER TYPE address RENAME street TO road;\n"
	)
	for text, want := range map[string]string{
		"CREATE INDEX rooms_date ON rooms (da|te);\n" + rename + after:      "date date, room_number",
		before + "ALTER TABLE rooms RENAME da|te TO day;\n" + after:         "date date, room_number",
		before + "ALTER TABLE rooms RENAME date TO d|ay;\n" + after:         "day;",
		before + rename + "CREATE INDEX rooms_day ON rooms (d|ay);\n":       "day;",
		before + rename + "CREATE INDEX rooms_day ON rooms (da|te);\n":      "",
		"ALTER TABLE rooms DROP pla|ce;\n":                                  "place frozen",
		"CREATE INDEX ON rooms (pl|ace);\n" + drop:                          "place frozen",
		"ALTER TYPE address RENAME str|eet TO road;\n":                      "street text",
		changed + "ALTER TYPE address RENAME ro|ad TO way;\n":               "road;",
		"SELECT * FROM la|ter;\nCREATE TABLE later (id int PRIMARY KEY);\n": "later (id",
		"CREATE TABLE other (id int, PRIMARY KEY (i|d));\nDROP TABLE other;\n" +
			"CREATE TABLE other (id text PRIMARY KEY);\n": "id int",
	} {
		whole, place := at(hotel + text)
		definition := schemaText(whole).Definition(place)
		rest := ""
		if definition.To > 0 {
			rest = whole[NewUnits(whole).byteAt(definition.From):]
		}
		if !strings.HasPrefix(rest, want) || want == "" && rest != "" {
			t.Errorf("%s leads to %.20q, want %q", text, rest, want)
		}
	}
}

// Every element that the script creates is found in it by its ID.
func TestDefinitionOfElements(t *testing.T) {
	m := document(t, "hotel")
	text := Schema(cql.PrintModel(m, cql.PrintOptions{}), m, noSize)
	for id, relation := range m.Physical.Relations {
		for column, value := range relation.Columns {
			if got := slice(text.text, text.DefinitionOf(column).Place); got != syntax.QuoteName(value.Name) {
				t.Errorf("column %s of %s is found at %q", value.Name, relation.Name, got)
			}
		}
		if got := slice(text.text, text.DefinitionOf(id).Place); got != relation.Name {
			t.Errorf("table %s is found at %q", relation.Name, got)
		}
	}
	if got := text.DefinitionOf("nowhere"); got.To != 0 {
		t.Errorf("what is not there is found at %+v", got)
	}
}

// Findings have their narrow place, in UTF-16 code units.
func TestFindingsHaveTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"/* 😀 */ CREATE TABLE k.t (a int, b addres, PRIMARY KEY (a));": "k",
		"CREATE TABLE t (a int PRIMRY KEY);":                           "PRIMRY",
		"CREATE TABLE t (a int":                                        "",
	} {
		found := schemaText(text).Check()
		if len(found) == 0 {
			t.Errorf("%s: no finding", text)
			continue
		}
		if got := slice(text, found[0].Place); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s at %q, want %q", text, found[0].Message, got, want)
		}
	}
}

func TestFormatKeepsWhatItCannotRead(t *testing.T) {
	got := schemaText("create table k.t(a int primary key); -- note\nCREATE TABL x;").Format()
	want := "CREATE TABLE k.t (\n    a int PRIMARY KEY\n); -- note\n\nCREATE TABL x;\n"
	if got != want {
		t.Errorf("formatted to %q, want %q", got, want)
	}
}

// Every default and every suggested value of an option is accepted.
func TestOptionsAreLegal(t *testing.T) {
	for _, o := range tableOptions {
		for _, value := range o.values {
			judge(t, fmt.Sprintf("CREATE TABLE k.t (a int PRIMARY KEY) WITH %s = %s", o.name, value))
		}
		if known, _ := schema.KnownTableOptions([]schema.Option{{Name: o.name}}); len(known) != 1 {
			t.Errorf("Cassandra knows no option %s", o.name)
		}
	}
	for class := range strategies {
		for _, sub := range compactionSub(class)[1:] {
			judge(t, fmt.Sprintf("CREATE TABLE k.t (a int PRIMARY KEY) WITH compaction = {'class': '%s', '%s': %s}", class, sub.name, sub.values[0]))
		}
	}
	for _, class := range []string{"LZ4Compressor", "ZstdCompressor", "SnappyCompressor", "DeflateCompressor"} {
		for _, sub := range compressionSub(class)[1:] {
			judge(t, fmt.Sprintf("CREATE TABLE k.t (a int PRIMARY KEY) WITH compression = {'class': '%s', '%s': %s}", class, sub.name, sub.values[0]))
		}
	}
	for _, value := range keyspaceOptions[0].values {
		judge(t, "CREATE KEYSPACE other WITH replication = "+value)
	}
}

func judge(t *testing.T, statement string) {
	t.Helper()
	script := parse.Parse("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'};\n" + statement)
	for _, finding := range cql.Judge(script) {
		if finding.Severity != cql.Info {
			t.Errorf("%s: %s", statement, finding.Message)
		}
	}
}

// The editor highlights exactly the parser's keywords.
func TestEditorKnowsTheKeywords(t *testing.T) {
	text, err := os.ReadFile("../../assets/editor/words.js")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, block := range regexp.MustCompile("(?s)set\\(`(.*?)`\\)").FindAllStringSubmatch(string(text), -1) {
		got = append(got, strings.Fields(block[1])...)
	}
	slices.Sort(got)
	if want := syntax.Keywords(false); !slices.Equal(got, want) {
		t.Errorf("words.js has\n%q, the parser\n%q", got, want)
	}
}

// Completion and hover work at any place of any text.
func TestEveryPlaceIsAnswered(t *testing.T) {
	for _, text := range []string{
		hotel, "", "'", "\"", "$$", "/*", "(((", "SELECT 'é😀' FROM \"ü", "CREATE TABLE", "CREATE TABLE t (,,,)", "}}>>", "WITH = {", "a.b.c.d",
		"BEGIN BATCH; ; APPLY BATCH;", "CREATE TABLE t (a int) WITH compaction = {'class': 'x', 'y': {", "\xff\xfe", "USING '", "cqlsh> SELECT ",
	} {
		for place := range units16(text) + 2 {
			schema, rows := schemaText(text), Statements(text, document(t, "hotel"), "hotel", noSize)
			for _, one := range []*Text{schema, rows} {
				if place := one.Complete(place).Place; place.From > place.To || place.To > units16(text) {
					t.Fatalf("%q: completion at %+v", text, place)
				}
				one.Hover(place)
				one.Definition(place)
				one.Subject(place)
			}
		}
		schemaText(text).Check()
		schemaText(text).Format()
	}
}

// manyTables returns a script of count tables with the cursor in the middle.
func manyTables(count int, typed string) (string, int) {
	var script strings.Builder
	script.WriteString(hotel)
	for i := range count {
		if i == count/2 {
			script.WriteString(typed + ";\n")
		}
		fmt.Fprintf(&script, "CREATE TABLE table_%d (id uuid, day date, sequence bigint, owner text, status text, amount decimal, tags set<text>, "+
			"place frozen<address>, PRIMARY KEY ((id, day), sequence)) WITH CLUSTERING ORDER BY (sequence DESC) AND gc_grace_seconds = 86400;\n", i)
	}
	return at(script.String())
}

// A completion takes at most 5 ms in a script of 100 tables.
func BenchmarkComplete(b *testing.B) {
	for name, typed := range map[string]string{
		"keyword": "CREATE TABLE other (id uuid, day date |", "table": "ALTER TABLE ta|", "start": "|",
		"long": "CREATE TABLE other (" + strings.Repeat("column int, ", 1000) + "last |",
	} {
		text, place := manyTables(100, typed)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				schemaText(text).Complete(place)
			}
		})
	}
}
