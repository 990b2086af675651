package assist

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// Item is a completion: one thing that may follow at a place.
type Item struct {
	Label string `json:"label"`
	// Kind is keyword, keyspace, table, view, type, column, function,
	// conversion, option or value.
	Kind   string `json:"kind"`
	Detail string `json:"detail,omitempty"`
	Info   string `json:"info,omitempty"`
	// Insert is the text to insert if it differs from the label.
	Insert string `json:"insert,omitempty"`
}

// Completion is the list of items for the word that is being typed.
type Completion struct {
	Place
	Items []Item `json:"items"`
}

// Complete lists what may follow at a place, given in UTF-16 code units.
func (t *Text) Complete(at int) Completion {
	place := t.units.byteAt(at)
	c := newCursor(t.text, place)
	done := Completion{Place: t.place(c.word), Items: []Item{}}
	if c.mute {
		return done
	}
	completer := completer{cursor: c, names: t.namesAt(place), target: t.target()}
	done.Items = append(done.Items, once(completer.items())...)
	return done
}

// once removes items whose label an earlier item has.
func once(items []Item) []Item {
	seen := make(map[string]bool, len(items))
	return slices.DeleteFunc(items, func(item Item) bool {
		label := strings.ToLower(item.Label)
		defer func() { seen[label] = true }()
		return seen[label]
	})
}

// completer chooses what may follow at a cursor.
type completer struct {
	*cursor
	names  *catalog
	target model.Target
}

func (c *completer) items() []Item {
	kind, open := c.kind(), c.enclosing()
	if open >= 0 && c.before[open].Word() == "{" && open >= 2 && c.before[open-1].Word() == "=" && isSchema(kind) {
		return c.mapItems(c.before[open-2].name(c.text), c.item(open))
	}
	if c.quote == '\'' {
		return c.quotedItems()
	}
	if c.last(1) == "=" && isSchema(kind) && c.has("WITH") && len(c.before) >= 2 {
		return valueItems(c.before[len(c.before)-2].name(c.text))
	}
	keywords, name := newGrammar(c.target, c.text, c.before).items()
	if isSchema(kind) && open < 0 && c.has("WITH") && (c.last(1) == "WITH" || c.last(1) == "AND") {
		return slices.Concat(optionItems(kind, c.text, c.before), keywords)
	}
	if !name || c.last(1) == "AS" {
		return keywords
	}
	if found, isPlace := c.named(kind); isPlace {
		return slices.Concat(found, keywords)
	}
	if isSchema(kind) {
		return slices.Concat(c.schemaItems(kind, open), keywords)
	}
	return slices.Concat(c.rowItems(kind, open), withoutNumbers(keywords))
}

// withoutNumbers removes keywords that are numbers.
func withoutNumbers(keywords []Item) []Item {
	return slices.DeleteFunc(keywords, func(item Item) bool { return item.Label == "NAN" || item.Label == "INFINITY" })
}

func isSchema(kind string) bool {
	return strings.HasPrefix(kind, "CREATE") || strings.HasPrefix(kind, "ALTER") || strings.HasPrefix(kind, "DROP")
}

// quotedItems returns the index classes after USING, or the languages.
func (c *completer) quotedItems() []Item {
	switch {
	case c.last(1) == "USING":
		return quotedValues(indexClasses)
	case c.last(1) == "=" && len(c.before) >= 2:
		return valueItems(c.before[len(c.before)-2].name(c.text))
	}
	return nil
}

// named returns the existing things of the kind that the words before the
// cursor require. isPlace reports whether they require a name.
func (c *completer) named(kind string) (items []Item, isPlace bool) {
	qualifier, rest := c.qualifier()
	rest = rest.withoutIf()
	creates := strings.HasPrefix(kind, "CREATE")
	switch word := rest.last(1); word {
	case "FROM", "INTO", "UPDATE", "TRUNCATE":
		return c.tables(qualifier), true
	case "ON":
		return c.tables(qualifier), kind == "CREATE INDEX" || kind == "CREATE TRIGGER" || kind == "DROP TRIGGER"
	case "TABLE", "COLUMNFAMILY", "VIEW":
		if creates {
			return c.keyspaces(qualifier), true
		}
		return c.tables(qualifier), true
	case "USE", "KEYSPACE":
		return c.keyspaces(qualifier), !creates
	case "TYPE":
		if creates {
			return c.keyspaces(qualifier), true
		}
		return c.userTypes(qualifier), kind != "ALTER TABLE"
	case "INDEX":
		return things(c.names.indexes, "index"), !creates
	case "FUNCTION", "AGGREGATE":
		if creates {
			return c.keyspaces(qualifier), true
		}
		return c.ownFunctions(word == "AGGREGATE"), true
	case "SFUNC", "FINALFUNC":
		return c.functions(false), true
	}
	return nil, false
}

// schemaItems returns types and columns where a schema statement may have them.
func (c *completer) schemaItems(kind string, open int) []Item {
	if open < 0 {
		return c.alterItems(kind)
	}
	before := *c.cursor
	before.before = c.before[:open]
	switch word := before.last(1); {
	case c.before[open].Word() == "<":
		return c.types()
	case word == "KEY", word == "(" && before.last(2) == "KEY", word == "BY":
		return c.ownColumns(kind)
	case kind == "CREATE INDEX":
		return slices.Concat(c.columnsOf("ON"), targets(word))
	case kind == "ALTER TABLE" && word == "DROP":
		return c.columnsOf("TABLE", "COLUMNFAMILY")
	case kind == "CREATE AGGREGATE", kind == "CREATE FUNCTION" && len(c.item(open)) == 1:
		return c.types()
	case kind == "CREATE TABLE" || kind == "CREATE TYPE" || kind == "ALTER TABLE":
		if len(c.item(open)) == 1 || c.isQualified() {
			return c.types()
		}
	}
	return nil
}

// isQualified reports whether the cursor is after the dot of a keyspace in a
// type.
func (c *completer) isQualified() bool { return c.last(1) == "." }

// alterItems returns what may follow outside of brackets.
func (c *completer) alterItems(kind string) []Item {
	last := c.last(1)
	_, rest := c.qualifier()
	switch {
	case kind == "CREATE VIEW":
		return c.columnsOf("FROM")
	case kind == "CREATE FUNCTION" && last == "RETURNS", kind == "CREATE AGGREGATE" && last == "STYPE":
		return c.types()
	case kind != "ALTER TABLE" && kind != "ALTER TYPE":
		return nil
	case rest.last(1) == "TYPE" && rest.last(3) == "ALTER", rest.last(2) == "ADD":
		return c.types()
	case last == "TO", last == "ADD":
		return nil
	case kind == "ALTER TYPE":
		return c.fieldsOfType()
	}
	return c.columnsOf("TABLE", "COLUMNFAMILY")
}

func (c *completer) fieldsOfType() []Item {
	keyspace, name := c.subject("TYPE")
	return columns(c.names.userType(c.in(keyspace), name))
}

// ownColumns returns the columns of the table being created, or of a view's
// base table.
func (c *completer) ownColumns(kind string) []Item {
	if kind == "CREATE VIEW" {
		return c.columnsOf("FROM")
	}
	return c.columnsOf("TABLE", "COLUMNFAMILY")
}

func (c *completer) columnsOf(words ...string) []Item {
	return columns(c.names.table(c.subjectName(words...)))
}

func (c *completer) subjectName(words ...string) (keyspace, name string) {
	keyspace, name = c.subject(words...)
	return c.in(keyspace), name
}

// in returns the keyspace that applies if none is written.
func (c *completer) in(keyspace string) string {
	if keyspace == "" {
		return c.names.current(c.at)
	}
	return keyspace
}

// operators are the tokens that precede a value.
var operators = []string{"=", "<", ">", "<=", ">=", "!=", "+=", "-=", "IN", "CONTAINS", "LIKE", "LIMIT", "TTL", "TIMESTAMP", "OF"}

// rowItems returns columns and functions for a statement about rows.
func (c *completer) rowItems(kind string, open int) []Item {
	of := c.names.table(c.subjectName("FROM", "INTO", "UPDATE"))
	if kind == "BEGIN" {
		of = c.names.table(c.inBatch().subjectName("FROM", "INTO", "UPDATE"))
	}
	selecting := kind == "SELECT" && !c.has("FROM")
	switch {
	case c.last(1) == ".":
		return c.fields(of)
	case open >= 0 && c.behind(open, "VALUES"), slices.Contains(operators, c.last(1)) && !slices.Contains([]string{"TTL", "TIMESTAMP"}, c.last(1)):
		return slices.Concat(values, c.functions(false))
	case open >= 0 && (c.has("WHERE") || c.has("SET")) && !c.behind(open, "TOKEN"):
		return slices.Concat(values, c.functions(false))
	case selecting && c.last(1) == "SELECT":
		return slices.Concat(columns(of), selectors, modifiers, c.functions(false), c.functions(true))
	case selecting:
		return slices.Concat(columns(of), selectors, c.functions(false), c.functions(true))
	}
	return columns(of)
}

// inBatch returns the completer for the statement of a batch that contains the
// cursor.
func (c *completer) inBatch() *completer {
	cut := *c.cursor
	for i := len(cut.before) - 1; i > 0; i-- {
		if word := cut.before[i].Word(); word == "INSERT" || word == "UPDATE" || word == "DELETE" {
			cut.before = cut.before[i:]
			break
		}
	}
	return &completer{&cut, c.names, c.target}
}

// behind reports whether the bracket follows the word.
func (c *completer) behind(open int, word string) bool {
	return open > 0 && c.before[open-1].Word() == word
}

// fields returns the fields of the columns of a user-defined type.
func (c *completer) fields(of *table) []Item {
	name, _ := c.qualifier()
	if of == nil || of.column(name) == nil {
		return nil
	}
	kind := strings.TrimSuffix(strings.TrimPrefix(of.column(name).kind, "frozen<"), ">")
	_, plain, qualified := strings.Cut(kind, ".")
	if !qualified {
		plain = kind
	}
	return columns(c.names.userType(of.keyspace, strings.Trim(plain, `"`)))
}

// tables returns the tables of the current keyspace by name, and those of
// others by qualified name.
func (c *completer) tables(qualifier string) []Item {
	var items []Item
	for _, t := range c.names.tables {
		kind := "table"
		if t.view {
			kind = "view"
		}
		if item, fits := c.inKeyspace(t.named, qualifier, syntax.QuoteName(t.name)); fits {
			item.Kind, item.Detail = kind, kind+" of "+t.keyspace
			items = append(items, item)
		}
	}
	return append(items, c.keyspaces(qualifier)...)
}

func (c *completer) userTypes(qualifier string) []Item {
	var items []Item
	for _, t := range c.names.types {
		if item, fits := c.inKeyspace(t.named, qualifier, syntax.QuoteTypeName(t.name)); fits {
			item.Kind, item.Detail = "type", "type of "+t.keyspace
			items = append(items, item)
		}
	}
	return items
}

func (c *completer) inKeyspace(n named, qualifier, written string) (Item, bool) {
	switch {
	case qualifier != "":
		return Item{Label: written}, n.keyspace == qualifier
	case n.keyspace == "" || n.keyspace == c.names.current(c.at):
		return Item{Label: written}, true
	}
	return Item{Label: syntax.QuoteName(n.keyspace) + "." + written}, true
}

// keyspaces returns the keyspaces, with a dot if more must follow.
func (c *completer) keyspaces(qualifier string) []Item {
	if qualifier != "" {
		return nil
	}
	return things(c.names.keyspaces, "keyspace")
}

func things(list []*named, kind string) []Item {
	var items []Item
	for _, n := range list {
		items = append(items, Item{Label: syntax.QuoteName(n.name), Kind: kind, Detail: strings.TrimSpace(kind + " " + n.detail)})
	}
	return items
}

func columns(of *table) []Item {
	if of == nil {
		return nil
	}
	var items []Item
	for _, one := range of.columns {
		items = append(items, Item{Label: syntax.QuoteName(one.name), Kind: "column", Detail: one.kind + mark(one)})
	}
	return items
}

func (c *completer) types() []Item {
	qualifier, _ := c.qualifier()
	items := c.userTypes(qualifier)
	if qualifier != "" {
		return items
	}
	return append(items, typeItems...)
}
