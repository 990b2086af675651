package assist

import (
	"cmp"
	"slices"

	"widerow/model"
)

// keywordInfo describes keywords in one line each.
var keywordInfo = map[string]string{
	"ADD": "Adds columns or fields.", "AGGREGATE": "A function over many rows, made of a state function.",
	"ALLOW":   "Lets a query run that reads rows only to throw them away: its time grows with the table, not with the answer.",
	"ALTER":   "Changes what exists.",
	"ANN":     "Orders by nearness to a vector; needs an index of class sai.",
	"APPLY":   "Ends a batch.",
	"ASC":     "Smallest first.",
	"BATCH":   "Several writes as one: all or none are done, in one partition also at one moment.",
	"BEGIN":   "Begins a batch.",
	"CLUSTER": "Part of CLUSTER TABLES.", "CLUSTERING": "In which order the rows of a partition lie on disk; a query may read it forwards or backwards.",
	"COMPACT":  "How tables of Thrift are stored; no new table should have it.",
	"CONTAINS": "Looks for an element of a collection, with KEY for a key of a map.",
	"CREATE":   "Makes something new.",
	"CUSTOM":   "An index of a class that USING names.",
	"DELETE":   "Deletes rows, columns or elements: it writes tombstones.",
	"DESC":     "Largest first.", "DESCRIBE": "Shows the statements that make something.",
	"DISTINCT": "One row a partition: only the partition key and static columns may be selected.",
	"DROP":     "Removes an element with everything in it.",
	"FROM":     "The table.", "FROZEN": "Stores a collection or a type as one value: it can only be replaced as a whole.",
	"FUNCTION": "A function of your own in Java; switched off by default.",
	"GRANT":    "Gives a role permissions.",
	"GROUP":    "One row of the answer for each value of a beginning of the primary key.",
	"IF":       "Does nothing if it is there already, or gone; on rows it is a lightweight transaction, which takes four round trips.",
	"IN":       "One of several values; on the partition key each of them is a read of its own.",
	"INDEX":    "Finds rows by a column that is no key.", "INSERT": "Writes a row; one that is there is overwritten.",
	"JSON":     "A row as a JSON text.",
	"KEYSPACE": "Holds tables and types, and says how they are replicated.",
	"LIKE":     "Looks for a pattern with %; needs a SASI index.", "LIMIT": "The most rows of the answer.",
	"MASKED":       "Hides a column's values from roles without UNMASK.",
	"MATERIALIZED": "A view: a copy of a table under another key that the server keeps; switched off by default.",
	"NOT":          "Part of IF NOT EXISTS and IS NOT NULL.",
	"ORDER":        "The order of the rows of a partition: that of the clustering, or its reverse.",
	"PER":          "The most rows of each partition.", "PRIMARY": "The key: the partition key in inner parentheses, behind it the clustering columns.",
	"RENAME": "Gives a column of the primary key, or a field, another name.", "REVOKE": "Takes permissions from a role.",
	"ROLE": "A user or a group of users.", "SELECT": "Reads rows.", "SET": "What is written.",
	"STATIC": "A column with one value for the whole partition.", "TABLE": "Rows in partitions.",
	"TIMESTAMP": "The write's own time in microseconds: the latest one wins.",
	"TOKEN":     "The hash of the partition key, by which partitions lie in the ring.",
	"TRIGGER":   "Code on the server that runs at each write.", "TRUNCATE": "Empties a table.",
	"TTL":  "After how many seconds what is written is gone.",
	"TYPE": "A type of your own, with fields.", "UNLOGGED": "A batch without its log: not all or none over several partitions.",
	"UPDATE": "Writes columns of a row; one that is not there is made.", "USE": "Chooses the keyspace for names without one.",
	"USING": "The class of an index, or the time and life of a write.", "VALUES": "What is written, in the order of the columns.",
	"VIEW": "A copy of a table under another key that the server keeps.", "WHERE": "Which rows: first the partition key, then clustering columns in their order.",
	"WITH": "Begins the options.",
}

// typeInfo describes types in one line each.
var typeInfo = map[string]string{
	"ascii": "text of ASCII", "bigint": "64-bit integer", "blob": "bytes", "boolean": "true or false", "counter": "64-bit number that is only added to",
	"date": "a day", "decimal": "decimal number of any precision", "double": "64-bit floating point", "duration": "months, days and nanoseconds",
	"float": "32-bit floating point", "inet": "IP address", "int": "32-bit integer", "smallint": "16-bit integer", "text": "text in UTF-8",
	"time": "time of day in nanoseconds", "timestamp": "moment in milliseconds", "timeuuid": "UUID of version 1, in the order of time",
	"tinyint": "8-bit integer", "uuid": "UUID", "varchar": "the same as text", "varint": "integer of any size",
	"list": "values in an order", "set": "values without repetition", "map": "keys with values", "tuple": "a fixed number of values",
	"vector": "a fixed number of floats, to search by nearness", "frozen": "a collection or type as one value",
}

// constructors are types that have type parameters.
var constructors = map[string]string{"list": "list<", "set": "set<", "map": "map<", "tuple": "tuple<", "vector": "vector<float, ", "frozen": "frozen<"}

var typeItems = makeTypeItems()

func makeTypeItems() []Item {
	var items []Item
	for name, info := range typeInfo {
		items = append(items, Item{Label: name, Kind: "type", Detail: info, Insert: constructors[name]})
	}
	slices.SortFunc(items, func(a, b Item) int { return cmp.Compare(a.Label, b.Label) })
	return items
}

var (
	values    = []Item{{Label: "?", Kind: "value", Detail: "bound later"}}
	selectors = []Item{{Label: "*", Kind: "value", Detail: "all columns"}}
	modifiers = []Item{{Label: "DISTINCT", Kind: "keyword", Info: keywordInfo["DISTINCT"]}, {Label: "JSON", Kind: "keyword", Info: keywordInfo["JSON"]}}
)

// targets returns the parts of a collection that an index can cover. Inside one
// of them only the column may follow.
func targets(word string) []Item {
	if word != "" && word != ")" {
		return nil
	}
	var items []Item
	for _, target := range [][2]string{{"KEYS", "keys of a map"}, {"VALUES", "values of a collection"},
		{"ENTRIES", "keys with values"}, {"FULL", "a frozen collection"}} {
		items = append(items, Item{Label: target[0], Kind: "keyword", Detail: target[1], Insert: target[0] + "("})
	}
	return items
}

// mark returns a column's role in the notation of the diagrams.
func mark(c *column) string {
	switch c.role {
	case model.Partition:
		return " · K"
	case model.Clustering:
		if c.descending {
			return " · C↓"
		}
		return " · C↑"
	case model.Static:
		return " · S"
	case model.RoleCounter:
		return " · ++"
	}
	return ""
}

// roleInfo returns a column's role in words.
func roleInfo(c *column) string {
	switch c.role {
	case model.Partition:
		return "partition key"
	case model.Clustering:
		if c.descending {
			return "clustering column, descending"
		}
		return "clustering column, ascending"
	case model.Static:
		return "static: one value a partition"
	case model.RoleCounter:
		return "counter"
	}
	return ""
}
