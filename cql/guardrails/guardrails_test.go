package guardrails_test

import (
	"strings"
	"testing"

	"widerow/cql/guardrails"
)

func TestRead(t *testing.T) {
	for name, text := range map[string]string{
		"yaml":     "cluster_name: 'Test'\n# tables_warn_threshold: 1\ntables_fail_threshold: 150\ncolumn_value_size_warn_threshold: 256KiB\nread_consistency_levels_disallowed: [ALL, EACH_QUORUM]\ncollection_size_warn_threshold:\nseed_provider:\n  - class_name: x\n",
		"settings": " name | value\n------+-------\n tables_fail_threshold | 150\n column_value_size_warn_threshold | 256KiB\n read_consistency_levels_disallowed | [ALL, EACH_QUORUM]\n collection_size_warn_threshold | null\n\n(4 rows)\n",
		"session":  "cqlsh> SELECT * FROM system_views.settings;\n\n name | value\n------+-------\n tables_fail_threshold | 150\n column_value_size_warn_threshold | 256KiB\n read_consistency_levels_disallowed | [ALL, EACH_QUORUM]\n collection_size_warn_threshold | null\n\n(4 rows)\n",
		"csv":      "name,value\ntables_fail_threshold,150\ncolumn_value_size_warn_threshold,256KiB\nread_consistency_levels_disallowed,\"[ALL, EACH_QUORUM]\"\ncollection_size_warn_threshold,null\n",
	} {
		got, err := guardrails.Read([]byte(text))
		if err != nil || got["tables_fail_threshold"] != "150" || got["column_value_size_warn_threshold"] != "256KiB" || got["read_consistency_levels_disallowed"] != "ALL, EACH_QUORUM" ||
			got["collection_size_warn_threshold"] != "null" || got["tables_warn_threshold"] != "" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                                   "it is empty",
		"CREATE TABLE t":                     "it is not YAML",
		"tables_warn_threshold: [1, 2\na: b": "it is not YAML",
		"a: 1\n\tb: 2":                       "it is not YAML",
		"# nothing\n":                        "it has no setting",
	} {
		if got, err := guardrails.Read([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", text, got, err, want)
		}
	}
}

// FuzzRead: any text is read, or refused with a reason.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"tables_warn_threshold: 1\nguardrails:\n  a: [1, {b: null}]\n", " name | value\n---+---\n a | [1, 2]\n\n(1 rows)\n",
		"name,value\na,\"1\n2\"\n", "a: &x [*x]", "\ufeff# nothing", "a: |\n  b | c\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		settings, err := guardrails.Read(text)
		if (err == nil) != (settings != nil) {
			t.Errorf("%q: %v, %v", text, settings, err)
		}
	})
}
