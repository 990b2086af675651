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
	for _, p := range model.SortedPairs(was.Keyspaces, is.Keyspaces) {
		if c.whole("keyspace", p.ID, p.In) {
			c.field("keyspace", p.ID, "name", p.Was.Name, p.Is.Name, true)
			c.options(p.ID, optionsBefore[p.ID], optionsAfter[p.ID])
		}
	}
	for _, p := range model.SortedPairs(was.Types, is.Types) {
		if c.whole("type", p.ID, p.In) {
			c.userType(p.ID, p.Was, p.Is)
		}
	}
	for _, p := range model.SortedPairs(was.Relations, is.Relations) {
		if c.whole(relationType(p.Was, p.Is), p.ID, p.In) {
			c.relation(p.ID, p.Was, p.Is)
			c.options(p.ID, optionsBefore[p.ID], optionsAfter[p.ID])
		}
		c.indexes(p.Was, p.Is)
	}
	for _, p := range model.SortedPairs(was.Statements, is.Statements) {
		word := statementType(p.Was, p.Is)
		if c.whole(word, p.ID, p.In) && p.Was.Text != p.Is.Text && body(p.Was) != body(p.Is) {
			c.field(word, p.ID, "text", p.Was.Text, p.Is.Text, word != "comment" && word != "label")
		}
	}
}

// whole records an element that only one state has. It reports whether both
// have it.
func (c *comparer) whole(word string, id model.ID, in model.States) bool {
	switch in {
	case model.OnlyAfter:
		c.add(Change{Kind: Added, Type: word, ID: id, Element: Name(c.after, id)})
	case model.OnlyBefore:
		c.add(Change{Kind: Removed, Type: word, ID: id, Element: Name(c.before, id), Breaking: breaksIfRemoved(word)})
	}
	return in == model.InBoth
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
	for _, p := range model.SortedPairs(was.Fields, is.Fields) {
		if c.whole("field", p.ID, p.In) {
			c.field("field", p.ID, "name", p.Was.Name, p.Is.Name, true)
			c.field("field", p.ID, "type", c.before.TypeText(p.Was.Type), c.after.TypeText(p.Is.Type), true)
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
	for _, p := range model.PairItems(was.SortedColumns(), is.SortedColumns()) {
		column, from, to := p.ID, p.Was, p.Is
		if !c.whole("column", column, p.In) {
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
	for _, p := range model.SortedPairs(was.Indexes, is.Indexes) {
		id, from, to := p.ID, p.Was, p.Is
		if c.whole("index", id, p.In) {
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
