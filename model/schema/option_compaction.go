package schema

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// strategyOptions are the options of a compaction strategy.
type strategyOptions map[string]string

// The strategies' defaults.
const (
	defaultMinThreshold = 4
	defaultMaxThreshold = 32
	defaultBucketLow    = 0.5
	defaultBucketHigh   = 1.5
)

// thresholds follows CompactionParams.validate for min_threshold and
// max_threshold.
func (o strategyOptions) thresholds() *Refusal {
	limits := []int{defaultMinThreshold, defaultMaxThreshold}
	for i, name := range []string{"min_threshold", "max_threshold"} {
		text, found := o[name]
		if !found {
			continue
		}
		number, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return refuse(Config, "", "Invalid value %s for '%s' compaction sub-option - must be an integer", text, name).
				Advise("Write a whole number, such as 4.")
		}
		limits[i] = int(number)
	}
	switch smallest, largest := limits[0], limits[1]; {
	case smallest == 0 || largest == 0:
		return refuse(Config, "", "Disabling compaction by setting compaction thresholds to 0 has been removed, "+
			"set the compaction option 'enabled' to false instead.")
	case smallest < 2:
		return refuse(Config, "", "Min compaction threshold cannot be less than 2 (got %d)", smallest).
			Advise("4 is usual.")
	case smallest > largest:
		return refuse(Config, "", "Min compaction threshold (got %d) cannot be greater than max compaction threshold (got %d)", smallest, largest).
			Advise("Lower min_threshold, or raise max_threshold (32 by default).")
	}
	return nil
}

// common follows AbstractCompactionStrategy.validateOptions.
func (o strategyOptions) common() *Refusal {
	if text, found := o["tombstone_threshold"]; found {
		ratio, isNumber := parseJavaDouble(text)
		switch {
		case !isNumber:
			return notParsable(text, "int (base10)", "tombstone_threshold")
		case ratio < 0:
			return refuse(Config, "", "tombstone_threshold must be greater than 0, but was %f", ratio).
				Advise("It is the ratio of tombstones that starts a compaction: 0.2 is usual.")
		}
	}
	if refusal := o.atLeast("tombstone_compaction_interval", 0, "int (base10)", "%s must be greater than 0, but was %d"); refusal != nil {
		return refusal
	}
	for _, check := range []struct{ name, format string }{
		{"unchecked_tombstone_compaction", "'%s' should be either 'true' or 'false', not '%s'"},
		{"log_all", "'%s' should either be 'true' or 'false', not %s"},
		{"enabled", "%s should either be 'true' or 'false', not %s"},
	} {
		if text, found := o[check.name]; found && !isBoolean(text) {
			return refuse(Config, "", check.format, check.name, text)
		}
	}
	return nil
}

func isBoolean(text string) bool {
	return strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
}

func notParsable(text, what, name string) *Refusal {
	return refuse(Config, "", "%s is not a parsable %s for %s", text, what, name).
		Advise("Write a plain number for {3}.")
}

func (o strategyOptions) ofStrategy(strategy string) *Refusal {
	var checks []func() *Refusal
	switch strategy {
	case "SizeTieredCompactionStrategy":
		checks = []func() *Refusal{o.sizeTiered}
	case "LeveledCompactionStrategy":
		checks = []func() *Refusal{o.leveled, o.sizeTiered}
	case "TimeWindowCompactionStrategy":
		checks = []func() *Refusal{o.timeWindow, o.sizeTiered}
	case "UnifiedCompactionStrategy":
		checks = []func() *Refusal{o.unifiedShards, o.unifiedSizes, o.unifiedExpiry, o.unifiedGrowth}
	}
	for _, check := range checks {
		if refusal := check(); refusal != nil {
			return refusal
		}
	}
	return nil
}

// sizeTiered follows SizeTieredCompactionStrategyOptions.validateOptions.
func (o strategyOptions) sizeTiered() *Refusal {
	if refusal := o.atLeast("min_sstable_size", 0, "int (base10)", "%s must be non negative: %d"); refusal != nil {
		return refusal
	}
	buckets := []float64{defaultBucketLow, defaultBucketHigh}
	for i, name := range []string{"bucket_low", "bucket_high"} {
		if text, found := o[name]; found {
			number, isNumber := parseJavaDouble(text)
			if !isNumber {
				return notParsable(text, "float", name)
			}
			buckets[i] = number
		}
	}
	if buckets[1] <= buckets[0] {
		return refuse(Config, "", "bucket_high value (%s) is less than or equal to the bucket_low value (%s)", javaDouble(buckets[1]), javaDouble(buckets[0])).
			Advise("0.5 and 1.5 are usual.")
	}
	return nil
}

// atLeast parses a 64-bit number. format is the message for one that is too
// small.
func (o strategyOptions) atLeast(name string, least int64, what, format string) *Refusal {
	text, found := o[name]
	if !found {
		return nil
	}
	number, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return notParsable(text, what, name)
	case number < least:
		return refuse(Config, "", format, name, number)
	}
	return nil
}

// leveled follows LeveledCompactionStrategy.validateOptions.
func (o strategyOptions) leveled() *Refusal {
	for _, name := range []string{"sstable_size_in_mb", "fanout_size"} {
		text, found := o[name]
		if !found {
			continue
		}
		number, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", name)
		case number < 1:
			return refuse(Config, "", "%s must be larger than 0, but was %d", name, number).
				Advise("Write 1 or more.")
		}
	}
	return nil
}

// timeWindow follows TimeWindowCompactionStrategyOptions.validateOptions.
func (o strategyOptions) timeWindow() *Refusal {
	for _, unit := range []struct {
		name  string
		units []string
	}{
		{"timestamp_resolution", []string{"NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS"}},
		{"compaction_window_unit", []string{"MINUTES", "HOURS", "DAYS"}},
	} {
		if text, found := o[unit.name]; found && !slices.Contains(unit.units, text) {
			return refuse(Config, "", "%s is not valid for %s", text, unit.name).
				Advise("compaction_window_unit is MINUTES, HOURS or DAYS; timestamp_resolution is MICROSECONDS unless " +
					"the application writes other timestamps.")
		}
	}
	if text, found := o["compaction_window_size"]; found {
		number, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", "compaction_window_size")
		case number < 1:
			return refuse(Config, "", "%d must be greater than 1 for compaction_window_size", number).
				Advise("Write the number of units in a window.")
		}
	}
	if refusal := o.atLeast("expired_sstable_check_frequency_seconds", 0, "int (base10)", "%s must not be negative, but was %d"); refusal != nil {
		return refusal
	}
	const unsafe = "unsafe_aggressive_sstable_expiration"
	switch text, found := o[unsafe]; {
	case found && !isBoolean(text):
		return refuse(Config, "", "%s is not 'true' or 'false' (%s)", unsafe, text)
	case strings.EqualFold(text, "true"):
		return refuse(Config, "", "%s is requested but not allowed, restart cassandra with -Dcassandra.allow_%s=true to allow it", unsafe, unsafe).
			Advise("Remove the option: it can lose data.")
	}
	return nil
}

var scalingParameter = regexp.MustCompile(`^(?:N|[LT]([0-9]+)|[+-]?[0-9]+)$`)

// unifiedShards is the first part of Controller.validateOptions of unified
// compaction.
func (o strategyOptions) unifiedShards() *Refusal {
	for part := range strings.SplitSeq(o["scaling_parameters"], ",") {
		part = strings.TrimSpace(part)
		parsed := scalingParameter.FindStringSubmatch(part)
		if _, found := o["scaling_parameters"]; !found {
			break
		}
		if parsed == nil {
			return refuse(Config, "", "Scaling parameter %s must match N|L[0-9]+|T[0-9]+|[+-]?[0-9]+", part).
				Advise("T4 works like SizeTieredCompactionStrategy, L10 like LeveledCompactionStrategy, N is in between.")
		}
		if factor, err := strconv.Atoi(parsed[1]); err == nil && factor < 2 {
			return refuse(Config, "", "Fan factor cannot be lower than 2 in %s", part).
				Advise("T4 works like SizeTieredCompactionStrategy, L10 like LeveledCompactionStrategy, N is in between.")
		}
	}
	if text, found := o["base_shard_count"]; found {
		count, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", "base_shard_count")
		case count < 1:
			return refuse(Config, "", "Invalid configuration, base_shard_count should be positive: %d", count).
				Advise("4 is usual.")
		}
	}
	return nil
}

const leastSSTableSize, defaultSSTableSize = 1 << 20, 1 << 30

func (o strategyOptions) unifiedSizes() *Refusal {
	for _, name := range []string{"target_sstable_size", "flush_size_override"} {
		text, found := o[name]
		if !found {
			continue
		}
		size, wrong := parseBytes(text)
		switch {
		case wrong != "":
			return refuse(Config, "", "%s %s is not a valid size in bytes: %s", name, text, wrong).
				Advise("Write a number with its unit: '1GiB'.")
		case name == "target_sstable_size" && size >= math.MaxInt64:
			return refuse(Config, "", "%s %s is out of range of Long.", name, text).
				Advise("Write a smaller size.")
		case size < leastSSTableSize:
			return refuse(Config, "", "%s %s is not acceptable, size must be at least %s", name, text, prettyBytes(leastSSTableSize)).
				Advise("Write at least {3}.")
		}
	}
	if text, found := o["max_sstables_to_compact"]; found && !isInteger(text) {
		return notParsable(text, "int (base10)", "max_sstables_to_compact")
	}
	return nil
}

func (o strategyOptions) unifiedExpiry() *Refusal {
	const unsafe, overlap = "unsafe_aggressive_sstable_expiration", "overlap_inclusion_method"
	refusal := o.atLeast("expired_sstable_check_frequency_seconds", 1, "long (base10)", "Invalid configuration, %s should be positive: %d")
	if refusal != nil {
		return refusal
	}
	if text, found := o[unsafe]; found && !isBoolean(text) {
		return refuse(Config, "", "%s should either be 'true' or 'false', not %s", unsafe, text)
	}
	if text, found := o[overlap]; found && !slices.Contains([]string{"NONE", "SINGLE", "TRANSITIVE"}, strings.ToUpper(text)) {
		return refuse(Config, "", "Invalid overlap inclusion method %s. The valid options are [NONE, SINGLE, TRANSITIVE].", text)
	}
	return nil
}

func (o strategyOptions) unifiedGrowth() *Refusal {
	target := float64(defaultSSTableSize)
	if text, found := o["target_sstable_size"]; found {
		target, _ = parseBytes(text) // unifiedSizes has judged it
	}
	if text, found := o["min_sstable_size"]; found {
		size, wrong := parseBytes(text)
		switch {
		case wrong != "":
			return refuse(Config, "", "%s is not a valid size in bytes for min_sstable_size", text).
				Advise("Write a number with its unit: '100MiB'.")
		case size < 0:
			return refuse(Config, "", "Invalid configuration, min_sstable_size should be greater than or equal to 0 (zero)").
				Advise("0 sets no minimum.")
		case size >= math.Ceil(target*math.Sqrt(0.5)):
			return refuse(Config, "", "Invalid configuration, min_sstable_size (%s) should be less than 70%% of the targetSSTableSize (%s)",
				prettyBytes(size), prettyBytes(math.Ceil(target))).
				Advise("Lower min_sstable_size, or raise target_sstable_size.")
		}
	}
	if text, found := o["sstable_growth"]; found {
		growth, wrong := parsePercent(text)
		switch {
		case wrong != "":
			return refuse(Config, "", "sstable_growth is not a valid number between 0 and 1: %s", wrong).
				Advise("0.333 is usual.")
		case growth < 0 || growth > 1:
			return refuse(Config, "", "sstable_growth %s must be between 0 and 1", text).
				Advise("0.333 is usual.")
		}
	}
	return nil
}
