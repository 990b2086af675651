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
	if r.lenient || r.described.allows(statement) {
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

// described holds, for each table and view of a script, whether it has all options that
// DESCRIBE writes, which no person types. The cluster allows what such a script contains.
type described map[syntax.QualifiedName]bool

func describedIn(statements iter.Seq[syntax.Statement]) described {
	found := described{}
	for statement := range statements {
		if name, options, isRelation := relationOptions(statement); isRelation {
			found[named(name)] = !slices.ContainsFunc(describedOptions, func(name string) bool {
				return !slices.ContainsFunc(options, func(o syntax.Option) bool { return o.Name.Name == name })
			})
		}
	}
	return found
}

// allows reports whether a cluster has accepted a statement: its table was described, or it
// is about none and the script has one that was.
func (d described) allows(statement syntax.Statement) bool {
	name, _, _ := relationOptions(statement)
	if index, isIndex := statement.(*syntax.CreateIndex); isIndex {
		name = index.Table
	}
	if isDescribed, known := d[named(name)]; known {
		return isDescribed
	}
	for _, isDescribed := range d {
		if isDescribed {
			return true
		}
	}
	return false
}

// named is a name without its place.
func named(name syntax.QualifiedName) syntax.QualifiedName {
	return syntax.QualifiedName{Keyspace: syntax.Identifier{Name: name.Keyspace.Name}, Name: syntax.Identifier{Name: name.Name.Name}}
}

var describedOptions = []string{"caching", "comment", "compaction", "compression", "crc_check_chance", "gc_grace_seconds", "max_index_interval",
	"memtable_flush_period_in_ms", "min_index_interval", "speculative_retry"}

func relationOptions(statement syntax.Statement) (name syntax.QualifiedName, options []syntax.Option, isRelation bool) {
	switch s := statement.(type) {
	case *syntax.CreateTable:
		return s.Name, s.Options, true
	case *syntax.CreateView:
		return s.Name, s.Options, true
	}
	return syntax.QualifiedName{}, nil, false
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
