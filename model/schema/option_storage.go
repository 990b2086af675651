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
	return unknownCompression(options, own)
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

// checkCompaction is CompactionParams.fromMap and validate.
func checkCompaction(value Value, name string) *Refusal {
	if !value.IsMap {
		return notAMap(name)
	}
	class, found := value.get("class")
	if !found {
		return refuse(Config, "", "Missing sub-option 'class' for the 'compaction' option")
	}
	strategy := shortClass(class.Text)
	own, known := compactionOptions[strategy]
	if !known && strings.Contains(class.Text, ".") && !strings.HasPrefix(class.Text, "org.apache.cassandra.db.compaction.") {
		return nil // a class of the user's own
	}
	if !known {
		return refuse(Config, "", "Unable to find compaction strategy class 'org.apache.cassandra.db.compaction.%s'", strategy)
	}
	options := subOptions(value, "class")
	if refusal := checkThresholds(options); refusal != nil {
		return refusal
	}
	if refusal := checkStrategy(strategy, options); refusal != nil {
		return refusal
	}
	return understood(options, slices.Concat(commonCompaction, own), strategy)
}

// Defaults of CompactionParams.
const (
	defaultMinThreshold = 4
	defaultMaxThreshold = 32
)

func checkThresholds(options map[string]string) *Refusal {
	smallest, largest := defaultMinThreshold, defaultMaxThreshold
	for i, name := range []string{"min_threshold", "max_threshold"} {
		text, found := options[name]
		if !found {
			continue
		}
		number, err := strconv.Atoi(text)
		if err != nil {
			return refuse(Config, "", "Invalid value %s for '%s' compaction sub-option - must be an integer", text, name)
		}
		*[]*int{&smallest, &largest}[i] = number
	}
	switch {
	case smallest == 0 || largest == 0:
		return refuse(Config, "", "Disabling compaction by setting min_threshold or max_threshold to 0 has been deprecated, "+
			"set the compaction option 'enabled' to false instead.")
	case smallest < 2:
		return refuse(Config, "", "Min compaction threshold cannot be less than 2 (got %d)", smallest)
	case smallest > largest:
		return refuse(Config, "", "Min compaction threshold (got %d) cannot be greater than max compaction threshold (got %d)", smallest, largest)
	}
	return nil
}

func checkStrategy(strategy string, options map[string]string) *Refusal {
	if unit, found := options["compaction_window_unit"]; found && strategy == "TimeWindowCompactionStrategy" &&
		!slices.Contains([]string{"MINUTES", "HOURS", "DAYS"}, unit) {
		return refuse(Config, "", "%s is not valid for compaction_window_unit", unit)
	}
	if text, found := options["sstable_size_in_mb"]; found && strategy == "LeveledCompactionStrategy" {
		size, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return refuse(Config, "", "%s is not a parsable int (base10) for sstable_size_in_mb", text)
		case size < 1:
			return refuse(Config, "", "sstable_size_in_mb must be larger than 0, but was %d", size)
		}
	}
	return nil
}
