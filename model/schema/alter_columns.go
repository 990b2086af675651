package schema

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
)

// apply checks all columns against the table as it will be, and adds them only
// then.
func (d AddColumns) apply(c tableChange) *Refusal {
	var added []*model.Column
	names, masks := map[string]bool{}, map[string]string{}
	for _, column := range d.Columns {
		resolved, refusal := typeResolver{c.keyspace, column.Name}.resolve(column.Type, false)
		if refusal != nil {
			return refusal
		}
		mask, refusal := c.schema.checkMask(c.name(), column, resolved)
		if refusal != nil {
			return refusal
		}
		if names[column.Name] || c.table.column(column.Name) != nil {
			if d.IfNotExists {
				continue
			}
			return refuse(Invalid, column.Name, "Column with name '%s' already exists", column.Name).
				Advise("ADD IF NOT EXISTS ignores it.")
		}
		if refusal := c.checkNew(column, resolved); refusal != nil {
			return refusal
		}
		if refusal := c.schema.checkConstraints(c.name(), column, resolved, roleOutsideKey(column.Static)); refusal != nil {
			return refusal
		}
		names[column.Name] = true
		masks[column.Name] = mask
		added = append(added, &model.Column{Name: column.Name, Type: resolved, Role: roleOutsideKey(column.Static),
			Mask: column.Mask, Check: column.Check, Note: column.Note})
	}
	if refusal := c.table.options.checkIntervals(); refusal != nil {
		return refusal
	}
	if refusal := c.checkCounters(added); refusal != nil {
		return refusal
	}
	c.add(added)
	for name, mask := range masks {
		c.table.setMask(name, mask)
	}
	return nil
}

func (c tableChange) name() Name { return Name{c.keyspace.name, c.table.value.Name} }

func (c tableChange) written() string { return c.keyspace.name + "." + c.table.value.Name }

// checkNew checks one column that is added.
func (c tableChange) checkNew(column Column, resolved model.Type) *Refusal {
	switch {
	case c.table.value.CompactStorage:
		return refuse(Invalid, column.Name, "Cannot add new column to a COMPACT STORAGE table").
			Advise("ALTER TABLE … DROP COMPACT STORAGE first.")
	case column.Static && !c.table.clustered():
		return refuse(Invalid, column.Name, "Static columns are only useful (and thus allowed) if the table has at least one clustering column").
			Advise("Without a clustering column a partition is one row: remove STATIC, or add a clustering column.")
	case resolved.Kind == model.UserTypeRef && c.schema.hasMultiCellField(resolved.UserType):
		return refuse(Invalid, column.Name, "Non-frozen UDTs with nested non-frozen collections are not supported for column %s", column.Name).
			Advise("Write frozen<…> around the type, or around the collections in its fields.")
	}
	dropped, found := c.table.dropped[column.Name]
	if !found {
		return nil
	}
	is := resolved.Effective()
	switch {
	case !compatibility{c.schema}.serialization(is, dropped.stored):
		return refuse(Invalid, column.Name, "Cannot add a column '%s' of type %s, incompatible with previously dropped column '%s' of type %s",
			column.Name, c.schema.cqlText(is), column.Name, c.schema.cqlText(dropped.stored)).
			Advise("Old cells may still be on disk: choose another name, or the type {4}.")
	case column.Static != dropped.static:
		return refuse(Invalid, column.Name, "Cannot re-add previously dropped column '%s' of kind %s, incompatible with previous kind %s",
			column.Name, kindText(column.Static), kindText(dropped.static)).
			Advise("Old cells may still be on disk: choose another name.")
	case c.table.counter:
		return refuse(Invalid, column.Name, "Cannot re-add previously dropped counter column %s", column.Name).
			Advise("Choose another name.")
	}
	return nil
}

func kindText(static bool) string {
	if static {
		return "STATIC"
	}
	return "REGULAR"
}

func (r *relation) clustered() bool {
	for _, column := range r.value.Columns {
		if column.Role == model.Clustering {
			return true
		}
	}
	return false
}

// checkCounters is the part of TableMetadata.validate about counters. It visits
// the columns in the server's order.
func (c tableChange) checkCounters(added []*model.Column) *Refusal {
	for _, column := range slices.SortedFunc(slices.Values(added), inServerOrder) {
		switch isCounter := column.Type.IsCounter(); {
		case c.table.counter && !isCounter:
			return refuse(Config, column.Name, `%s: Cannot have a non counter column ("%s") in a counter table`, c.written(), column.Name).
				Advise("Put the column into a table of its own with the same key.")
		case !c.table.counter && isCounter:
			return counterOutside(c.written(), column.Name)
		}
	}
	return nil
}

func inServerOrder(a, b *model.Column) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.Name, b.Name))
}

// rank orders columns: static ones come first, those of several cells last.
func rank(column *model.Column) int {
	rank := 0
	if column.Role != model.Static {
		rank += 2
	}
	if isMultiCell(column.Type) {
		rank++
	}
	return rank
}

// add adds the columns to the table. Columns that are not static are also added
// to its views of all columns.
func (c tableChange) add(columns []*model.Column) {
	for _, column := range columns {
		c.schema.addColumn(c.table, column)
		for _, view := range c.table.views {
			if view.all && column.Role != model.Static {
				c.schema.addColumn(view, &model.Column{Name: column.Name, Type: column.Type, Role: model.Regular})
			}
		}
	}
	if len(columns) > 0 {
		c.schema.changed(c.table)
	}
}

func (d DropColumns) apply(c tableChange) *Refusal {
	var dropped []string
	for _, name := range javaSet(d.Columns, bufferHash) {
		switch column := c.table.column(name); {
		case column != nil:
			if refusal := c.checkDrop(column); refusal != nil {
				return refusal
			}
			dropped = append(dropped, name)
		case !d.IfExists:
			return refuse(Invalid, name, "Column %s was not found in table '%s'", name, c.schema.qualified(c.table)).
				Advise("{column}DROP IF EXISTS ignores missing columns.")
		}
	}
	for _, name := range dropped {
		if c.table.isCompactValue(c.table.column(name)) {
			return refuse(Invalid, name, "java.lang.IndexOutOfBoundsException: 0 not in range [0..0)").
				Advise("The server fails on this. Drop COMPACT STORAGE first.")
		}
	}
	for _, name := range dropped {
		c.drop(name)
	}
	return nil
}

func (c tableChange) checkDrop(column *model.Column) *Refusal {
	if column.Role.InKey() {
		return refuse(Invalid, column.Name, "Cannot drop PRIMARY KEY column %s", column.Name).
			Advise("A key cannot be changed: create a new table, copy the rows, and switch to it.")
	}
	if column.Type.Kind == model.UserTypeRef {
		return refuse(Invalid, column.Name, "Cannot drop non-frozen column %s of user type %s", column.Name, c.schema.cqlText(column.Type)).
			Advise("A column of a non-frozen user-defined type cannot be dropped: set it to null, or create a new " +
				"table.")
	}
	if indexes := c.dependentIndexes(column.Name); len(indexes) > 0 {
		return refuse(Invalid, column.Name, "Cannot drop column %s because it has dependent secondary indexes (%s)", column.Name, quoted(indexes)).
			Advise("Drop the index first: {2}.")
	}
	if len(c.table.views) > 0 {
		return refuse(Invalid, column.Name, "Cannot drop column %s on base table %s with materialized views", column.Name, c.table.value.Name).
			Advise("Drop the table's views first and create them again afterwards.")
	}
	return nil
}

// dependentIndexes returns the names of the indexes on a column. The server's
// order varies.
func (c tableChange) dependentIndexes(column string) []string {
	found := map[string]bool{}
	for _, index := range c.table.indexes {
		for _, target := range index.targets {
			if target.Column == column {
				found[index.name] = true
			}
		}
	}
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (c tableChange) drop(name string) {
	id := c.table.columns[name]
	column := c.table.value.Columns[id]
	if c.table.dropped == nil {
		c.table.dropped = map[string]droppedColumn{}
	}
	c.table.dropped[name] = droppedColumn{c.schema.expanded(column.Type.Effective(), map[model.ID]model.Type{}), column.Role == model.Static}
	c.schema.uses.removeColumn(c.table, column.Type)
	delete(c.table.columns, name)
	delete(c.table.masks, name)
	delete(c.table.value.Columns, id)
	c.schema.Columns--
	c.schema.changed(c.table)
}

func (d RenameColumns) apply(c tableChange) *Refusal {
	renames := inJavaOrder(d.Columns)
	taken := map[string]bool{}
	for _, rename := range renames {
		if refusal := c.checkRename(rename, taken); refusal != nil {
			return refusal
		}
		taken[rename.To] = true
	}
	for _, rename := range renames {
		c.rename(rename)
	}
	return nil
}

// checkRename checks one rename. The new name must not exist in the table as it
// was, and must not be given twice, on which the server fails. IF EXISTS makes
// no difference.
func (c tableChange) checkRename(rename Rename, taken map[string]bool) *Refusal {
	column := c.table.column(rename.From)
	switch {
	case column == nil:
		return refuse(Invalid, rename.From, "Undefined column name %s in table %s", quoteName(rename.From), c.schema.qualified(c.table)).
			Advise(hintColumn)
	case !column.Role.InKey():
		return refuse(Invalid, rename.From, "Cannot rename non PRIMARY KEY column %s", rename.From).
			Advise("Only columns of the key can be renamed: add a column, copy the values, and drop the old column.")
	case c.table.column(rename.To) != nil:
		return c.nameTaken(rename)
	}
	if indexes := c.dependentIndexes(rename.From); len(indexes) > 0 {
		return refuse(Invalid, rename.From, "Can't rename column %s because it has dependent secondary indexes (%s)", rename.From, quoted(indexes)).
			Advise("Drop the index first and create it again afterwards: {2}.")
	}
	if taken[rename.To] {
		return c.nameTaken(rename)
	}
	return nil
}

func (c tableChange) nameTaken(rename Rename) *Refusal {
	return refuse(Invalid, rename.From, "Cannot rename column %s to %s in table '%s'; another column with that name already exists",
		rename.From, rename.To, c.schema.qualified(c.table)).
		Advise("Choose a name that no other column has.")
}

// rename renames a column of the table and of its views.
func (c tableChange) rename(rename Rename) {
	c.table.rename(rename)
	for _, view := range c.table.views {
		if view.column(rename.From) == nil {
			continue
		}
		view.rename(rename)
		if c.schema.RenameFilter != nil && view.value.Where != "" {
			view.value.Where = c.schema.RenameFilter(view.value.Where, rename)
		}
	}
	c.schema.changed(c.table)
}

func (r *relation) rename(rename Rename) {
	id := r.columns[rename.From]
	r.value.Columns[id].Name = rename.To
	delete(r.columns, rename.From)
	r.columns[rename.To] = id
	if mask, found := r.masks[rename.From]; found {
		r.setMask(rename.From, "")
		r.setMask(rename.To, mask)
	}
}
