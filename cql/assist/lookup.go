package assist

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// found is the thing to which the word at a place refers.
type found struct {
	word     span
	keyword  string // in capitals
	option   option
	isOption bool
	function string
	keyspace *named
	thing    *named // an index or a function of the text
	table    *table
	isType   bool
	column   *column // of table
}

// lookup finds what the word at a byte of the text refers to.
func (t *Text) lookup(at int) (found, bool) {
	c := newCursor(t.text, at)
	if c.mute || c.word.from == c.word.to {
		if c = newCursor(t.text, at+1); c.mute || c.word.from != at {
			return found{}, false // not even right before a word
		}
	}
	c.prefix = t.text[c.word.from:c.word.to]
	of := completer{c, t.namesAt(at), t.target()}
	result := found{word: c.word}
	if c.quote == '\'' {
		return result, of.lookupSubOption(&result)
	}
	word := token{syntax.Token{Kind: syntax.Name, Start: syntax.Position{Offset: int32(c.word.from)}, End: int32(c.word.to)}}
	if c.quote == '"' {
		word.Kind = syntax.QuotedName
	}
	name := word.name(t.text)
	if of.lookupOption(&result, name) || of.lookupName(&result, name) {
		return result, true
	}
	return result, c.quote == 0 && lookupWord(&result, name)
}

func lookupWord(result *found, name string) bool {
	upper := strings.ToUpper(name)
	_, isFunction := natives[name]
	switch {
	case isFunction:
		result.function = name
	case typeInfo[name] != "" || keywordInfo[upper] != "":
		result.keyword = upper
	default:
		return false
	}
	return true
}

// lookupSubOption finds the key of a map such as compaction.
func (c *completer) lookupSubOption(result *found) bool {
	open := c.enclosing()
	if open < 2 || c.before[open].Word() != "{" || c.before[open-1].Word() != "=" {
		return false
	}
	of, known := findOption(c.before[open-2].name(c.text))
	if !known || of.sub == nil {
		return false
	}
	for _, sub := range of.sub(c.class()) {
		if sub.name == strings.Trim(c.prefix, "'") {
			result.option, result.isOption = sub, true
		}
	}
	return result.isOption
}

func (c *completer) lookupOption(result *found, name string) bool {
	behind := len(c.after) > 0 && c.after[0].Word() == "="
	if !behind || !c.has("WITH") || !isSchema(c.kind()) {
		return false
	}
	result.option, result.isOption = findOption(name)
	return result.isOption
}

// lookupName finds what a name refers to: the kind that the words before it
// require, a column of the statement's table, or anything else.
func (c *completer) lookupName(result *found, name string) bool {
	qualifier, rest := c.qualifier()
	switch rest.withoutIf().last(1) {
	case "KEYSPACE", "USE":
		return c.findKeyspace(result, name)
	case "INDEX":
		return c.findThing(result, c.names.indexes, name)
	case "FUNCTION", "AGGREGATE", "SFUNC", "FINALFUNC":
		return c.findThing(result, c.names.functions, name)
	case "TYPE":
		return c.findType(result, qualifier, name)
	case "FROM", "INTO", "UPDATE", "TRUNCATE", "ON", "TABLE", "COLUMNFAMILY", "VIEW":
		return c.findTable(result, qualifier, name) || c.findKeyspace(result, name)
	}
	if c.findColumn(result, name) {
		return true
	}
	return c.findType(result, qualifier, name) || c.findTable(result, qualifier, name) || c.findThing(result, c.names.functions, name) ||
		len(c.after) > 0 && c.after[0].Word() == "." && c.findKeyspace(result, name)
}

func (c *completer) findKeyspace(result *found, name string) bool {
	for _, one := range c.names.keyspaces {
		if one.name == name {
			result.keyspace = one
		}
	}
	return result.keyspace != nil
}

func (c *completer) findThing(result *found, list []*named, name string) bool {
	for _, one := range list {
		if one.name == name {
			result.thing = one
		}
	}
	return result.thing != nil
}

func (c *completer) findTable(result *found, qualifier, name string) bool {
	result.table = c.names.table(c.in(qualifier), name)
	return result.table != nil
}

func (c *completer) findType(result *found, qualifier, name string) bool {
	result.table = c.names.userType(c.in(qualifier), name)
	result.isType = result.table != nil
	return result.isType
}

func (c *completer) findColumn(result *found, name string) bool {
	kind := c.kind()
	var of *table
	switch {
	case strings.HasSuffix(kind, " TYPE"):
		keyspace, subject := c.subject("TYPE")
		of = c.names.userType(c.in(keyspace), subject)
		result.isType = true
	case kind == "BEGIN":
		of = c.names.table(c.inBatch().subjectName("FROM", "INTO", "UPDATE"))
	case kind == "CREATE INDEX":
		of = c.names.table(c.subjectName("ON"))
	case slices.Contains([]string{"CREATE TABLE", "ALTER TABLE"}, kind):
		of = c.names.table(c.subjectName("TABLE", "COLUMNFAMILY"))
	default:
		of = c.names.table(c.subjectName("FROM", "INTO", "UPDATE"))
	}
	if of == nil || of.column(name) == nil {
		result.isType = false
		return false
	}
	result.table, result.column = of, of.column(name)
	return true
}

// element returns the corresponding element of the saved model, or "".
func (t *Text) element(f found) model.ID {
	physical := t.model.Physical
	switch {
	case f.keyspace != nil:
		return keyspaceID(physical, f.keyspace.name)
	case f.table == nil:
		return ""
	case f.isType:
		for id, one := range physical.Types {
			if one.Name == f.table.name && one.Keyspace == keyspaceID(physical, f.table.keyspace) {
				return fieldOr(one, f.column, id)
			}
		}
	}
	for id, one := range physical.Relations {
		if !f.isType && one.Name == f.table.name && one.Keyspace == keyspaceID(physical, f.table.keyspace) {
			return columnOr(one, f.column, id)
		}
	}
	return ""
}

func keyspaceID(physical model.Physical, name string) model.ID {
	for id, one := range physical.Keyspaces {
		if one.Name == name {
			return id
		}
	}
	return ""
}

func columnOr(of *model.Relation, c *column, otherwise model.ID) model.ID {
	for id, one := range of.Columns {
		if c != nil && one.Name == c.name {
			return id
		}
	}
	return otherwise
}

func fieldOr(of *model.UserType, c *column, otherwise model.ID) model.ID {
	for id, one := range of.Fields {
		if c != nil && one.Name == c.name {
			return id
		}
	}
	return otherwise
}
