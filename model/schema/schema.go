// Package schema holds the rules of Apache Cassandra 5.0 for keyspaces, user-defined types, tables,
// indexes, materialized views, functions, aggregates and triggers. It refuses what the server
// refuses, with the server's own message and in its order.
//
// Read Schema in schema.go first, then CreateTable in table.go. A Schema is the server's schema
// after some statements. Each of its Create, Alter and Drop methods takes a declaration, which is a
// statement without its text, and either carries it out or returns the one Refusal that the server
// would give. Elements keep their IDs.
//
// A model that is edited by forms and a CQL script are held to the same rules. Features that
// Cassandra 5.0 disables by default (materialized views, SASI, functions, masks) count as enabled.
//
// The rules follow Apache Cassandra 5.0: the package cql3.statements.schema and the class
// schema.TableParams. "f follows C.m" in a comment names the Java method m of class C whose rules f
// has. The results are checked against a server of the version in cql/cassandratest.
package schema

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// Code is the class of a refusal.
type Code string

// The classes are named after the server's exceptions.
const (
	Syntax  Code = "cql/syntax"  // SyntaxException
	Invalid Code = "cql/invalid" // InvalidRequestException
	Config  Code = "cql/config"  // ConfigurationException
	Exists  Code = "cql/exists"  // AlreadyExistsException
)

// Refusal is the server's refusal of a statement. Message is the server's message to the byte. Part
// is the column or field that is refused, Option the option, or both are empty.
type Refusal struct {
	Code    Code
	Message string
	Part    string
	Option  string
	// OfType reports whether the type of Part is refused.
	OfType bool
	// Mask reports whether the mask of Part is refused.
	Mask bool
	// Arguments are the arguments of the format of Message.
	Arguments []string
	// Hint is the remedy, empty if the message names it. {1} in it is the first of the
	// Arguments; {column}, {table}, {type} and the like stand for a sentence about a known
	// name that is similar to that argument. Package cql fills both in.
	Hint string
}

// Advise sets the remedy of a refusal.
func (r *Refusal) Advise(hint string) *Refusal {
	r.Hint = hint
	return r
}

// Refuse returns the refusal of a rule outside this package.
func Refuse(code Code, part, format string, arguments ...any) *Refusal {
	return refuse(code, part, format, arguments...)
}

func refuse(code Code, part, format string, arguments ...any) *Refusal {
	r := &Refusal{Code: code, Message: fmt.Sprintf(format, arguments...), Part: part}
	for _, argument := range arguments {
		r.Arguments = append(r.Arguments, fmt.Sprint(argument))
	}
	return r
}

// ofType marks a refusal as one of the type of its part.
func (r *Refusal) ofType() *Refusal {
	r.OfType = true
	return r
}

// ofPart marks the refusal of the type of a column or field. r may be nil.
func (r *Refusal) ofPart(part string) *Refusal {
	if r != nil {
		r.Part, r.OfType = part, true
	}
	return r
}

// ofOption sets the option of a refusal. r may be nil.
func (r *Refusal) ofOption(option string) *Refusal {
	if r != nil {
		r.Option = option
	}
	return r
}

// Schema is the keyspaces of a server and their contents.
type Schema struct {
	// Physical is the schema as a part of a model.
	Physical model.Physical
	// Current is the keyspace of the last USE.
	Current string
	// Columns is the number of columns of all tables and views.
	Columns   int
	ids       model.IDs
	keyspaces map[string]*keyspace
	// system are the server's own keyspaces that functions were looked up in.
	system map[string]*keyspace
	// durations are the user-defined types that contain a duration.
	durations map[model.ID]bool
	uses      uses
	// RenameFilter renames a column in the filter of a view, which is CQL text.
	// If it is nil, the filter is left alone.
	RenameFilter func(filter string, rename Rename) string
	// CheckTerm judges a value, which is CQL text, for a type of a keyspace. If
	// it is nil, every value is accepted.
	CheckTerm func(keyspace, term string, t model.Type) *Refusal
	// CheckMask judges the mask of a column, which is CQL text, and returns the
	// name of the user's function that it calls. If it is nil, every mask is
	// accepted.
	CheckMask func(table Name, column string, t model.Type, mask string) (function string, refusal *Refusal)
	// changes is the number of changes of tables, added the number of elements
	// that were ever added.
	changes int
	added   struct{ keyspaces, types, relations, statements int }
}

// keyspace is a keyspace and its contents by name.
type keyspace struct {
	id        model.ID
	name      string
	value     *model.Keyspace
	types     map[string]model.ID
	relations map[string]*relation
	indexes   map[string]*index
	// functions are in the order in which they were added. byName has the
	// overloads of each name.
	functions []*function
	byName    map[string][]*function
}

// relation is a table or view. columns are its columns by name.
type relation struct {
	id      model.ID
	value   *model.Relation
	columns map[string]model.ID
	indexes indexSet
	options tableOptions
	// triggers are by name. masks are the users' functions that mask columns,
	// by column.
	triggers map[string]model.ID
	// kept are the statements on its rows.
	kept  []model.ID
	masks map[string]string
	// partition is the number of columns of the partition key. counter reports
	// whether it is a table of counters.
	partition int
	counter   bool
	// dropped are the columns that were dropped from the table.
	dropped map[string]droppedColumn
	// views are the views of a table and base the table of a view. all reports
	// whether a view selects all columns.
	views []*relation
	base  *relation
	all   bool
	// lastChange orders tables by their last change. That of the table changed
	// last is the largest.
	lastChange int
	// columnsAdded and indexesAdded are the numbers of columns and indexes that
	// were ever added.
	columnsAdded, indexesAdded int
}

func (r *relation) column(name string) *model.Column { return r.value.Columns[r.columns[name]] }

// New returns a Schema without keyspaces. ids makes the IDs of new elements.
func New(ids model.IDs) *Schema {
	return &Schema{ids: ids, keyspaces: map[string]*keyspace{}, system: map[string]*keyspace{},
		durations: map[model.ID]bool{}, uses: newUses(), Physical: model.Physical{
			Keyspaces: map[model.ID]*model.Keyspace{},
			Types:     map[model.ID]*model.UserType{},
			Relations: map[model.ID]*model.Relation{},

			Statements: map[model.ID]*model.Statement{},
		}}
}

// Use judges USE keyspace and carries it out.
func (s *Schema) Use(name string) *Refusal {
	if s.keyspaces[name] == nil && !isSystem(name) {
		return refuse(Invalid, "", "Keyspace '%s' does not exist", name).
			Advise("{keyspace}Create the keyspace first.")
	}
	s.Current = name
	return nil
}

// Name is the name of a type, table or view in a declaration. Keyspace is empty
// if the statement gives none.
type Name struct{ Keyspace, Name string }

// written returns the name as messages repeat it: with a keyspace if it was
// written with one.
func (n Name) written() string {
	if n.Keyspace == "" {
		return n.Name
	}
	return n.Keyspace + "." + n.Name
}

// Complete adds the current keyspace to a name without one.
func (s *Schema) Complete(n Name) (Name, *Refusal) { return s.in(n) }

// in adds the current keyspace to a name without one.
func (s *Schema) in(n Name) (Name, *Refusal) {
	if n.Keyspace == "" {
		n.Keyspace = s.Current
	}
	if n.Keyspace == "" {
		return n, refuse(Invalid, "", "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename").
			Advise("Add a USE statement before it, write the name as keyspace.name, or name the keyspace with " +
				"`widerow check -k KEYSPACE`.")
	}
	return n, nil
}

// The server's own keyspaces. Those of each node cannot be changed. In the
// replicated ones nothing can be created.
var (
	localKeyspaces      = []string{"system", "system_schema", "system_virtual_schema", "system_views"}
	replicatedKeyspaces = []string{"system_auth", "system_distributed", "system_traces"}
)

func isLocal(keyspace string) bool { return slices.Contains(localKeyspaces, keyspace) }

func isSystem(keyspace string) bool {
	return isLocal(keyspace) || slices.Contains(replicatedKeyspaces, keyspace)
}

func checkSystem(keyspace string) *Refusal {
	switch {
	case isLocal(keyspace):
		return refuse(Invalid, "", "%s keyspace is not user-modifiable.", keyspace).
			Advise(hintServerKeyspace)
	case isSystem(keyspace):
		return refuse(Invalid, "", "Cannot CREATE <all tables in %s>", keyspace).
			Advise("{1} belongs to the server. Use a keyspace of your own.")
	}
	return nil
}

// modifiable returns the keyspace that a statement is to change, or refuses.
func (s *Schema) modifiable(name string) (*keyspace, *Refusal) {
	if refusal := checkSystem(name); refusal != nil {
		return nil, refusal
	}
	if refusal := CheckKeyspaceName(name); refusal != nil {
		return nil, refusal
	}
	found := s.keyspaces[name]
	if found == nil {
		return nil, refuse(Invalid, "", "Keyspace '%s' doesn't exist", name).
			Advise(hintKeyspace)
	}
	return found, nil
}

// isWord reports whether a name matches \w+ in ASCII. The server demands that
// of the names of keyspaces, tables and indexes.
func isWord(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}

const (
	// maxName is the largest length of the names of keyspaces and of the columns of
	// custom indexes.
	maxName = 48

	// maxTableName is the largest length of the names of tables and views: the names of their
	// folders also have an id, and at most 255 characters.
	maxTableName = 222
)

// checkTableName refuses an invalid name of a table or view.
func checkTableName(keyspace, name string) *Refusal {
	switch {
	case !isWord(name):
		return refuse(Config, "", "%s.%s: Table name must not be empty or not contain non-alphanumeric-underscore characters (got \"%s\")",
			keyspace, name, name).
			Advise("Use letters, digits and underscores, also inside double quotes.")
	case len(name) > maxTableName:
		return refuse(Config, "", "%s.%s: Table name must not be more than %d characters long (got %d characters for \"%s\")",
			keyspace, name, maxTableName, len(name), name).
			Advise("Shorten the name: the folder of a table has its id behind the name.")
	}
	return nil
}

func quoted(names []string) string { return strings.Join(names, ", ") }
