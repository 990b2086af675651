package schema

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// compressors are the classes of org.apache.cassandra.io.compress with their
// own options.
var compressors = map[string][]string{
	"LZ4Compressor":     {"lz4_compressor_type", "lz4_high_compressor_level"},
	"SnappyCompressor":  nil,
	"DeflateCompressor": nil,
	"ZstdCompressor":    {"compression_level"},
	"NoopCompressor":    nil,
}

// checkCompression is CompressionParams.fromMap and validate.
func checkCompression(value Value, name string) *Refusal {
	if !value.IsMap {
		return notAMap(name)
	}
	options := subOptions(value)
	if len(options) == 0 {
		return nil
	}
	if enabled, found := options["enabled"]; found && !strings.EqualFold(enabled, "true") {
		if len(options) > 1 {
			return refuse(Config, "", "If the 'enabled' option is set to false no other options must be specified")
		}
		return nil
	}
	class, found := options["class"]
	switch {
	case !found:
		return refuse(Config, "", "Missing sub-option 'class' for the 'compression' option.")
	case class == "":
		return refuse(Config, "", "The 'class' option must not be empty. To disable compression use 'enabled' : false")
	}
	if refusal := checkChunks(options); refusal != nil {
		return refusal
	}
	own, known := compressors[shortClass(class)]
	if !known && !strings.Contains(class, ".") {
		return refuse(Config, "", "Could not create Compression for type org.apache.cassandra.io.compress.%s", class)
	}
	if !known {
		return nil
	}
	if refusal := unknownCompression(options, own); refusal != nil {
		return refusal
	}
	return checkCompressor(options)
}

// Zstandard's levels (ZstdCompressor).
const minZstdLevel, maxZstdLevel = -131072, 22

// checkCompressor judges the options of one compressor.
func checkCompressor(options map[string]string) *Refusal {
	if text, found := options["compression_level"]; found {
		level, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return refuse(Config, "", `ZstdCompressor.create() threw an error: java.lang.NumberFormatException For input string: "%s"`, text)
		case level < minZstdLevel || level > maxZstdLevel:
			return refuse(Config, "", "ZstdCompressor.create() threw an error: java.lang.IllegalArgumentException compression_level=%d is invalid", level)
		}
	}
	if text, found := options["lz4_compressor_type"]; found && text != "fast" && text != "high" {
		return refuse(Config, "", "Invalid compressor type '%s' specified for LZ4 parameter 'lz4_compressor_type'. Valid options are [high, fast].", text)
	}
	return nil
}

func checkChunks(options map[string]string) *Refusal {
	if text, found := options["chunk_length_in_kb"]; found {
		chunk, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return refuse(Config, "", "Invalid value for chunk_length_in_kb")
		case chunk <= 0:
			return refuse(Config, "", "Invalid negative or null chunk_length_in_kb")
		case bits.OnesCount(uint(chunk)) != 1:
			return refuse(Config, "", "chunk_length_in_kb must be a power of 2")
		}
	}
	if text, found := options["min_compress_ratio"]; found {
		ratio, err := strconv.ParseFloat(text, 64)
		if err != nil || ratio != 0 && ratio < 1 {
			return refuse(Config, "", "min_compress_ratio can either be 0 or greater than or equal to 1")
		}
	}
	return nil
}

func unknownCompression(options map[string]string, own []string) *Refusal {
	var unknown []string
	for name := range options {
		if !slices.Contains([]string{"class", "enabled", "chunk_length_in_kb", "min_compress_ratio"}, name) && !slices.Contains(own, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return refuse(Config, "", "Unknown compression options %s", quoted(unknown))
}

// commonCompaction are the options of every strategy.
var commonCompaction = []string{"enabled", "tombstone_threshold", "tombstone_compaction_interval",
	"unchecked_tombstone_compaction", "only_purge_repaired_tombstones", "log_all", "provide_overlapping_tombstones"}

// compactionOptions are the strategies of org.apache.cassandra.db.compaction
// with their own options.
var compactionOptions = map[string][]string{
	"SizeTieredCompactionStrategy": {"min_threshold", "max_threshold", "min_sstable_size", "bucket_low", "bucket_high"},
	"LeveledCompactionStrategy":    {"sstable_size_in_mb", "fanout_size", "single_sstable_uplevel", "min_threshold", "max_threshold"},
	"TimeWindowCompactionStrategy": {"compaction_window_unit", "compaction_window_size", "timestamp_resolution",
		"expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration", "min_threshold", "max_threshold",
		"min_sstable_size", "bucket_low", "bucket_high"},
	"UnifiedCompactionStrategy": {"scaling_parameters", "target_sstable_size", "base_shard_count", "sstable_growth",
		"min_sstable_size", "flush_size_override", "expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration",
		"overlap_inclusion_method", "max_sstables_to_compact", "parallelize_output_shards"},
}

// checkCompaction is CompactionParams.fromMap.
func checkCompaction(value Value, name string) *Refusal {
	if !value.IsMap {
		return notAMap(name)
	}
	class, found := value.get("class")
	if !found {
		return refuse(Config, "", "Missing sub-option 'class' for the 'compaction' option")
	}
	if strategy := shortClass(class.Text); compactionOptions[strategy] == nil && !isForeign(class.Text) {
		return refuse(Config, "", "Unable to find compaction strategy class 'org.apache.cassandra.db.compaction.%s'", strategy)
	}
	return nil
}

// isForeign: the class is in a package of the user's own. Such classes are
// not judged.
func isForeign(class string) bool {
	return strings.Contains(class, ".") && !strings.HasPrefix(class, "org.apache.cassandra.")
}

// checkCompactionOptions is CompactionParams.validate.
func checkCompactionOptions(value Value, _ string) *Refusal {
	class, _ := value.get("class")
	strategy := shortClass(class.Text)
	own, known := compactionOptions[strategy]
	if !known {
		return nil
	}
	options := strategyOptions(subOptions(value, "class"))
	for _, check := range []func() *Refusal{options.thresholds, options.common, func() *Refusal { return options.ofStrategy(strategy) }} {
		if refusal := check(); refusal != nil {
			return refusal
		}
	}
	return understood(options, slices.Concat(commonCompaction, own), strategy)
}
