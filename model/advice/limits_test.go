package advice

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/sizing"
)

// limitRow is a row of the table of limits in docs/targets.md: what each target recommends or refuses, and the rule that
// reports it.
type limitRow struct {
	what, limit, code string
	bytes             bool
	// fixed are limits that no policy changes.
	fixed map[model.Target]string
}

// Columns of the table of limits.
var limitTargets = []model.Target{model.Cassandra50, model.ScyllaDB, model.AstraDB, model.Keyspaces}

func limitRows() []limitRow {
	keyspaces := func(text string) map[model.Target]string { return map[model.Target]string{model.Keyspaces: text} }
	everywhere := func(text, onKeyspaces string) map[model.Target]string {
		return map[model.Target]string{model.Cassandra50: text, model.ScyllaDB: text, model.AstraDB: text, model.Keyspaces: onKeyspaces}
	}
	return []limitRow{
		{what: "tables", limit: Tables, code: "schema/tables"},
		{what: "keyspaces", limit: Keyspaces, code: "schema/tables"},
		{what: "columns of a table", limit: ColumnsPerTable, code: "type/many-columns"},
		{what: "columns of an INSERT (with a TTL)", code: "target/limit", fixed: keyspaces(fmt.Sprintf("– / %d (%d)", columnsOfInsert, columnsWithTTL))},
		{what: "fields of a user-defined type", limit: FieldsPerType, code: "type/udt-not-frozen"},
		{what: "frozen types within each other", code: "target/limit", fixed: keyspaces(fmt.Sprintf("– / %d", frozenDepth))},
		{what: "secondary indexes of a table", limit: IndexesPerTable, code: "index/many", fixed: keyspaces("none")},
		{what: "storage-attached indexes of a table", limit: SAIPerTable, code: "index/many", fixed: map[model.Target]string{
			model.ScyllaDB: "none", model.Keyspaces: "none"}},
		{what: "storage-attached indexes of a database", code: "index/many", fixed: map[model.Target]string{model.AstraDB: fmt.Sprintf("– / %d", indexesOfAstra)}},
		{what: "partitions of an IN", limit: PartitionKeysInRead, code: "query/in-partitions"},
		{what: "combinations of several IN", limit: CartesianProduct, code: "query/in-partitions"},
		{what: "statements of a logged (unlogged) batch", code: "cql/target", fixed: keyspaces("– / 100 (30)")},
		{what: "bytes of a batch", code: "update/batch-size", fixed: everywhere("5 KiB / 50 KiB", "–")},
		{what: "bytes of a partition key", code: "target/limit", fixed: everywhere(bytesText(mostKeyBytes), bytesText(partitionKeyBytes))},
		{what: "bytes of the clustering columns", code: "target/limit", fixed: everywhere(bytesText(mostKeyBytes), bytesText(clusteringKeyBytes))},
		{what: "bytes of static columns a partition", code: "target/limit", fixed: keyspaces("– / 1 MiB")},
		{what: "bytes of a row", code: "size/row", fixed: map[model.Target]string{model.ScyllaDB: "10 MiB / –", model.Keyspaces: "1 MiB / –"}},
		{what: "bytes of a value", limit: ColumnValueSize, code: "size/row", bytes: true},
		{what: "elements of a collection", limit: ItemsPerCollection, code: "size/collection"},
		{what: "bytes of a collection", limit: CollectionSize, code: "size/collection", bytes: true},
		{what: "built-in aggregates", code: "cql/target, target/limit", fixed: keyspaces("none")},
		{what: "conditions (IF) in unlogged batches", code: "cql/target", fixed: keyspaces("none")},
	}
}

// limitTable returns the limits of targets as a table in Markdown: a warning and an error, "–" for none.
func limitTable() string {
	var text strings.Builder
	text.WriteString("| limit | Cassandra | ScyllaDB | Astra DB | Amazon Keyspaces | code |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, row := range limitRows() {
		fmt.Fprintf(&text, "| %s |", row.what)
		for _, target := range limitTargets {
			fmt.Fprintf(&text, " %s |", row.of(target))
		}
		fmt.Fprintf(&text, " %s |\n", row.code)
	}
	return text.String()
}

func (row *limitRow) of(target model.Target) string {
	if fixed, found := row.fixed[target]; found {
		return fixed
	}
	limit := Default(target).Limits[row.limit]
	number := func(value float64) string {
		switch {
		case value == 0:
			return "–"
		case row.bytes:
			return strings.Replace(fmt.Sprintf("%g KiB", value/kib), "1024 KiB", "1 MiB", 1)
		}
		return sizing.FormatNumber(value)
	}
	if limit.Warn == 0 && limit.Fail == 0 {
		return "–"
	}
	return number(limit.Warn) + " / " + number(limit.Fail)
}

func bytesText(bytes float64) string { return "– / " + sizing.FormatNumber(bytes) + " B" }

// docs/targets.md lists the limits that the rules have for each target.
func TestLimitsOfTargets(t *testing.T) {
	const file, begin, end = "../../docs/targets.md", "<!-- table: limits -->\n", "<!-- end of limits -->"
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(kept), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no table of limits", file)
	}
	want := before + begin + limitTable() + end + after
	if flag.Lookup("update").Value.String() == "true" && want != string(kept) {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if want != string(kept) {
		t.Errorf("docs/targets.md is out of date: run go generate ./model/advice")
	}
}
