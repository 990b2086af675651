package schema

import (
	"slices"

	"widerow/model"
)

func (b *tableBuilder) checkKey() *Refusal {
	seen := map[string]bool{}
	for _, name := range b.key().columns() {
		column, found := b.columns[name]
		if !found {
			return refuse(Invalid, name, "Unknown column '%s' referenced in PRIMARY KEY for table '%s'", name, b.name.Name).
				Advise("{written}Each column of the key needs its own line with its type.")
		}
		if seen[name] {
			return refuse(Invalid, name, "Duplicate column '%s' in PRIMARY KEY clause for table '%s'", name, b.name.Name).
				Advise("Name each column of the key once.")
		}
		seen[name] = true
		declared, t := b.declared.Columns[column], b.types[column]
		text := b.schema.storedText(t)
		switch {
		case t.Kind == model.UserTypeRef:
			text = b.schema.text(t)
		case declared.Type.Kind == model.CustomType:
			text = "'" + b.schema.internalText(t) + "'"
		}
		if refusal := b.schema.checkKeyType(name, t, text); refusal != nil {
			return refusal
		}
		if declared.Static {
			return refuse(Invalid, name, "Static column '%s' cannot be part of the PRIMARY KEY", name).
				Advise("A static column belongs to a whole partition: remove STATIC, or remove the column from the key.")
		}
	}
	return nil
}

// checkKeyType refuses a type that a key cannot have. text is the type as
// messages write it.
func (s *Schema) checkKeyType(name string, t model.Type, text string) *Refusal {
	switch {
	case t.Kind == model.UserTypeRef:
		return refuse(Invalid, name, "Invalid non-frozen user-defined type %s for PRIMARY KEY column '%s'", text, name).
			Advise("Write frozen<…> around the type, or remove the column from the key.")
	case isMultiCell(t):
		return refuse(Invalid, name, "Invalid non-frozen collection type %s for PRIMARY KEY column '%s'", text, name).
			Advise("Write frozen<…> around the type, or remove the column from the key.")
	case t.IsCounter():
		return refuse(Invalid, name, "counter type is not supported for PRIMARY KEY column '%s'", name).
			Advise("A counter can only be incremented: use bigint for a number in the key.")
	case s.hasDuration(t):
		return refuse(Invalid, name, "duration type is not supported for PRIMARY KEY column '%s'", name).
			Advise("Durations cannot be ordered. Store seconds as bigint, or the start and the end.")
	}
	return nil
}

// checkOrder checks CLUSTERING ORDER BY. It must name the clustering columns in
// their order, and may omit the last ones.
func (b *tableBuilder) checkOrder() *Refusal {
	clustering := b.key().Clustering
	var others []string
	ordered := map[string]bool{}
	for _, column := range b.declared.Order {
		ordered[column.Column] = true
		if b.roles[column.Column] != model.Clustering {
			others = append(others, column.Column)
		}
	}
	if len(others) > 0 {
		return refuse(Invalid, others[0], "Only clustering key columns can be defined in CLUSTERING ORDER "+
			"directive: [%s] are not clustering columns", quoted(others)).
			Advise("Order only columns that follow the partition key in PRIMARY KEY.")
	}
	for i, column := range b.declared.Order {
		expected := clustering[i]
		switch {
		case column.Column == expected:
		case ordered[expected]:
			return refuse(Invalid, column.Column, "The order of columns in the CLUSTERING ORDER directive must match that of the clustering columns "+
				"(%s must appear before %s)", expected, column.Column).
				Advise("Name the clustering columns as PRIMARY KEY does: {1} before {2}.")
		default:
			return refuse(Invalid, expected, "Missing CLUSTERING ORDER for column %s", expected).
				Advise("Add {1}, at the same position as in PRIMARY KEY.")
		}
	}
	return nil
}

func (b *tableBuilder) checkStatic() *Refusal {
	if b.declared.CompactStorage {
		return b.checkCompact()
	}
	for _, column := range b.declared.Columns {
		if column.Static && len(b.key().Clustering) == 0 {
			return refuse(Invalid, column.Name, "Static columns are only useful (and thus allowed) if the table has at least one clustering column").
				Advise("Without a clustering column a partition is one row: remove STATIC, or add a clustering column.")
		}
	}
	return nil
}

// checkCompact checks a table with COMPACT STORAGE.
func (b *tableBuilder) checkCompact() *Refusal {
	var others []string
	for i, column := range b.declared.Columns {
		if isMultiCell(b.types[i]) {
			return refuse(Invalid, column.Name, "Non-frozen collections and UDTs are not supported with COMPACT STORAGE").
				Advise("Remove COMPACT STORAGE: it exists only for old Thrift tables.")
		}
	}
	for _, column := range b.declared.Columns {
		if column.Static {
			return refuse(Invalid, column.Name, "Static columns are not supported in COMPACT STORAGE tables").
				Advise("Remove COMPACT STORAGE: it exists only for old Thrift tables.")
		}
		if !b.isKey(column.Name) {
			others = append(others, column.Name)
		}
	}
	switch clustering := len(b.key().Clustering); {
	case clustering == 0 && len(others) == 0:
		return refuse(Invalid, "", "No definition found that is not part of the PRIMARY KEY").
			Advise("Remove COMPACT STORAGE, or add a column outside the key.")
	case clustering > 0 && len(others) > 1:
		slices.Sort(others)
		return refuse(Invalid, others[1], "COMPACT STORAGE with composite PRIMARY KEY allows no more than one "+
			"column not part of the PRIMARY KEY (got: %s)", quoted(others)).
			Advise("Remove COMPACT STORAGE: it exists only for old Thrift tables.")
	}
	return nil
}

func (b *tableBuilder) checkCounters() *Refusal {
	if b.counters == 0 {
		return nil
	}
	for i, column := range b.declared.Columns {
		if !b.isKey(column.Name) && !b.types[i].IsCounter() {
			return refuse(Invalid, column.Name, "Cannot mix counter and non counter columns in the same table").
				Advise("A table of counters has only counters besides its key: move the other columns to a table with " +
					"the same key.")
		}
	}
	if b.timeToLive > 0 {
		return refuse(Invalid, "", "Cannot set default_time_to_live on a table with counters").
			Advise("Counters never expire: remove the option.")
	}
	return nil
}

// checkCounterClasses refuses a column that is a counter by its Java class in a
// table without other counters, because the class alone does not make it a
// table of counters.
func (b *tableBuilder) checkCounterClasses() *Refusal {
	if b.counters > 0 {
		return nil
	}
	counters := []*model.Column{}
	for i, column := range b.declared.Columns {
		if b.types[i].IsCounter() {
			counters = append(counters, &model.Column{Name: column.Name, Type: b.types[i], Role: roleOutsideKey(column.Static)})
		}
	}
	if len(counters) == 0 {
		return nil
	}
	name := slices.MinFunc(counters, inServerOrder).Name
	return counterOutside(b.name.written(), name)
}

func counterOutside(table, column string) *Refusal {
	return refuse(Config, column, `%s: Cannot have a counter column ("%s") in a non counter table`, table, column).
		Advise("Put counters into a table of their own with the same key.")
}

func roleOutsideKey(static bool) model.Role {
	if static {
		return model.Static
	}
	return model.Regular
}

func (b *tableBuilder) checkName() *Refusal { return checkTableName(b.name.Keyspace, b.name.Name) }
