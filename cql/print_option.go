package cql

import (
	"slices"
	"strings"

	"widerow/cql/effective"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// OptionPrinting selects the options of keyspaces, tables and views to print.
type OptionPrinting uint8

// The ways to print options. Defaults are known for Cassandra 4.0 and later. For
// other targets options are printed as written.
const (
	// WrittenOptions prints the options as written.
	WrittenOptions OptionPrinting = iota
	// ChangedOptions omits options that equal their default.
	ChangedOptions
	// AllOptions adds missing options with their defaults.
	AllOptions
)

// tableDefaults are the options as Cassandra 6.0 describes a new table, in
// its order; earlier versions have some of them, with the same values.
var tableDefaults = parsedOptions(`additional_write_policy = '99p' AND allow_auto_snapshot = true AND bloom_filter_fp_chance = 0.01
	AND caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'} AND cdc = false AND comment = ''
	AND compaction = {'class': 'SizeTieredCompactionStrategy', 'max_threshold': '32', 'min_threshold': '4'}
	AND compression = {'chunk_length_in_kb': '16', 'class': 'LZ4Compressor'} AND memtable = 'default' AND crc_check_chance = 1.0
	AND fast_path = 'keyspace' AND default_time_to_live = 0 AND extensions = {} AND gc_grace_seconds = 864000 AND incremental_backups = true
	AND max_index_interval = 2048 AND memtable_flush_period_in_ms = 0 AND min_index_interval = 128 AND read_repair = 'BLOCKING'
	AND transactional_mode = 'off' AND transactional_migration_from = 'none' AND speculative_retry = '99p'`)

// leveledBloomFilter is the default of bloom_filter_fp_chance with
// LeveledCompactionStrategy (CompactionParams.defaultBloomFilterFbChance).
var leveledBloomFilter = parsedOptions("bloom_filter_fp_chance = 0.1")[0].Value

var keyspaceDefaults = parsedOptions("durable_writes = true AND fast_path = 'simple'")

func parsedOptions(text string) []syntax.Option {
	options, ok := parse.ParseOptions("WITH " + text)
	if !ok {
		panic("cql: these options cannot be read: " + text)
	}
	return options
}

// apply changes the options of a statement that creates a keyspace, table or view.
func (printing OptionPrinting) apply(statement syntax.Statement, target model.Target) {
	t := targetOf(target)
	if printing == WrittenOptions || t&from40 == 0 {
		return
	}
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		s.Options = printing.options(s.Options, keyspaceDefaults, t)
		slices.SortStableFunc(s.Options, func(a, b syntax.Option) int {
			return boolRank(a.Name.Name != "replication") - boolRank(b.Name.Name != "replication")
		})
	case *syntax.CreateTable:
		s.Options = printing.options(s.Options, tableDefaults, t)
	case *syntax.CreateView:
		defaults := slices.DeleteFunc(slices.Clone(tableDefaults), func(o syntax.Option) bool { return o.Name.Name == "default_time_to_live" })
		s.Options = printing.options(s.Options, defaults, t)
	}
}

func (printing OptionPrinting) options(options, defaults []syntax.Option, t targets) []syntax.Option {
	if printing == AllOptions {
		return allOptions(options, defaults, t)
	}
	return slices.DeleteFunc(slices.Clone(options), func(o syntax.Option) bool { return isDefault(o, options, defaults) })
}

// allOptions lists the options in the order of the defaults, after parts that are
// not properties and before options without a default.
func allOptions(options, defaults []syntax.Option, t targets) []syntax.Option {
	ordered := slices.DeleteFunc(slices.Clone(options), func(o syntax.Option) bool { return o.Kind == syntax.Property })
	known := map[string]bool{}
	for _, option := range defaults {
		known[option.Name.Name] = true
		given := slices.IndexFunc(options, func(o syntax.Option) bool { return o.Kind == syntax.Property && o.Name.Name == option.Name.Name })
		if given >= 0 {
			ordered = append(ordered, options[given])
			continue
		}
		if dependsOnCompaction(option, options) {
			option.Value = leveledBloomFilter
		}
		if f, _ := lacking(t, &option); f == nil {
			ordered = append(ordered, option)
		}
	}
	for _, option := range options {
		if option.Kind == syntax.Property && !known[option.Name.Name] {
			ordered = append(ordered, option)
		}
	}
	return ordered
}

// dependsOnCompaction reports whether the default of an option depends on the compaction strategy,
// as the default of the Bloom filter does.
func dependsOnCompaction(option syntax.Option, options []syntax.Option) bool {
	return option.Name.Name == "bloom_filter_fp_chance" && slices.ContainsFunc(options, func(o syntax.Option) bool {
		class, found := entryOf(&o, "compaction", "class")
		return found && strings.HasSuffix(class.Text, "LeveledCompactionStrategy")
	})
}

// isDefault reports whether omitting an option changes nothing. An option with a
// comment is kept.
func isDefault(option syntax.Option, options, defaults []syntax.Option) bool {
	if option.Kind != syntax.Property || option.Remarks != nil || dependsOnCompaction(option, options) {
		return false
	}
	for _, known := range defaults {
		if known.Name.Name == option.Name.Name {
			return sameValue(option, known)
		}
	}
	return false
}

// sameValue reports whether an option has the effect of a default. One without any
// effect is written only if it differs from the default in writing.
func sameValue(option, known syntax.Option) bool {
	value, matters := effective.Option(option.Name.Name, option.Value, true)
	if !matters {
		return value.String() == known.Value.String()
	}
	normal, _ := effective.Option(known.Name.Name, known.Value, true)
	return value.String() == normal.String()
}
