package cli

// deriveChoices are derivation.Choices as flags.
type deriveChoices struct {
	Only     []string          `help:"Derive tables for these queries only." placeholder:"QUERY,…"`
	Without  []string          `help:"Leave queries out." placeholder:"QUERY,…"`
	Tables   []string          `help:"Take these of the derived tables only, by their names." placeholder:"TABLE,…"`
	Choose   map[string]string `help:"The alternative of a query, by its number in the text. May be repeated." placeholder:"QUERY=NUMBER"`
	Subtypes map[string]string `help:"Of a query that finds several subtypes: one table, or each subtype in its own." placeholder:"QUERY=one|each"`
	Path     map[string]string `help:"Of a query with several paths as short as each other: the path meant, by its number in the text." placeholder:"QUERY=NUMBER"`
	Store    map[string]string `help:"How several values are stored: set, list, map or rows; immutable for a derived value." placeholder:"ATTRIBUTE=FORM"`
	Split    map[string]string `help:"Split of a table, by its number in the text, or none. May be repeated." placeholder:"TABLE=NUMBER|none"`
	Own      []string          `help:"Queries with a table of their own, which serves no other query." placeholder:"QUERY,…"`
}
