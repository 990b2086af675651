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
		return refuse(Invalid, "", "No PRIMARY KEY specifed for table '%s' (exactly one required)", d.Name.written())
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
			return refuse(Invalid, column.Name, "Duplicate column '%s' declaration for table '%s'", column.Name, d.Name.written())
		}
		seen[column.Name] = true
	}
	if len(d.Keys) > 1 {
		return refuse(Invalid, "", "Multiple PRIMARY KEY specified for table '%s' (exactly one required)", d.Name.written())
	}
	ordered := map[string]bool{}
	for _, column := range d.Order {
		if ordered[column.Column] {
			return refuse(Invalid, column.Column, "Duplicate column '%s' in CLUSTERING ORDER BY clause for table '%s'", column.Column, d.Name.written())
		}
		ordered[column.Column] = true
	}
	for _, column := range d.Columns {
		if refusal := column.Type.checkText(column.Name); refusal != nil {
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
		builder.checkCounters, last, builder.checkName, builder.checkCounterClasses} {
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
	return refuse(Exists, "", `Cannot add already existing table "%s" to keyspace "%s"`, name.Name, name.Keyspace)
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
			return refuse(Invalid, column.Name, "Non-frozen UDTs with nested non-frozen collections are not supported")
		}
	}
	return nil
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

func (b *tableBuilder) checkKey() *Refusal {
	seen := map[string]bool{}
	for _, name := range b.key().columns() {
		column, found := b.columns[name]
		if !found {
			return refuse(Invalid, name, "Unknown column '%s' referenced in PRIMARY KEY for table '%s'", name, b.name.Name)
		}
		if seen[name] {
			return refuse(Invalid, name, "Duplicate column '%s' in PRIMARY KEY clause for table '%s'", name, b.name.Name)
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
			return refuse(Invalid, name, "Static column '%s' cannot be part of the PRIMARY KEY", name)
		}
	}
	return nil
}

// checkKeyType refuses a type that a key cannot have. text is the type as
// messages write it.
func (s *Schema) checkKeyType(name string, t model.Type, text string) *Refusal {
	switch {
	case t.Kind == model.UserTypeRef:
		return refuse(Invalid, name, "Invalid non-frozen user-defined type %s for PRIMARY KEY column '%s'", text, name)
	case isMultiCell(t):
		return refuse(Invalid, name, "Invalid non-frozen collection type %s for PRIMARY KEY column '%s'", text, name)
	case t.IsCounter():
		return refuse(Invalid, name, "counter type is not supported for PRIMARY KEY column '%s'", name)
	case s.hasDuration(t):
		return refuse(Invalid, name, "duration type is not supported for PRIMARY KEY column '%s'", name)
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
		return refuse(Invalid, others[0], "Only clustering key columns can be defined in CLUSTERING ORDER directive: [%s] are not clustering columns", quoted(others))
	}
	for i, column := range b.declared.Order {
		expected := clustering[i]
		switch {
		case column.Column == expected:
		case ordered[expected]:
			return refuse(Invalid, column.Column, "The order of columns in the CLUSTERING ORDER directive must match that of the clustering columns "+
				"(%s must appear before %s)", expected, column.Column)
		default:
			return refuse(Invalid, expected, "Missing CLUSTERING ORDER for column %s", expected)
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
			return refuse(Invalid, column.Name, "Static columns are only useful (and thus allowed) if the table has at least one clustering column")
		}
	}
	return nil
}

func (b *tableBuilder) isKey(name string) bool { return b.roles[name].InKey() }

// checkCompact checks a table with COMPACT STORAGE.
func (b *tableBuilder) checkCompact() *Refusal {
	var others []string
	for i, column := range b.declared.Columns {
		if isMultiCell(b.types[i]) {
			return refuse(Invalid, column.Name, "Non-frozen collections and UDTs are not supported with COMPACT STORAGE")
		}
	}
	for _, column := range b.declared.Columns {
		if column.Static {
			return refuse(Invalid, column.Name, "Static columns are not supported in COMPACT STORAGE tables")
		}
		if !b.isKey(column.Name) {
			others = append(others, column.Name)
		}
	}
	switch clustering := len(b.key().Clustering); {
	case clustering == 0 && len(others) == 0:
		return refuse(Invalid, "", "No definition found that is not part of the PRIMARY KEY")
	case clustering > 0 && len(others) > 1:
		slices.Sort(others)
		return refuse(Invalid, others[1], "COMPACT STORAGE with composite PRIMARY KEY allows no more than one column not part of the PRIMARY KEY (got: %s)", quoted(others))
	}
	return nil
}

func (b *tableBuilder) checkCounters() *Refusal {
	if b.counters == 0 {
		return nil
	}
	for i, column := range b.declared.Columns {
		if !b.isKey(column.Name) && !b.types[i].IsCounter() {
			return refuse(Invalid, column.Name, "Cannot mix counter and non counter columns in the same table")
		}
	}
	if b.timeToLive > 0 {
		return refuse(Invalid, "", "Cannot set default_time_to_live on a table with counters")
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
	return refuse(Config, column, `%s: Cannot have a counter column ("%s") in a non counter table`, table, column)
}

func roleOutsideKey(static bool) model.Role {
	if static {
		return model.Static
	}
	return model.Regular
}

func (b *tableBuilder) checkName() *Refusal {
	if !isWord(b.name.Name) {
		return refuse(Config, "", "%s.%s: Table name must not be empty, more than %d characters long, "+
			"or contain non-alphanumeric-underscore characters (got \"%s\")", b.name.Keyspace, b.name.Name, maxName, b.name.Name)
	}
	return nil
}

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
			Descending: descending[column.Name], Mask: column.Mask, Note: column.Note}
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
