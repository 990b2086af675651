package cql

import (
	"iter"
	"slices"
	"strings"

	"widerow/cql/syntax"
)

// disabled is a feature that a database disables by default.
type disabled struct {
	// message is the server's, word for word. setting is the option of
	// cassandra.yaml that enables the feature, "" if the message names another way.
	message, setting string
	// in are the databases that disable it by default.
	in targets
	is func(syntax.Statement) bool
}

// disabledFeatures are the features with an "enabled" setting in
// conf/cassandra.yaml that is false. Cassandra 3.11 enables views and SASI.
var disabledFeatures = []disabled{
	{"Materialized views are disabled. Enable in cassandra.yaml to use.", "materialized_views_enabled", from40, isStatement[*syntax.CreateView]},
	{"SASI indexes are disabled. Enable in cassandra.yaml to use.", "sasi_indexes_enabled", from40, isSASI},
	{"User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable",
		"user_defined_functions_enabled", cassandra, isStatement[*syntax.CreateFunction]},
	{"User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable",
		"user_defined_functions_enabled", cassandra, isStatement[*syntax.CreateAggregate]},
	{"Scripted user-defined functions are disabled in cassandra.yaml - set scripted_user_defined_functions_enabled=true to enable " +
		"if you are aware of the security risks", "scripted_user_defined_functions_enabled", cassandra41, isScripted},
	{"Scripted user-defined functions are disabled in cassandra.yaml - set enable_scripted_user_defined_functions=true to enable " +
		"if you are aware of the security risks", "enable_scripted_user_defined_functions", cassandra311 | cassandra40, isScripted},
	{"Cannot mask columns because dynamic data masking is not enabled. You can enable it with the dynamic_data_masking_enabled " +
		"property on cassandra.yaml", "dynamic_data_masking_enabled", from50, masksColumns},
	{"DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.", "drop_compact_storage_enabled", from40, dropsCompactStorage},
	{"auto_repair option is not supported unless auto-repair is enabled with -Dcassandra.autorepair.enable=true", "", from50, repairsItself},
}

// warnDisabled warns about a statement that is accepted only where its feature was
// enabled.
func (r *resolver) warnDisabled(statement syntax.Statement) {
	if r.lenient || r.described {
		return
	}
	for _, feature := range disabledFeatures {
		switch {
		case feature.in&r.target == 0 || !feature.is(statement):
		case feature.setting == "":
			r.note(Info, CodeDisabled, statement, feature.message)
		default:
			finding := r.note(Warning, CodeDisabled, statement, feature.message)
			finding.Hint = "Set " + feature.setting + ": true in the cassandra.yaml of every node, or do without."
		}
	}
}

// isDescribed reports whether a script is the output of DESCRIBE: each table and view
// has all options that the server writes, which no person types. The cluster allows
// what such a script contains.
func isDescribed(statements iter.Seq[syntax.Statement]) bool {
	found := false
	for statement := range statements {
		options, isRelation := relationOptions(statement)
		if !isRelation {
			continue
		}
		for _, name := range describedOptions {
			if !slices.ContainsFunc(options, func(o syntax.Option) bool { return o.Name.Name == name }) {
				return false
			}
		}
		found = true
	}
	return found
}

var describedOptions = []string{"caching", "comment", "compaction", "compression", "crc_check_chance", "gc_grace_seconds", "max_index_interval",
	"memtable_flush_period_in_ms", "min_index_interval", "speculative_retry"}

func relationOptions(statement syntax.Statement) ([]syntax.Option, bool) {
	switch s := statement.(type) {
	case *syntax.CreateTable:
		return s.Options, true
	case *syntax.CreateView:
		return s.Options, true
	}
	return nil, false
}

func isStatement[T syntax.Statement](statement syntax.Statement) bool {
	_, is := statement.(T)
	return is
}

func isScripted(statement syntax.Statement) bool {
	function, creates := statement.(*syntax.CreateFunction)
	return creates && !strings.EqualFold(function.Language, "java")
}

func isSASI(statement syntax.Statement) bool {
	index, isIndex := statement.(*syntax.CreateIndex)
	return isIndex && strings.HasSuffix(index.Using, "SASIIndex")
}

func dropsCompactStorage(statement syntax.Statement) bool {
	table, alters := statement.(*syntax.AlterTable)
	return alters && table.Action == syntax.DropCompactStorage
}

func repairsItself(statement syntax.Statement) bool {
	found := false
	syntax.Walk(statement, func(node syntax.Node) bool {
		o, isOption := node.(*syntax.Option)
		found = found || isOption && o.Kind == syntax.Property && o.Name.Name == "auto_repair"
		return !found
	})
	return found
}

func masksColumns(statement syntax.Statement) bool {
	switch s := statement.(type) {
	case *syntax.CreateTable:
		return slices.ContainsFunc(s.Elements, func(e syntax.TableElement) bool { return e.Column != nil && e.Column.Mask != nil })
	case *syntax.AlterTable:
		return s.Action == syntax.AlterMask || slices.ContainsFunc(s.Added, func(c syntax.ColumnDefinition) bool { return c.Mask != nil })
	}
	return false
}
