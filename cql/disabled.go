package cql

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
)

// disabled is a feature that a database disables by default. An option of
// cassandra.yaml enables it.
type disabled struct {
	// message is the server's, word for word.
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
	{"Cannot mask columns because dynamic data masking is not enabled. You can enable it with the dynamic_data_masking_enabled " +
		"property on cassandra.yaml", "dynamic_data_masking_enabled", cassandra50, masksColumns},
	{"DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.", "drop_compact_storage_enabled", from40, dropsCompactStorage},
}

// warnDisabled warns about a statement that is accepted only where its feature was
// enabled.
func (r *resolver) warnDisabled(statement syntax.Statement) {
	if r.lenient {
		return
	}
	for _, feature := range disabledFeatures {
		if feature.in&r.target != 0 && feature.is(statement) {
			finding := r.note(Warning, CodeDisabled, statement, feature.message)
			finding.Hint = "Set " + feature.setting + ": true in the cassandra.yaml of every node, or do without."
		}
	}
}

func isStatement[T syntax.Statement](statement syntax.Statement) bool {
	_, is := statement.(T)
	return is
}

func isSASI(statement syntax.Statement) bool {
	index, isIndex := statement.(*syntax.CreateIndex)
	return isIndex && strings.HasSuffix(index.Using, "SASIIndex")
}

func dropsCompactStorage(statement syntax.Statement) bool {
	table, alters := statement.(*syntax.AlterTable)
	return alters && table.Action == syntax.DropCompactStorage
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
