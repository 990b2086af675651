package schema

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"widerow/model"
)

// Index is CREATE INDEX.
type Index struct {
	Name        string
	IfNotExists bool
	Table       Name
	Targets     []Target
	// Custom marks CREATE CUSTOM INDEX. Class is the class name after USING.
	Custom, HasClass bool
	Class            string
	Options          []Option
}

// Target is one indexed column. Function is empty if the column itself is
// indexed.
type Target struct {
	Column   string
	Function model.IndexTarget
}

// index is an index with its name, even if the server chose the name.
type index struct {
	id       model.ID
	relation *relation
	name     string
	targets  []Target
	// class is the Java class of the index, written the class as the statement of a custom index
	// spells it.
	class, written string
	options        map[string]string
}

// key returns a text that is equal for two indexes that differ only in their
// names.
func (i *index) key() string { return fmt.Sprintf("%q%q%q", i.written, i.targets, i.options) }

// attachedKey returns a text that is equal for two storage-attached indexes of
// one column.
func (i *index) attachedKey() string { return fmt.Sprintf("sai%q", i.targets) }

// indexSet holds the indexes of a table by both keys.
type indexSet map[string]*index

// The classes of the server's own indexes.
const (
	sai  = "org.apache.cassandra.index.sai.StorageAttachedIndex"
	sasi = "org.apache.cassandra.index.sasi.SASIIndex"
)

// CreateIndex adds an index to a table.
func (s *Schema) CreateIndex(d Index) *Refusal {
	if refusal := duplicateOption(d.Options); refusal != nil {
		return refusal
	}
	name, refusal := s.in(d.Table)
	if refusal != nil {
		return refusal
	}
	if refusal := permitted(name.Keyspace, "ALTER", "table "+name.written()); refusal != nil {
		return refusal
	}
	if refusal := CheckKeyspaceName(name.Keyspace); refusal != nil {
		return refusal
	}
	builder := indexBuilder{schema: s, declared: d, table: name}
	for _, check := range []func() *Refusal{builder.readOptions, builder.findTable, builder.checkTargets, builder.checkClass} {
		if refusal := check(); refusal != nil || builder.exists {
			return refusal
		}
	}
	return builder.add()
}

type indexBuilder struct {
	schema   *Schema
	declared Index
	table    Name
	keyspace *keyspace
	relation *relation
	built    index
	custom   bool
	// exists reports whether IF NOT EXISTS found an index of that name.
	exists bool
}

// readOptions follows IndexAttributes.validate.
func (b *indexBuilder) readOptions() *Refusal {
	d := b.declared
	if refusal := unknownOption(d.Options, []string{"options"}); refusal != nil {
		return refusal
	}
	b.built.class, b.custom = className(d.Class), d.Custom || d.HasClass && !strings.EqualFold(d.Class, "legacy_local_table")
	if b.custom {
		b.built.written = "CUSTOM " + d.Class
	}
	b.built.options = map[string]string{}
	if !b.custom && len(d.Options) > 0 {
		return refuse(Invalid, "", "Cannot specify options for a non-CUSTOM index").
			Advise("Write CREATE CUSTOM INDEX … USING 'sai', or remove the options.")
	}
	if len(d.Options) > 0 {
		value := d.Options[0].Value
		if !value.IsMap {
			return notAMap("options")
		}
		for _, name := range []string{"class_name", "target"} {
			if _, given := value.get(name); given {
				return refuse(Invalid, "", "Cannot specify %s as a CUSTOM option", name).
					Advise("Remove {1}: the server sets it.")
			}
		}
		for _, entry := range value.Entries {
			b.built.options[entry.Key] = entry.Value.Text
		}
	}
	return nil
}

func className(class string) string {
	switch strings.ToLower(class) {
	case "sai", "storageattachedindex", strings.ToLower(sai):
		return sai
	}
	return class
}

func (b *indexBuilder) findTable() *Refusal {
	d := b.declared
	var refusal *Refusal
	if b.keyspace, refusal = b.schema.modifiable(b.table.Keyspace); refusal != nil {
		return refusal
	}
	if b.relation = b.keyspace.relations[b.table.Name]; b.relation == nil {
		return refuse(Invalid, "", "Table '%s' doesn't exist", b.table.Name).
			Advise(hintTable)
	}
	if d.Name != "" && b.keyspace.indexes[d.Name] != nil {
		if b.exists = d.IfNotExists; b.exists {
			return nil
		}
		return refuse(Invalid, "", "Index '%s' already exists", d.Name).
			Advise("Add IF NOT EXISTS to keep the existing one. Names of indexes are unique in the whole keyspace.")
	}
	if b.relation.counter {
		return refuse(Invalid, "", "Secondary indexes on counter tables aren't supported").
			Advise("Create a second table of counters with the key that your query needs.")
	}
	if b.relation.value.Kind == model.MaterializedView {
		return refuse(Invalid, "", "Secondary indexes on materialized views aren't supported").
			Advise("Index the base table, or create another view.")
	}
	return nil
}

func (b *indexBuilder) checkTargets() *Refusal {
	seen := map[string]bool{}
	for _, target := range b.declared.Targets {
		column := b.relation.column(target.Column)
		if column == nil {
			return refuse(Invalid, target.Column, "Undefined column name %s in table %s", quoteName(target.Column), b.schema.qualified(b.relation)).
				Advise(hintColumn)
		}
		if target.Function == model.IndexColumn && isCollection(column.Type) && !column.Descending {
			target.Function = model.IndexValues
		}
		b.built.targets = append(b.built.targets, target)
	}
	switch {
	case !b.custom && len(b.built.targets) == 0:
		return refuse(Invalid, "", "Only CUSTOM indexes can be created without specifying a target column").
			Advise("Name the column in parentheses.")
	case !b.custom && len(b.built.targets) > 1:
		return refuse(Invalid, "", "Only CUSTOM indexes support multiple columns").
			Advise("Create one index for each column.")
	}
	for _, target := range b.built.targets {
		if seen[target.Column] {
			return refuse(Invalid, target.Column, "Duplicate column '%s' in index target list", target.Column).
				Advise("Name each column once.")
		}
		seen[target.Column] = true
	}
	for _, target := range b.built.targets {
		if refusal := b.checkTarget(target); refusal != nil {
			return refusal
		}
	}
	return nil
}

func isCollection(t model.Type) bool {
	switch t.Unfrozen().Kind {
	case model.ListType, model.SetType, model.MapType:
		return true
	}
	return false
}

// checkTarget follows CreateIndexStatement.validateIndexTarget.
func (b *indexBuilder) checkTarget(target Target) *Refusal {
	column := b.relation.column(target.Column)
	name, t := target.Column, column.Type
	frozen := t.Kind == model.FrozenType && isCollection(t)
	if b.custom && !isWord(name) {
		return refuse(Invalid, name, "Column '%s' contains non-alphanumeric-underscore characters", name).
			Advise("For an index with a class, the column's name must have letters, digits and underscores only.")
	}
	if b.custom && len(name) > maxName {
		return refuse(Invalid, name, "Column '%s' is longer than the permissible name length of %d characters", name, maxName).
			Advise("For an index with a class, the column's name must have at most {2} characters.")
	}
	if b.schema.hasDuration(t) {
		return refuse(Invalid, name, "Secondary indexes are not supported on %s", durationsIn(t)).
			Advise("Index another column; durations cannot be ordered.")
	}
	if refusal := b.checkKeyTarget(column); refusal != nil {
		return refusal
	}
	if b.relation.isCompactValue(column) {
		return refuse(Invalid, name, "Secondary indexes are not supported on compact value column of COMPACT STORAGE tables").
			Advise("Drop COMPACT STORAGE first.")
	}
	switch isMap := t.Kind == model.MapType; {
	case frozen && target.Function != model.IndexFull:
		return refuse(Invalid, name, "Cannot create %s() index on frozen column %s. Frozen collections are immutable and must be fully "+
			"indexed by using the 'full(%s)' modifier", target.Function, name, quoteName(name))
	case !frozen && target.Function == model.IndexFull:
		return refuse(Invalid, name, "full() indexes can only be created on frozen collections").
			Advise("Remove full(), or use keys(), values() or entries() of a collection.")
	case !isCollection(t) && target.Function != model.IndexColumn:
		return refuse(Invalid, name, "Cannot create %s() index on %s. Non-collection columns only support simple indexes", target.Function, name).
			Advise("Write the column's name without {1}().")
	case !isMap && (target.Function == model.IndexKeys || target.Function == model.IndexEntries):
		return refuse(Invalid, name, "Cannot create index on %s of column %s with non-map type", target.Function, name).
			Advise("Only a map has keys and entries: use values() or the column's name.")
	case t.Kind == model.UserTypeRef:
		return refuse(Invalid, name, "Cannot create index on non-frozen UDT column %s", name).
			Advise("Freeze the column, or index a column of its own.")
	}
	return nil
}

// checkKeyTarget refuses the only column of a partition key, and every key
// column of a table with COMPACT STORAGE.
func (b *indexBuilder) checkKeyTarget(column *model.Column) *Refusal {
	if b.relation.value.CompactStorage && column.Role.InKey() {
		return refuse(Invalid, column.Name, "Secondary indexes are not supported on PRIMARY KEY columns in COMPACT STORAGE tables").
			Advise("Drop COMPACT STORAGE first.")
	}
	if column.Role == model.Partition && b.relation.partition == 1 {
		return refuse(Invalid, column.Name, "Cannot create secondary index on the only partition key column %s", column.Name).
			Advise("The partition key needs no index: `WHERE {1} = …` finds its rows.")
	}
	return nil
}

func durationsIn(t model.Type) string {
	switch {
	case isCollection(t):
		return "collections containing durations"
	case t.Unfrozen().Kind == model.TupleType:
		return "tuples containing durations"
	case t.Unfrozen().Kind == model.UserTypeRef:
		return "UDTs containing durations"
	}
	return "duration columns"
}

// checkClass makes the checks of the index's class, and refuses duplicates.
func (b *indexBuilder) checkClass() *Refusal {
	d := b.declared
	b.built.name = d.Name
	if d.Name == "" {
		b.built.name = b.freeName()
	}
	if other := b.relation.indexes[b.built.key()]; other != nil {
		if b.exists = d.IfNotExists; b.exists {
			return nil
		}
		return refuse(Invalid, "", "Index %s is a duplicate of existing index %s", b.built.name, other.name).
			Advise("{2} already indexes the same: remove this one.")
	}
	// The server checks existing indexes first, and their check finds this
	// duplicate.
	if b.custom && b.built.class == sai && b.relation.indexes[b.built.attachedKey()] != nil {
		column := b.built.targets[0].Column
		return refuse(Invalid, column, "Cannot create more than one storage-attached index on the same column: %s", column).
			Advise("Drop the other index first.")
	}
	if !isWord(b.built.name) {
		return refuse(Config, "", "Illegal index name %s", b.built.name).
			Advise(hintLetters)
	}
	if d.Custom && !d.HasClass {
		return refuse(Config, "", "Unable to find custom indexer class 'legacy_local_table'").
			Advise("Name the class, such as USING 'sai', or remove CUSTOM.")
	}
	if refusal := b.relation.options.checkIntervals(); refusal != nil {
		return refusal
	}
	switch {
	case b.built.class == sai && b.custom:
		return b.checkSAI()
	case b.built.class == sasi:
		return b.checkSASI()
	case b.custom && !strings.Contains(b.built.class, "."):
		return refuse(Config, "", "Unable to find custom indexer class '%s'", b.built.class).
			Advise("The short names are 'sai' and 'StorageAttachedIndex'; SASI is " +
				"'org.apache.cassandra.index.sasi.SASIIndex'.")
	}
	return nil
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9_]`)

// freeName returns the default name of an index: table_column_idx, and a number
// if that is taken.
func (b *indexBuilder) freeName() string {
	base := b.firstName()
	name := base
	for i := 1; b.keyspace.indexes[name] != nil; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	return name
}

func (b *indexBuilder) firstName() string {
	base := b.table.Name
	if len(b.built.targets) == 1 {
		base += "_" + b.built.targets[0].Column
	}
	return notWord.ReplaceAllString(base+"_idx", "")
}

func (b *indexBuilder) add() *Refusal {
	d := b.declared
	value := &model.Index{Order: model.Nth(b.relation.indexesAdded), Name: d.Name, Custom: d.Custom, Class: d.Class}
	if d.Name == "" && b.built.name != b.firstName() {
		value.Name = b.built.name // the first may be dropped
	}
	for i, target := range d.Targets {
		id := b.relation.columns[target.Column]
		if i == 0 {
			value.Column, value.Target = id, target.Function
		} else {
			value.More = append(value.More, model.IndexPart{Column: id, Target: target.Function})
		}
	}
	for _, option := range d.Options {
		for _, entry := range option.Value.Entries {
			setOption(&value.Options, entry.Key, entry.Value)
		}
	}
	if b.relation.value.Indexes == nil {
		b.relation.value.Indexes = map[model.ID]*model.Index{}
	}
	built := b.built
	built.id, built.relation = b.schema.ids.New(), b.relation
	b.relation.value.Indexes[built.id] = value
	b.relation.indexesAdded++
	b.schema.changed(b.relation)
	if b.relation.indexes == nil {
		b.relation.indexes = indexSet{}
	}
	b.relation.indexes[built.key()] = &built
	if built.class == sai {
		b.relation.indexes[built.attachedKey()] = &built
	}
	b.keyspace.indexes[built.name] = &built
	return nil
}
