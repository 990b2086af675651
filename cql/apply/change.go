package apply

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
)

// ChangeKind is added, changed and so on.
type ChangeKind string

// The kinds of change.
const (
	Added   ChangeKind = "added"
	Changed ChangeKind = "changed"
	Dropped ChangeKind = "dropped"
)

// Change is a keyspace, type, table or view that differs between two models.
type Change struct {
	Kind ChangeKind
	// Word is "keyspace", "type", "table", "materialized view" or "statement".
	// Name is the qualified name, and ID the element's ID.
	Word, Name string
	ID         model.ID
	// Details are the differences within the element. For an added or dropped
	// one they summarize its parts.
	Details []Detail
	// KeyChanged means that the primary key has other columns or another order.
	// Renaming a column does not change the key.
	KeyChanged bool
}

// Detail is a difference within a Change: a column, an index, an option. From
// is empty for an addition, To for a removal.
type Detail struct {
	Kind     ChangeKind
	What     string
	From, To string
}

// Compare lists the differences between the physical parts of two models, in
// reading order: keyspaces, types, tables, kept statements. Dropped elements
// come last.
//
// Package cql/compare compares models, too, but answers another question. This preview
// has an entry for each element, to be read before a script is saved, with the options
// as written and with notes. There, each difference is an entry of its own, as other
// programs read it: with the options in effect, the rest of the document, and whether
// it breaks applications.
func Compare(before, after *model.Model) []Change {
	c := comparer{before: before, after: after}
	c.group()
	for _, p := range model.SortedPairs(before.Physical.Keyspaces, after.Physical.Keyspaces) {
		c.add(p.ID, "keyspace", c.keyspace(p))
	}
	for _, p := range model.SortedPairs(before.Physical.Types, after.Physical.Types) {
		c.add(p.ID, "type", c.userType(p))
	}
	for _, p := range model.SortedPairs(before.Physical.Relations, after.Physical.Relations) {
		c.add(p.ID, relationWord(p.Was, p.Is), c.relation(p))
	}
	for _, p := range model.SortedPairs(before.Physical.Statements, after.Physical.Statements) {
		c.add(p.ID, "statement", c.statement(p))
	}
	slices.SortStableFunc(c.changes, func(a, b Change) int { return droppedRank(a) - droppedRank(b) })
	return c.changes
}

func droppedRank(c Change) int {
	if c.Kind == Dropped {
		return 1
	}
	return 0
}

func relationWord(was, is *model.Relation) string {
	if is == nil {
		is = was
	}
	if is.Kind == model.MaterializedView {
		return "materialized view"
	}
	return "table"
}

type comparer struct {
	before, after *model.Model
	// was and is are the types and relations of each keyspace, in order.
	was, is contents
	changes []Change
}

type contents struct{ types, relations map[model.ID][]model.ID }

func (c *comparer) group() {
	c.was, c.is = contentsOf(c.before.Physical), contentsOf(c.after.Physical)
}

func contentsOf(p model.Physical) contents {
	found := contents{map[model.ID][]model.ID{}, map[model.ID][]model.ID{}}
	for _, userType := range model.Sorted(p.Types) {
		found.types[userType.Value.Keyspace] = append(found.types[userType.Value.Keyspace], userType.ID)
	}
	for _, relation := range model.Sorted(p.Relations) {
		found.relations[relation.Value.Keyspace] = append(found.relations[relation.Value.Keyspace], relation.ID)
	}
	return found
}

// add records a change, if there is one.
func (c *comparer) add(id model.ID, word string, change Change) {
	if change.Kind == Changed && len(change.Details) == 0 {
		return
	}
	from := c.after
	if change.Kind == Dropped {
		from = c.before
	}
	change.ID, change.Word, change.Name = id, word, qualifiedName(from, id)
	c.changes = append(c.changes, change)
}

// qualifiedName returns a name as CQL writes it.
func qualifiedName(m *model.Model, id model.ID) string {
	if keyspace := m.Physical.Keyspaces[id]; keyspace != nil {
		return syntax.QuoteName(keyspace.Name)
	}
	if m.Physical.Statements[id] != nil {
		return m.Title(id)
	}
	var keyspace model.ID
	var name string
	if userType := m.Physical.Types[id]; userType != nil {
		keyspace, name = userType.Keyspace, userType.Name
	} else if relation := m.Physical.Relations[id]; relation != nil {
		keyspace, name = relation.Keyspace, relation.Name
	}
	if found := m.Physical.Keyspaces[keyspace]; found != nil {
		return syntax.QuoteName(found.Name) + "." + syntax.QuoteName(name)
	}
	return syntax.QuoteName(name)
}

// kindOf returns the kind of change of an element, and the states to compare. A
// missing state is empty.
func kindOf[T any](p model.Pair[*T]) (ChangeKind, *T, *T) {
	switch p.In {
	case model.OnlyAfter:
		return Added, new(T), p.Is
	case model.OnlyBefore:
		return Dropped, p.Was, new(T)
	}
	return Changed, p.Was, p.Is
}

func (c *comparer) keyspace(p model.Pair[*model.Keyspace]) Change {
	kind, was, is := kindOf(p)
	change := Change{Kind: kind}
	change.value("name", was.Name, is.Name, kind == Changed)
	change.value("note", was.Note, is.Note, kind == Changed)
	change.value("replication", replication(was.Replication), replication(is.Replication), true)
	change.options(was.Options, is.Options)
	change.order("types", c.was.types[p.ID], c.is.types[p.ID])
	change.order("tables", c.was.relations[p.ID], c.is.relations[p.ID])
	return change
}

// order records that the common elements have another order.
func (c *Change) order(of string, was, is []model.ID) {
	if len(model.MovedIDs(was, is)) > 0 {
		c.Details = append(c.Details, Detail{Kind: Changed, What: "order of " + of})
	}
}

// replication formats the map in one line, the class first.
func replication(entries map[string]string) string {
	if len(entries) == 0 {
		return ""
	}
	parts := []string{entries["class"]}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		if key != "class" {
			parts = append(parts, key+" "+entries[key])
		}
	}
	return strings.Join(parts, ", ")
}

func (c *comparer) userType(p model.Pair[*model.UserType]) Change {
	kind, was, is := kindOf(p)
	change := Change{Kind: kind}
	change.value("name", was.Name, is.Name, kind == Changed)
	change.value("note", was.Note, is.Note, kind == Changed)
	for _, p := range model.SortedPairs(was.Fields, is.Fields) {
		fieldKind, from, to := kindOf(p)
		change.part(fieldKind, "field", from.Name, to.Name, c.before.TypeText(from.Type), c.after.TypeText(to.Type))
		change.value("note of field "+to.Name, from.Note, to.Note, fieldKind == Changed)
	}
	change.order("fields", model.SortedIDs(was.Fields), model.SortedIDs(is.Fields))
	return change
}

func (c *comparer) relation(p model.Pair[*model.Relation]) Change {
	kind, was, is := kindOf(p)
	change := Change{Kind: kind}
	if kind == Changed {
		change.value("name", was.Name, is.Name, true)
		change.value("kind", string(was.Kind), string(is.Kind), true)
		change.value("note", was.Note, is.Note, true)
	}
	change.value("base table", qualifiedOrNone(c.before, was.Base), qualifiedOrNone(c.after, is.Base), true)
	change.KeyChanged = kind == Changed && !slices.Equal(keyColumns(was), keyColumns(is))
	change.value("primary key", primaryKey(was), primaryKey(is), true)
	change.value("clustering order", clusteringOrder(was), clusteringOrder(is), kind == Changed)
	change.value("filter", was.Where, is.Where, true)
	for _, p := range model.SortedPairs(was.Columns, is.Columns) {
		columnKind, from, to := kindOf(p)
		change.part(columnKind, "column", from.Name, to.Name, c.column(c.before, from), c.column(c.after, to))
		change.value("note of column "+to.Name, from.Note, to.Note, columnKind == Changed)
	}
	wasByRole, isByRole := columnsByRole(was), columnsByRole(is)
	for _, role := range []model.Role{model.Static, model.Regular} { // the key is compared as a whole
		change.order("columns", wasByRole[role], isByRole[role])
	}
	change.order("indexes", model.SortedIDs(was.Indexes), model.SortedIDs(is.Indexes))
	for _, p := range model.SortedPairs(was.Indexes, is.Indexes) {
		indexKind, from, to := kindOf(p)
		change.part(indexKind, "index", indexName(was, from), indexName(is, to), indexText(was, from), indexText(is, to))
	}
	change.value("comment", was.Comment, is.Comment, true)
	change.value("compact storage", yes(was.CompactStorage), yes(is.CompactStorage), true)
	change.value("all columns", yes(was.AllColumns), yes(is.AllColumns), false)
	change.options(was.Options, is.Options)
	return change
}

func (c *comparer) statement(p model.Pair[*model.Statement]) Change {
	kind, was, is := kindOf(p)
	change := Change{Kind: kind}
	change.value("text", was.Text, is.Text, kind == Changed)
	change.value("note", was.Note, is.Note, kind == Changed)
	return change
}

// value records a changed value if it matters.
func (c *Change) value(what, from, to string, matters bool) {
	if from == to || !matters {
		return
	}
	kind := Changed
	switch "" {
	case from:
		kind = Added
	case to:
		kind = Dropped
	}
	c.Details = append(c.Details, Detail{kind, what, from, to})
}

// part records a column, field or index that was added, dropped or changed.
func (c *Change) part(kind ChangeKind, word, wasName, name, from, to string) {
	if kind == Changed && wasName == name && from == to {
		return
	}
	shown := name
	if kind == Dropped {
		shown = wasName
	}
	if kind == Changed && wasName != name {
		from, to = wasName+" "+from, name+" "+to
		shown = wasName
	}
	c.Details = append(c.Details, Detail{kind, word + " " + shown, from, to})
}

func (c *Change) options(was, is model.Options) {
	names := slices.Concat(slices.Collect(maps.Keys(was)), slices.Collect(maps.Keys(is)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		c.value(name, was[name], is[name], true)
	}
}

func yes(value bool) string {
	if value {
		return "yes"
	}
	return ""
}

func qualifiedOrNone(m *model.Model, id model.ID) string {
	if id == "" {
		return ""
	}
	return qualifiedName(m, id)
}

// column describes a column without its name. Its part in the key is described
// by the primary key.
func (c *comparer) column(m *model.Model, column *model.Column) string {
	text := m.TypeText(column.Type)
	if column.Role == model.Static {
		text += " static"
	}
	if column.Check != "" {
		text += " check " + column.Check
	}
	if column.Mask != "" {
		text += " masked with " + column.Mask
	}
	return text
}

// keyColumns returns the columns of the key with their roles.
func keyColumns(r *model.Relation) []string {
	var columns []string
	for _, column := range r.SortedColumns() {
		if column.Value.Role.InKey() {
			columns = append(columns, string(column.Value.Role)+" "+string(column.ID))
		}
	}
	return columns
}

// primaryKey returns the key as CQL writes it.
func primaryKey(r *model.Relation) string {
	var partition, clustering []string
	for _, column := range r.SortedColumns() {
		switch column.Value.Role {
		case model.Partition:
			partition = append(partition, syntax.QuoteName(column.Value.Name))
		case model.Clustering:
			clustering = append(clustering, syntax.QuoteName(column.Value.Name))
		}
	}
	if len(partition) == 0 {
		return ""
	}
	key := strings.Join(partition, ", ")
	if len(partition) > 1 {
		key = "(" + key + ")"
	}
	return "(" + strings.Join(append([]string{key}, clustering...), ", ") + ")"
}

func clusteringOrder(r *model.Relation) string {
	var order []string
	for _, column := range r.SortedColumns() {
		if column.Value.Role == model.Clustering {
			direction := " ASC"
			if column.Value.Descending {
				direction = " DESC"
			}
			order = append(order, syntax.QuoteName(column.Value.Name)+direction)
		}
	}
	return strings.Join(order, ", ")
}

func indexName(r *model.Relation, index *model.Index) string {
	if index.Name != "" || index.Column == "" {
		return index.Name
	}
	if column := r.Columns[index.Column]; column != nil {
		return "on " + column.Name
	}
	return ""
}

// indexText describes what an index covers and how.
func indexText(r *model.Relation, index *model.Index) string {
	target := cql.IndexTarget(r, index)
	if target == "" {
		return ""
	}
	text := "(" + target + ")"
	if index.Class != "" {
		text += " using " + index.Class
	}
	for _, name := range slices.Sorted(maps.Keys(index.Options)) {
		text += fmt.Sprintf(", %s %s", name, index.Options[name])
	}
	return text
}
