package check_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// The guardrails of a policy decide: a failed one is an error, a warned one a warning, and both fail a run.
func TestPolicies(t *testing.T) {
	const table = "CREATE TABLE s.t (a uuid PRIMARY KEY, b text, c text, d text);\n"
	for _, test := range []struct{ name, value, script, want string }{
		{"columns_per_table_fail_threshold", "3", table, "error type/many-columns s.t has 4 columns; the limit is 3"},
		{"columns_per_table_warn_threshold", "3", table, "warning type/many-columns s.t has 4 columns; the limit is 3"},
		{"columns_per_table_warn_threshold", "4", table, ""},
		{"columns_per_table_fail_threshold", "-1", table, ""},
		{"columns_per_table_fail_threshold", "0", table, ""},
		{"columns_per_table_failure_threshold", "3", table, "error type/many-columns"},
		{"simplestrategy_enabled", "false", "CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};", "error replication/simple x: SimpleStrategy is not allowed"},
		{"allow_filtering_enabled", "false", table + "SELECT * FROM s.t WHERE b = 'x' ALLOW FILTERING;", "error query/filtering Querying with ALLOW FILTERING is not allowed"},
		{"allow_filtering_enabled", "true", table + "SELECT * FROM s.t WHERE b = 'x' ALLOW FILTERING;", ""},
		{"zero_ttl_on_twcs_warned", "true", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'TimeWindowCompactionStrategy'};", "warning option/twcs t: 0 default_time_to_live on a table with TimeWindowCompactionStrategy is warned of"},
		{"secondary_indexes_enabled", "false", table + "CREATE INDEX ON s.t (b);", "error policy/guardrail"},
		{"minimum_replication_factor_fail_threshold", "5", "", "error replication/simple s has 3 replicas in dc1"},
		{"table_properties_disallowed", "[gc_grace_seconds]", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 86400;", "error policy/guardrail s.t: Provided values [gc_grace_seconds]"},
		{"table_properties_ignored", "gc_grace_seconds", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 86400;", "warning policy/guardrail s.t: Ignoring provided values [gc_grace_seconds] as they are not supported for Table Properties"},
		{"keyspace_properties_warned", "[durable_writes]", "CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = true;", "warning policy/guardrail x: Provided values [durable_writes] are not recommended for Keyspace Properties"},
		{"maximum_replication_factor_fail_threshold", "2", "", "error replication/simple s has 3 replicas in dc1; the limit is 2"},
		{"maximum_replication_factor_fail_threshold", "3", "", ""},
		{"sasi_indexes_per_table_warn_threshold", "0", table + "CREATE CUSTOM INDEX ON s.t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex';", ""},
		{"sasi_indexes_per_table_fail_threshold", "1", table + "CREATE CUSTOM INDEX ON s.t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex'; CREATE CUSTOM INDEX ON s.t (c) USING 'org.apache.cassandra.index.sasi.SASIIndex';", "error index/many s.t has 2 SASI indexes; the limit is 1"},
		{"secondary_indexes_per_table_fail_threshold", "1", table + "CREATE INDEX ON s.t (b); CREATE INDEX ON s.t (c);", "error index/many s.t has 2 indexes; the limit is 1"},
		{"unlogged_batch_across_partitions_warn_threshold", "1", table + "BEGIN UNLOGGED BATCH INSERT INTO s.t (a, b) VALUES (?, ?); INSERT INTO s.t (a, b) VALUES (?, ?); APPLY BATCH;", "warning write/batch-size The unlogged batch writes 2 partitions; the limit is 1"},
		{"unlogged_batch_across_partitions_warn_threshold", "2", table + "BEGIN UNLOGGED BATCH INSERT INTO s.t (a, b) VALUES (?, ?); INSERT INTO s.t (a, b) VALUES (?, ?); APPLY BATCH;", ""},
		{"intersect_filtering_query_enabled", "false", table + "CREATE INDEX ON s.t (b);\nSELECT a FROM s.t WHERE b = 'x' AND c = 'y' ALLOW FILTERING;", "error policy/guardrail Filtering query on columns with indexes of several kinds is not allowed"},
		{"non_partition_restricted_index_query_enabled", "false", table + "CREATE INDEX ON s.t (b);\nSELECT a FROM s.t WHERE b = 'x';", "error policy/guardrail Query by an index without the partition key is not allowed"},
		{"drop_keyspace_enabled", "false", "DROP KEYSPACE s;", "error policy/guardrail DROP KEYSPACE functionality is not allowed"},
	} {
		policy := advice.FromGuardrails("ours", map[string]string{test.name: test.value}, model.Cassandra50)
		if len(policy.Wrong)+len(policy.Unknown) > 0 {
			t.Errorf("%s: %v %v", test.name, policy.Wrong, policy.Unknown)
		}
		script := joined(t, files.Input{Name: "s.cql", Text: sound + test.script})
		reports := check.ScriptWithAdvice(model.Cassandra50, script, cql.Surroundings{}, "s", policy)
		var found []string
		for i := range reports[0].Findings {
			if f := &reports[0].Findings[i]; f.IsPolicy() {
				found = append(found, string(f.Severity)+" "+f.Code+" "+f.Message)
			}
		}
		if test.want == "" && len(found) > 0 || test.want != "" && (len(found) != 1 || !strings.HasPrefix(found[0], test.want)) {
			t.Errorf("%s: %s: got %q, want %q", test.name, test.value, found, test.want)
		}
	}
}

// Guardrails about sizes, pages, batches and tombstones decide on a document, whose numbers they need.
func TestPoliciesOnDocuments(t *testing.T) {
	long := edits(of("readers.name", "type", "text"), of("readers.name", "length", "3000"))
	indexedLong := edits(indexed, of("readers.city", "type", "text"), of("readers.city", "length", "3000"))
	for _, test := range []struct {
		name, value  string
		change       change
		domain, says string
	}{
		{"column_text_and_varchar_value_size_fail_threshold", "2KiB", long, readers, "error size/row A value of shop.readers.name has 3.0 kB at worst; the limit is 2.0 kB"},
		{"column_varchar_value_size_warn_threshold", "2KiB", long, readers, "warning size/row A value of shop.readers.name has 3.0 kB"},
		{"column_blob_value_size_fail_threshold", "2KiB", long, readers, ""},
		{"column_text_and_varchar_value_size_fail_threshold", "4KiB", long, readers, ""},
		{"sai_string_term_size_fail_threshold", "2KiB", indexedLong, readers, "error size/row A value of shop.readers(city), which is indexed, has 3.0 kB at worst; the limit is 2.0 kB"},
		{"sai_string_term_size_fail_threshold", "2KiB", long, readers, ""},
		{"page_size_fail_threshold", "100", edits(set("q1", "page_size", "500")), readers, "error query/page Q1 has pages of 500 rows; the limit is 100"},
		{"page_size_fail_threshold", "500", edits(set("q1", "page_size", "500")), readers, ""},
		{"batch_size_fail_threshold", "1KiB", edits(long, of("readers_by_city.name", "type", "text"), of("readers_by_city.name", "length", "3000")),
			readers + "\n---\nINSERT Reader", "error update/batch-size A batch of U1 has 6."},
		{"batch_size_fail_threshold", "50KiB", long, readers + "\n---\nINSERT Reader", ""},
	} {
		m := test.change(t, derivedOf(t, test.domain))
		policy := advice.FromGuardrails("ours", map[string]string{test.name: test.value}, m.Target)
		sizes := mapping.Sizes(m, sizing.Disk)
		report := check.Document("", m, sizes)
		check.AddDocumentAdvice(&report, "", m, sizes, policy)
		var found []string
		for i := range report.Findings {
			if f := &report.Findings[i]; f.IsPolicy() {
				found = append(found, string(f.Severity)+" "+f.Code+" "+f.Message)
			}
		}
		if test.says == "" && len(found) > 0 || test.says != "" && (len(found) != 1 || !strings.HasPrefix(found[0], test.says)) {
			t.Errorf("%s: %s: got %q, want %q", test.name, test.value, found, test.says)
		}
	}
}

// Guardrails about what only a running server knows are listed.
func TestUncheckedGuardrails(t *testing.T) {
	policy := advice.FromGuardrails("ours", map[string]string{"data_disk_usage_percentage_warn_threshold": "70", "minimum_timestamp_warn_threshold": "1d",
		"maximum_timestamp_fail_threshold": "-1", "default_secondary_index": "sai", "tables_warn_threshold": "10"}, "")
	if want := []string{"data_disk_usage_percentage_warn_threshold", "default_secondary_index", "minimum_timestamp_warn_threshold"}; !slices.Equal(policy.Unchecked, want) || len(policy.Unknown) > 0 {
		t.Errorf("not checked: %q, unknown %q", policy.Unchecked, policy.Unknown)
	}
}

// Units of all versions are read; what is not known is listed, what cannot be read is passed over with the reason.
func TestGuardrails(t *testing.T) {
	for value, want := range map[string]float64{"100MiB": 100 << 20, "1GiB": 1 << 30, "64KiB": 64 << 10, "500B": 500, "null": 0, "-1": 0, "0": 0, "12_000": 12000} {
		policy := advice.FromGuardrails("ours", map[string]string{"column_value_size_fail_threshold": value}, "")
		if got := policy.Limits[advice.ColumnValueSize].Fail; got != want || len(policy.Wrong) > 0 {
			t.Errorf("%s: %g, want %g; %v", value, got, want, policy.Wrong)
		}
	}
	policy := advice.FromGuardrails("ours", map[string]string{"compaction_large_partition_warning_threshold_mb": "100", "warp_speed_fail_threshold": "9", "tables_warn_threshold": "many",
		"group_by_enabled": "perhaps", "cluster_name": "Test"}, "")
	if got := policy.Limits[advice.PartitionSize].Warn; got != 100<<20 {
		t.Errorf("in MB: %g", got)
	}
	if !slices.Equal(policy.Unknown, []string{"warp_speed_fail_threshold"}) || len(policy.Wrong) != 2 {
		t.Errorf("unknown %q, wrong %q", policy.Unknown, policy.Wrong)
	}
	for _, name := range advice.Presets() {
		if policy, found := advice.Preset(name, model.Cassandra50); !found || len(policy.Unknown)+len(policy.Wrong) > 0 {
			t.Errorf("%s: %v %v", name, policy.Unknown, policy.Wrong)
		}
	}
}

// An accepted finding is info that fails nothing, until its numbers change by more than a half; it is saved with the document.
func TestAcceptedFindings(t *testing.T) {
	m := load(t, "hotel")
	find := func(m *model.Model) check.Finding {
		report := check.Report{}
		check.AddDocumentAdvice(&report, "", m, mapping.Sizes(m, sizing.Disk), nil)
		for _, f := range report.Findings {
			if f.Code == "size/partition" {
				return f
			}
		}
		return check.Finding{}
	}
	finding := withCode(advice.OfDocument(m, advice.Known{}), "size/partition")[0]
	numbers := map[string]float64{}
	for _, number := range finding.Numbers {
		numbers[number.Name] = number.Value
	}
	accept := edit.Accept{Finding: finding.Key(), Accepted: model.Accepted{Reason: "we know: small rows", By: "Ada", At: "2026-11-28", Numbers: numbers}}
	m, err := model.Decode(apply(t, m, accept).Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got := find(m); got.Severity != cql.Info || got.Accepted == nil || *got.Accepted != (check.Accepted{Who: "Ada", When: "2026-11-28", Reason: "we know: small rows"}) {
		t.Errorf("got %+v", got)
	}
	if got := find(changed(t, m, fieldEdit{"pavailablerooms", "rows", "1000000"})); got.Severity != cql.Warning || !strings.Contains(got.Message, "It was accepted on 2026-11-28") {
		t.Errorf("got %+v", got)
	}
}
