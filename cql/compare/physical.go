package compare

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// schema compares the physical part.
func (c *comparer) schema() {
	was, is := c.before.Physical, c.after.Physical
	optionsBefore, optionsAfter := optionsOf(c.before), optionsOf(c.after)
	for _, id := range model.SortedInBoth(was.Keyspaces, is.Keyspaces) {
		if c.whole("keyspace", id, was.Keyspaces[id] != nil, is.Keyspaces[id] != nil) {
			c.field("keyspace", id, "name", was.Keyspaces[id].Name, is.Keyspaces[id].Name, true)
			c.options(id, optionsBefore[id], optionsAfter[id])
		}
	}
	for _, id := range model.SortedInBoth(was.Types, is.Types) {
		if c.whole("type", id, was.Types[id] != nil, is.Types[id] != nil) {
			c.userType(id, was.Types[id], is.Types[id])
		}
	}
	for _, id := range model.SortedInBoth(was.Relations, is.Relations) {
		if c.whole(relationType(was.Relations[id], is.Relations[id]), id, was.Relations[id] != nil, is.Relations[id] != nil) {
			c.relation(id, was.Relations[id], is.Relations[id])
			c.options(id, optionsBefore[id], optionsAfter[id])
		}
		c.indexes(was.Relations[id], is.Relations[id])
	}
	for _, id := range model.SortedInBoth(was.Statements, is.Statements) {
		word := statementType(was.Statements[id], is.Statements[id])
		if c.whole(word, id, was.Statements[id] != nil, is.Statements[id] != nil) {
			if from, to := was.Statements[id], is.Statements[id]; from.Text != to.Text && body(from) != body(to) {
				c.field(word, id, "text", from.Text, to.Text, word != "comment" && word != "label")
			}
		}
	}
}

// whole records an element that only one state has. It reports whether both
// have it.
func (c *comparer) whole(word string, id model.ID, was, is bool) bool {
	switch {
	case was && is:
		return true
	case is:
		c.add(Change{Kind: Added, Type: word, ID: id, Element: Name(c.after, id)})
	default:
		c.add(Change{Kind: Removed, Type: word, ID: id, Element: Name(c.before, id), Breaking: breaksIfRemoved(word)})
	}
	return false
}

func breaksIfRemoved(word string) bool {
	switch word {
	case "keyspace", "type", "field", "table", "view", "column", "index", "function", "aggregate", "role", "permission":
		return true
	}
	return false
}

// field records a value that changed.
func (c *comparer) field(word string, id model.ID, field, was, is string, breaking bool) {
	if was != is {
		c.add(Change{Kind: Changed, Type: word, ID: id, Element: Name(c.before, id), Field: field, Before: was, After: is, Breaking: breaking})
	}
}

func optionsOf(m *model.Model) map[model.ID]map[string]string {
	options := map[model.ID]map[string]string{}
	for _, definition := range cql.Definitions(m) {
		options[definition.Element] = definition.Options
	}
	return options
}

// options records changed options. None breaks an application.
func (c *comparer) options(id model.ID, was, is map[string]string) {
	names := slices.Concat(slices.Collect(maps.Keys(was)), slices.Collect(maps.Keys(is)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		c.field("option", id, name, was[name], is[name], false)
	}
}

func (c *comparer) userType(id model.ID, was, is *model.UserType) {
	c.field("type", id, "name", was.Name, is.Name, true)
	c.field("type", id, "keyspace", Name(c.before, was.Keyspace), Name(c.after, is.Keyspace), true)
	for _, field := range model.SortedInBoth(was.Fields, is.Fields) {
		from, to := was.Fields[field], is.Fields[field]
		if c.whole("field", field, from != nil, to != nil) {
			c.field("field", field, "name", from.Name, to.Name, true)
			c.field("field", field, "type", c.before.TypeText(from.Type), c.after.TypeText(to.Type), true)
		}
	}
	c.moved("field", model.SortedIDs(was.Fields), model.SortedIDs(is.Fields), true)
}

func relationType(was, is *model.Relation) string {
	if cmp.Or(is, was).Kind == model.MaterializedView {
		return "view"
	}
	return "table"
}

func (c *comparer) relation(id model.ID, was, is *model.Relation) {
	word := relationType(was, is)
	c.field(word, id, "name", was.Name, is.Name, true)
	c.field(word, id, "keyspace", Name(c.before, was.Keyspace), Name(c.after, is.Keyspace), true)
	c.field(word, id, "kind", string(was.Kind), string(is.Kind), true)
	c.field("key", id, "key", keyText(was), keyText(is), true)
	c.field(word, id, "base", Name(c.before, was.Base), Name(c.after, is.Base), true)
	c.field(word, id, "where", was.Where, is.Where, true)
	if was.Kind == is.Kind {
		c.field(word, id, "all columns", yes(was.AllColumns), yes(is.AllColumns), false)
	}
	c.field(word, id, "compact storage", yes(was.CompactStorage), yes(is.CompactStorage), true)
	for _, column := range columnsInBoth(was, is) {
		from, to := was.Columns[column], is.Columns[column]
		if !c.whole("column", column, from != nil, to != nil) {
			continue
		}
		c.field("column", column, "name", from.Name, to.Name, true)
		c.field("column", column, "type", c.before.TypeText(from.Type), c.after.TypeText(to.Type), true)
		c.field("column", column, "static", yes(from.Role == model.Static), yes(to.Role == model.Static), true)
		c.field("column", column, "mask", from.Mask, to.Mask, to.Mask != "")
		c.field("column", column, "check", from.Check, to.Check, to.Check != "")
	}
	for _, role := range []model.Role{model.Static, model.Regular} { // the key is compared as a whole
		if c.ordered {
			c.moved("column", columnOrder(was, role), columnOrder(is, role), false)
		}
	}
}

func columnsInBoth(was, is *model.Relation) []model.ID {
	var ids []model.ID
	for _, item := range is.SortedColumns() {
		ids = append(ids, item.ID)
	}
	for _, item := range was.SortedColumns() {
		if is.Columns[item.ID] == nil {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

func columnOrder(r *model.Relation, role model.Role) []model.ID {
	var ids []model.ID
	for _, item := range r.SortedColumns() {
		if item.Value.Role == role {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// moved records the elements whose place among the common ones changed.
func (c *comparer) moved(word string, was, is []model.ID, breaking bool) {
	for _, id := range model.MovedIDs(was, is) {
		c.add(Change{Kind: Moved, Type: word, ID: id, Element: Name(c.before, id), Breaking: breaking})
	}
}

// indexes compares the indexes of a table, which either state may lack.
func (c *comparer) indexes(was, is *model.Relation) {
	was, is = cmp.Or(was, &model.Relation{}), cmp.Or(is, &model.Relation{})
	for _, id := range model.SortedInBoth(was.Indexes, is.Indexes) {
		from, to := was.Indexes[id], is.Indexes[id]
		if c.whole("index", id, from != nil, to != nil) {
			if from.Name != to.Name { // one without a name follows the names of its table and column
				c.field("index", id, "name", access.NameOf(was, from), access.NameOf(is, to), false)
			}
			c.field("index", id, "target", cql.IndexTarget(was, from), cql.IndexTarget(is, to), true)
			if access.ClassOf(from) != access.ClassOf(to) {
				c.field("index", id, "class", className(from), className(to), true)
			}
			c.options(id, from.Options, to.Options)
		}
	}
}

// className returns the class of an index as a script gives it.
func className(index *model.Index) string { return cmp.Or(index.Class, "legacy_local_table") }

// keyText returns the primary key with its order: ((a, b), c DESC).
func keyText(r *model.Relation) string {
	var partition, clustering []string
	for _, column := range r.SortedColumns() {
		name := syntax.QuoteName(column.Value.Name)
		switch {
		case column.Value.Role == model.Partition:
			partition = append(partition, name)
		case column.Value.Role == model.Clustering && column.Value.Descending:
			clustering = append(clustering, name+" DESC")
		case column.Value.Role == model.Clustering:
			clustering = append(clustering, name)
		}
	}
	return "(" + strings.Join(append([]string{"(" + strings.Join(partition, ", ") + ")"}, clustering...), ", ") + ")"
}

func yes(value bool) string {
	if value {
		return "yes"
	}
	return "no"
}

// body returns a statement without the names that follow those of its keyspace and
// table.
func body(statement *model.Statement) string {
	script := parse.ParseFor(model.Cassandra60, statement.Text+"\n;")
	if len(script.Statements) != 1 || len(script.Errors) > 0 {
		return statement.Text
	}
	switch s := script.Statements[0].(type) {
	case *syntax.CreateFunction:
		s.Name.Keyspace = syntax.Identifier{}
	case *syntax.CreateAggregate:
		s.Name.Keyspace = syntax.Identifier{}
	case *syntax.CreateTrigger:
		s.Table = syntax.QualifiedName{}
	case *syntax.CommentOn:
		s.Name = syntax.QualifiedName{}
	default:
		return statement.Text
	}
	return syntax.PrintStatement(script.Statements[0])
}

// statementType is the word for a kept statement: function, aggregate, trigger, role,
// permission, comment, label or statement.
func statementType(was, is *model.Statement) string {
	text := cql.KeptName(cmp.Or(is, was).Text)
	for prefix, word := range map[string]string{"FUNCTION ": "function", "AGGREGATE ": "aggregate", "TRIGGER ": "trigger",
		"COMMENT ON ": "comment", "SECURITY LABEL ": "label", "CREATE ROLE ": "role", "CREATE USER ": "role", "GRANT ": "permission", "REVOKE ": "permission"} {
		if strings.HasPrefix(text, prefix) {
			return word
		}
	}
	return "statement"
}
