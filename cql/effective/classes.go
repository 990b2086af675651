package effective

import (
	"maps"
	"strings"

	"widerow/cql/syntax"
)

// classEntry names the class in a map of options.
const classEntry = "class"

// classMap brings the entries of compaction or compression into normal form.
func classMap(value syntax.Term, normal func(map[string]string, bool) map[string]string, defaults bool) syntax.Term {
	entries, plain := entriesOf(value)
	if !plain {
		return sorted(value)
	}
	for name, entry := range entries {
		if name != classEntry {
			entries[name] = entryText(name, entry)
		}
	}
	return mapOf(normal(entries, defaults))
}

// entryText returns the value of an entry in one spelling.
func entryText(name, entry string) string {
	switch lower := strings.ToLower(entry); {
	case lower == "true" || lower == "false":
		return lower
	case name == "overlap_inclusion_method" || name == "provide_overlapping_tombstones":
		return strings.ToUpper(entry)
	case name == "scaling_parameters":
		return strings.ReplaceAll(entry, " ", "")
	}
	return numberText(entry)
}

// compactionDefaults are the defaults of all strategies (AbstractCompactionStrategy).
var compactionDefaults = map[string]string{"enabled": "true", "log_all": "false", "only_purge_repaired_tombstones": "false",
	"provide_overlapping_tombstones": "NONE", "tombstone_compaction_interval": "86400", "tombstone_threshold": "0.2",
	"unchecked_tombstone_compaction": "false"}

var (
	thresholds = map[string]string{"max_threshold": "32", "min_threshold": "4"}
	sizeTiered = map[string]string{"bucket_high": "1.5", "bucket_low": "0.5", "min_sstable_size": "52428800"}
)

// strategyDefaults are the defaults of each strategy. Those of a time window leave out
// what compacts for tombstones: there, giving such an entry switches it on
// (TimeWindowCompactionStrategy).
var strategyDefaults = map[string]map[string]string{
	"SizeTieredCompactionStrategy": joined(compactionDefaults, thresholds, sizeTiered),
	"LeveledCompactionStrategy":    joined(compactionDefaults, thresholds, map[string]string{"fanout_size": "10", "sstable_size_in_mb": "160"}),
	"TimeWindowCompactionStrategy": without(joined(compactionDefaults, thresholds, sizeTiered, map[string]string{
		"compaction_window_size": "1", "compaction_window_unit": "DAYS", "expired_sstable_check_frequency_seconds": "600",
		"timestamp_resolution": "MICROSECONDS", "unsafe_aggressive_sstable_expiration": "false"}),
		"tombstone_compaction_interval", "tombstone_threshold", "unchecked_tombstone_compaction"),
	"UnifiedCompactionStrategy": joined(compactionDefaults, map[string]string{"expired_sstable_check_frequency_seconds": "600",
		"overlap_inclusion_method": "TRANSITIVE", "scaling_parameters": "T4", "target_sstable_size": "1GiB", "unsafe_aggressive_sstable_expiration": "false"}),
}

func joined(all ...map[string]string) map[string]string {
	entries := map[string]string{}
	for _, some := range all {
		maps.Copy(entries, some)
	}
	return entries
}

func without(entries map[string]string, names ...string) map[string]string {
	for _, name := range names {
		delete(entries, name)
	}
	return entries
}

func compactionEntries(entries map[string]string, defaults bool) map[string]string {
	class := shortClass(entries[classEntry])
	if class != "" {
		entries[classEntry] = class
	}
	if defaults {
		leaveOut(entries, strategyDefaults[class])
	}
	return entries
}

func leaveOut(entries, defaults map[string]string) {
	maps.DeleteFunc(entries, func(name, value string) bool { return defaults[name] == value && value != "" })
}

// compressorDefaults are the defaults of all compressors, and those of each.
var compressorDefaults = map[string]map[string]string{
	"":              {"chunk_length_in_kb": "16", "min_compress_ratio": "0"},
	"LZ4Compressor": {"lz4_compressor_type": "fast", "lz4_high_compressor_level": "9"}, "ZstdCompressor": {"compression_level": "3"},
}

// compressionEntries turns the names of entries before Cassandra 3.0 into those since,
// and every way to switch compression off into one.
func compressionEntries(entries map[string]string, defaults bool) map[string]string {
	for old, name := range map[string]string{"sstable_compression": classEntry, "chunk_length_kb": "chunk_length_in_kb"} {
		if value, given := entries[old]; given {
			delete(entries, old)
			entries[name] = value
		}
	}
	enabled, given := entries["enabled"]
	if class := entries[classEntry]; class == "" && len(entries) <= 1 && enabled != "true" || given && enabled != "true" {
		return map[string]string{"enabled": "false"}
	}
	delete(entries, "enabled")
	entries[classEntry] = shortClass(entries[classEntry])
	if defaults {
		leaveOut(entries, compressorDefaults[""])
		leaveOut(entries, compressorDefaults[entries[classEntry]])
	}
	return entries
}
