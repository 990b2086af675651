package access_test

import (
	"strings"
	"testing"

	"widerow/model/access"
)

// The documentation of Cassandra 5.0 describes the functions in
// doc/cql3/functions of the server's repository.
func TestNatives(t *testing.T) {
	want := map[string]string{
		"now":               "() timeuuid",
		"token":             "(partition key) bigint",
		"to_date":           "(timeuuid | timestamp) date",
		"to_unix_timestamp": "(timeuuid | timestamp | date) bigint",
		"floor": "(timestamp | timeuuid, duration) timestamp; (timestamp | timeuuid, duration, timestamp) timestamp; " +
			"(date, duration) date; (date, duration, date) date; (time, duration) time",
		"abs":               "(number) number",
		"sum":               "(number) number",
		"count":             "(* | any) bigint",
		"min":               "(any) any",
		"text_as_blob":      "(text) blob",
		"map_keys":          "(map) set",
		"collection_min":    "(set | list) element",
		"collection_sum":    "(set | list of numbers) number",
		"mask_inner":        "(text | ascii, int, int, [text]) text | ascii",
		"mask_hash":         "(any, [text]) blob",
		"similarity_cosine": "(vector<float, n>, vector<float, n>) float",
	}
	former := map[string]string{"to_date": "todate", "cast_as_int": "castAsInt", "min_timeuuid": "mintimeuuid", "count_rows": "countRows",
		"to_json": "tojson", "blob_as_int": "blobasint", "uuid": "", "mask_null": "", "collection_min": ""}
	seen := map[string]bool{}
	for _, native := range access.Natives() {
		if seen[native.Name] || seen[native.Former] || strings.HasPrefix(native.Name, "_") {
			t.Errorf("%s, formerly %q, is there twice or is of an operator", native.Name, native.Former)
		}
		seen[native.Name] = true
		var forms []string
		for _, form := range native.Forms {
			forms = append(forms, form.String())
		}
		if want, named := want[native.Name]; named && strings.Join(forms, "; ") != want {
			t.Errorf("%s is called %q, want %q", native.Name, forms, want)
		}
		if want, named := former[native.Name]; named && native.Former != want {
			t.Errorf("%s was %q, want %q", native.Name, native.Former, want)
		}
		isAggregate := strings.Contains(" min max sum avg count count_rows ", " "+native.Name+" ")
		if native.Aggregate != isAggregate {
			t.Errorf("%s is an aggregate: %v", native.Name, native.Aggregate)
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("%s is not there", name)
		}
	}
}
