package cql_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
)

// disabledIn returns the findings of a script about features that are disabled by
// default.
func disabledIn(script string) []string {
	var found []string
	for _, finding := range cql.Judge(parse.Parse("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" + script)) {
		if finding.Code == cql.CodeDisabled {
			found = append(found, string(finding.Severity)+" "+finding.Message)
		}
	}
	return found
}

const sasiIndex = "CREATE CUSTOM INDEX i ON k.t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex';\n"

// What a dump of a running cluster contains is enabled there.
func TestDumpIsEnabled(t *testing.T) {
	all := parse.Parse("CREATE TABLE k.t (a int PRIMARY KEY, b text);\n").Statements[0].(*syntax.CreateTable)
	const options = " WITH additional_write_policy = '99p' AND bloom_filter_fp_chance = 0.01 AND caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}" +
		" AND cdc = false AND comment = '' AND compaction = {'class': 'SizeTieredCompactionStrategy'} AND compression = {'class': 'LZ4Compressor'}" +
		" AND crc_check_chance = 1.0 AND default_time_to_live = 0 AND gc_grace_seconds = 864000 AND max_index_interval = 2048" +
		" AND memtable_flush_period_in_ms = 0 AND min_index_interval = 128 AND read_repair = 'BLOCKING' AND speculative_retry = '99p';\n"
	table := strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(all)), ";")
	const plain = "CREATE TABLE k.u (a int PRIMARY KEY, b text);\n"
	const function = "CREATE FUNCTION k.f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;';\n"
	for _, script := range []string{table + options + sasiIndex, table + options + sasiIndex + plain, plain + table + options + function + sasiIndex} {
		if found := disabledIn(script); len(found) > 0 {
			t.Errorf("a dump has %q", found)
		}
	}
	want := []string{"warning SASI indexes are disabled. Enable in cassandra.yaml to use."}
	for _, script := range []string{table + ";\n" + sasiIndex, table + options + plain + strings.Replace(sasiIndex, "k.t", "k.u", 1)} {
		if found := disabledIn(script); !slices.Equal(found, want) {
			t.Errorf("got %q, want %q", found, want)
		}
	}
}

func TestAutoRepairIsNoted(t *testing.T) {
	found := disabledIn("CREATE TABLE k.t (a int PRIMARY KEY, b text) WITH auto_repair = {'full_enabled': 'true'};")
	want := "info auto_repair option is not supported unless auto-repair is enabled with -Dcassandra.autorepair.enable=true"
	if len(found) != 1 || found[0] != want {
		t.Errorf("got %q, want %q", found, want)
	}
}
