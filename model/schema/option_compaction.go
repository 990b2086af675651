package schema

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// strategyOptions are the options of a compaction strategy.
type strategyOptions map[string]string

// Defaults of the strategies.
const (
	defaultMinThreshold = 4
	defaultMaxThreshold = 32
	defaultBucketLow    = 0.5
	defaultBucketHigh   = 1.5
)

// thresholds is CompactionParams.validate for min_threshold and max_threshold.
func (o strategyOptions) thresholds() *Refusal {
	limits := []int{defaultMinThreshold, defaultMaxThreshold}
	for i, name := range []string{"min_threshold", "max_threshold"} {
		text, found := o[name]
		if !found {
			continue
		}
		number, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return refuse(Config, "", "Invalid value %s for '%s' compaction sub-option - must be an integer", text, name)
		}
		limits[i] = int(number)
	}
	switch smallest, largest := limits[0], limits[1]; {
	case smallest == 0 || largest == 0:
		return refuse(Config, "", "Disabling compaction by setting compaction thresholds to 0 has been removed, "+
			"set the compaction option 'enabled' to false instead.")
	case smallest < 2:
		return refuse(Config, "", "Min compaction threshold cannot be less than 2 (got %d)", smallest)
	case smallest > largest:
		return refuse(Config, "", "Min compaction threshold (got %d) cannot be greater than max compaction threshold (got %d)", smallest, largest)
	}
	return nil
}

// common is AbstractCompactionStrategy.validateOptions.
func (o strategyOptions) common() *Refusal {
	if text, found := o["tombstone_threshold"]; found {
		ratio, err := strconv.ParseFloat(text, 32)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", "tombstone_threshold")
		case ratio < 0:
			return refuse(Config, "", "tombstone_threshold must be greater than 0, but was %f", ratio)
		}
	}
	if text, found := o["tombstone_compaction_interval"]; found {
		seconds, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", "tombstone_compaction_interval")
		case seconds < 0:
			return refuse(Config, "", "tombstone_compaction_interval must be greater than 0, but was %d", seconds)
		}
	}
	for _, name := range []string{"unchecked_tombstone_compaction", "log_all", "only_purge_repaired_tombstones"} {
		if text, found := o[name]; found && !isBoolean(text) {
			return refuse(Config, "", "'%s' should be either 'true' or 'false', not '%s'", name, text)
		}
	}
	if text, found := o["enabled"]; found && !isBoolean(text) {
		return refuse(Config, "", "enabled should either be 'true' or 'false', not %s", text)
	}
	return nil
}

func isBoolean(text string) bool {
	return strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
}

func notParsable(text, what, name string) *Refusal {
	return refuse(Config, "", "%s is not a parsable %s for %s", text, what, name)
}

func (o strategyOptions) ofStrategy(strategy string) *Refusal {
	switch strategy {
	case "SizeTieredCompactionStrategy":
		return o.sizeTiered()
	case "LeveledCompactionStrategy":
		return o.leveled()
	case "TimeWindowCompactionStrategy":
		if refusal := o.timeWindow(); refusal != nil {
			return refusal
		}
		return o.sizeTiered()
	case "UnifiedCompactionStrategy":
		return o.unified()
	}
	return nil
}

// sizeTiered is SizeTieredCompactionStrategyOptions.validateOptions.
func (o strategyOptions) sizeTiered() *Refusal {
	if text, found := o["min_sstable_size"]; found {
		size, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", "min_sstable_size")
		case size < 0:
			return refuse(Config, "", "min_sstable_size must be non negative: %d", size)
		}
	}
	buckets := []float64{defaultBucketLow, defaultBucketHigh}
	for i, name := range []string{"bucket_low", "bucket_high"} {
		if text, found := o[name]; found {
			number, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return notParsable(text, "float", name)
			}
			buckets[i] = number
		}
	}
	if buckets[1] <= buckets[0] {
		return refuse(Config, "", "bucket_high value (%s) is less than or equal to the bucket_low value (%s)", javaDouble(buckets[1]), javaDouble(buckets[0]))
	}
	return nil
}

// atLeastOne reads a number that has to be positive; format is the message
// for one that is not.
func (o strategyOptions) atLeastOne(name, format string) *Refusal {
	text, found := o[name]
	if !found {
		return nil
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return notParsable(text, "int (base10)", name)
	}
	if number < 1 {
		return refuse(Config, "", format, number)
	}
	return nil
}

// leveled is LeveledCompactionStrategy.validateOptions.
func (o strategyOptions) leveled() *Refusal {
	if refusal := o.atLeastOne("sstable_size_in_mb", "sstable_size_in_mb must be larger than 0, but was %d"); refusal != nil {
		return refusal
	}
	return o.atLeastOne("fanout_size", "fanout_size must be larger than 0, but was %d")
}

// timeWindow is TimeWindowCompactionStrategyOptions.validateOptions.
func (o strategyOptions) timeWindow() *Refusal {
	resolutions := []string{"NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"}
	if text, found := o["timestamp_resolution"]; found && !slices.Contains(resolutions, text) {
		return refuse(Config, "", "%s is not valid for timestamp_resolution", text)
	}
	if text, found := o["compaction_window_unit"]; found && !slices.Contains([]string{"MINUTES", "HOURS", "DAYS"}, text) {
		return refuse(Config, "", "%s is not valid for compaction_window_unit", text)
	}
	if refusal := o.atLeastOne("compaction_window_size", "%d must be greater than 1 for compaction_window_size"); refusal != nil {
		return refusal
	}
	const frequency = "expired_sstable_check_frequency_seconds"
	if text, found := o[frequency]; found {
		seconds, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err != nil:
			return notParsable(text, "int (base10)", frequency)
		case seconds < 0:
			return refuse(Config, "", "%s must not be negative, but was %d", frequency, seconds)
		}
	}
	return nil
}

var scalingParameter = regexp.MustCompile(`^(N|L[0-9]+|T[0-9]+|[+-]?[0-9]+)$`)

// unified is what UnifiedCompactionStrategy's Controller.validateOptions says
// of the shards and the scaling parameters.
func (o strategyOptions) unified() *Refusal {
	if shards, err := strconv.Atoi(o["base_shard_count"]); err == nil && shards < 1 {
		return refuse(Config, "", "Invalid configuration, base_shard_count should be positive: %d", shards)
	}
	text, found := o["scaling_parameters"]
	if !found {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); !scalingParameter.MatchString(part) {
			return refuse(Config, "", "Scaling parameter %s must match N|L[0-9]+|T[0-9]+|[+-]?[0-9]+", part)
		}
	}
	return nil
}
