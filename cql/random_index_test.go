package cql_test

import (
	"fmt"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

const sasiClass = "org.apache.cassandra.index.sasi.SASIIndex"

func (w *ddlWriter) indexName() string {
	return w.faulty(2, w.pick(`"i 5"`, `"é"`), w.pick("", "", "i0", "i1", "i2", "i3", "i4", `"I5"`, "t0_a_idx", strings.Repeat("i", 222)))
}

func (w *ddlWriter) createIndex() string {
	table := w.someTable()
	target := w.faulty(1, "", w.target(table))
	for target != "" && w.fault(2) {
		target += ", " + w.target(table)
	}
	head := fmt.Sprintf("INDEX %s%s ON %s (%s)", w.ifNotExists(), w.indexName(), table.name, target)
	switch roll := w.IntN(100); {
	case roll < 40:
		return "CREATE " + w.faulty(2, "CUSTOM ", "") + head + w.faulty(3, w.indexOptions(saiOptions), "")
	case roll < 80:
		class := w.pick("'sai'", "'StorageAttachedIndex'", "'SAI'", "'org.apache.cassandra.index.sai.StorageAttachedIndex'")
		return "CREATE " + w.either(40, "CUSTOM ", "") + head + " USING " + class + w.either(40, w.indexOptions(saiOptions), "")
	case roll < 95:
		return "CREATE CUSTOM " + head + " USING '" + w.faulty(8, "SASIIndex", sasiClass) + "'" + w.either(50, w.indexOptions(sasiOptions), "")
	}
	return "CREATE " + w.pick("CUSTOM ", "") + head + " USING " + w.pick("'legacy_local_table'", "'nosuch'", "''", "'LEGACY_LOCAL_TABLE'")
}

// target returns a column, usually with a function that fits its type.
func (w *ddlWriter) target(table relation) string {
	columns := table.SortedColumns()
	if len(columns) == 0 || w.fault(4) {
		return w.columnName()
	}
	column := columns[w.IntN(len(columns))].Value
	name := syntax.QuoteName(column.Name)
	if w.fault(8) {
		return w.pick("keys", "values", "entries", "full") + "(" + name + ")"
	}
	switch column.Type.Kind {
	case model.MapType:
		return w.pick("keys(", "values(", "entries(") + name + ")"
	case model.ListType, model.SetType:
		return w.pick(name, "values("+name+")")
	case model.FrozenType:
		switch column.Type.Unfrozen().Kind {
		case model.MapType, model.ListType, model.SetType:
			return "full(" + name + ")"
		}
	}
	return name
}

var saiOptions = map[string]optionValues{
	"case_sensitive":           {[]string{"true", "'false'"}, []string{"'maybe'", "1", "''"}},
	"normalize":                {[]string{"false", "'TRUE'"}, []string{"'x'"}},
	"ascii":                    {[]string{"false", "true"}, []string{"'no'"}},
	"similarity_function":      {[]string{"'COSINE'", "'dot_product'", "'euclidean'"}, []string{"'x'", "''", "5"}},
	"optimize_for":             {[]string{"'LATENCY'", "'recall'"}, []string{"'x'"}},
	"maximum_node_connections": {[]string{"16"}, []string{"0", "513", "'x'"}},
	"construction_beam_width":  {[]string{"100"}, []string{"0", "3201", "'x'"}},
	"nosuch":                   {nil, []string{"1"}},
	"target":                   {nil, []string{"'a'"}},
	"class_name":               {nil, []string{"'a'"}},
}

var sasiOptions = map[string]optionValues{
	"mode":                              {[]string{"'PREFIX'", "'CONTAINS'", "'SPARSE'", "'contains'"}, []string{"'x'", "''"}},
	"analyzed":                          {[]string{"true", "'false'"}, []string{"'x'"}},
	"analyzer_class":                    {[]string{"'org.apache.cassandra.index.sasi.analyzer.NonTokenizingAnalyzer'", "'org.apache.cassandra.index.sasi.analyzer.StandardAnalyzer'"}, []string{"'nosuch'", "'org.apache.cassandra.index.sasi.analyzer.nosuch'"}},
	"case_sensitive":                    {[]string{"'false'", "true"}, []string{"'x'"}},
	"normalize_lowercase":               {[]string{"true"}, []string{"'x'"}},
	"is_literal":                        {[]string{"true", "false"}, []string{"'x'"}},
	"max_compaction_flush_memory_in_mb": {[]string{"10"}, []string{"'x'", "-1"}},
	"nosuch":                            {[]string{"1"}, nil},
}

func (w *ddlWriter) indexOptions(values map[string]optionValues) string {
	if w.fault(4) {
		return " WITH " + w.pick("options = 'x'", "nosuch = 1", "options = {} AND options = {}", "options = {'a': {}}", "comment = 'x'", "options = {'ascii': true, 'ascii': true}")
	}
	var entries []string
	names := sortedNames(values, w.sound)
	for range 1 + w.IntN(2) {
		name := w.pick(names...)
		entries = append(entries, fmt.Sprintf("'%s': %s", name, w.value(values[name])))
	}
	return " WITH " + w.pick("OPTIONS", "options") + " = {" + strings.Join(entries, ", ") + "}"
}
