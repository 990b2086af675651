package edit

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/carry"
)

// TestFieldsMatchSavedForm compares the tables of fields with the structs: every
// field has its name in the saved form, and every saved value except order and
// parts can be edited.
func TestFieldsMatchSavedForm(t *testing.T) {
	elsewhere := map[model.Kind][]string{model.IndexKind: {"more"}, model.TableKind: {"derived", "derived_name"}, model.RelationColumnKind: {"type_assumed"}, model.StatementKind: {"keyspace"}, model.ModelKind: {"format", "layout", "tidied", "concepts", "workflow", "logical", "physical", "quantities", "cluster", "policy", "accepted"},
		model.NoteKind: {"frame"}, model.AreaKind: {"frame"}}
	sides := map[model.Kind][]string{model.NoteKind: {"x", "y", "width"}, model.AreaKind: {"x", "y", "width", "height"}} // of the frame
	for _, kind := range append(allKinds(model.ModelKind), model.ModelKind) {
		var value any = &model.Model{}
		if kind != model.ModelKind {
			value = model.NewElement(kind)
		}
		var saved []string
		kindOf := reflect.TypeOf(value).Elem()
		for i := range kindOf.NumField() {
			name, _, _ := strings.Cut(kindOf.Field(i).Tag.Get("json"), ",")
			parts := kindOf.Field(i).Type.Kind() == reflect.Map && kindOf.Field(i).Type.Elem().Kind() == reflect.Pointer
			if name != "" && name != "order" && !parts && !slices.Contains(elsewhere[kind], name) {
				saved = append(saved, name)
			}
		}
		if kind == model.ModelKind {
			cluster := reflect.TypeFor[model.Cluster]()
			for i := range cluster.NumField() {
				name, _, _ := strings.Cut(cluster.Field(i).Tag.Get("json"), ",")
				saved = append(saved, name)
			}
		}
		saved = append(saved, sides[kind]...)
		var fields []string
		for _, field := range FieldsOf(kind) {
			fields = append(fields, field.Name)
			if field.Label == "" || field.Input == "" {
				t.Errorf("field %s of %s has no label or no input", field.Name, kind)
			}
		}
		slices.Sort(saved)
		slices.Sort(fields)
		if diff := cmp.Diff(saved, fields); diff != "" {
			t.Errorf("fields of %s (-saved +form):\n%s", kind, diff)
		}
	}
}

func TestSetRejects(t *testing.T) {
	long := strings.Repeat("ä", 10_000)
	for _, test := range []struct {
		element      model.ID
		field, value string
		want         string
	}{
		{"oid", "name", "", "Name must not be empty"},
		{"model", "disk", "-1", `Disk of a node "-1": the value is negative: -1`},
		{"model", "disk", "0", "Disk of a node must be from 1 GB to 1000 TB; got 0"},
		{"model", "disk", "4000", "Disk of a node must be from 1 GB to 1000 TB; got 4000"},
		{"model", "disk", "1e30", "Disk of a node must be from 1 GB to 1000 TB; got 1e30"},
		{"model", "disk", "1e400", `Disk of a node "1e400": the number 1e400 is too big at character 1`},
		{"model", "disk", "30 kb", `Disk of a node "30 kb": "kb" is no unit: kB is 1,000 bytes, KiB 1,024 at character 4`},
		{"model", "disk", "1.5M", `Disk of a node "1.5M": "M" is no unit: write 1e6, or MB for 1,000,000 bytes at character 1`},
		{"model", "node_reads", "2 days", `Reads of a node "2 days": a time does not fit here: a rate is wanted, such as 20 per second`},
		{"model", "compression", "50", "Compressed to must be from 0.01 to 1.2; got 50"},
		{"model", "tokens", "0", "Tokens of a node must be from 1 to 1536; got 0"},
		{"model", "until", "tomorrow", "Sized for the day must be a date such as 2027-12-31; got tomorrow"},
		{"model", "until", "2027-02-30", "Sized for the day must be a date such as 2027-12-31; got 2027-02-30"},
		{"oid", "name", "   ", "Name must not be empty"},
		{"oid", "name", long[:600], "Name has 300 characters; the limit is 255"},
		{"oid", "name", long, "Name has 10000 characters; the limit is 255"},
		{"oid", "note", long, "Note has 10000 characters; the limit is 5000"},
		{"oid", "name", "a\x00b", "Name contains the control character U+0000 at character 2; remove it"},
		{"oid", "name", "a\nb", "Name contains the control character U+000A at character 2; remove it"},
		{"oid", "name", "a\uFFFF", "Name contains the control character U+FFFF at character 2; remove it"},
		{"oid", "name", "\xff", "Name is not valid UTF-8 text"},
		{"oid", "name", "email", "There is another column named email; choose a different name"},
		{"oid", "colour", "red", `A column has no field "colour"`},
		{"placed", "largest_share", "40", "The largest share must be between 0 and 1, such as 0.4 for 40 %; got 40"},
		{"oid", "role", "king", `Role must be one of partition, clustering, static, regular, counter; got "king"`},
		{"oid", "attribute", "customer", "Attribute cannot be Customer; choose one from the list"},
		{"oid", "attribute", "nobody", `Attribute refers to "nobody", which is not in this model (any more); choose one from the list`},
		{"cartid", "role", "counter", `Role must be one of partition, clustering, static, regular; got "counter"`},
		{"cartid", "type", "nosuch", `Type "nosuch": there is no type nosuch in keyspace shop; native types are ascii, bigint, blob, boolean, counter, date, ` +
			`decimal, double, duration, float, inet, int, smallint, text, time, timestamp, timeuuid, tinyint, uuid, varint`},
		{"cartid", "type", "map<text>", "Type \"map<text>\": expected `,` and another type at character 9, got \">\""},
		{"cartid", "type", "frozen<@percustomer>", `Type "frozen<@percustomer>": the type @percustomer is not in keyspace shop`},
		{"streetfield", "type", "list<frozen<address>>", "Type list<frozen<address>> would make address contain itself"},
		{"addresstype", "keyspace", "ks2", "Type address is used by orders_by_customer.address; a type's scope is its keyspace, so add it to the other one instead"},
		{"carts", "keyspace", "", "Keyspace must not be empty"},
		{"carts", "name", "orders_by_customer", "There is another table named orders_by_customer; choose a different name"},
		{"carts", "rows", "1 / 0", `Rows in a partition "1 / 0": division by zero at character 3`},
		{"carts", "options", "comment", "Options: line 1 must be like `key = value`, got \"comment\""},
		{"carts", "options", "a = 1\na = 2", "Options: line 2 gives a a second time"},
		{"percustomer", "name", "orders per customer", `Name must consist of letters, digits and _, and must not start with a digit, such as rooms_per_hotel; got "orders per customer"`},
		{"percustomer", "name", "min", "The name min is that of a function in expressions; choose a different one"},
		{"q1", "limit", "-1", `Limit must be a whole number from 1 to 2147483647, or empty; got "-1"`},
		{"q1", "label", "U1", "The label U1 belongs to another query or update; choose a different one"},
		{"customer", "weak", "perhaps", `Weak must be true or empty, got "perhaps"`},
		{"address", "parent", "street", "Part of cannot be Customer.street; choose one from the list"},
		{"isaorder", "entity", "customer", "Entity type cannot be Customer; choose one from the list"},
		{"q1find", "attribute", "", "Choose an attribute, or type a name for it"},
	} {
		m := must(t, shop(t), Add{Kind: model.KeyspaceKind, ID: "ks2", Values: map[string]string{"name": "other"}})
		element, _ := m.Element(test.element)
		was := ""
		if field, found := FieldOf(element.Kind, test.field); found {
			was = field.Text(m, element)
		}
		_, err := Apply(m, model.RandomIDs(), Set{test.element, test.field, was, test.value})
		var wrong *InvalidError
		if !errors.As(err, &wrong) || len(wrong.Problems) != 1 {
			t.Errorf("set %s.%s to %.20q = %v, want one problem", test.element, test.field, test.value, err)
			continue
		}
		problem := wrong.Problems[0]
		if problem.Message != test.want || problem.Element != test.element || problem.Field != test.field {
			t.Errorf("set %s.%s to %.20q:\ngot  %s.%s %s\nwant %s", test.element, test.field, test.value, problem.Element, problem.Field, problem.Message, test.want)
		}
	}
}

func TestSetAccepts(t *testing.T) {
	for _, test := range []struct {
		element      model.ID
		field, value string
		want         string
	}{
		{"oid", "name", "  tidy ", "tidy"},
		{"oid", "name", `<script>alert("x")</script>`, `<script>alert("x")</script>`},
		{"oid", "name", "🦉 שלום", "🦉 שלום"},
		{"oid", "note", "one\r\ntwo\rthree\ttab", "one\ntwo\nthree\ttab"},
		{"cartuser", "type", "Map<VARCHAR,frozen<Address>>", "map<text, frozen<address>>"},
		{"cartuser", "type", "", ""},
		{"carts", "rows", "orders_per_customer * weeks", "orders_per_customer * weeks"},
		{"carts", "options", "b = 'x'\n\na = {'class': 'Y',\n 'n': 1}", "a = {'class': 'Y',\n 'n': 1}\nb = 'x'"},
		{"carts", "realizes", "orders  ", "orders"},
		{"ks", "replication", "class = SimpleStrategy\nreplication_factor=1", "class = SimpleStrategy\nreplication_factor = 1"},
		{"customer", "weak", "on", "true"},
		{"q1", "limit", "007", "7"},
	} {
		m := shop(t)
		element, _ := m.Element(test.element)
		field, _ := FieldOf(element.Kind, test.field)
		after := must(t, m, Set{test.element, test.field, field.Text(m, element), test.value})
		element, _ = after.Element(test.element)
		if got := field.Text(after, element); got != test.want {
			t.Errorf("set %s.%s to %q = %q, want %q", test.element, test.field, test.value, got, test.want)
		}
	}
}

func TestQuantityCannotNeedItself(t *testing.T) {
	m := must(t, shop(t), Add{Kind: model.QuantityKind, ID: "weekly", Values: map[string]string{"name": "weekly", "typical": "orders_per_customer / 52"}})
	waiting := Add{Kind: model.QuantityKind, Values: map[string]string{"name": "yearly", "typical": "monthly * 12"}}
	for _, commands := range [][]Command{
		{Set{"percustomer", "typical", "20", "weekly * 52"}},
		{Set{"weekly", "typical", "orders_per_customer / 52", "weekly"}},
		{Add{Kind: model.QuantityKind, Values: map[string]string{"name": "daily", "typical": "daily + 1"}}},
		{waiting, Add{Kind: model.QuantityKind, Values: map[string]string{"name": "monthly", "worst": "yearly / 12"}}},
		{waiting, Set{"percustomer", "typical", "20", "yearly"}, Set{"percustomer", "name", "orders_per_customer", "monthly"}},
	} {
		_, err := Apply(m, model.RandomIDs(), commands...)
		var wrong *InvalidError
		if !errors.As(err, &wrong) {
			t.Errorf("Apply(%+v) = %v, want a problem", commands, err)
		} else if len(wrong.Problems) != 1 {
			t.Errorf("Apply(%+v) has the problems %+v, want one", commands, wrong.Problems)
		}
	}
}

func TestAddCollectsAllProblems(t *testing.T) {
	_, err := Apply(shop(t), model.RandomIDs(), Add{Kind: model.RelationColumnKind, Parent: "carts", ID: "new", Values: map[string]string{"type": "nosuch", "role": "x", "colour": "red"}},
		Add{Kind: model.AttributeKind, Parent: "orders"}, Add{Kind: model.EntityKind, ID: "Bad Id"}, Add{Kind: model.EntityKind, ID: "customer", Values: map[string]string{"name": "Second"}})
	var wrong *InvalidError
	if !errors.As(err, &wrong) {
		t.Fatalf("Apply = %v, want problems", err)
	}
	var got []string
	for _, problem := range wrong.Problems {
		message, _, _ := strings.Cut(problem.Message, ";")
		got = append(got, string(problem.Element)+"."+problem.Field+": "+message)
	}
	want := []string{"new.name: Name must not be empty", `new.type: Type "nosuch": there is no type nosuch in keyspace shop`,
		"new.role: Role must be one of partition, clustering, static, regular", `new.colour: A column has no field "colour"`,
		`orders.: A logical table cannot contain "attribute"`, `Bad Id.id: "Bad Id" is not an id: 1 to 40 characters of a–z and 0–9, the first a letter`,
		"customer.id: The id customer is already in use"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestMoveTableToAnotherKeyspace(t *testing.T) {
	m := must(t, shop(t), Add{Kind: model.KeyspaceKind, ID: "ks2", Values: map[string]string{"name": "other"}})
	relation := carry.Of(m).Realizing("orders")[0].ID
	set := Set{relation, "keyspace", "ks", "ks2"}
	_, err := Apply(m, model.RandomIDs(), set)
	if err == nil || !strings.Contains(err.Error(), "there is no type address in keyspace other") {
		t.Errorf("moving a table whose type stays behind: %v", err)
	}
	m = must(t, m, Add{Kind: model.UserTypeKind, Parent: "ks2", ID: "address2", Values: map[string]string{"name": "address"}})
	m = must(t, m, set)
	for _, column := range m.Physical.Relations[relation].Columns {
		if ids := column.Type.UserTypes(); len(ids) > 0 && ids[0] != "address2" {
			t.Errorf("column %s has the type %s of the other keyspace", column.Name, ids[0])
		}
	}
	if _, err := Apply(m, model.RandomIDs(), Remove{"address2"}); err == nil {
		t.Error("removing the type of a moved table's column succeeded")
	}
}

func TestViewNeedsItsBase(t *testing.T) {
	toView := Set{"carts", "kind", "table", "view"}
	_, err := Apply(shop(t), model.RandomIDs(), toView)
	var wrong *InvalidError
	if !errors.As(err, &wrong) || wrong.Problems[0].Field != "base" {
		t.Errorf("a view without a base: %v, want a problem beside base", err)
	}
	relation := string(carry.Of(shop(t)).Realizing("orders")[0].ID)
	m := must(t, shop(t), toView, Set{"carts", "base", "", relation})
	m = must(t, m, Set{"carts", "kind", "view", "table"})
	if base := m.Physical.Relations["carts"].Base; base != "" {
		t.Errorf("the table still has the base %s", base)
	}
}

func TestRealizesLinksByName(t *testing.T) {
	m := must(t, inventory(t), Set{"pd", "name", "amount", "qty"}, Set{"p", "realizes", "l", ""})
	m = must(t, m, Set{"p", "realizes", "", "l"})
	want := []model.Difference{{Kind: model.ColumnAdded, Column: "pd", Logical: "", Was: "", Is: "qty"}, {Kind: model.ColumnMissing, Column: "", Logical: "d", Was: "amount", Is: ""}}
	if diff := cmp.Diff(want, model.Differences(m, "p")); diff != "" {
		t.Errorf("Differences after linking again (-want +got):\n%s", diff)
	}
}
