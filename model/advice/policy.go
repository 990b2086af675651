package advice

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"widerow/model"
)

// Limit is a threshold that warns and one that fails; 0 is none.
type Limit struct {
	Warn, Fail float64
	// Guardrail is the name of the guardrail that it comes from, "" for what is recommended.
	Guardrail string
	// Least reports that numbers below it are reported, instead of those above.
	Least bool
}

func upTo(warn, fail float64) Limit { return Limit{Warn: warn, Fail: fail} }

// level returns the level of a number, "" if it is within the limit.
func (l Limit) level(number float64) Level {
	beyond := func(limit float64) bool { return limit > 0 && (number > limit) != l.Least && number != limit }
	switch {
	case beyond(l.Fail):
		return Error
	case beyond(l.Warn):
		return Warning
	}
	return ""
}

// of returns the threshold that a number is beyond.
func (l Limit) of(number float64) float64 {
	if l.level(number) == Error {
		return l.Fail
	}
	return l.Warn
}

// Policy holds the thresholds of a team or a service. The keys of Limits are the names of guardrails in
// cassandra.yaml without _warn_threshold and _fail_threshold.
type Policy struct {
	Name   string
	Limits map[string]Limit
	// Off are features that are not allowed, by their names without _enabled; Warned those that are warned of.
	Off, Warned map[string]bool
	// Lists are the values of guardrails that are lists, in upper case: read_consistency_levels_disallowed.
	Lists map[string][]string
	// Unknown are guardrails that no version has, Unchecked those that a model or a script cannot tell about, and Wrong those
	// whose value cannot be read, with the reason.
	Unknown, Unchecked, Wrong []string
}

// Names of limits.
const (
	Tables              = "tables"
	Keyspaces           = "keyspaces"
	ColumnsPerTable     = "columns_per_table"
	IndexesPerTable     = "secondary_indexes_per_table"
	SAIPerTable         = "sai_indexes_per_table"
	ViewsPerTable       = "materialized_views_per_table"
	FieldsPerType       = "fields_per_udt"
	ItemsPerCollection  = "items_per_collection"
	CollectionSize      = "collection_size"
	ColumnValueSize     = "column_value_size"
	PartitionSize       = "partition_size"
	PartitionTombstones = "partition_tombstones"
	PartitionKeysInRead = "partition_keys_in_select"
	CartesianProduct    = "in_select_cartesian_product"
	MinimumReplication  = "minimum_replication_factor"
	MaximumReplication  = "maximum_replication_factor"
	VectorDimensions    = "vector_dimensions"
	PageSize            = "page_size"
	BatchPartitions     = "unlogged_batch_across_partitions"
	BatchSize           = "batch_size"
	SASIPerTable        = "sasi_indexes_per_table"
)

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// recommended are the thresholds that advice has by itself (advice.md, sources AX, CY, MC).
func recommended() map[string]Limit {
	return map[string]Limit{
		Tables: upTo(100, 150), Keyspaces: upTo(15, 0), ColumnsPerTable: upTo(50, 100),
		IndexesPerTable: upTo(5, 10), SAIPerTable: upTo(5, 10), ViewsPerTable: upTo(2, 0),
		FieldsPerType: upTo(20, 0), ItemsPerCollection: upTo(100, 1000), CollectionSize: upTo(64*kib, mib), ColumnValueSize: upTo(256*kib, mib),
		PartitionKeysInRead: upTo(20, 100), CartesianProduct: upTo(25, 100),
		MinimumReplication: {Warn: 3, Least: true}, VectorDimensions: upTo(8192, 0), PageSize: upTo(5000, 0),
		BatchPartitions: upTo(10, 0),
	}
}

// Default returns the policy of a target: what is recommended, and what a service refuses.
func Default(target model.Target) *Policy {
	policy := &Policy{Name: "recommended", Limits: recommended()}
	if target == model.AstraDB {
		maps.Copy(policy.Limits, map[string]Limit{Tables: upTo(100, 200), ColumnsPerTable: upTo(50, 75), FieldsPerType: upTo(20, 60),
			SAIPerTable: upTo(5, 10), IndexesPerTable: upTo(1, 1), ViewsPerTable: {}, PartitionKeysInRead: upTo(20, 20), CartesianProduct: upTo(25, 25)})
	}
	if target == model.Keyspaces { // quotas that can be raised
		maps.Copy(policy.Limits, map[string]Limit{Tables: upTo(500, 0), Keyspaces: upTo(256, 0), ColumnValueSize: upTo(256*kib, mib)})
	}
	return policy
}

// presets are the policies that have a name, as the lines of cassandra.yaml.
var presets = map[string]map[string]string{
	// What cassandra.yaml of 5.0 has.
	"cassandra": {"tables_warn_threshold": "-1", "tables_fail_threshold": "-1", "keyspaces_warn_threshold": "-1", "columns_per_table_warn_threshold": "-1",
		"columns_per_table_fail_threshold": "-1", "secondary_indexes_per_table_warn_threshold": "-1", "secondary_indexes_per_table_fail_threshold": "-1",
		"materialized_views_per_table_warn_threshold": "-1", "fields_per_udt_warn_threshold": "-1", "items_per_collection_warn_threshold": "-1",
		"items_per_collection_fail_threshold": "-1", "collection_size_warn_threshold": "null", "collection_size_fail_threshold": "null",
		"column_value_size_warn_threshold": "null", "column_value_size_fail_threshold": "null", "partition_keys_in_select_warn_threshold": "-1",
		"partition_keys_in_select_fail_threshold": "-1", "in_select_cartesian_product_warn_threshold": "-1", "in_select_cartesian_product_fail_threshold": "-1",
		"minimum_replication_factor_warn_threshold": "-1", "vector_dimensions_warn_threshold": "-1", "page_size_warn_threshold": "-1",
		"sai_indexes_per_table_warn_threshold": "-1", "sai_indexes_per_table_fail_threshold": "10", "unlogged_batch_across_partitions_warn_threshold": "10"},
	"axonops": {"tables_warn_threshold": "100", "tables_fail_threshold": "150", "columns_per_table_warn_threshold": "50",
		"columns_per_table_fail_threshold": "100",
		"fields_per_udt_warn_threshold":    "20", "fields_per_udt_fail_threshold": "30",
		"items_per_collection_warn_threshold": "100", "items_per_collection_fail_threshold": "1000",
		"collection_size_warn_threshold": "64KiB", "collection_size_fail_threshold": "1MiB",
		"column_value_size_warn_threshold": "256KiB", "column_value_size_fail_threshold": "1MiB",
		"partition_size_warn_threshold": "100MiB", "partition_size_fail_threshold": "1GiB",
		"partition_keys_in_select_warn_threshold": "20", "partition_keys_in_select_fail_threshold": "100",
		"in_select_cartesian_product_warn_threshold": "25", "in_select_cartesian_product_fail_threshold": "100",
		"page_size_warn_threshold": "5000", "page_size_fail_threshold": "10000",
		"allow_filtering_enabled": "false"},
	"astra": {"tables_warn_threshold": "100", "tables_fail_threshold": "200", "columns_per_table_warn_threshold": "50", "columns_per_table_fail_threshold": "75",
		"fields_per_udt_warn_threshold": "30", "fields_per_udt_fail_threshold": "60",
		"secondary_indexes_per_table_fail_threshold": "1", "sai_indexes_per_table_fail_threshold": "10",
		"partition_keys_in_select_fail_threshold": "20", "in_select_cartesian_product_fail_threshold": "25", "items_per_collection_warn_threshold": "20",
		"read_before_write_list_operations_enabled": "false", "write_consistency_levels_disallowed": "ANY, ONE, LOCAL_ONE", "user_timestamps_enabled": "true",
		"partition_size_warn_threshold": "100MiB", "column_value_size_fail_threshold": "10MiB"},
	"keyspaces": {"secondary_indexes_enabled": "false", "column_value_size_fail_threshold": "1MiB", "partition_keys_in_select_fail_threshold": "100",
		"read_consistency_levels_disallowed": "ANY, TWO, THREE, QUORUM, ALL, EACH_QUORUM, SERIAL, LOCAL_SERIAL",
		"write_consistency_levels_disallowed": "ANY, ONE, TWO, THREE, LOCAL_ONE, QUORUM, ALL, EACH_QUORUM, " +
			"SERIAL, LOCAL_SERIAL"},
}

// Presets returns the names of the policies that need no file.
func Presets() []string { return slices.Sorted(maps.Keys(presets)) }

// Preset returns a policy by its name.
func Preset(name string, target model.Target) (*Policy, bool) {
	lines, found := presets[strings.ToLower(name)]
	if !found {
		return nil, false
	}
	return FromGuardrails(strings.ToLower(name), lines, target), true
}

// house returns the policy of models that follow none of their own.
var house atomic.Pointer[func(model.Target) *Policy]

// SetHouse sets the policy of all models of this process that follow none of their own. With nil, each follows the
// recommendation for its target. A server calls it before it answers requests.
func SetHouse(of func(model.Target) *Policy) {
	if of == nil {
		house.Store(nil)
		return
	}
	house.Store(&of)
}

// House returns the policy of SetHouse for a target, nil if there is none.
func House(target model.Target) *Policy {
	if of := house.Load(); of != nil {
		return (*of)(target)
	}
	return nil
}

// PolicyOf returns the policy that a model follows: its own guardrails, a preset, that of the house, or what is
// recommended for its target.
func PolicyOf(m *model.Model) *Policy {
	if len(m.Policy.Guardrails) > 0 {
		return FromGuardrails(m.Policy.Name, m.Policy.Guardrails, m.Target)
	}
	if policy, found := Preset(m.Policy.Name, m.Target); found {
		return policy
	}
	if policy := House(m.Target); policy != nil && m.Policy.Name == "" {
		return policy
	}
	return Default(m.Target)
}

// limit returns a limit of the policy.
func (p *Pass) limit(name string) Limit { return p.Policy.Limits[name] }

// HasGuardrails reports whether a line of the policy says something that rules know.
func (p *Policy) HasGuardrails() bool {
	for _, limit := range p.Limits {
		if limit.Guardrail != "" {
			return true
		}
	}
	return len(p.Off)+len(p.Warned)+len(p.Lists) > 0
}
