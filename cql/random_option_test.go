package cql_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// optionValues are accepted and refused values of an option.
type optionValues struct{ right, wrong []string }

// tableOptionValues are the options of tables and views.
var tableOptionValues = map[string]optionValues{
	"additional_write_policy": {[]string{"'99p'", "'NONE'", "'ALWAYS'", "'50ms'", "'MIN(99p,50ms)'", "'MAX(5ms, 99.5PERCENTILE)'", "'never'"}, retryFaults},
	"speculative_retry": {[]string{"'99p'", "'NEVER'", "'always'", "'99.9PERCENTILE'", "'12.5ms'", "'min(99p,50MS)'", "default", "'1percentile'"},
		retryFaults},
	"allow_auto_snapshot": {[]string{"true", "false", "'yes'", "1", "'NO'"}, []string{"'maybe'", "2", "{}", "''", "1.0"}},
	"bloom_filter_fp_chance": {[]string{"0.01", "1", "'0.1'", "1.0", "1e-3", "'0.5d'", "0.0000672"},
		[]string{"0", "2", "-0.1", "'x'", "NaN", "0.0000671", "{}", "'0x1'", "true", "1.0000001", "Infinity", "''"}},
	"caching": {[]string{"{'keys': 'ALL'}", "{'keys': 'none', 'rows_per_partition': '10'}", "{}", "{'rows_per_partition': 'ALL'}", "{'rows_per_partition': -1}"},
		[]string{"'ALL'", "{'keys': 'x'}", "{'rows_per_partition': 'x'}", "{'nosuch': 1}", "{'keys': 'ALL', 'a': 1, 'b': 2}", "{'keys': 10}",
			"{'rows_per_partition': 1.5}", "{'keys': 'ALL', 'keys': 'ALL'}", "{'KEYS': 'ALL'}"}},
	"cdc":     {[]string{"true", "false", "'true'", "0"}, []string{"'x'", "{'enabled': true}", "NaN"}},
	"comment": {[]string{"'x'", "'it''s -- \"x\"'", "$$it's$$", "''", "5", "'é\n'", "key"}, []string{"{}", "{'a': 'b'}"}},
	"compaction": {[]string{"{'class': 'SizeTieredCompactionStrategy'}", "{'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 160}",
		"{'class': 'org.apache.cassandra.db.compaction.LeveledCompactionStrategy', 'fanout_size': '10'}",
		"{'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': 1}",
		"{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4, L8,N'}",
		"{'class': 'SizeTieredCompactionStrategy', 'enabled': false, 'tombstone_threshold': '0.2'}"},
		[]string{"'x'", "{}", "{'class': 'nosuch'}", "{'enabled': true}", "{'class': ''}", "{'class': 'org.apache.cassandra.db.compaction.nosuch'}"}},
	"compression": {[]string{"{'class': 'LZ4Compressor'}", "{'enabled': false}", "{}", "{'class': 'ZstdCompressor', 'compression_level': 3}",
		"{'class': 'SnappyCompressor', 'chunk_length_in_kb': 64}", "{'class': 'org.apache.cassandra.io.compress.DeflateCompressor', 'min_compress_ratio': 1.5}",
		"{'class': 'LZ4Compressor', 'lz4_compressor_type': 'high', 'lz4_high_compressor_level': 9}", "{'class': 'NoopCompressor', 'enabled': true}"},
		[]string{"'x'", "{'class': 'nosuch'}", "{'class': ''}", "{'sstable_compression': 'LZ4Compressor'}", "{'chunk_length_in_kb': 4}",
			"{'enabled': false, 'class': 'LZ4Compressor'}", "{'enabled': 'x'}", "{'enabled': 'x', 'class': 'LZ4Compressor'}"}},
	"crc_check_chance":            {[]string{"1", "0", "0.5", "'1.0'"}, []string{"1.1", "-0.1", "'x'", "{}", "NaN", "-NaN"}},
	"default_time_to_live":        {[]string{"0", "0", "60", "'86400'", "630720000"}, []string{"-1", "630720001", "'x'", "1.5", "{}", "99999999999", "'+5'", "' 5'"}},
	"extensions":                  {[]string{"{'a': 0xff}", "{}", "'x'", "{'a': 'b'}"}, []string{"{'a': {}}", "{'a': ?}", "{'a': [1]}", "{'a': 1, 'a': 2}"}},
	"gc_grace_seconds":            {[]string{"864000", "'0'", "1"}, []string{"-1", "'x'", "2147483648", "{}", "0x10", "1d"}},
	"id":                          {[]string{}, []string{"'x'", "{}", "5"}},
	"incremental_backups":         {[]string{"true", "'false'"}, []string{"'x'", "{}"}},
	"max_index_interval":          {[]string{"2048", "128", "'4096'"}, []string{"1", "'x'", "127", "-5", "{}"}},
	"min_index_interval":          {[]string{"128", "1", "'64'"}, []string{"0", "-1", "3000", "'x'", "{}"}},
	"memtable":                    {[]string{"'default'", "default", "'skiplist'"}, []string{"'nosuch'", "{}", "5", "''", "'trie '"}},
	"memtable_flush_period_in_ms": {[]string{"0", "3600000"}, []string{"-1", "'x'", "{}"}},
	"read_repair":                 {[]string{"'BLOCKING'", "'none'"}, []string{"{}"}},
}

var retryFaults = []string{"'x'", "'101p'", "'0p'", "'-1p'", "'p'", "'ms'", "{}", "5", "''", "'MIN(99p,98p)'", "'MIN(1ms,2ms)'", "'MAX(99p)'",
	"'MIN(x,1ms)'", "'AVG(1ms,99p)'", "'1.5.5ms'", "'-5ms'", "'100p'", "99", "'99 p'", "' 99p '", "'custom'"}

// unknownOptions are options of other versions and servers.
var unknownOptions = []string{"nosuch = 1", "read_repair_chance = 0.1", "dclocal_read_repair_chance = 0.1", "replication = {}", `"Comment" = 'x'`,
	"custom_properties = {'a': {'b': 'c'}}", "compact = 1", "ttl = 5", "tombstone_gc = {'mode': 'repair'}"}

// alterOptionValues are the values for ALTER, which refuses more.
var alterOptionValues = func() map[string]optionValues {
	values := maps.Clone(tableOptionValues)
	values["id"] = optionValues{nil, []string{"'x'", "5a1c395e-b41f-11e5-9f22-ba0be0483c18"}}
	values["gc_grace_seconds"] = optionValues{append([]string{"0"}, values["gc_grace_seconds"].right...), values["gc_grace_seconds"].wrong}
	return values
}()

// compactionEntries are the entries of the compaction map by class, each with
// accepted and refused values.
var compactionEntries = map[string]map[string]optionValues{
	"SizeTieredCompactionStrategy": {
		"min_threshold": thresholds, "max_threshold": thresholds, "min_sstable_size": sizes, "bucket_low": buckets, "bucket_high": buckets},
	"LeveledCompactionStrategy": {
		"sstable_size_in_mb": {[]string{"160", "'1'"}, []string{"0", "'x'", "-1", "1.5"}}, "fanout_size": {[]string{"10", "'1'"}, []string{"0", "-1"}},
		"single_sstable_uplevel": booleans, "min_threshold": thresholds, "max_threshold": thresholds},
	"TimeWindowCompactionStrategy": {
		"compaction_window_unit":                  {[]string{"'DAYS'", "'HOURS'", "'MINUTES'"}, []string{"'days'", "'SECONDS'", "'x'", "1"}},
		"compaction_window_size":                  {[]string{"1", "'30'"}, []string{"0", "-1", "'x'", "1.5"}},
		"timestamp_resolution":                    {[]string{"'MICROSECONDS'", "'SECONDS'", "'DAYS'"}, []string{"'x'", "'seconds'"}},
		"expired_sstable_check_frequency_seconds": {[]string{"600", "0"}, []string{"-1", "'x'"}},
		"unsafe_aggressive_sstable_expiration":    {[]string{"false"}, []string{"true", "'x'"}},
		"min_threshold":                           thresholds, "max_threshold": thresholds, "min_sstable_size": sizes, "bucket_low": buckets, "bucket_high": buckets},
	"UnifiedCompactionStrategy": {
		"scaling_parameters":                      {[]string{"'T4'", "'N'", "'L10, T2'", "'4'", "'-2'"}, []string{"'X'", "'T'", "''", "'T1'", "'L0'", "'T4,'", "'t4'"}},
		"target_sstable_size":                     {[]string{"'1GiB'", "'100MiB'", "'1G'", "1048576"}, []string{"'x'", "0", "'1KiB'", "-1", "'9999999999TiB'", "''"}},
		"base_shard_count":                        {[]string{"4", "'1'"}, []string{"0", "-1", "'x'", "1.5"}},
		"sstable_growth":                          {[]string{"'0.333'", "0", "1", "'33%'"}, []string{"-1", "1.5", "'x'", "'101%'"}},
		"min_sstable_size":                        {[]string{"'100MiB'", "0", "'auto'"}, []string{"'x'", "-1", "'2GiB'"}},
		"flush_size_override":                     {[]string{"'100MiB'", "'0'"}, []string{"'x'", "'100KiB'", "-1"}},
		"expired_sstable_check_frequency_seconds": {[]string{"600", "1"}, []string{"0", "-1", "'x'"}},
		"unsafe_aggressive_sstable_expiration":    {[]string{"false"}, []string{"true", "'x'"}},
		"overlap_inclusion_method":                {[]string{"'NONE'", "'SINGLE'", "'transitive'"}, []string{"'x'"}},
		"max_sstables_to_compact":                 {[]string{"32", "0", "-1"}, []string{"'x'"}},
		"parallelize_output_shards":               {nil, []string{"true"}},
	},
}

var (
	thresholds = optionValues{[]string{"4", "'32'", "8"}, []string{"0", "1", "2", "64", "-1", "'x'", "1.5", "99999999999"}}
	sizes      = optionValues{[]string{"50", "'0'"}, []string{"-1", "'x'", "1.5"}}
	buckets    = optionValues{[]string{"0.5", "1.5", "'1'"}, []string{"'x'", "3", "0", "-1", "NaN"}}
	booleans   = optionValues{[]string{"true", "'false'", "'TRUE'"}, []string{"'x'", "1", "''"}}
)

var commonCompactionEntries = map[string]optionValues{
	"enabled": booleans, "log_all": booleans, "unchecked_tombstone_compaction": booleans, "only_purge_repaired_tombstones": booleans,
	"provide_overlapping_tombstones": {[]string{"'none'", "'ROW'", "'cell'"}, []string{"'x'"}},
	"tombstone_threshold":            {[]string{"0.2", "'0'", "1"}, []string{"-0.1", "'x'", "NaN"}},
	"tombstone_compaction_interval":  {[]string{"86400", "0"}, []string{"-1", "'x'", "1.5"}},
	"nosuch":                         {nil, []string{"1"}},
}

var compressionEntries = map[string]map[string]optionValues{
	"LZ4Compressor": {"lz4_compressor_type": {[]string{"'fast'", "'high'"}, []string{"'x'", "'FAST'", "''"}},
		"lz4_high_compressor_level": {[]string{"9", "'17'", "1"}, []string{"0", "18", "'x'", "-1", "1.5"}}},
	"SnappyCompressor":  {"compression_level": {nil, []string{"3"}}},
	"DeflateCompressor": {"compression_level": {nil, []string{"3"}}},
	"ZstdCompressor":    {"compression_level": {[]string{"3", "'22'", "-5"}, []string{"23", "-131073", "'x'", "1.5"}}},
	"NoopCompressor":    {},
}

var commonCompressionEntries = map[string]optionValues{
	"chunk_length_in_kb": {[]string{"4", "'16'", "64", "1"}, []string{"0", "-1", "3", "'x'", "1.5", "'16KiB'", "1073741824", "99999999999"}},
	"min_compress_ratio": {[]string{"0", "1", "'1.5'", "1e3"}, []string{"0.5", "-1", "NaN"}},
	"enabled":            {[]string{"true", "'TRUE'"}, []string{"false", "'x'"}},
	"nosuch":             {nil, []string{"1"}},
	"crc_check_chance":   {nil, []string{"0.5"}},
	"chunk_length_kb":    {nil, []string{"64"}},
}

// options writes some options. percent is the share of faults, divided among all of
// them.
func (w *ddlWriter) options(values map[string]optionValues, percent int) []string {
	var written []string
	for w.chance(percent) {
		if option := w.option(values); !w.sound || !hasOption(written, option) {
			written = append(written, option)
		}
	}
	return written
}

func hasOption(written []string, option string) bool {
	name, _, _ := strings.Cut(option, " = ")
	return slices.ContainsFunc(written, func(other string) bool { return strings.HasPrefix(other, name+" = ") })
}

func (w *ddlWriter) option(values map[string]optionValues) string {
	if w.fault(3) {
		return w.pick(unknownOptions...)
	}
	names := sortedNames(values, w.sound)
	switch roll := w.IntN(100); {
	case roll < 12:
		return "compaction = " + w.classMap(compactionEntries, commonCompactionEntries)
	case roll < 20:
		return "compression = " + w.classMap(compressionEntries, commonCompressionEntries)
	}
	name := w.pick(names...)
	return name + " = " + w.value(values[name])
}

func (w *ddlWriter) value(values optionValues) string {
	if len(values.wrong) > 0 && (w.fault(18) || !w.sound && len(values.right) == 0) {
		return w.pick(values.wrong...)
	}
	return w.pick(values.right...)
}

// classMap writes a map with a class and entries for it.
func (w *ddlWriter) classMap(byClass map[string]map[string]optionValues, common map[string]optionValues) string {
	class := w.pick(slices.Sorted(maps.Keys(byClass))...)
	entries := []string{fmt.Sprintf("'class': '%s%s'", w.either(10, w.packageOf(class), ""), class)}
	known := maps.Clone(byClass[class])
	if known == nil || w.chance(30) {
		known = maps.Clone(common)
	}
	if w.fault(4) {
		known = byClass[w.pick(slices.Sorted(maps.Keys(byClass))...)]
	}
	names := slices.Sorted(maps.Keys(known))
	for range w.IntN(3) {
		if len(names) == 0 {
			break
		}
		name := w.pick(names...)
		names = slices.DeleteFunc(names, func(other string) bool { return other == name })
		if w.sound && len(known[name].right) == 0 {
			continue
		}
		entries = append(entries, fmt.Sprintf("'%s': %s", name, w.value(known[name])))
	}
	if w.fault(2) {
		entries = entries[1:]
	}
	return "{" + strings.Join(w.shuffled(entries), ", ") + "}"
}

func (w *ddlWriter) packageOf(class string) string {
	if strings.HasSuffix(class, "Compressor") {
		return "org.apache.cassandra.io.compress."
	}
	return "org.apache.cassandra.db.compaction."
}

// sortedNames returns the names of options; sound ones only if they have an
// accepted value.
func sortedNames(values map[string]optionValues, sound bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(name string) bool { return sound && len(values[name].right) == 0 })
}
