package assist

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
)

// Exactly the functions of the server are described.
func TestFunctionsAreDescribed(t *testing.T) {
	for _, native := range access.Natives() {
		saysItself := nativeKind(native) == "conversion" || strings.HasPrefix(native.Name, "cast_as_")
		if (functionInfo[native.Name] == "") != saysItself {
			t.Errorf("%s is told as %q", native.Name, functionInfo[native.Name])
		}
	}
	for name := range functionInfo {
		if _, found := natives[name]; !found {
			t.Errorf("there is no function %s", name)
		}
	}
}

// Some functions had other names before 5.0, and some are new.
func TestFunctionsOfTheTarget(t *testing.T) {
	for _, test := range []struct {
		target      model.Target
		has, hasNot string
	}{
		{model.Cassandra50, "to_date current_date abs mask_null writetime maxwritetime count", "todate currentdate dateof cast_as_int"},
		{model.Cassandra41, "todate currentdate floor blobastext now ttl", "to_date current_date abs mask_null maxwritetime"},
		{model.Cassandra311, "todate blobastext count sum", "currentdate floor similarity_cosine"},
		{model.ScyllaDB, "similarity_cosine todate", "to_date floor abs"},
	} {
		m := model.New("Hotel")
		m.Target = test.target
		text, place := at(hotel + "SELECT | FROM rooms")
		var labels []string
		for _, item := range Schema(text, m, noSize).Complete(place).Items {
			labels = append(labels, item.Label)
		}
		for name := range strings.FieldsSeq(test.has) {
			if !slices.Contains(labels, name) {
				t.Errorf("%s: %s is not offered", test.target, name)
			}
		}
		for name := range strings.FieldsSeq(test.hasNot) {
			if slices.Contains(labels, name) {
				t.Errorf("%s: %s is offered", test.target, name)
			}
		}
	}
}

// Functions and aggregates of the document are offered where each may be called.
func TestKeptFunctionsAreOffered(t *testing.T) {
	m := model.New("Hotel")
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "hotel"}}
	m.Physical.Relations = map[model.ID]*model.Relation{"r": {Keyspace: "k", Name: "rooms", Kind: model.Table}}
	m.Physical.Statements = map[model.ID]*model.Statement{
		"f": {Order: "1", Keyspace: "k", Text: "CREATE FUNCTION hotel.nights(a date, b date) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$return 1;$$"},
		"a": {Order: "2", Keyspace: "k", Text: "CREATE AGGREGATE hotel.total(int) SFUNC plus STYPE int"},
		"t": {Order: "3", Keyspace: "k", Table: "r", Text: "CREATE TRIGGER told ON hotel.rooms USING 'x.Y'"},
	}
	text, place := at("SELECT | FROM hotel.rooms")
	details := map[string]string{}
	for _, item := range Statements(text, m, "hotel", noSize).Complete(place).Items {
		details[item.Label] = item.Detail
	}
	if details["nights"] != "(date, date) int" || details["total"] != "aggregate" {
		t.Errorf("nights is offered as %q, total as %q", details["nights"], details["total"])
	}
	if _, offered := details["told"]; offered {
		t.Error("a trigger is offered as a function")
	}
}
