package schema

import (
	"regexp"
	"slices"
	"strings"
)

// tableOptions are the options that the rules of other statements depend on.
type tableOptions struct{ timeToLive, gcGrace, minIndexInterval, maxIndexInterval int }

// tableOptionNames are the names in TableParams.Option of Cassandra 5.0, and
// id, which is not a parameter.
var tableOptionNames = []string{"additional_write_policy", "allow_auto_snapshot", "auto_repair", "bloom_filter_fp_chance", "caching", "cdc",
	"comment", "compaction", "compression", "crc_check_chance", "default_time_to_live", "extensions", "gc_grace_seconds", "id",
	"incremental_backups", "max_index_interval", "memtable", "memtable_flush_period_in_ms", "min_index_interval", "read_repair",
	"speculative_retry"}

// TableOptionNames returns the options of tables and views in Cassandra 5.0.
func TableOptionNames() []string { return slices.Clone(tableOptionNames) }

// KeyspaceOptionNames returns the options of keyspaces.
func KeyspaceOptionNames() []string { return slices.Clone(keyspaceOptions) }

// KnownTableOptions separates the options that Cassandra 5.0 knows, each once,
// from the others.
func KnownTableOptions(options []Option) (known, others []Option) {
	seen := map[string]bool{}
	for _, option := range options {
		if slices.Contains(tableOptionNames, option.Name) && !seen[option.Name] {
			known = append(known, option)
		} else {
			others = append(others, option)
		}
		seen[option.Name] = true
	}
	return known, others
}

// Limits and defaults of TableParams.
const (
	defaultGCGrace          = 864_000
	defaultMinIndexInterval = 128
	defaultMaxIndexInterval = 2048
	maxTimeToLive           = 20 * 365 * 24 * 60 * 60
	minBloomFilterChance    = 6.71e-5
)

// readTableOptions parses the values of the properties of a table or view, and
// check judges them. They are two functions because the server makes other
// checks in between.
func readTableOptions(options []Option) *optionChecker {
	checker := &optionChecker{options: options, values: optionsByName(options)}
	checker.read()
	return checker
}

// CheckTableOptions checks options by themselves.
func CheckTableOptions(options []Option) *Refusal {
	if refusal := duplicateOption(options); refusal != nil {
		return refusal
	}
	_, refusal := readTableOptions(options).check()
	return refusal
}

// check returns the first refusal, which may be one of readTableOptions.
func (c *optionChecker) check() (tableOptions, *Refusal) {
	effective := tableOptions{timeToLive: int(c.numbers["default_time_to_live"]), gcGrace: int(c.numbers["gc_grace_seconds"]),
		minIndexInterval: int(c.numbers["min_index_interval"]), maxIndexInterval: int(c.numbers["max_index_interval"])}
	if c.refusal == nil {
		c.refusal = unknownOption(c.options, tableOptionNames)
	}
	c.each("compaction", checkCompactionOptions)
	if c.refusal == nil {
		c.validate(effective)
	}
	return effective, c.refusal
}

// mergedInto returns the options after an ALTER that gives some of them.
func (c *optionChecker) mergedInto(before tableOptions) tableOptions {
	for name, option := range map[string]*int{"default_time_to_live": &before.timeToLive, "gc_grace_seconds": &before.gcGrace,
		"min_index_interval": &before.minIndexInterval, "max_index_interval": &before.maxIndexInterval} {
		if _, given := c.values[name]; given {
			*option = int(c.numbers[name])
		}
	}
	return before
}

// checkIntervals is the part of TableParams.validate that two valid alterations
// can violate together.
func (o tableOptions) checkIntervals() *Refusal {
	if o.maxIndexInterval < o.minIndexInterval {
		return refuse(Config, "", "max_index_interval must be greater than or equal to min_index_interval (%d) (got %d)",
			o.minIndexInterval, o.maxIndexInterval).
			Advise("ALTER TABLE … WITH min_index_interval and max_index_interval first.").ofOption("max_index_interval")
	}
	return nil
}

// checkNoID refuses a new id, because a table keeps its id.
func (c *optionChecker) checkNoID() *Refusal {
	if refusal := c.checkID(); refusal != nil {
		return refusal
	}
	if _, found := c.values["id"]; found {
		return refuse(Config, "", "Cannot alter table id.").
			Advise("Remove the id.").ofOption("id")
	}
	return nil
}

// checkID follows TableAttributes.getId, which the server calls after it has
// read the other options.
func (c *optionChecker) checkID() *Refusal {
	id, found := c.values["id"]
	switch {
	case !found:
		return nil
	case id.IsMap:
		return id.simple("id").ofOption("id")
	case !isUUID(id.Text):
		return refuse(Config, "", "Invalid table id").
			Advise("Remove the id: the server creates one. In a dump WITH INTERNALS it is a UUID.").ofOption("id")
	}
	return nil
}

func isUUID(text string) bool { return uuidForm.MatchString(text) }

var uuidForm = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// optionChecker reads and checks options, and keeps the first refusal.
type optionChecker struct {
	options []Option
	values  map[string]Value
	refusal *Refusal
	numbers map[string]float64
}

// read parses the values in the order of TableAttributes.build.
func (c *optionChecker) read() {
	c.numbers = map[string]float64{"bloom_filter_fp_chance": 0.01, "crc_check_chance": 1,
		"min_index_interval": defaultMinIndexInterval, "max_index_interval": defaultMaxIndexInterval,
		"gc_grace_seconds": defaultGCGrace}
	c.each("allow_auto_snapshot", Value.boolean)
	c.double("bloom_filter_fp_chance")
	c.each("caching", checkCaching)
	c.each("comment", Value.simple)
	c.each("compaction", checkCompaction)
	c.each("compression", checkCompression)
	c.each("memtable", checkMemtable)
	c.integer("default_time_to_live")
	c.integer("gc_grace_seconds")
	c.each("incremental_backups", Value.boolean)
	c.integer("max_index_interval")
	c.integer("memtable_flush_period_in_ms")
	c.integer("min_index_interval")
	c.each("speculative_retry", checkRetry)
	c.each("additional_write_policy", checkRetry)
	c.double("crc_check_chance")
	c.each("cdc", Value.boolean)
	c.each("read_repair", checkReadRepair)
	c.each("auto_repair", checkAutoRepair)
}

func (c *optionChecker) each(name string, check func(Value, string) *Refusal) {
	if value, found := c.values[name]; found && c.refusal == nil {
		c.refusal = check(value, name).ofOption(name)
	}
}

func (c *optionChecker) double(name string) {
	c.each(name, func(value Value, name string) (refusal *Refusal) {
		c.numbers[name], refusal = value.double(name)
		return refusal
	})
}

func (c *optionChecker) integer(name string) {
	c.each(name, func(value Value, name string) *Refusal {
		number, refusal := value.integer(name)
		c.numbers[name] = float64(number)
		return refusal
	})
}

// validate follows TableParams.validate.
func (c *optionChecker) validate(effective tableOptions) {
	bloom, crc := c.numbers["bloom_filter_fp_chance"], c.numbers["crc_check_chance"]
	smallest, largest := c.numbers["min_index_interval"], c.numbers["max_index_interval"]
	switch {
	case bloom <= minBloomFilterChance || bloom > 1:
		c.fail("bloom_filter_fp_chance", "bloom_filter_fp_chance must be larger than 6.71E-5 and less than or equal to 1.0 (got %s)", javaDouble(bloom)).
			Advise("0.01 is usual; 1.0 disables the filter.")
	case crc < 0 || crc > 1:
		c.fail("crc_check_chance", "crc_check_chance must be larger than or equal to 0 and smaller than or equal to 1.0 (got %s)", javaDouble(crc)).
			Advise("It is a probability: 1.0 checks every block.")
	case effective.timeToLive < 0:
		c.fail("default_time_to_live", "default_time_to_live must be greater than or equal to 0 (got %d)", effective.timeToLive).
			Advise("Give the seconds until rows expire; 0 means never.")
	case effective.timeToLive > maxTimeToLive:
		c.fail("default_time_to_live", "default_time_to_live must be less than or equal to %d (got %d)", maxTimeToLive, effective.timeToLive).
			Advise("The maximum is 20 years: {1} seconds. 0 means never.")
	case effective.gcGrace < 0:
		c.fail("gc_grace_seconds", "gc_grace_seconds must be greater than or equal to 0 (got %d)", effective.gcGrace).
			Advise("Give the seconds that deletions are kept for repairs: 864000 is ten days.")
	case smallest < 1:
		c.fail("min_index_interval", "min_index_interval must be greater than or equal to 1 (got %.0f)", smallest).
			Advise("128 is usual.")
	case largest < smallest:
		c.fail("max_index_interval", "max_index_interval must be greater than or equal to min_index_interval (%.0f) (got %.0f)", smallest, largest).
			Advise("Raise max_index_interval, or lower min_index_interval in the same statement.")
	case c.numbers["memtable_flush_period_in_ms"] < 0:
		c.fail("memtable_flush_period_in_ms", "memtable_flush_period_in_ms must be greater than or equal to 0 (got %.0f)", c.numbers["memtable_flush_period_in_ms"]).
			Advise("0 disables it.")
	default:
		c.each("auto_repair", checkAutoRepairValues)
	}
}

func (c *optionChecker) fail(option, format string, arguments ...any) *Refusal {
	c.refusal = refuse(Config, "", format, arguments...).ofOption(option)
	return c.refusal
}

// checkCaching follows CachingParams.fromMap.
func checkCaching(value Value, name string) *Refusal {
	if !value.IsMap {
		return notAMap(name)
	}
	isWord := func(text string) bool { return strings.EqualFold(text, "ALL") || strings.EqualFold(text, "NONE") }
	if keys, found := value.get("keys"); found && !isWord(keys.Text) {
		return refuse(Config, "", "Invalid value '%s' for caching sub-option 'keys': only 'ALL' and 'NONE' are allowed", keys.Text)
	}
	if rows, found := value.get("rows_per_partition"); found && !isWord(rows.Text) && !isNumeric(rows.Text) {
		return refuse(Config, "", "Invalid value '%s' for caching sub-option 'rows_per_partition': "+
			"only 'ALL', 'NONE', and integer values are allowed", rows.Text)
	}
	if unknown := unknownNames(javaCopy(value.javaKeys(), len(value.Entries)), []string{"keys", "rows_per_partition"}); len(unknown) > 0 {
		return refuse(Config, "", "Invalid caching sub-options [%s]: only 'keys' and 'rows_per_partition' are allowed", quoted(unknown))
	}
	return nil
}

// autoRepairOptions are in the order in which the server checks them.
var autoRepairOptions = []string{"full_enabled", "incremental_enabled", "preview_repaired_enabled", "priority"}

// checkAutoRepair follows AutoRepairParams.create.
func checkAutoRepair(value Value, name string) *Refusal {
	if !value.IsMap {
		return notAMap(name)
	}
	for _, key := range value.javaKeys() {
		if !slices.Contains(autoRepairOptions, strings.ToLower(key)) {
			return refuse(Config, "", "Unknown property '%s'", key).
				Advise("{option}")
		}
	}
	return nil
}

// checkAutoRepairValues follows AutoRepairParams.validate.
func checkAutoRepairValues(value Value, _ string) *Refusal {
	for _, name := range autoRepairOptions {
		for _, entry := range value.Entries {
			text := entry.Value.Text
			switch isPriority := name == "priority"; {
			case strings.ToLower(entry.Key) != name:
			case isPriority && !isNumeric(text):
				return refuse(Config, "", "Invalid value %s for '%s' repair sub-option - must be an integer", text, name).
					Advise("Write a whole number from 0; a table of a higher number is repaired first.")
			case !isPriority && !strings.EqualFold(text, "true") && !strings.EqualFold(text, "false"):
				return refuse(Config, "", "Invalid value %s for '%s' repair sub-option - must be a boolean", text, name).
					Advise(hintBoolean)
			}
		}
	}
	return nil
}

func checkMemtable(value Value, name string) *Refusal {
	if refusal := value.simple(name); refusal != nil {
		return refusal
	}
	if !slices.Contains([]string{"default", "skiplist", "skiplist_sharded", "trie"}, value.Text) {
		return refuse(Config, "", "Memtable configuration \"%s\" not found.", value.Text).
			Advise("The names are defined in cassandra.yaml under memtable; 'default' always exists.")
	}
	return nil
}

var (
	percentile    = regexp.MustCompile(`(?i)^([0-9.]+)p(?:ercentile)?$`)
	milliseconds  = regexp.MustCompile(`(?i)^([0-9.]+)ms$`)
	hybrid        = regexp.MustCompile(`(?i)^(?:MIN|MAX)\(([0-9.]+[a-z]+)\s*,\s*([0-9.]+[a-z]+)\)$`)
	retryKeywords = []string{"NONE", "NEVER", "ALWAYS"}
)

// checkRetry checks speculative_retry and additional_write_policy. Like the
// server's, its messages name speculative_retry for both.
func checkRetry(value Value, name string) *Refusal {
	if refusal := value.simple(name); refusal != nil {
		return refusal
	}
	text := value.Text
	if slices.Contains(retryKeywords, strings.ToUpper(text)) {
		return nil
	}
	parts := hybrid.FindStringSubmatch(text)
	if parts == nil {
		_, refusal := checkRetryPart(text)
		return refusal
	}
	first, refusal := checkRetryPart(parts[1])
	second, other := checkRetryPart(parts[2])
	switch {
	case refusal != nil || other != nil:
		return refuse(Config, "", "Invalid value %s for option 'speculative_retry'", text).
			Advise("Write '99p', '50ms', 'MIN(99p, 50ms)', 'ALWAYS' or 'NONE', in single quotes.")
	case first == second:
		return refuse(Config, "", "Invalid value %s for option 'speculative_retry': MIN()/MAX() arguments should be of different types, "+
			"but both are of type %s", text, first).
			Advise("Give one percentile and one time: 'MIN(99p, 50ms)'.")
	}
	return nil
}

// checkRetryPart returns whether a part is a percentile or a fixed time.
func checkRetryPart(text string) (kind string, refusal *Refusal) {
	if parts := percentile.FindStringSubmatch(text); parts != nil {
		number, isNumber := parseJavaDouble(parts[1])
		switch {
		case isNumber && (number <= 0 || number >= 100):
			return "", refuse(Config, "", "Invalid value %s for PERCENTILE option 'speculative_retry': must be between (0.0 and 100.0)", text).
				Advise("'99p' is usual.")
		case isNumber:
			return "PERCENTILE", nil
		}
	}
	if parts := milliseconds.FindStringSubmatch(text); parts != nil {
		if _, isNumber := parseJavaDouble(parts[1]); isNumber {
			return "FIXED", nil
		}
	}
	return "", refuse(Config, "", "Invalid value %s for option 'speculative_retry'", text).
		Advise("Write '99p', '50ms', 'MIN(99p, 50ms)', 'ALWAYS' or 'NONE', in single quotes.")
}

func checkReadRepair(value Value, name string) *Refusal {
	if refusal := value.simple(name); refusal != nil {
		return refusal
	}
	if upper := strings.ToUpper(value.Text); upper != "BLOCKING" && upper != "NONE" {
		return refuse(Invalid, "", "java.lang.IllegalArgumentException: No enum constant "+
			"org.apache.cassandra.service.reads.repair.ReadRepairStrategy.%s", upper).
			Advise("Write 'BLOCKING' or 'NONE'.")
	}
	return nil
}

// shortClass returns the last part of a Java class name.
func shortClass(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

func subOptions(value Value, except ...string) map[string]string {
	options := map[string]string{}
	for _, entry := range value.Entries {
		if !slices.Contains(except, entry.Key) {
			options[entry.Key] = entry.Value.Text
		}
	}
	return options
}

// unknownNames returns the names that are not among the known ones.
func unknownNames(names, known []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(known, name) })
}
