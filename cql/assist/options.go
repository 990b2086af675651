package assist

import (
	"slices"
	"strings"
)

// option is a property of a WITH clause: its default, its description and its
// possible values. Sub are the keys of a map, by class.
type option struct {
	name, initial, info string
	values              []string
	sub                 func(class string) []option
}

// Defaults and values follow Cassandra 5.0 (schema/TableParams, CompactionParams,
// CompressionParams, CachingParams). A test checks each of them against the rules of package
// schema.
var (
	booleans  = []string{"true", "false"}
	quotedYes = []string{"'true'", "'false'"}
	retries   = []string{"'99p'", "'50ms'", "'ALWAYS'", "'NEVER'", "'MIN(99p,50ms)'"}
)

var tableOptions = []option{
	{"comment", "''", "A note that the server keeps with the table.", []string{"''"}, nil},
	{"gc_grace_seconds", "864000",
		"How long a tombstone is kept, so that a replica that was down can still learn of it: ten days.",
		[]string{"864000", "86400", "0"}, nil},
	{"default_time_to_live", "0", "Seconds after which rows expire that were written without a TTL; 0 is never.",
		[]string{"0", "86400", "604800", "2592000"}, nil},
	{"compaction", "SizeTieredCompactionStrategy", "How SSTables are merged.", compactions, compactionSub},
	{"compression", "LZ4Compressor, 16 KiB", "How SSTables are compressed on disk.", compressions, compressionSub},
	{"caching", "keys ALL, rows NONE", "What of the table is kept in memory.",
		[]string{"{'keys': 'ALL', 'rows_per_partition': 'NONE'}", "{'keys': 'NONE', 'rows_per_partition': 'NONE'}"},
		cachingSub},
	{"bloom_filter_fp_chance", "0.01", "How often the bloom filter may be wrong; 0.1 takes half the memory.", []string{"0.01", "0.1", "1.0"}, nil},
	{"speculative_retry", "'99p'", "When a read asks one more replica without waiting.", retries, nil},
	{"additional_write_policy", "'99p'", "When a write goes to one more replica.", retries, nil},
	{"read_repair", "'BLOCKING'", "Whether a read mends replicas that differ before it answers.", []string{"'BLOCKING'", "'NONE'"}, nil},
	{"memtable", "'default'", "The kind of memtable, by its name in cassandra.yaml.", []string{"'default'", "'trie'", "'skiplist'"}, nil},
	{"memtable_flush_period_in_ms", "0", "Flushes the memtable after that time; 0 is only when it is full.", []string{"0", "3600000"}, nil},
	{"min_index_interval", "128", "The fewest partitions between two samples of the index summary.", []string{"128"}, nil},
	{"max_index_interval", "2048", "The most partitions between two samples of the index summary.", []string{"2048"}, nil},
	{"crc_check_chance", "1.0", "How often a checksum of compressed data is verified.", []string{"1.0", "0.5", "0.0"}, nil},
	{"cdc", "false", "Whether changes are logged for change data capture.", booleans, nil},
	{"allow_auto_snapshot", "true", "Whether DROP and TRUNCATE take a snapshot first.", booleans, nil},
	{"auto_repair", "{}", "Which repairs the server runs by itself, if it was started with them.", []string{"{'full_enabled': 'true'}"}, autoRepairSub},
	{"incremental_backups", "true", "Whether flushed SSTables are linked into backups.", booleans, nil},
	{"extensions", "{}", "Settings of extensions of the server.", []string{"{}"}, nil},
}

var keyspaceOptions = []option{
	{"replication", "must be given", "How many nodes of each datacenter store the data.",
		[]string{"{'class': 'NetworkTopologyStrategy', 'datacenter1': '3'}", "{'class': 'SimpleStrategy', 'replication_factor': '1'}"}, replicationSub},
	{"durable_writes", "true", "false leaves out the commit log: a crash loses data.", booleans, nil},
}

var indexOptions = []option{{"options", "none", "Options of the index class.", indexOptionMaps, indexSub}}

var (
	compactions = []string{"{'class': 'SizeTieredCompactionStrategy'}", "{'class': 'LeveledCompactionStrategy'}",
		"{'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '1'}", "{'class': 'UnifiedCompactionStrategy'}"}
	compressions = []string{"{'class': 'LZ4Compressor', 'chunk_length_in_kb': '16'}", "{'class': 'ZstdCompressor'}", "{'class': 'SnappyCompressor'}",
		"{'class': 'DeflateCompressor'}", "{'enabled': 'false'}"}
	indexClasses    = []string{"sai", "legacy_local_table", "org.apache.cassandra.index.sasi.SASIIndex"}
	indexOptionMaps = []string{"{'case_sensitive': 'false'}", "{'similarity_function': 'cosine'}", "{'mode': 'CONTAINS'}"}
)

var commonCompaction = []option{
	{"enabled", "true", "Whether it is compacted in the background.", quotedYes, nil},
	{"tombstone_threshold", "0.2", "The part of droppable tombstones at which one SSTable is compacted alone.", []string{"'0.2'"}, nil},
	{"tombstone_compaction_interval", "86400", "Seconds before that is tried.", []string{"'86400'"}, nil},
	{"unchecked_tombstone_compaction", "false", "Does that without looking at overlaps first.", quotedYes, nil},
	{"only_purge_repaired_tombstones", "false", "Keeps tombstones until they were repaired.", quotedYes, nil},
	{"log_all", "false", "Logs every compaction.", quotedYes, nil},
	{"provide_overlapping_tombstones", "NONE", "Drops what tombstones in other SSTables delete.", []string{"'NONE'", "'ROW'", "'CELL'"}, nil},
}

var (
	thresholds = []option{
		{"min_threshold", "4", "The fewest SSTables of like size that are merged.", []string{"'4'"}, nil},
		{"max_threshold", "32", "The most SSTables that are merged at once.", []string{"'32'"}, nil},
	}
	buckets = []option{
		{"min_sstable_size", "52428800", "SSTables smaller than that are of one size.", []string{"'52428800'"}, nil},
		{"bucket_low", "0.5", "How much smaller than the average is of like size.", []string{"'0.5'"}, nil},
		{"bucket_high", "1.5", "How much larger than the average is of like size.", []string{"'1.5'"}, nil},
	}
	expiry = []option{
		{"expired_sstable_check_frequency_seconds", "600", "How often it looks for SSTables that have expired as a whole.", []string{"'600'"}, nil},
		{"unsafe_aggressive_sstable_expiration", "false",
			"Drops expired SSTables without looking at overlaps; true must be allowed at the server's start.",
			[]string{"'false'"}, nil},
	}
)

// strategies are the options of each compaction strategy.
var strategies = map[string][]option{
	"SizeTieredCompactionStrategy": slices.Concat(thresholds, buckets),
	"LeveledCompactionStrategy": {
		{"sstable_size_in_mb", "160", "The size of an SSTable.", []string{"'160'"}, nil},
		{"fanout_size", "10", "How much larger each level is than the one before.", []string{"'10'"}, nil},
		{"single_sstable_uplevel", "true", "Moves one SSTable up without writing it anew.", quotedYes, nil},
	},
	"TimeWindowCompactionStrategy": slices.Concat([]option{
		{"compaction_window_unit", "DAYS", "The unit of a window.", []string{"'DAYS'", "'HOURS'", "'MINUTES'"}, nil},
		{"compaction_window_size", "1", "How many units a window has.", []string{"'1'", "'7'"}, nil},
		{"timestamp_resolution", "MICROSECONDS", "The unit of the writers' timestamps.", []string{"'MICROSECONDS'", "'MILLISECONDS'"}, nil},
	}, expiry, thresholds, buckets),
	"UnifiedCompactionStrategy": slices.Concat([]option{
		{"scaling_parameters", "T4", "T4 writes like size-tiered, L10 reads like leveled, N between.", []string{"'T4'", "'L10'", "'N'"}, nil},
		{"target_sstable_size", "1GiB", "The size that SSTables are to have.", []string{"'1GiB'"}, nil},
		{"base_shard_count", "4", "Into how many shards data is divided at least.", []string{"'4'"}, nil},
		{"sstable_growth", "0.333", "How SSTables grow with the data: 0 more of them, 1 larger ones.", []string{"'0.333'"}, nil},
	}, expiry),
}

func compactionSub(class string) []option {
	return slices.Concat(
		[]option{classOption("SizeTieredCompactionStrategy", "LeveledCompactionStrategy",
			"TimeWindowCompactionStrategy", "UnifiedCompactionStrategy")},
		strategies[shortClass(class)], commonCompaction)
}

func compressionSub(class string) []option {
	own := map[string][]option{
		"ZstdCompressor": {{"compression_level", "3", "From -131072, fast, to 22, small.", []string{"'3'"}, nil}},
		"LZ4Compressor":  {{"lz4_compressor_type", "fast", "high compresses better and slower.", []string{"'fast'", "'high'"}, nil}},
	}
	return slices.Concat([]option{
		classOption("LZ4Compressor", "ZstdCompressor", "SnappyCompressor", "DeflateCompressor"),
		{"chunk_length_in_kb", "16", "How much is compressed at a time: a power of 2.", []string{"'16'", "'4'", "'64'"}, nil},
		{"min_compress_ratio", "0", "Chunks that shrink less are kept plain.", []string{"'0'", "'1.1'"}, nil},
		{"enabled", "true", "false, and nothing else, switches compression off.", quotedYes, nil},
	}, own[shortClass(class)])
}

func autoRepairSub(string) []option {
	return []option{
		{"full_enabled", "true", "Whether it is repaired as a whole.", quotedYes, nil},
		{"incremental_enabled", "true", "Whether what was not repaired before is repaired.", quotedYes, nil},
		{"preview_repaired_enabled", "true", "Whether repaired data is compared.", quotedYes, nil},
		{"priority", "0", "Tables of a higher priority are repaired first.", []string{"'1'"}, nil},
	}
}

func cachingSub(string) []option {
	return []option{
		{"keys", "ALL", "Whether the places of partitions are cached.", []string{"'ALL'", "'NONE'"}, nil},
		{"rows_per_partition", "NONE", "How many rows of each partition are cached.", []string{"'NONE'", "'ALL'", "'100'"}, nil},
	}
}

func replicationSub(class string) []option {
	sub := []option{classOption("NetworkTopologyStrategy", "SimpleStrategy")}
	if shortClass(class) == "NetworkTopologyStrategy" {
		sub = append(sub, option{"datacenter1", "", "The name of a datacenter, with its number of replicas.", []string{"'3'"}, nil})
	}
	return append(sub, option{"replication_factor", "", "How many nodes store each row.", []string{"'3'", "'1'"}, nil})
}

func indexSub(string) []option {
	return []option{
		{"case_sensitive", "true", "sai: false finds text in any case.", quotedYes, nil},
		{"normalize", "false", "sai: true finds text in any form of Unicode.", quotedYes, nil},
		{"ascii", "false", "sai: true finds letters without their accents.", quotedYes, nil},
		{"similarity_function", "cosine", "sai: how near two vectors are.", []string{"'cosine'", "'dot_product'", "'euclidean'"}, nil},
		{"mode", "PREFIX", "SASI: what LIKE may look for.", []string{"'PREFIX'", "'CONTAINS'", "'SPARSE'"}, nil},
	}
}

func classOption(classes ...string) option {
	o := option{name: "class", info: "The class that does it."}
	for _, class := range classes {
		o.values = append(o.values, "'"+class+"'")
	}
	return o
}

func shortClass(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

func optionsOf(kind string) []option {
	switch {
	case strings.HasSuffix(kind, "KEYSPACE"):
		return keyspaceOptions
	case strings.HasSuffix(kind, "INDEX"):
		return indexOptions
	case strings.HasSuffix(kind, "TABLE"), strings.HasSuffix(kind, "VIEW"):
		return tableOptions
	}
	return nil
}

// findOption returns the option of that name, of any statement.
func findOption(name string) (option, bool) {
	for _, o := range slices.Concat(tableOptions, keyspaceOptions, indexOptions) {
		if o.name == name {
			return o, true
		}
	}
	return option{}, false
}
