package advice

import "widerow/model"

// Limit is a threshold that warns and one that fails; 0 is none.
type Limit struct{ Warn, Fail float64 }

// level returns the level of a number, "" if it is within the limit.
func (l Limit) level(number float64) Level {
	switch {
	case l.Fail > 0 && number > l.Fail:
		return Error
	case l.Warn > 0 && number > l.Warn:
		return Warning
	}
	return ""
}

// of returns the threshold that a number is over.
func (l Limit) of(number float64) float64 {
	if l.Fail > 0 && number > l.Fail {
		return l.Fail
	}
	return l.Warn
}

// Policy holds the thresholds of a team or a service. They have the names of the guardrails in
// cassandra.yaml without _warn_threshold and _fail_threshold.
type Policy struct {
	Name   string
	Limits map[string]Limit
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
	PartitionKeysInRead = "partition_keys_in_select"
	CartesianProduct    = "in_select_cartesian_product"
	MinimumReplication  = "minimum_replication_factor"
	VectorDimensions    = "vector_dimensions"
	PageSize            = "page_size"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

// recommended are the thresholds that AxonOps recommends (advice.md, sources AX, CY, MC).
func recommended() map[string]Limit {
	return map[string]Limit{
		Tables: {100, 150}, Keyspaces: {15, 0}, ColumnsPerTable: {50, 100}, IndexesPerTable: {5, 10}, SAIPerTable: {5, 10}, ViewsPerTable: {2, 0},
		FieldsPerType: {20, 0}, ItemsPerCollection: {100, 1000}, CollectionSize: {64 * kib, mib}, ColumnValueSize: {256 * kib, mib},
		PartitionKeysInRead: {20, 100}, CartesianProduct: {25, 100}, MinimumReplication: {3, 0}, VectorDimensions: {8192, 0}, PageSize: {5000, 0},
	}
}

// Default returns the policy of a target: what is recommended, and what a service refuses.
func Default(target model.Target) *Policy {
	policy := &Policy{Name: "recommended", Limits: recommended()}
	switch target {
	case model.AstraDB:
		policy.Limits[Tables] = Limit{100, 200}
		policy.Limits[ColumnsPerTable] = Limit{50, 75}
		policy.Limits[FieldsPerType] = Limit{20, 60}
		policy.Limits[SAIPerTable] = Limit{5, 10}
		policy.Limits[IndexesPerTable] = Limit{1, 1}
		policy.Limits[ViewsPerTable] = Limit{0, 0}
	}
	return policy
}

// limit returns a limit of the policy.
func (p *Pass) limit(name string) Limit { return p.Policy.Limits[name] }
