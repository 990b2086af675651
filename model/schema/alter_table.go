package schema

import (
	"slices"
	"strings"

	"widerow/model"
)

// AlterTable is ALTER TABLE.
type AlterTable struct {
	Name     Name
	IfExists bool
	Change   TableChange
}

// TableChange is the change of an ALTER TABLE: an AddColumns, DropColumns, RenameColumns,
// RetypeColumn, MaskColumn, SetOptions or DropCompactStorage.
type TableChange interface {
	// parsed makes the checks before the lookup of the keyspace, prepared the checks before the
	// lookup of the table.
	parsed() *Refusal
	prepared() *Refusal
	apply(c tableChange) *Refusal
}

// AddColumns = ADD [IF NOT EXISTS] columns
type AddColumns struct {
	Columns     []Column
	IfNotExists bool
}

// DropColumns = DROP [IF EXISTS] columns
type DropColumns struct {
	Columns  []string
	IfExists bool
}

// RenameColumns = RENAME [IF EXISTS] column TO column {AND column TO column}
type RenameColumns struct {
	Columns  []Rename
	IfExists bool
}

// RetypeColumn = ALTER column TYPE type. The server always refuses it.
type RetypeColumn struct {
	Column string
	Type   Type
}

// MaskColumn = ALTER [IF EXISTS] column (MASKED WITH mask | DROP MASKED). Mask
// is CQL text as in Column, empty for DROP MASKED.
type MaskColumn struct {
	Column   string
	Mask     string
	IfExists bool
}

// SetOptions = WITH options. Kept are options that are set without being
// checked.
type SetOptions struct{ Options, Kept []Option }

// tableChange is a table that is being altered.
type tableChange struct {
	schema   *Schema
	keyspace *keyspace
	table    *relation
}

// AlterTable changes a table.
func (s *Schema) AlterTable(d AlterTable) *Refusal {
	if refusal := d.Change.parsed(); refusal != nil {
		return refusal
	}
	name, refusal := s.in(d.Name)
	if refusal != nil {
		return refusal
	}
	if refusal := permitted(name.Keyspace, "ALTER", "table "+name.written()); refusal != nil {
		return refusal
	}
	if refusal := d.Change.prepared(); refusal != nil {
		return refusal
	}
	if refusal := executable(name.Keyspace); refusal != nil {
		return refusal
	}
	switch table := s.relation(name); {
	case table == nil && d.IfExists:
		return nil
	case table == nil:
		return refuse(Invalid, "", "Table '%s' doesn't exist", name.written()).
			Advise(hintTable)
	case table.isView():
		return refuse(Invalid, "", "Cannot use ALTER TABLE on a materialized view; use ALTER MATERIALIZED VIEW instead")
	default:
		return d.Change.apply(tableChange{s, s.keyspaces[name.Keyspace], table})
	}
}

func (d DropColumns) parsed() *Refusal        { return nil }
func (d RenameColumns) parsed() *Refusal      { return nil }
func (d RetypeColumn) parsed() *Refusal       { return d.Type.checkText(d.Column) }
func (d MaskColumn) parsed() *Refusal         { return nil }
func (d DropCompactStorage) parsed() *Refusal { return nil }
func (d SetOptions) parsed() *Refusal         { return duplicateOption(d.Options) }

func (d AddColumns) parsed() *Refusal {
	for _, column := range d.Columns {
		if refusal := column.Type.checkText(column.Name); refusal != nil {
			return refusal
		}
		if refusal := prepareConstraints(column); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (d AddColumns) prepared() *Refusal         { return nil }
func (d DropColumns) prepared() *Refusal        { return nil }
func (d RenameColumns) prepared() *Refusal      { return nil }
func (d RetypeColumn) prepared() *Refusal       { return nil }
func (d MaskColumn) prepared() *Refusal         { return nil }
func (d DropCompactStorage) prepared() *Refusal { return nil }
func (d SetOptions) prepared() *Refusal         { return readTableOptions(d.Options).refusal }

func (d RetypeColumn) apply(tableChange) *Refusal {
	return refuse(Invalid, d.Column, "Altering column types is no longer supported").
		Advise("Add a column of the new type, copy the values, and drop the old column.")
}

func (d MaskColumn) apply(c tableChange) *Refusal {
	column := c.table.column(d.Column)
	switch {
	case column == nil && d.IfExists:
		return nil
	case column == nil:
		return refuse(Invalid, d.Column, "Column with name '%s' doesn't exist on table '%s'", d.Column, c.table.value.Name).
			Advise("{column}")
	}
	function, refusal := c.schema.checkMask(c.name(), Column{Name: d.Column, Mask: d.Mask}, column.Type)
	if refusal != nil {
		return refusal
	}
	if column.Mask == d.Mask {
		return nil
	}
	column.Mask = d.Mask
	c.table.setMask(d.Column, function)
	c.schema.changed(c.table)
	return nil
}

func (d SetOptions) apply(c tableChange) *Refusal {
	options := readTableOptions(d.Options)
	if _, refusal := options.check(); refusal != nil {
		return refusal
	}
	if refusal := options.checkNoID(); refusal != nil {
		return refusal
	}
	after := options.mergedInto(c.table.options)
	switch {
	case c.table.counter && after.timeToLive > 0:
		return refuse(Invalid, "", "Cannot set default_time_to_live on a table with counters").
			Advise("Counters never expire: remove the option.").ofOption("default_time_to_live")
	case len(c.table.views) > 0 && after.gcGrace == 0:
		return refuse(Invalid, "", "Cannot alter gc_grace_seconds of the base table of a materialized view to 0, %s", gcGraceMessage).
			Advise("Give a number above 0, such as 864000.").ofOption("gc_grace_seconds")
	}
	c.table.options = after
	alterOptions(c.table.value, slices.Concat(d.Options, d.Kept))
	c.schema.changed(c.table)
	return nil
}

const bloomFilter = "bloom_filter_fp_chance"

// alterOptions sets options of an existing table or view.
func alterOptions(value *model.Relation, options []Option) {
	before := bloomFilterDefault(value)
	setOptions(value, options)
	if _, given := value.Options[bloomFilter]; !given && bloomFilterDefault(value) != before {
		value.Options[bloomFilter] = before
	}
}

// bloomFilterDefault depends on the compaction with which the table was
// created. ALTER of the compaction leaves it alone.
func bloomFilterDefault(table *model.Relation) string {
	if strings.Contains(table.Options["compaction"], "LeveledCompactionStrategy") {
		return "0.1"
	}
	return "0.01"
}
