package schema

import (
	"cmp"
	"slices"

	"widerow/model"
)

// Table is CREATE TABLE.
type Table struct {
	Name        Name
	IfNotExists bool
	Columns     []Column
	// Keys are the primary keys as written. A column that is marked PRIMARY KEY
	// is a key of one partition column.
	Keys           []Key
	Order          []Clustering
	CompactStorage bool
	Options        []Option
	// Kept are options that are added without being checked.
	Kept []Option
	// Note is the comments about it, which the model keeps.
	Note string
}

// Column is a column of a table. Mask is CQL text.
type Column struct {
	Name   string
	Type   Type
	Static bool
	Mask   string
	Note   string
	// Check is CQL text, as in model.Column, and Constraints are its parts.
	Check       string
	Constraints []Constraint
}

// Key is a primary key.
type Key struct{ Partition, Clustering []string }

func (k Key) columns() []string { return slices.Concat(k.Partition, k.Clustering) }

// Clustering is one column of CLUSTERING ORDER BY.
type Clustering struct {
	Column     string
	Descending bool
}

// CreateTable adds a table.
func (s *Schema) CreateTable(d Table) *Refusal {
	if refusal := checkWritten(d); refusal != nil {
		return refusal
	}
	name, refusal := s.in(d.Name)
	if refusal != nil {
		return refusal
	}
	if len(d.Keys) == 0 {
		return refuse(Invalid, "", "No PRIMARY KEY specifed for table '%s' (exactly one required)", d.Name.written()).
			Advise("Write PRIMARY KEY after the type of the column that identifies a row, or PRIMARY KEY " +
				"((partition), clustering) as the last line.")
	}
	if refusal := checkSystem(name.Keyspace); refusal != nil {
		return refusal
	}
	options := readTableOptions(d.Options)
	if options.refusal != nil {
		return options.refusal
	}
	keyspace, refusal := s.modifiable(name.Keyspace)
	if refusal != nil {
		return refusal
	}
	if existing := keyspace.relations[name.Name]; existing != nil && existing.value.Kind == model.Table {
		if d.IfNotExists {
			return nil
		}
		return existingTable(name)
	}
	effective, refusal := options.check()
	if refusal != nil {
		return refusal
	}
	return s.buildTable(keyspace, name, d, effective, options.checkID)
}

// CheckWritten makes the checks of a table that the server makes when it parses
// the statement.
func CheckWritten(d Table) *Refusal { return checkWritten(d) }

// checkWritten makes the checks that the server makes when it parses the
// statement. Errors after which its parser can go on come last.
func checkWritten(d Table) *Refusal {
	seen := make(map[string]bool, len(d.Columns))
	for _, column := range d.Columns {
		if seen[column.Name] {
			return refuse(Invalid, column.Name, "Duplicate column '%s' declaration for table '%s'", column.Name, d.Name.written()).
				Advise("Remove one of the two lines, or give one of the columns another name.")
		}
		seen[column.Name] = true
	}
	if len(d.Keys) > 1 {
		return refuse(Invalid, "", "Multiple PRIMARY KEY specified for table '%s' (exactly one required)", d.Name.written()).
			Advise("Keep one: after a column, or on a line of its own if the key has several columns.")
	}
	ordered := map[string]bool{}
	for _, column := range d.Order {
		if ordered[column.Column] {
			return refuse(Invalid, column.Column, "Duplicate column '%s' in CLUSTERING ORDER BY clause for table '%s'", column.Column, d.Name.written()).
				Advise("Name each clustering column once.")
		}
		ordered[column.Column] = true
	}
	for _, column := range d.Columns {
		if refusal := column.Type.checkText(column.Name); refusal != nil {
			return refusal
		}
		if refusal := prepareConstraints(column); refusal != nil {
			return refusal
		}
	}
	return duplicateOption(d.Options)
}

// buildTable follows CreateTableStatement.builder and TableMetadata.validate.
func (s *Schema) buildTable(keyspace *keyspace, name Name, d Table, options tableOptions, last func() *Refusal) *Refusal {
	builder := tableBuilder{schema: s, keyspace: keyspace, name: name, declared: d, columns: make(map[string]int, len(d.Columns)),
		types: make([]model.Type, len(d.Columns)), masks: make([]string, len(d.Columns)), roles: map[string]model.Role{},
		timeToLive: options.timeToLive}
	for _, name := range d.Keys[0].Partition {
		builder.roles[name] = model.Partition
	}
	for _, name := range d.Keys[0].Clustering {
		builder.roles[name] = model.Clustering
	}
	for _, check := range []func() *Refusal{builder.resolve, builder.checkKey, builder.checkOrder, builder.checkStatic,
		builder.checkCounters, builder.checkConstraints, last, builder.checkName, builder.checkCounterClasses} {
		if refusal := check(); refusal != nil {
			return refusal
		}
	}
	// The server does not look for a view of that name, and fails in the end.
	if keyspace.relations[name.Name] != nil {
		return existingTable(name)
	}
	s.addTable(builder, options)
	return nil
}

func existingTable(name Name) *Refusal {
	return refuse(Exists, "", `Cannot add already existing table "%s" to keyspace "%s"`, name.Name, name.Keyspace).
		Advise("Add IF NOT EXISTS to keep the existing one; use ALTER to change it. A table and a view cannot " +
			"share a name.")
}

type tableBuilder struct {
	schema   *Schema
	keyspace *keyspace
	name     Name
	declared Table
	// columns are the indexes of the declared columns by name, types their
	// types.
	columns map[string]int
	types   []model.Type
	// masks are the users' functions that mask the columns.
	masks    []string
	roles    map[string]model.Role
	counters int
	// timeToLive is the option default_time_to_live.
	timeToLive int
}

func (b *tableBuilder) key() Key { return b.declared.Keys[0] }

// resolve resolves the types of the columns. If several are wrong, the server
// refuses the first in the order of a HashMap.
func (b *tableBuilder) resolve() *Refusal {
	refusals := map[string]*Refusal{}
	for i, column := range b.declared.Columns {
		resolved, refusal := typeResolver{b.keyspace, column.Name}.resolve(column.Type, false)
		if refusal == nil {
			b.masks[i], refusal = b.schema.checkMask(b.name, column, resolved)
		}
		if refusal != nil {
			refusals[column.Name] = refusal
		}
		b.columns[column.Name], b.types[i] = i, resolved
		if column.Type.isCounter() {
			b.counters++
		}
	}
	if len(refusals) > 0 {
		return b.firstOf(refusals)
	}
	for i, column := range b.declared.Columns {
		if t := b.types[i]; t.Kind == model.UserTypeRef && b.schema.hasMultiCellField(t.UserType) {
			return refuse(Invalid, column.Name, "Non-frozen UDTs with nested non-frozen collections are not supported").
				Advise("Write frozen<…> around the type, or around the collections in its fields.")
		}
	}
	return nil
}

func (b *tableBuilder) checkConstraints() *Refusal {
	refusals := map[string]*Refusal{}
	for i, column := range b.declared.Columns {
		if refusal := b.schema.checkConstraints(b.name, column, b.types[i], b.roles[column.Name]); refusal != nil {
			refusals[column.Name] = refusal
		}
	}
	if len(refusals) == 0 {
		return nil
	}
	return b.firstOf(refusals)
}

func (b *tableBuilder) firstOf(refusals map[string]*Refusal) *Refusal {
	names := make([]string, len(b.declared.Columns))
	for i, column := range b.declared.Columns {
		names[i] = column.Name
	}
	ordered := javaSet(names, bufferHash)
	return refusals[ordered[slices.IndexFunc(ordered, func(name string) bool { return refusals[name] != nil })]]
}

func (s *Schema) hasMultiCellField(id model.ID) bool {
	for _, field := range s.Physical.Types[id].Fields {
		if isMultiCell(field.Type) {
			return true
		}
	}
	return false
}

func (b *tableBuilder) isKey(name string) bool { return b.roles[name].InKey() }

func (s *Schema) addTable(b tableBuilder, options tableOptions) {
	value := &model.Relation{Keyspace: b.keyspace.id, Name: b.name.Name, Kind: model.Table, Note: b.declared.Note,
		CompactStorage: b.declared.CompactStorage, Columns: make(map[model.ID]*model.Column, len(b.declared.Columns))}
	added := s.addRelation(b.keyspace, value, slices.Concat(b.declared.Options, b.declared.Kept))
	added.options = options
	added.partition, added.counter = len(b.key().Partition), b.counters > 0
	descending := map[string]bool{}
	for _, column := range b.declared.Order {
		descending[column.Column] = column.Descending
	}
	columns := make([]model.Column, len(b.types))
	for i, place := range b.inOrder() {
		column := b.declared.Columns[place]
		columns[i] = model.Column{Name: column.Name, Type: b.types[place], Role: cmp.Or(b.roles[column.Name], roleOutsideKey(column.Static)),
			Descending: descending[column.Name], Mask: column.Mask, Check: column.Check, Note: column.Note}
		s.addColumn(added, &columns[i])
		added.setMask(column.Name, b.masks[place])
	}
}

// inOrder returns the indexes of the columns of the key, then of the other
// columns as written.
func (b *tableBuilder) inOrder() []int {
	ordered := make([]int, 0, len(b.types))
	for _, name := range b.key().columns() {
		ordered = append(ordered, b.columns[name])
	}
	for i, column := range b.declared.Columns {
		if !b.isKey(column.Name) {
			ordered = append(ordered, i)
		}
	}
	return ordered
}

func (s *Schema) addRelation(keyspace *keyspace, value *model.Relation, options []Option) *relation {
	value.Order = model.Nth(s.added.relations)
	s.added.relations++
	setOptions(value, options)
	added := &relation{id: s.ids.New(), value: value, columns: make(map[string]model.ID, len(value.Columns))}
	keyspace.relations[value.Name] = added
	s.Physical.Relations[added.id] = value
	s.changed(added)
	return added
}

// addColumn adds a column at the end.
func (s *Schema) addColumn(r *relation, column *model.Column) {
	id := s.ids.New()
	column.Order = model.Nth(r.columnsAdded)
	r.columnsAdded++
	s.uses.addColumn(r, column.Type)
	r.value.Columns[id] = column
	r.columns[column.Name] = id
	s.Columns++
}

func setOptions(value *model.Relation, options []Option) {
	for _, option := range options {
		if option.Name == "comment" {
			value.Comment = option.Value.Text
		} else {
			setOption(&value.Options, option.Name, option.Value)
		}
	}
}
