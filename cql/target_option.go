package cql

import (
	"strings"

	"widerow/cql/syntax"
)

const (
	scyllaOptions     = "ScyllaDB, cql3/statements/cf_prop_defs"
	scyllaExtensions  = "ScyllaDB, db/config (schema extensions)"
	scyllaKeyspace    = "ScyllaDB, cql3/statements/ks_prop_defs"
	tableParams       = "Cassandra, schema/TableParams of each version"
	compressors       = "Cassandra, io/compress of each version"
	compressionParams = "Cassandra, schema/CompressionParams of each version"
	keyspacesDDL      = "Amazon Keyspaces Developer Guide, cql.ddl"
)

// optionFeatures are the options of WITH clauses. What Cassandra 5.0 lacks and
// a target has is kept as it is written.
var optionFeatures = []feature{
	tableOption("read_repair_chance", cassandra311, scyllaDB, tableParams+"; "+scyllaOptions),
	tableOption("dclocal_read_repair_chance", cassandra311, scyllaDB, tableParams+"; "+scyllaOptions),
	tableOption("additional_write_policy", from40, astraDB|amazonKeyspaces, tableParams+"; "+astraLimits),
	tableOption("read_repair", from40, astraDB|amazonKeyspaces, tableParams+"; "+astraLimits+"; "+keyspacesAPIs),
	tableOption("memtable", from41, astraDB, tableParams+"; "+astraLimits+"; "+scyllaOptions),
	tableOption("incremental_backups", from50|astraDB, 0, tableParams+"; "+scyllaOptions),
	tableOption("allow_auto_snapshot", from50|astraDB, 0, tableParams+"; "+scyllaOptions),
	tableOption("auto_repair", from50, astraDB, tableParams+"; "+astraLimits),
	tableOption("extensions", everywhere&^scyllaDB, 0, tableParams+"; "+scyllaOptions),
	tableOption("transactional_mode", cassandra60, 0, tableParams),
	tableOption("transactional_migration_from", cassandra60, 0, tableParams),
	tableOption("pending_drop", cassandra60, 0, tableParams),
	{"the option fast_path", cassandra60, 0, tableParams, option("fast_path")},
	tableOption("bloom_filter_fp_chance", cassandra|scyllaDB, astraDB|amazonKeyspaces, astraLimits+"; "+keyspacesAPIs),
	tableOption("caching", cassandra, scyllaDB|astraDB|amazonKeyspaces, scyllaCompare+"; "+astraLimits+"; "+keyspacesAPIs),
	tableOption("compaction", cassandra|scyllaDB, astraDB|amazonKeyspaces, astraLimits+"; "+keyspacesAPIs),
	tableOption("compression", cassandra|scyllaDB, astraDB|amazonKeyspaces, astraLimits+"; "+keyspacesAPIs),
	tableOption("gc_grace_seconds", cassandra|scyllaDB, astraDB|amazonKeyspaces, astraLimits+"; "+keyspacesAPIs),
	tableOption("memtable_flush_period_in_ms", notAstra&^scyllaDB, scyllaDB|astraDB, scyllaCompare+"; "+astraLimits),
	tableOption("crc_check_chance", notAstra, astraDB, astraLimits),
	tableOption("min_index_interval", notAstra, astraDB, astraLimits),
	tableOption("max_index_interval", notAstra, astraDB, astraLimits),
	tableOption("speculative_retry", notAstra, astraDB, astraLimits),
	tableOption("id", notAstra, astraDB, astraLimits),
	tableOption("cdc", notAstra, astraDB, astraLimits),
	{"cdc as a map", scyllaDB | amazonKeyspaces, astraDB, "ScyllaDB, cdc/cdc_extension; " + keyspacesDDL,
		when(func(o *syntax.Option) bool { return o.Name.Name == "cdc" && o.Value.IsMap() })},
	{"cdc as a boolean", notAstra &^ scyllaDB, astraDB, "ScyllaDB, cdc/cdc_extension; " + astraLimits,
		when(func(o *syntax.Option) bool {
			return o.Kind == syntax.Property && o.Name.Name == "cdc" && !o.Value.IsMap()
		})},
	tableOption("nodesync", 0, astraDB, astraLimits),

	tableOption("paxos_grace_seconds", scyllaDB, 0, scyllaExtensions),
	tableOption("tombstone_gc", scyllaDB, 0, scyllaExtensions),
	tableOption("per_partition_rate_limit", scyllaDB, 0, scyllaExtensions),
	tableOption("scylla_encryption_options", scyllaDB, 0, scyllaExtensions),
	tableOption("scylla_tags", scyllaDB, 0, scyllaExtensions),
	tableOption("synchronous_updates", scyllaDB, 0, scyllaOptions),
	tableOption("storage_engine", scyllaDB, 0, scyllaOptions),
	tableOption("large_data_guardrails_enabled", scyllaDB, 0, scyllaOptions),
	{"the option tablets", scyllaDB, 0, scyllaOptions + "; " + scyllaKeyspace, option("tablets")},
	{"the keyspace option storage", scyllaDB, 0, scyllaKeyspace, option("storage")},
	{"the keyspace option consistency", scyllaDB, 0, scyllaKeyspace, option("consistency")},
	{"the option custom_properties", amazonKeyspaces, 0, keyspacesDDL, option("custom_properties")},
	{"the option tags", amazonKeyspaces, 0, keyspacesDDL, option("tags")},
	{"the option client_side_timestamps", amazonKeyspaces, 0, keyspacesDDL, option("client_side_timestamps")},
	{"the keyspace option durable_writes", everywhere &^ amazonKeyspaces, amazonKeyspaces, keyspacesAPIs, option("durable_writes")},

	{"SingleRegionStrategy", amazonKeyspaces, 0, keyspacesDDL, optionClass("replication", "SingleRegionStrategy")},
	{"EverywhereStrategy", scyllaDB, 0, "ScyllaDB, locator/everywhere_replication_strategy", optionClass("replication", "EverywhereStrategy")},
	{"transient replication", from40, 0, "CASSANDRA-14404", when(isTransient)},
	{"UnifiedCompactionStrategy", from50 | astraDB | amazonKeyspaces, 0, "CASSANDRA-18397; " + scyllaCompare,
		optionClass("compaction", "UnifiedCompactionStrategy")},
	{"DateTieredCompactionStrategy", before50 | astraDB | amazonKeyspaces, 0, "CASSANDRA-18043; " + scyllaCompare,
		optionClass("compaction", "DateTieredCompactionStrategy")},
	{"IncrementalCompactionStrategy", scyllaDB | astraDB | amazonKeyspaces, 0, "ScyllaDB, docs/cql/compaction",
		optionClass("compaction", "IncrementalCompactionStrategy")},
	{"ZstdCompressor", everywhere &^ cassandra311, 0, "CASSANDRA-14482", optionClass("compression", "ZstdCompressor")},
	{"NoopCompressor", everywhere &^ (cassandra311 | scyllaDB), 0, compressors, optionClass("compression", "NoopCompressor")},
	{"the compression parameter min_compress_ratio", everywhere &^ (cassandra311 | scyllaDB), 0, "CASSANDRA-10520",
		optionKey("compression", "min_compress_ratio")},
	{"the old compression parameters sstable_compression and chunk_length_kb", before50 | scyllaDB | astraDB | amazonKeyspaces, 0,
		compressionParams + "; ScyllaDB, sstables/compressor", optionKey("compression", "sstable_compression", "chunk_length_kb")},
	{"the compression parameter crc_check_chance", before50 | astraDB | amazonKeyspaces, 0, compressionParams +
		"; " + scyllaCompare, optionKey("compression", "crc_check_chance")},
	{"the short forms of speculative_retry", everywhere &^ cassandra311, 0, "CASSANDRA-13876", when(isShortRetry)},
	{"a replication_factor of NetworkTopologyStrategy", everywhere &^ cassandra311, 0, "CASSANDRA-14303", when(func(o *syntax.Option) bool {
		class, hasClass := entryOf(o, "replication", "class")
		_, hasFactor := entryOf(o, "replication", "replication_factor")
		return hasClass && hasFactor && strings.HasSuffix(class.Text, "NetworkTopologyStrategy")
	})},
	{"MIN() and MAX() of speculative_retry", everywhere &^ (cassandra311 | scyllaDB), 0, "CASSANDRA-14293", when(isHybridRetry)},
}

func tableOption(name string, has, ignores targets, source string) feature {
	return feature{"the table option " + name, has, ignores, source, option(name)}
}

// isTransient finds a replication factor such as '3/1'.
func isTransient(o *syntax.Option) bool {
	if o.Kind != syntax.Property || o.Name.Name != "replication" {
		return false
	}
	for _, entry := range o.Value.Entries() {
		if strings.Contains(entry[1].Text, "/") {
			return true
		}
	}
	return false
}

// isShortRetry finds '99p' and 'NEVER', which were '99percentile' and 'NONE'.
func isShortRetry(o *syntax.Option) bool {
	text := strings.ToUpper(o.Value.Text)
	return o.Kind == syntax.Property && o.Name.Name == "speculative_retry" && (text == "NEVER" || strings.HasSuffix(text, "P"))
}

func isHybridRetry(o *syntax.Option) bool {
	text := strings.ToUpper(o.Value.Text)
	return o.Kind == syntax.Property && o.Name.Name == "speculative_retry" && (strings.HasPrefix(text, "MIN(") || strings.HasPrefix(text, "MAX("))
}
