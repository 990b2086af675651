package schema

import (
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// View is CREATE MATERIALIZED VIEW.
type View struct {
	Name        Name
	IfNotExists bool
	// Selected are the selected columns; empty for `*`.
	Selected []Selected
	Base     Name
	Where    []Condition
	// Filter is the part of WHERE beyond IS NOT NULL, as CQL.
	Filter string
	// CheckFilter judges the conditions of WHERE by themselves. It may be nil.
	CheckFilter func() *Refusal
	// Marked reports whether there is a bind marker in the statement.
	Marked         bool
	Key            Key
	Order          []Clustering
	CompactStorage bool
	Options        []Option
	// Kept are options that are added without being checked.
	Kept []Option
	// Note is the comments about it, which the model keeps.
	Note string
}

// Selected is one selector. Column is empty if it is not a column. Text is its form in messages.
type Selected struct{ Column, Alias, Text string }

// Condition is one part of WHERE.
type Condition struct {
	Columns []string
	NotNull bool
	// Token is a condition on token(), Expression one with expr().
	Token, Expression bool
}

// CreateView adds a materialized view.
func (s *Schema) CreateView(d View) *Refusal {
	if d.CompactStorage {
		return refuse(Syntax, "", "COMPACT STORAGE tables are not allowed starting with version 4.0").
			Advise("Remove COMPACT STORAGE.")
	}
	ordered := map[string]bool{}
	for _, column := range d.Order {
		if ordered[column.Column] {
			return refuse(Invalid, column.Column, "Duplicate column '%s' in CLUSTERING ORDER BY clause for view '%s'", column.Column, d.Name.written()).
				Advise("Name each clustering column once.")
		}
		ordered[column.Column] = true
	}
	if refusal := duplicateOption(d.Options); refusal != nil {
		return refusal
	}
	name, refusal := s.in(d.Name)
	if refusal != nil {
		return refusal
	}
	if d.Base.Keyspace != "" && d.Base.Keyspace != name.Keyspace {
		return refuse(Invalid, "", "Cannot create a materialized view on a table in a different keyspace").
			Advise("Create the view in the keyspace of its table.")
	}
	if d.Marked {
		return refuse(Invalid, "", "Bind variables are not allowed in CREATE MATERIALIZED VIEW statements").
			Advise("Write the value itself.")
	}
	if refusal := permitted(name.Keyspace, "ALTER", "table "+Name{name.Keyspace, d.Base.Name}.written()); refusal != nil {
		return refusal
	}
	builder := viewBuilder{schema: s, declared: d, name: name.Name, baseName: d.Base.Name}
	if builder.keyspace, refusal = s.modifiable(name.Keyspace); refusal != nil {
		return refusal
	}
	for _, check := range []func() *Refusal{builder.findBase, builder.checkSelected, builder.checkKey, builder.checkBaseKey,
		builder.checkWhere, builder.checkOptions} {
		if refusal := check(); refusal != nil || builder.exists {
			return refusal
		}
	}
	builder.add()
	return nil
}

type viewBuilder struct {
	schema         *Schema
	declared       View
	name, baseName string
	keyspace       *keyspace
	base           *relation
	selected       map[string]bool
	options        tableOptions
	// exists reports whether IF NOT EXISTS found a view of that name.
	exists bool
}

// gcGraceMessage is the end of two messages about views.
const gcGraceMessage = "since this value is used to TTL undelivered updates. Setting gc_grace_seconds too low might cause " +
	"undelivered updates to expire before being replayed."

func (b *viewBuilder) findBase() *Refusal {
	b.base = b.keyspace.relations[b.baseName]
	if b.base == nil || b.base.value.Kind == model.MaterializedView {
		return refuse(Invalid, "", "Base table '%s' doesn't exist", b.baseName).
			Advise("{table}A view is made from a table, not from another view.")
	}
	if existing := b.keyspace.relations[b.name]; existing != nil {
		if existing.value.Kind != model.MaterializedView {
			return refuse(Invalid, "", "Cannot create materialized view '%s' - a table with the same name already exists", b.name).
				Advise("Give the view another name.")
		}
		if b.exists = b.declared.IfNotExists; b.exists {
			return nil
		}
		return refuse(Exists, "", `Cannot add already existing table "%s" to keyspace "%s"`, b.name, b.keyspace.name).
			Advise("Add IF NOT EXISTS to keep the existing one; use ALTER to change it. A table and a view cannot " +
				"share a name.")
	}
	if b.base.counter {
		return refuse(Invalid, "", "Materialized views are not supported on counter tables").
			Advise("Write to a second table of counters instead.")
	}
	if b.base.options.gcGrace == 0 {
		return refuse(Invalid, "", "Cannot create materialized view '%s' for base table '%s' with gc_grace_seconds of 0, %s", b.name, b.baseName, gcGraceMessage).
			Advise("Set gc_grace_seconds of {2} to more than 0, such as 864000.")
	}
	return nil
}

func (b *viewBuilder) checkSelected() *Refusal {
	b.selected = map[string]bool{}
	if len(b.declared.Selected) == 0 {
		for name := range b.base.columns {
			b.selected[name] = true
		}
	}
	for _, selected := range b.declared.Selected {
		switch {
		case selected.Alias != "":
			return refuse(Invalid, selected.Column, "Cannot use aliases when defining a materialized view (got %s)", selected.Text).
				Advise("Remove AS: a view keeps the columns' names.")
		case selected.Column == "":
			return refuse(Invalid, "", "Can only select columns by name when defining a materialized view (got %s)", selected.Text).
				Advise("Select only columns; compute when you read.")
		case b.base.column(selected.Column) == nil:
			return refuse(Invalid, selected.Column, "Undefined column name %s in table %s", quoteName(selected.Column), b.schema.qualified(b.base)).
				Advise(hintColumn)
		}
		b.selected[selected.Column] = true
	}
	return b.checkStatic()
}

// checkStatic refuses static columns. In the server, the columns of a compact
// table without clustering columns are static too.
func (b *viewBuilder) checkStatic() *Refusal {
	hidden := b.base.hidesColumns()
	var static []string
	for _, column := range b.base.value.SortedColumns() {
		if b.selected[column.Value.Name] && (column.Value.Role == model.Static || hidden && !column.Value.Role.InKey()) {
			static = append(static, column.Value.Name)
		}
	}
	if len(static) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(b.selected))
	ordered := javaSet(names, bufferHash)
	first := ordered[slices.IndexFunc(ordered, func(name string) bool { return slices.Contains(static, name) })]
	return refuse(Invalid, first, "Cannot include static column '%s' in materialized view '%s'", first, b.name).
		Advise("Name the columns that you need instead of `*`, without {1}.")
}

func (b *viewBuilder) checkKey() *Refusal {
	seen := map[string]bool{}
	for _, name := range b.declared.Key.columns() {
		column := b.base.column(name)
		if column == nil || !b.selected[name] {
			return refuse(Invalid, name, "Unknown column '%s' referenced in PRIMARY KEY for materialized view '%s'", name, b.name).
				Advise("{written}A view selects every column of its key.")
		}
		if seen[name] {
			return refuse(Invalid, name, "Duplicate column '%s' in PRIMARY KEY clause for materialized view '%s'", name, b.name).
				Advise("Name each column of the key once.")
		}
		seen[name] = true
		if refusal := b.schema.checkKeyType(name, column.Type, "'"+b.schema.internalText(column.Type)+"'"); refusal != nil {
			return refusal
		}
	}
	order := make([]string, len(b.declared.Order))
	for i, column := range b.declared.Order {
		order[i] = column.Column
	}
	if len(order) > 0 && !slices.Equal(order, b.declared.Key.Clustering) {
		return refuse(Invalid, order[0], "Clustering key columns must exactly match columns in CLUSTERING ORDER BY directive").
			Advise("Name all clustering columns of the view, in their order.")
	}
	return nil
}

// checkBaseKey refuses a key that lacks a column of the base table's key, or
// has more than one column besides.
func (b *viewBuilder) checkBaseKey() *Refusal {
	key := b.declared.Key.columns()
	inKey := setOf(key)
	var missing, more []string
	for _, column := range b.base.value.SortedColumns() {
		if column.Value.Role.InKey() && !inKey[column.Value.Name] {
			missing = append(missing, column.Value.Name)
		}
	}
	if b.base.hidesColumns() {
		missing = append(missing, b.base.freeName(hiddenClustering, 1))
	}
	for _, name := range javaSet(key, bufferHash) {
		if !b.base.column(name).Role.InKey() {
			more = append(more, name)
		}
	}
	if len(missing) > 0 {
		return refuse(Invalid, missing[0],
			"Cannot create materialized view '%s' without primary key columns %s from base table '%s'", b.name,
			quoted(missing), b.baseName).
			Advise("Add {2} to the view's PRIMARY KEY: each row of the view must identify one row of the table.")
	}
	if len(more) > 1 {
		return refuse(Invalid, more[1], "Cannot include more than one non-primary key column in materialized view primary key (got %s)", quoted(more)).
			Advise("Keep one of these columns in the key of the view, or use a table instead of a view.")
	}
	return nil
}

// checkWhere refuses a column of the view's key without IS NOT NULL. A column
// of the base table's key may have another condition instead.
func (b *viewBuilder) checkWhere() *Refusal {
	restricted, filtered := map[string]bool{}, []string{}
	for _, condition := range b.declared.Where {
		switch {
		case condition.Token:
			return refuse(Invalid, "", "Cannot use token relation when defining a materialized view").
				Advise("Filter by columns.")
		case condition.Expression:
			return refuse(Invalid, "", "WHERE clause for materialized view '%s' cannot contain custom index expressions", b.name).
				Advise("Filter by columns.")
		}
	}
	if b.declared.CheckFilter != nil {
		if refusal := b.declared.CheckFilter(); refusal != nil {
			return refusal
		}
	}
	for _, condition := range b.declared.Where {
		for _, name := range condition.Columns {
			column := b.base.column(name)
			if column == nil {
				return refuse(Invalid, name, "Undefined column name %s in table %s", quoteName(name), b.schema.qualified(b.base)).
					Advise(hintColumn)
			}
			restricted[name] = true
			if !condition.NotNull && !column.Role.InKey() {
				filtered = append(filtered, name)
			}
		}
	}
	var free []string
	for _, name := range javaSet(b.declared.Key.columns(), bufferHash) {
		if !restricted[name] {
			free = append(free, name)
		}
	}
	if len(free) > 0 {
		return refuse(Invalid, free[0], "Primary key columns %s must be restricted with 'IS NOT NULL' or otherwise", quoted(free)).
			Advise("Add `column IS NOT NULL` to WHERE for each of them.")
	}
	if len(filtered) > 0 {
		return refuse(Invalid, filtered[0],
			"Non-primary key columns can only be restricted with 'IS NOT NULL' (got: %s restricted illegally)",
			strings.Join(filtered, ",")).
			Advise("Filter when you read, or only by columns of the table's key.")
	}
	return nil
}

func (b *viewBuilder) checkOptions() *Refusal {
	if refusal := unknownOption(b.declared.Options, tableOptionNames); refusal != nil {
		return refusal
	}
	options := readTableOptions(b.declared.Options)
	var refusal *Refusal
	if b.options, refusal = options.check(); refusal != nil {
		return refusal
	}
	if b.options.timeToLive != 0 {
		return refuse(Invalid, "", "Cannot set default_time_to_live for a materialized view. Data in a materialized view always expire at "+
			"the same time than the corresponding data in the parent table.").
			Advise("Set it on the table.")
	}
	if refusal := options.checkID(); refusal != nil {
		return refusal
	}
	return checkTableName(b.keyspace.name, b.name)
}

func (b *viewBuilder) add() {
	value := &model.Relation{Keyspace: b.keyspace.id, Name: b.name, Kind: model.MaterializedView, Base: b.base.id,
		Where: b.declared.Filter, AllColumns: len(b.declared.Selected) == 0, Note: b.declared.Note, Columns: make(map[model.ID]*model.Column, len(b.selected))}
	added := b.schema.addRelation(b.keyspace, value, slices.Concat(b.declared.Options, b.declared.Kept))
	added.options = b.options
	added.base, added.all = b.base, len(b.declared.Selected) == 0
	b.base.views = append(b.base.views, added)
	for _, column := range b.columns() {
		b.schema.addColumn(added, &column)
	}
}

// columns returns the columns of the key, then the others in the order of the
// base table. A clustering column that CLUSTERING ORDER BY omits has the
// direction that it has in the base table.
func (b *viewBuilder) columns() []model.Column {
	key, columns := b.declared.Key, make([]model.Column, 0, len(b.selected))
	ordered := map[string]bool{}
	for _, column := range b.declared.Order {
		ordered[column.Column] = column.Descending
	}
	for i, name := range key.columns() {
		column := model.Column{Name: name, Type: b.base.column(name).Type, Role: model.Partition}
		if i >= len(key.Partition) {
			column.Role, column.Descending = model.Clustering, b.base.column(name).Descending
			if len(b.declared.Order) > 0 {
				column.Descending = ordered[name]
			}
		}
		columns = append(columns, column)
	}
	inKey := setOf(key.columns())
	for _, column := range b.base.value.SortedColumns() {
		if name := column.Value.Name; b.selected[name] && !inKey[name] {
			columns = append(columns, model.Column{Name: name, Type: column.Value.Type, Role: model.Regular})
		}
	}
	return columns
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
