package schema

import (
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

// checkCompression follows CompressionParams.fromMap.
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
			return refuse(Config, "", "If the 'enabled' option is set to false no other options must be specified").
				Advise("Write {'enabled': false} alone.")
		}
		return nil
	}
	class, found := options["class"]
	switch {
	case !found:
		return refuse(Config, "", "Missing sub-option 'class' for the 'compression' option.").
			Advise("Since 5.0 it is 'class', not 'sstable_compression': {'class': 'LZ4Compressor'}. {'enabled': " +
				"false} disables compression.")
	case class == "":
		return refuse(Config, "", "The 'class' option must not be empty. To disable compression use 'enabled' : false")
	}
	chunk, refusal := readChunk(options)
	if refusal != nil {
		return refusal
	}
	if refusal := checkCompressor(class, value); refusal != nil {
		return refusal
	}
	return validateCompression(options, chunk)
}

// The levels of Zstandard (ZstdCompressor), and of LZ4 in its high mode.
const (
	minZstdLevel, maxZstdLevel = -131072, 22
	minLZ4Level, maxLZ4Level   = 1, 17
)

const compressorPackage = "org.apache.cassandra.io.compress."

// checkCompressor checks the class and its own options.
func checkCompressor(class string, value Value) *Refusal {
	options := subOptions(value)
	if !strings.Contains(class, ".") {
		class = compressorPackage + class
	}
	name, inPackage := strings.CutPrefix(class, compressorPackage)
	own, known := compressors[name]
	switch {
	case inPackage && !known:
		return refuse(Config, "", "Could not create Compression for type %s", class).
			Advise("{compressor}The classes are LZ4, Zstd, Snappy, Deflate and NoopCompressor.")
	case !inPackage:
		return nil
	}
	if slices.Contains(own, "compression_level") {
		if refusal := checkZstd(options); refusal != nil {
			return refusal
		}
	}
	if slices.Contains(own, "lz4_compressor_type") {
		if refusal := checkLZ4(options); refusal != nil {
			return refusal
		}
	}
	general := []string{"class", "enabled", "chunk_length_in_kb", "min_compress_ratio"}
	// The server names only the first.
	if unknown := unknownNames(javaSet(value.javaKeys(), stringHash), slices.Concat(general, own)); len(unknown) > 0 {
		return refuse(Config, "", "Unknown compression options %s", unknown[0]).
			Advise("Since 3.0 it is chunk_length_in_kb; crc_check_chance is an option of the table.")
	}
	return nil
}

func checkZstd(options map[string]string) *Refusal {
	text, found := options["compression_level"]
	level, err := strconv.ParseInt(text, 10, 32)
	switch {
	case !found:
	case err != nil:
		return refuse(Config, "", `ZstdCompressor.create() threw an error: java.lang.NumberFormatException For input string: "%s"`, text).
			Advise("Write a whole number for compression_level: 3 is usual.")
	case level < minZstdLevel || level > maxZstdLevel:
		return refuse(Config, "", "ZstdCompressor.create() threw an error: java.lang.IllegalArgumentException compression_level=%d is invalid", level).
			Advise("Levels go from -131072 to 22; 3 is usual.")
	}
	return nil
}

func checkLZ4(options map[string]string) *Refusal {
	if text, found := options["lz4_compressor_type"]; found && text != "fast" && text != "high" {
		return refuse(Config, "", "Invalid compressor type '%s' specified for LZ4 parameter 'lz4_compressor_type'. Valid options are [high, fast].", text)
	}
	if text, found := options["lz4_high_compressor_level"]; found {
		if level, err := strconv.Atoi(text); err != nil || level < minLZ4Level || level > maxLZ4Level {
			return refuse(Config, "", "Invalid value [%s] for parameter 'lz4_high_compressor_level'. Value must be between 1 and 17.", text).
				Advise("9 is usual.")
		}
	}
	return nil
}

// maxChunk is the largest number of KiB whose bytes fit into an int.
const maxChunk = 0x1FFFFF

func readChunk(options map[string]string) (int32, *Refusal) {
	text, found := options["chunk_length_in_kb"]
	if !found {
		return 1, nil
	}
	chunk, err := strconv.ParseInt(text, 10, 32)
	switch {
	case err != nil:
		return 0, refuse(Config, "", "Invalid value for chunk_length_in_kb").
			Advise("Write a whole number that is a power of 2: 4, 8, 16, 32, 64.")
	case chunk > maxChunk:
		return 0, refuse(Config, "", "Value of chunk_length_in_kb is too large (%d)", chunk).
			Advise("Write 4, 8, 16, 32 or 64.")
	}
	return int32(chunk) << 10, nil
}

// validateCompression follows CompressionParams.validate.
func validateCompression(options map[string]string, chunk int32) *Refusal {
	switch {
	case chunk <= 0:
		return refuse(Config, "", "Invalid negative or null chunk_length_in_kb").
			Advise("Write a whole number that is a power of 2: 4, 8, 16, 32, 64.")
	case chunk&(chunk-1) != 0:
		return refuse(Config, "", "chunk_length_in_kb must be a power of 2").
			Advise("Write 4, 8, 16, 32 or 64.")
	}
	if text, found := options["min_compress_ratio"]; found {
		switch ratio, isNumber := parseJavaDouble(text); {
		case ratio < 0:
			return refuse(Config, "", "Invalid negative min_compress_ratio").
				Advise("1.1 stores blocks uncompressed that shrink by less than a tenth; 0 compresses all.")
		case !isNumber || ratio != 0 && ratio < 1:
			return refuse(Config, "", "min_compress_ratio can either be 0 or greater than or equal to 1").
				Advise("1.1 stores blocks uncompressed that shrink by less than a tenth.")
		}
	}
	return nil
}

// commonCompaction are the options of every compaction strategy.
var commonCompaction = []string{"enabled", "tombstone_threshold", "tombstone_compaction_interval",
	"unchecked_tombstone_compaction", "only_purge_repaired_tombstones", "log_all", "provide_overlapping_tombstones"}

// compactionOptions are the strategies of org.apache.cassandra.db.compaction
// with their own options.
var compactionOptions = map[string][]string{
	"SizeTieredCompactionStrategy": {"min_threshold", "max_threshold", "min_sstable_size", "bucket_low", "bucket_high"},
	"LeveledCompactionStrategy": {"sstable_size_in_mb", "fanout_size", "single_sstable_uplevel", "min_threshold", "max_threshold",
		"min_sstable_size", "bucket_low", "bucket_high"},
	"TimeWindowCompactionStrategy": {"compaction_window_unit", "compaction_window_size", "timestamp_resolution",
		"expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration", "min_threshold", "max_threshold",
		"min_sstable_size", "bucket_low", "bucket_high"},
	"UnifiedCompactionStrategy": {"scaling_parameters", "target_sstable_size", "base_shard_count", "sstable_growth",
		"min_sstable_size", "flush_size_override", "expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration",
		"overlap_inclusion_method", "max_sstables_to_compact"},
}

const compactionPackage = "org.apache.cassandra.db.compaction."

// checkCompaction follows CompactionParams.fromMap.
func checkCompaction(value Value, name string) *Refusal {
	if !value.IsMap {
		return notAMap(name)
	}
	given, found := value.get("class")
	if !found {
		return refuse(Config, "", "Missing sub-option 'class' for the 'compaction' option").
			Advise("Name the strategy: {'class': 'UnifiedCompactionStrategy'}.")
	}
	class := given.Text
	if !strings.Contains(class, ".") {
		class = compactionPackage + class
	}
	strategy, inPackage := strings.CutPrefix(class, compactionPackage)
	if compactionOptions[strategy] == nil && (inPackage || !isForeign(class)) {
		return refuse(Config, "", "Unable to find compaction strategy class '%s'", class).
			Advise("{compaction}The strategies are SizeTiered, Leveled, TimeWindow and UnifiedCompactionStrategy.")
	}
	kinds := []string{"NONE", "ROW", "CELL"}
	if tombstones, found := value.get("provide_overlapping_tombstones"); found && !slices.Contains(kinds, strings.ToUpper(tombstones.Text)) {
		return refuse(Config, "", "Invalid value %s for 'provide_overlapping_tombstones' compaction sub-option - must be one of the following [%s].",
			strings.ToUpper(tombstones.Text), quoted(kinds))
	}
	return nil
}

// isForeign reports whether a class is in a package of the user. Such classes
// are not checked.
func isForeign(class string) bool {
	return strings.Contains(class, ".") && !strings.HasPrefix(class, "org.apache.cassandra.")
}

// checkCompactionOptions follows CompactionParams.validate.
func checkCompactionOptions(value Value, _ string) *Refusal {
	class, _ := value.get("class")
	strategy := shortClass(class.Text)
	own, known := compactionOptions[strategy]
	if !known {
		return nil
	}
	options := strategyOptions(subOptions(value, "class"))
	for _, check := range []func() *Refusal{options.common, func() *Refusal { return options.ofStrategy(strategy) },
		func() *Refusal { return options.understood(strategy, own, value) }, options.thresholds} {
		if refusal := check(); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (o strategyOptions) understood(strategy string, own []string, value Value) *Refusal {
	entries := len(o)
	for _, name := range []string{"min_threshold", "max_threshold"} {
		if _, given := o[name]; !given && slices.Contains(own, name) {
			entries++ // The server adds the default.
		}
	}
	if unknown := unknownNames(javaCopy(value.javaKeys(), entries), slices.Concat([]string{"class"}, commonCompaction, own)); len(unknown) > 0 {
		return refuse(Config, "", "Properties specified [%s] are not understood by %s", quoted(unknown), strategy).
			Advise("Remove them, or check their names: the options depend on the class.")
	}
	return nil
}
