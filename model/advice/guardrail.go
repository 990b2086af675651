package advice

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// older are the names of guardrails before 4.1, with the factor of their unit.
var older = map[string]struct {
	name   string
	factor float64
}{
	"batch_size_warn_threshold_in_kb": {"batch_size_warn_threshold", kib}, "batch_size_fail_threshold_in_kb": {"batch_size_fail_threshold", kib},
	"compaction_large_partition_warning_threshold_mb": {"partition_size_warn_threshold", mib},
	"compaction_large_partition_warning_threshold":    {"partition_size_warn_threshold", 1},
	"partition_size_warn_threshold_in_mb":             {"partition_size_warn_threshold", mib},
	"column_value_size_failure_threshold_in_kb":       {"column_value_size_fail_threshold", kib},
	"columns_per_table_failure_threshold":             {"columns_per_table_fail_threshold", 1},
	"fields_per_udt_failure_threshold":                {"fields_per_udt_fail_threshold", 1},
	"collection_size_warn_threshold_in_kb":            {"collection_size_warn_threshold", kib},
	"tables_failure_threshold":                        {"tables_fail_threshold", 1},
	"secondary_index_per_table_failure_threshold":     {"secondary_indexes_per_table_fail_threshold", 1},
	"sai_indexes_per_table_failure_threshold":         {"sai_indexes_per_table_fail_threshold", 1},
	"materialized_view_per_table_failure_threshold":   {"materialized_views_per_table_fail_threshold", 1},
	"in_select_cartesian_product_failure_threshold":   {"in_select_cartesian_product_fail_threshold", 1},
	"partition_keys_in_select_failure_threshold":      {"partition_keys_in_select_fail_threshold", 1},
	"page_size_failure_threshold_in_kb":               {"page_size_fail_threshold", 1},
	"replication_factor_warn_threshold":               {"minimum_replication_factor_warn_threshold", 1},
	"replication_factor_fail_threshold":               {"minimum_replication_factor_fail_threshold", 1},
	"tombstone_warn_threshold":                        {"partition_tombstones_warn_threshold", 1},
	"tombstone_failure_threshold":                     {"partition_tombstones_fail_threshold", 1},
	"minimum_replication_factor":                      {"minimum_replication_factor_fail_threshold", 1},
}

// limits are the names of the guardrails that have thresholds.
var limits = []string{Tables, Keyspaces, ColumnsPerTable, IndexesPerTable, SAIPerTable, SASIPerTable,
	ViewsPerTable, FieldsPerType, ItemsPerCollection, CollectionSize,
	"collection_list_size", "collection_set_size", "collection_map_size", PartitionSize, PartitionTombstones,
	ColumnValueSize, "column_ascii_value_size", "column_blob_value_size",
	"column_text_and_varchar_value_size", "column_varchar_value_size", VectorDimensions, PageSize,
	PartitionKeysInRead, CartesianProduct, MinimumReplication, MaximumReplication,
	"minimum_timestamp", "maximum_timestamp", "sai_string_term_size", "sai_frozen_term_size", "sai_vector_term_size", "sai_sstable_indexes_per_query",
	"data_disk_usage_percentage", BatchPartitions, BatchSize}

// unchecked are the guardrails about what neither a model nor a script shows: the state of a server, or the time at which a
// statement runs.
var unchecked = []string{"minimum_timestamp", "maximum_timestamp", "sai_sstable_indexes_per_query", "data_disk_usage_percentage", "default_secondary_index"}

// features are the guardrails that allow or refuse something: with the words of the server, and the rule that says the same.
var features = map[string]struct{ words, code string }{
	"simplestrategy": {"SimpleStrategy", "replication/simple"}, "allow_filtering": {"Querying with ALLOW FILTERING", "query/filtering"},
	"secondary_indexes": {"User creation of secondary indexes", "policy/guardrail"}, "group_by": {"GROUP BY functionality", "policy/guardrail"},
	"read_before_write_list_operations":    {"List operation requiring read before write", "update/list-append"},
	"uncompressed_tables":                  {"Uncompressed table", "option/compression"},
	"compact_tables":                       {"Creation of new COMPACT STORAGE tables", "schema/legacy"},
	"user_timestamps":                      {"User provided timestamps (USING TIMESTAMP)", "policy/guardrail"},
	"alter_table":                          {"User access to ALTER TABLE statement for column mutability", "policy/guardrail"},
	"drop_truncate_table":                  {"DROP and TRUNCATE TABLE functionality", "policy/guardrail"},
	"drop_keyspace":                        {"DROP KEYSPACE functionality", "policy/guardrail"},
	"zero_ttl_on_twcs":                     {"0 default_time_to_live on a table with TimeWindowCompactionStrategy", "option/twcs"},
	"intersect_filtering_query":            {"Filtering query on columns with indexes of several kinds", "policy/guardrail"},
	"vector_type":                          {"Vector type", "schema/vector"},
	"non_partition_restricted_index_query": {"Query by an index without the partition key", "policy/guardrail"},
	"materialized_views":                   {"Materialized views", "view/experimental"},
	"sasi_indexes":                         {"SASI indexes", "index/sasi"},
}

// lists are the guardrails whose value is a list.
var lists = []string{"table_properties_warned", "table_properties_ignored", "table_properties_disallowed",
	"keyspace_properties_warned", "keyspace_properties_ignored",
	"keyspace_properties_disallowed", "read_consistency_levels_warned", "read_consistency_levels_disallowed",
	"write_consistency_levels_warned", "write_consistency_levels_disallowed"}

// FromGuardrails makes a policy of lines of cassandra.yaml. What no line says is as recommended for the target. Settings that
// are no guardrails are passed over; guardrails that no rule knows are listed as Unknown.
func FromGuardrails(name string, lines map[string]string, target model.Target) *Policy {
	policy := Default(target)
	policy.Name, policy.Off, policy.Warned, policy.Lists = name, map[string]bool{}, map[string]bool{}, map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		value, factor := strings.TrimSpace(lines[key]), 1.0
		if old, found := older[key]; found {
			key, factor = old.name, old.factor
		}
		if err := policy.set(key, value, factor); err != nil {
			policy.Wrong = append(policy.Wrong, fmt.Sprintf("%s: %s: %s", key, shortened(value), err))
		}
	}
	return policy
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}

func (policy *Policy) set(key, value string, factor float64) error {
	if slices.Contains(lists, key) {
		policy.Lists[key] = splitList(value)
		return nil
	}
	if feature, found := strings.CutSuffix(key, "_warned"); found && features[feature].words != "" {
		policy.Warned[feature] = strings.EqualFold(value, "true")
		return nil
	}
	if feature, found := strings.CutSuffix(key, "_enabled"); found && features[feature].words != "" {
		switch strings.ToLower(value) {
		case "true", "false":
			policy.Off[feature] = strings.EqualFold(value, "false")
			return nil
		}
		return fmt.Errorf("want true or false")
	}
	base, isFail := strings.CutSuffix(key, "_fail_threshold")
	if !isFail {
		var isWarn bool
		if base, isWarn = strings.CutSuffix(key, "_warn_threshold"); !isWarn {
			if slices.Contains(unchecked, strings.TrimSuffix(key, "_enabled")) {
				policy.Unchecked = append(policy.Unchecked, key)
				return nil
			}
			policy.note(key)
			return nil
		}
	}
	if !slices.Contains(limits, base) {
		policy.Unknown = append(policy.Unknown, key)
		return nil
	}
	number, err := threshold(value, factor)
	if err != nil {
		return err
	}
	if slices.Contains(unchecked, base) && number > 0 {
		policy.Unchecked = append(policy.Unchecked, key)
	}
	limit := policy.Limits[base]
	if limit.Guardrail == "" { // what a file says of one threshold replaces both
		limit = Limit{Guardrail: base, Least: strings.HasPrefix(base, "minimum_")}
	}
	if isFail {
		limit.Fail = number
	} else {
		limit.Warn = number
	}
	policy.Limits[base] = limit
	return nil
}

// note lists a setting that looks like a guardrail, but is not known.
func (policy *Policy) note(key string) {
	if strings.HasPrefix(key, "guardrail") || strings.HasSuffix(key, "_threshold") || strings.HasSuffix(key, "_disallowed") || strings.HasSuffix(key, "_warned") {
		policy.Unknown = append(policy.Unknown, key)
	}
}

func splitList(value string) []string {
	var all []string
	for word := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ' ' || r == '[' || r == ']' || r == '\'' || r == '"' }) {
		if !strings.EqualFold(word, "null") {
			all = append(all, strings.ToUpper(word))
		}
	}
	return all
}

// units are the units of sizes and times in 4.1 and later.
var units = []struct {
	name   string
	factor float64
}{{"gib", gib}, {"mib", mib}, {"kib", kib}, {"ms", 1000}, {"us", 1}, {"µs", 1}, {"b", 1}, {"d", day * 1e6}, {"h", hour * 1e6}, {"m", 60e6}, {"s", 1e6}}

// threshold reads a number with or without a unit; null, −1 and other negative numbers are off, and so is 0, which no server
// could mean otherwise.
func threshold(value string, factor float64) (float64, error) {
	value = strings.ToLower(strings.ReplaceAll(strings.Trim(value, `'"`), "_", ""))
	if value == "" || value == "null" || value == "~" {
		return 0, nil
	}
	for _, unit := range units {
		if rest, found := strings.CutSuffix(value, unit.name); found && len(rest) > 0 {
			value, factor = strings.TrimSpace(rest), unit.factor
			break
		}
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return 0, fmt.Errorf("want a number, or one with a unit such as 100MiB; -1 or null is none")
	}
	return max(0, number*factor), nil
}
