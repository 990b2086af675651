package schematest

// spelling is one way to write a value: values of a set of meanings that mean the same
// have the same number. 0 is the default of an option, which may be left out.
type spelling struct {
	meaning int
	written string
}

// meanings are the ways to write each of several values.
type meanings [][]string

// spelled chooses a value and its spelling.
func (v *Varied) spelled(from meanings) spelling { return v.spell(from, v.random.IntN(len(from))) }

func (v *Varied) spell(from meanings, meaning int) spelling {
	return spelling{meaning, v.pick(from[meaning]...)}
}

// another chooses a value that means something else.
func (v *Varied) another(from meanings, than int) spelling {
	return v.spell(from, (than+1+v.random.IntN(len(from)-1))%len(from))
}

// replications of a cluster of one node in datacenter1.
var replications = meanings{
	{"{'class': 'SimpleStrategy', 'replication_factor': 1}",
		"{'class': 'org.apache.cassandra.locator.SimpleStrategy', 'replication_factor': '01'}",
		"{'class': 'SimpleStrategy'}"},
	{"{'class': 'NetworkTopologyStrategy', 'replication_factor': '1'}",
		"{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}", "{'class': 'NetworkTopologyStrategy'}",
		"{'class': 'NetworkTopologyStrategy', 'datacenter1': '01', 'replication_factor': 3}"},
	{"{'class': 'NetworkTopologyStrategy', 'replication_factor': 3}", "{'class': 'NetworkTopologyStrategy', 'datacenter1': '3'}"},
}

var onOff = meanings{{"false", "'no'", "0", "'FALSE'"}, {"true", "'yes'", "1", "TRUE"}}

var offOn = meanings{onOff[1], onOff[0]}

var retries = meanings{
	{"'99p'", "'99PERCENTILE'", "'99.0percentile'", "'99.00001p'"}, {"'NEVER'", "'none'", "'Never'"}, {"'ALWAYS'", "'always'"}, {"'50ms'", "'50.9MS'"},
	{"'90.5p'", "'90.50P'"}, {"'MIN(99p,50ms)'", "'min(50ms, 99.0p)'"}, {"'MAX(5ms, 99.5PERCENTILE)'", "'MAX(99.5p,5ms)'"},
}

// tableOptions are all options of tables. compaction is chosen with the Bloom filter.
var tableOptions = map[string]meanings{
	"additional_write_policy": retries, "speculative_retry": retries, "allow_auto_snapshot": offOn, "incremental_backups": offOn, "cdc": onOff,
	"bloom_filter_fp_chance": {{"0.01", "'0.010'", "1e-2"}, {"0.5", "0.50", "'0.5d'"}, {"1", "1.0"}},
	"caching": {{"{'keys': 'ALL'}", "{'keys': 'all', 'rows_per_partition': 'none'}", "{'rows_per_partition': 0, 'keys': 'ALL'}"}, {"{}", "{'keys': 'NONE'}"},
		{"{'keys': 'ALL', 'rows_per_partition': '10'}", "{'rows_per_partition': '010', 'keys': 'All'}"}, {"{'keys': 'ALL', 'rows_per_partition': 'all'}"}},
	"comment": {{"''"}, {"'it''s'", "$$it's$$"}, {"5", "'5'"}},
	"compaction": {
		{"{'class': 'SizeTieredCompactionStrategy'}", "{'class': 'org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy', 'max_threshold': 32}",
			"{'class': 'SizeTieredCompactionStrategy', 'enabled': 'TRUE', 'bucket_low': '0.50', 'tombstone_threshold': 0.2}"},
		{"{'class': 'SizeTieredCompactionStrategy', 'min_threshold': 8}", "{'min_threshold': '8', " +
			"'max_threshold': '32', 'class': 'SizeTieredCompactionStrategy', 'log_all': false}"},
		{"{'class': 'TimeWindowCompactionStrategy'}", "{'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': 1, 'compaction_window_unit': 'DAYS'}"},
		{"{'class': 'TimeWindowCompactionStrategy', 'tombstone_threshold': '0.2'}", "{'tombstone_threshold': 0.20, 'class': 'TimeWindowCompactionStrategy'}"},
		{"{'class': 'UnifiedCompactionStrategy'}", "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4', 'target_sstable_size': '1GiB'}"},
		{"{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L8, N'}",
			"{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L8,N', 'overlap_inclusion_method': " +
				"'transitive'}"},
	},
	"compression": {
		{"{'class': 'LZ4Compressor'}",
			"{'class': 'org.apache.cassandra.io.compress.LZ4Compressor', 'chunk_length_in_kb': 16}",
			"{'class': 'LZ4Compressor', 'lz4_compressor_type': 'fast', 'enabled': 'true'}",
			"{'class': 'LZ4Compressor', 'min_compress_ratio': 0.0}"},
		{"{}", "{'enabled': false}", "{'enabled': 'False'}"},
		{"{'class': 'ZstdCompressor'}", "{'class': 'ZstdCompressor', 'compression_level': 3}"}, {"{'class': 'ZstdCompressor', 'compression_level': '9'}"},
		{"{'class': 'SnappyCompressor', 'chunk_length_in_kb': '64', 'min_compress_ratio': 1.50}",
			"{'class': 'SnappyCompressor', 'min_compress_ratio': '1.5', 'chunk_length_in_kb': 64}"},
		{"{'class': 'DeflateCompressor'}"}, {"{'class': 'NoopCompressor', 'enabled': true}", "{'class': 'NoopCompressor'}"},
	},
	"crc_check_chance":     {{"1", "1.0", "'1'"}, {"0.5", "'0.50'"}},
	"default_time_to_live": {{"0", "'0'"}, {"60", "'060'"}}, "gc_grace_seconds": {{"864000", "'864000'"},
		{"60", "'060'"}},
	"max_index_interval": {{"2048", "'2048'"}, {"4096"}}, "min_index_interval": {{"128", "'0128'"}, {"64"}},
	"memtable":                    {{"'default'", "default"}, {"'skiplist'"}},
	"memtable_flush_period_in_ms": {{"0", "'0'"}, {"3600000"}}, "read_repair": {{"'BLOCKING'", "'blocking'"}, {"'NONE'", "'none'"}},
	"extensions": {{"{}", "{'a': 0xff}"}},
}

var saiOptions = map[string]meanings{"case_sensitive": {{"true", "'TRUE'"}, {"'false'", "false"}},
	"normalize": {{"false"}, {"'True'", "true"}}, "ascii": {{"'false'"}, {"true"}}}

// options chooses some options. One left out has its default.
func (v *Varied) options() map[string]spelling {
	options := map[string]spelling{}
	for _, name := range sortedKeys(tableOptions) {
		if v.random.IntN(4) == 0 {
			options[name] = v.spelled(tableOptions[name])
		}
	}
	if v.random.IntN(12) == 0 { // the default of its Bloom filter is another
		options["compaction"], options["bloom_filter_fp_chance"] = spelling{-1, v.pick("{'class': 'LeveledCompactionStrategy'}",
			"{'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 160, 'fanout_size': '10'}")}, spelling{-1, v.pick("0.1", "0.10")}
		if v.random.IntN(2) == 0 {
			delete(options, "bloom_filter_fp_chance")
		}
	}
	return options
}
