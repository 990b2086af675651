package apply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/model"
	"widerow/model/example"
)

const shop = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shop.address (street text, zip text);
CREATE TABLE shop.orders (
    customer uuid,
    day date,
    id timeuuid,
    total int,
    home frozen<address>,
    PRIMARY KEY (customer, day, id)
) WITH CLUSTERING ORDER BY (day DESC, id ASC) AND comment = 'What was bought.' AND gc_grace_seconds = 3600;
CREATE TABLE shop.items (id uuid PRIMARY KEY, name text, tags set<text>);
CREATE INDEX ON shop.items (name);
CREATE INDEX items_tags ON shop.items (tags);
CREATE MATERIALIZED VIEW shop.items_by_name AS SELECT * FROM shop.items WHERE name IS NOT NULL AND id IS NOT NULL PRIMARY KEY (name, id);
`

func shopModel(t testing.TB) *model.Model {
	t.Helper()
	m, report := cql.Import(shop, "Shop")
	if len(report.Refused) > 0 {
		t.Fatal(report.Refused)
	}
	return m
}

// lines formats changes, one a line.
func lines(changes []apply.Change) string {
	marks := map[apply.ChangeKind]string{apply.Added: "+", apply.Changed: "~", apply.Dropped: "-"}
	var text strings.Builder
	for _, change := range changes {
		text.WriteString(marks[change.Kind] + " " + change.Word + " " + change.Name + "\n")
		if change.Kind != apply.Changed {
			continue
		}
		for _, detail := range change.Details {
			text.WriteString("    " + marks[detail.Kind] + " " + detail.What)
			if detail.From != "" {
				text.WriteString(": " + detail.From)
			}
			if detail.Kind == apply.Changed && detail.To != "" {
				text.WriteString(" → " + detail.To)
			} else if detail.To != "" {
				text.WriteString(": " + detail.To)
			}
			text.WriteString("\n")
		}
	}
	return text.String()
}

// revised replaces parts of the shop's script.
func revised(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(shop) }

func TestChanges(t *testing.T) {
	for _, test := range []struct{ name, script, want, words string }{
		{"nothing", shop, "", ""},
		{"only blanks", strings.ReplaceAll(shop, ", ", ",\n"), "", ""},
		{"notes", "-- Of the web shop.\n" + revised("CREATE TABLE shop.orders", "-- Bought, not paid.\nCREATE TABLE shop.orders", "total int,", "total int, -- in cents"),
			"~ keyspace shop\n    + note: Of the web shop.\n~ table shop.orders\n    + note: Bought, not paid.\n    + note of column total: in cents\n",
			"1 table changed; 1 keyspace changed"},
		{"a function", shop + "CREATE FUNCTION shop.f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$;",
			"+ statement CREATE FUNCTION shop.f (a int)\n", "1 statement added"},
		{"a column's type", revised("total int", "total bigint"),
			"~ table shop.orders\n    ~ column total: int → bigint\n", "1 table changed"},
		{"a column more, a column less", revised("total int", "note text"),
			"~ table shop.orders\n    + column note: text\n    - column total: int\n", "1 table changed"},
		{"a renamed key column", shop + "ALTER TABLE shop.orders RENAME day TO date_of_order AND id TO number;",
			"~ table shop.orders\n    ~ primary key: (customer, day, id) → (customer, date_of_order, number)\n" +
				"    ~ clustering order: day DESC, id ASC → date_of_order DESC, number ASC\n" +
				"    ~ column day: day date → date_of_order date\n    ~ column id: id timeuuid → number timeuuid\n", "1 table changed"},
		{"renamed twice", shop + "ALTER TABLE shop.orders RENAME day TO x; ALTER TABLE shop.orders RENAME x TO y;",
			"~ table shop.orders\n    ~ primary key: (customer, day, id) → (customer, y, id)\n" +
				"    ~ clustering order: day DESC, id ASC → y DESC, id ASC\n    ~ column day: day date → y date\n", "1 table changed"},
		{"names changed round", "ALTER TABLE shop.orders RENAME day TO x; ALTER TABLE shop.orders RENAME id TO day; ALTER TABLE shop.orders RENAME x TO id;",
			"~ table shop.orders\n    ~ primary key: (customer, day, id) → (customer, id, day)\n" +
				"    ~ clustering order: day DESC, id ASC → id DESC, day ASC\n" +
				"    ~ column day: day date → id date\n    ~ column id: id timeuuid → day timeuuid\n", "1 table changed"},
		{"a renamed field", shop + "ALTER TYPE shop.address RENAME zip TO postal_code;",
			"~ type shop.address\n    ~ field zip: zip text → postal_code text\n", "1 type changed"},
		{"the key", revised("(customer, day, id)", "((customer, day), id)", "BY (day DESC, id ASC)", "BY (id ASC)"),
			"~ table shop.orders\n    ~ primary key: (customer, day, id) → ((customer, day), id)\n" +
				"    ~ clustering order: day DESC, id ASC → id ASC\n", "1 table changed"},
		{"options", revised("What was bought.", "Orders", " AND gc_grace_seconds = 3600", " AND default_time_to_live = 60", "SimpleStrategy', 'replication_factor': 1", "NetworkTopologyStrategy', 'dc1': 3"),
			"~ keyspace shop\n    ~ replication: SimpleStrategy, replication_factor 1 → NetworkTopologyStrategy, dc1 3\n" +
				"~ table shop.orders\n    ~ comment: What was bought. → Orders\n    + default_time_to_live: 60\n    - gc_grace_seconds: 3600\n",
			"1 table changed; 1 keyspace changed"},
		{"indexes", revised("CREATE INDEX ON shop.items (name);", "CREATE CUSTOM INDEX ON shop.items (name) USING 'StorageAttachedIndex';", "items_tags ON", "by_tag ON"),
			"~ table shop.items\n    ~ index on name: (name) → (name) using StorageAttachedIndex\n    + index by_tag: (tags)\n    - index items_tags: (tags)\n",
			"1 table changed"},
		{"order of columns", revised("    total int,\n    home frozen<address>,\n", "    home frozen<address>,\n    total int,\n"),
			"~ table shop.orders\n    ~ order of columns\n", "1 table changed"},
		{"a table less", shop[:strings.Index(shop, "CREATE TABLE shop.items")],
			"- table shop.items\n- materialized view shop.items_by_name\n", "1 table dropped; 1 materialized view dropped"},
		{"a table and a type more", shop + "CREATE TYPE shop.price (amount decimal); CREATE TABLE shop.prices (id uuid PRIMARY KEY, price frozen<price>);",
			"+ type shop.price\n+ table shop.prices\n", "1 table added; 1 type added"},
		{"nothing left", "-- gone", "- keyspace shop\n- type shop.address\n- table shop.orders\n- table shop.items\n- materialized view shop.items_by_name\n",
			"2 tables dropped; 1 materialized view dropped; 1 type dropped; 1 keyspace dropped"},
		{"a migration", "ALTER TABLE shop.orders ADD note text; DROP MATERIALIZED VIEW shop.items_by_name; DROP INDEX shop.items_tags; CREATE TABLE shop.more (id int PRIMARY KEY);",
			"~ table shop.orders\n    + column note: text\n~ table shop.items\n    - index items_tags: (tags)\n+ table shop.more\n- materialized view shop.items_by_name\n",
			"1 table added, 2 changed; 1 materialized view dropped"},
		{"a migration that makes a table anew", "DROP MATERIALIZED VIEW shop.items_by_name; DROP TABLE shop.items; CREATE TABLE shop.items (id uuid PRIMARY KEY, name blob);",
			"~ table shop.items\n    ~ column name: text → blob\n    - column tags: set<text>\n    - index on name: (name)\n    - index items_tags: (tags)\n- materialized view shop.items_by_name\n",
			"1 table changed; 1 materialized view dropped"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := shopModel(t)
			next := mustApply(t, m, test.script, options(""))
			changes := apply.Compare(m, next)
			if difference := cmp.Diff(test.want, lines(changes)); difference != "" {
				t.Errorf("changes (-want +got):\n%s", difference)
			}
			if got := apply.Words(changes); got != test.words {
				t.Errorf("words %q, want %q", got, test.words)
			}
			checkSound(t, m, next)
		})
	}
}

// TestStays: notes, positions and links of a table survive any script.
func TestStays(t *testing.T) {
	m := shopModel(t).Clone()
	orders := relation(t, m, "orders")
	value := m.Physical.Relations[orders]
	value.Note, value.Rows = "For the checkout.", m.BindExpression("100")
	day := column(t, value, "day")
	value.Columns[day].Note = "In UTC."
	m.Layout = model.Layout{"physical": {orders: {X: 12, Y: 34, Pinned: true}}}
	next := mustApply(t, m, revised("total int", "total bigint")+"ALTER TABLE shop.orders RENAME day TO date_of_order;", options(""))

	got := next.Physical.Relations[orders]
	if got == nil {
		t.Fatal("the table has another ID")
	}
	if got.Note != value.Note || !cmp.Equal(got.Rows, value.Rows) || !cmp.Equal(got.Realizes, value.Realizes) || *next.Layout["physical"][orders] != *m.Layout["physical"][orders] {
		t.Errorf("the table is %+v", got)
	}
	if renamed := got.Columns[day]; renamed == nil || renamed.Name != "date_of_order" || renamed.Note != "In UTC." || !cmp.Equal(renamed.From, value.Columns[day].From) {
		t.Errorf("the renamed column is %+v", renamed)
	}
}

// TestLinks: a new table of an imported model gets a logical table; a table or
// column that is added again is linked to its logical one.
func TestLinks(t *testing.T) {
	m := shopModel(t)
	without := mustApply(t, m, revised("CREATE TABLE shop.items (id uuid PRIMARY KEY, name text, tags set<text>);\n", "",
		"CREATE INDEX ON shop.items (name);\nCREATE INDEX items_tags ON shop.items (tags);\n", "",
		shop[strings.Index(shop, "CREATE MATERIALIZED"):], "", "    total int,\n", ""), options(""))
	if len(without.Logical.Tables) != len(m.Logical.Tables) {
		t.Errorf("there are %d logical tables, want %d: dropping a table leaves the design", len(without.Logical.Tables), len(m.Logical.Tables))
	}
	again := mustApply(t, without, shop+"CREATE TABLE shop.more (id int PRIMARY KEY);", options(""))
	items := again.Physical.Relations[relation(t, again, "items")]
	was := m.Physical.Relations[relation(t, m, "items")]
	if !cmp.Equal(items.Realizes, was.Realizes) {
		t.Errorf("items realises %v, want %v", items.Realizes, was.Realizes)
	}
	if got, want := items.Columns[column(t, items, "tags")].From, was.Columns[column(t, was, "tags")].From; !cmp.Equal(got, want) {
		t.Errorf("tags comes from %v, want %v", got, want)
	}
	orders, ordersWas := again.Physical.Relations[relation(t, again, "orders")], m.Physical.Relations[relation(t, m, "orders")]
	if got, want := orders.Columns[column(t, orders, "total")].From, ordersWas.Columns[column(t, ordersWas, "total")].From; !cmp.Equal(got, want) {
		t.Errorf("total comes from %v, want %v", got, want)
	}
	more := again.Physical.Relations[relation(t, again, "more")]
	if len(more.Realizes) != 1 || again.Logical.Tables[more.Realizes.Sorted()[0]].Name != "more" {
		t.Errorf("the new table realises %v, want its twin", more.Realizes)
	}
}

func TestNoTwinInADesignedModel(t *testing.T) {
	m := shopModel(t).Clone()
	m.Physical.Relations[relation(t, m, "items")].Realizes = nil
	next := mustApply(t, m, shop+"CREATE TABLE shop.more (id int PRIMARY KEY);", options(""))
	if more := next.Physical.Relations[relation(t, next, "more")]; len(more.Realizes) > 0 {
		t.Errorf("the new table realises %v, want nothing", more.Realizes)
	}
}

func TestAddition(t *testing.T) {
	m := shopModel(t)
	next := mustApply(t, m, `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
		CREATE TABLE shop.items (id uuid PRIMARY KEY, name text, price decimal);
		CREATE KEYSPACE blog WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
		CREATE TABLE blog.posts (id int PRIMARY KEY);`, options(apply.Addition))
	const want = "+ keyspace blog\n~ table shop.items\n    + column price: decimal\n    - column tags: set<text>\n    - index items_tags: (tags)\n+ table blog.posts\n"
	if difference := cmp.Diff(want, lines(apply.Compare(m, next))); difference != "" {
		t.Errorf("changes (-want +got):\n%s", difference)
	}
}

// Adding a table to a keyspace of the model keeps the keyspace's replication
// and yields no finding about it.
func TestAdditionKeepsTheKeyspace(t *testing.T) {
	m := shopModel(t)
	for _, keyspace := range m.Physical.Keyspaces {
		keyspace.Replication = map[string]string{"class": "NetworkTopologyStrategy", "replication_factor": "3"}
	}
	how := options(apply.Addition)
	how.Home = "shop"
	for _, script := range []string{"CREATE TABLE shop.posts (id int PRIMARY KEY);", "CREATE TABLE posts (id int PRIMARY KEY);"} {
		result := apply.Script(m, script, how)
		if len(result.Findings) > 0 || result.Model == nil {
			t.Errorf("%s: %v", script, result.Findings)
			continue
		}
		if got := lines(apply.Compare(m, result.Model)); got != "+ table shop.posts\n" {
			t.Errorf("%s changes\n%s", script, got)
		}
	}
}

// TestRefused: a script with an error changes nothing.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{revised("total int", "total nt"), "Unknown type shop.nt"},
		{revised("total int", "total int int"), "expected"},
		{revised("gc_grace_seconds", "gc_grace_second"), "Unknown property 'gc_grace_second'"},
		{"ALTER TABLE shop.orders DROP day;", "Cannot drop PRIMARY KEY column day"},
		{"CREATE TABLE orders (id int PRIMARY KEY);", "No keyspace has been specified"},
	} {
		result := apply.Script(shopModel(t), test.script, options(""))
		message := ""
		for _, finding := range result.Findings {
			if finding.Severity == cql.Error {
				message += finding.Message
			}
		}
		if result.Model != nil || !strings.Contains(message, test.want) {
			t.Errorf("%s\nis refused with %q, want %q", test.script, message, test.want)
		}
	}
}

// TestUnfinishedModel: unfinished parts of the model do not block a script, and are
// dropped only where the script removes them.
func TestUnfinishedModel(t *testing.T) {
	m := shopModel(t).Clone()
	orders := m.Physical.Relations[relation(t, m, "orders")]
	for _, column := range orders.Columns {
		column.Role = model.Regular
	}
	own := print(m)
	next := mustApply(t, m, strings.Replace(own, "name text", "name blob", 1), options(""))
	if difference := cmp.Diff("~ table shop.items\n    ~ column name: text → blob\n~ materialized view shop.items_by_name\n    ~ column name: text → blob\n", lines(apply.Compare(m, next))); difference != "" {
		t.Errorf("changes (-want +got):\n%s", difference)
	}
	mended := mustApply(t, m, strings.Replace(own, "customer uuid", "customer uuid PRIMARY KEY", 1), options(""))
	if got := lines(apply.Compare(m, mended)); got != "~ table shop.orders\n    + primary key: (customer)\n" {
		t.Errorf("mended:\n%s", got)
	}
	start := strings.Index(own, "CREATE TABLE shop.orders")
	end := start + strings.Index(own[start:], ";") + 1
	dropped := mustApply(t, m, own[:start]+own[end:], options(""))
	if got := lines(apply.Compare(m, dropped)); got != "- table shop.orders\n" {
		t.Errorf("taken out:\n%s", got)
	}
}

// TestStatements: statements kept as text are matched by their names, and text that
// is not a statement stays until it is removed from the script.
func TestStatements(t *testing.T) {
	const function = "CREATE FUNCTION shop.f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$;\n"
	m, report := cql.Import(shop+"-- Adds nothing.\n"+function+"CREATE TRIGGER audit ON shop.orders USING 'shop.Audit';\nCREATE ROLE clerk;\n", "Shop")
	if len(report.Refused) > 0 || len(m.Physical.Statements) != 3 {
		t.Fatalf("refused %v, kept %d statements", report.Refused, len(m.Physical.Statements))
	}
	m = m.Clone()
	m.Physical.Statements["odd"] = &model.Statement{Order: "z", Text: "no CQL at all"}
	if got := mustApply(t, m, print(m), options("")).Encode(); string(got) != string(m.Encode()) {
		t.Errorf("the own script makes\n%s", got)
	}
	next := mustApply(t, m, shop+strings.Replace(function, "return a;", "return 2 * a;", 1)+"CREATE ROLE clerk;", options(apply.Whole))
	changes := lines(apply.Compare(m, next))
	for _, want := range []string{"~ statement CREATE FUNCTION shop.f", "return 2 * a;", "- statement CREATE TRIGGER audit ON shop.orders"} {
		if !strings.Contains(changes, want) {
			t.Errorf("the changes lack %q:\n%s", want, changes)
		}
	}
	if next.Physical.Statements["odd"] == nil || len(next.Physical.Statements) != 3 {
		t.Errorf("statements %v", next.Physical.Statements)
	}
}

// TestUnknownOptionOfAnImport: options that an import accepted although the server
// refuses them do not block a script.
func TestUnknownOptionOfAnImport(t *testing.T) {
	m, _ := cql.Import(revised("gc_grace_seconds = 3600", "populate_io_cache_on_flush = true"), "Old")
	if got := mustApply(t, m, print(m), options("")).Encode(); string(got) != string(m.Encode()) {
		t.Errorf("the own script makes\n%s", got)
	}
}

func TestEffects(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	next := mustApply(t, m, "DROP TABLE hotel.hotels; DROP TABLE hotel.pois_by_hotel;", options(""))
	var got []string
	for _, effect := range apply.Effects(m, next, apply.Compare(m, next)) {
		line := effect.Label + " loses " + strings.Join(effect.Lost, ", ")
		if effect.Orphan {
			line += ", its last"
		}
		got = append(got, line)
	}
	if want := []string{"Q2 loses hotel.hotels, its last", "Q3 loses hotel.pois_by_hotel, its last"}; !cmp.Equal(got, want) {
		t.Errorf("effects %q, want %q", got, want)
	}
}

func relation(t testing.TB, m *model.Model, name string) model.ID {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id
		}
	}
	t.Fatalf("there is no table %s", name)
	return ""
}

func column(t testing.TB, relation *model.Relation, name string) model.ID {
	t.Helper()
	for id, column := range relation.Columns {
		if column.Name == name {
			return id
		}
	}
	t.Fatalf("there is no column %s", name)
	return ""
}

// hundredTables returns a model of 100 tables of 10 columns and a script that adds
// a column to each.
func hundredTables(t testing.TB) (*model.Model, string) {
	t.Helper()
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for i := range 100 {
		fmt.Fprintf(&script, "CREATE TABLE k.table_%d (id uuid, day date, a text, b text, c int, d map<text, int>, e decimal, f blob, g boolean, h inet,\n"+
			"  PRIMARY KEY (id, day)) WITH comment = 'table %d' AND gc_grace_seconds = 3600;\n", i, i)
	}
	m, _ := cql.Import(script.String(), "Many")
	return m, strings.ReplaceAll(script.String(), "e decimal", "e varint")
}
