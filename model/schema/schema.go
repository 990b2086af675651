// Package schema holds the rules of Apache Cassandra 5.0 for keyspaces,
// user-defined types, tables, indexes, materialized views, functions, aggregates
// and triggers: what the server refuses, with its own message, in its own
// order.
//
// A Schema is what the server knows after some statements. Each of its
// Create, Alter and Drop methods takes a declaration, that is a statement
// without its text, and either does what it says or answers with the one
// Refusal that the server would give. What stays keeps its ID. Whoever edits a model by forms and whoever reads CQL asks the same
// rules. What Cassandra 5.0 has switched off by default (materialized views,
// SASI, functions, masks) counts as switched on.
//
// Source: Apache Cassandra 5.0, cql3/statements/schema and schema/TableParams,
// checked against a server of version 5.0.5.
package schema

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// Code is the class of a refusal.
type Code string

// The classes by the exception of the server.
const (
	Syntax  Code = "cql/syntax"  // SyntaxException
	Invalid Code = "cql/invalid" // InvalidRequestException
	Config  Code = "cql/config"  // ConfigurationException
	Exists  Code = "cql/exists"  // AlreadyExistsException
)

// Refusal says why the server does not take a statement. Message is the
// server's, word for word. Part is the column or field, and Option the
// option, that it is about, or empty.
type Refusal struct {
	Code    Code
	Message string
	Part    string
	Option  string
	// OfType says that it is the type of Part that is refused.
	OfType bool
	// Mask says that it is the mask of Part that is refused.
	Mask bool
	// Form is the message before its Arguments were filled in, as fmt writes
	// it: it tells one refusal from another.
	Form      string
	Arguments []string
	// Hint says what to do, where whoever refuses knows it.
	Hint string
}

// Refuse makes the refusal of a rule that stands elsewhere.
func Refuse(code Code, part, format string, arguments ...any) *Refusal {
	return refuse(code, part, format, arguments...)
}

func refuse(code Code, part, format string, arguments ...any) *Refusal {
	r := &Refusal{Code: code, Message: fmt.Sprintf(format, arguments...), Part: part, Form: format}
	for _, argument := range arguments {
		r.Arguments = append(r.Arguments, fmt.Sprint(argument))
	}
	return r
}

// ofType marks the refusal of a type.
func (r *Refusal) ofType() *Refusal {
	r.OfType = true
	return r
}

// ofPart marks the refusal of the type of a column or field, if there is one.
func (r *Refusal) ofPart(part string) *Refusal {
	if r != nil {
		r.Part, r.OfType = part, true
	}
	return r
}

// about names the option of a refusal, if there is one.
func (r *Refusal) about(option string) *Refusal {
	if r != nil {
		r.Option = option
	}
	return r
}

// Schema is the keyspaces of a server with all that they hold.
type Schema struct {
	// Physical is the same as a part of a document.
	Physical model.Physical
	// Current is the keyspace of the last USE.
	Current string
	// Columns counts the columns of all tables and views.
	Columns   int
	ids       model.IDs
	keyspaces map[string]*keyspace
	// system are those of the server's own keyspaces that functions were asked
	// of.
	system map[string]*keyspace
	// durations are the user-defined types that hold a duration somewhere.
	durations map[model.ID]bool
	uses      uses
	// RenameFilter renames a column in the filter of a view, which is CQL
	// text; without it the text stays.
	RenameFilter func(filter string, rename Rename) string
	// CheckTerm judges a value, which is CQL text, for something of a type of
	// a keyspace; without it every value is taken.
	CheckTerm func(keyspace, term string, t model.Type) *Refusal
	// CheckMask judges the mask of a column, which is CQL text, and names the
	// user's function that it calls; without it every mask is taken.
	CheckMask func(table Name, column string, t model.Type, mask string) (function string, refusal *Refusal)
	// turns counts the changes of tables, made what was ever added.
	turns int
	made  struct{ keyspaces, types, relations, statements int }
}

// keyspace finds what is in a keyspace by name.
type keyspace struct {
	id        model.ID
	name      string
	value     *model.Keyspace
	types     map[string]model.ID
	relations map[string]*relation
	indexes   map[string]*index
	// functions are in the order in which they were added; byName has them
	// and their overloads.
	functions []*function
	byName    map[string][]*function
}

// relation is a table or view with its columns by name, in written order.
type relation struct {
	id      model.ID
	value   *model.Relation
	columns map[string]model.ID
	indexes indexSet
	options tableOptions
	// triggers are by name; masks are the users' functions that mask columns.
	triggers map[string]model.ID
	masks    map[string]string
	// partition counts the columns of the partition key; counter says that
	// it is a table of counters.
	partition int
	counter   bool
	// dropped are the columns that the table had once.
	dropped map[string]droppedColumn
	// views are kept of a table, base is the table of a view, and all says
	// that the view was made of all columns.
	views []*relation
	base  *relation
	all   bool
	// turn is larger than that of a table that was changed earlier.
	turn int
	// columnsMade and indexesMade count what was ever added.
	columnsMade, indexesMade int
}

func (r *relation) column(name string) *model.Column { return r.value.Columns[r.columns[name]] }

// New starts with no keyspaces. ids gives the IDs of what is added.
func New(ids model.IDs) *Schema {
	return &Schema{ids: ids, keyspaces: map[string]*keyspace{}, system: map[string]*keyspace{}, durations: map[model.ID]bool{}, uses: newUses(), Physical: model.Physical{
		Keyspaces: map[model.ID]*model.Keyspace{},
		Types:     map[model.ID]*model.UserType{},
		Relations: map[model.ID]*model.Relation{},

		Statements: map[model.ID]*model.Statement{},
	}}
}

// Use is USE keyspace.
func (s *Schema) Use(name string) *Refusal {
	if s.keyspaces[name] == nil && !isSystem(name) {
		return refuse(Invalid, "", "Keyspace '%s' does not exist", name)
	}
	s.Current = name
	return nil
}

// Name is the name of a type, table or view in a declaration. Keyspace is
// empty where the statement gives none.
type Name struct{ Keyspace, Name string }

// written is the name as messages repeat it: qualified where it was written so.
func (n Name) written() string {
	if n.Keyspace == "" {
		return n.Name
	}
	return n.Keyspace + "." + n.Name
}

// Complete gives the name the current keyspace where it has none.
func (s *Schema) Complete(n Name) (Name, *Refusal) { return s.in(n) }

// in completes the name with the current keyspace.
func (s *Schema) in(n Name) (Name, *Refusal) {
	if n.Keyspace == "" {
		n.Keyspace = s.Current
	}
	if n.Keyspace == "" {
		return n, refuse(Invalid, "", "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename")
	}
	return n, nil
}

// The server's own keyspaces: those of each node, which nobody can change, and
// those that are replicated, in which nobody can create anything.
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
		return refuse(Invalid, "", "%s keyspace is not user-modifiable.", keyspace)
	case isSystem(keyspace):
		return refuse(Invalid, "", "Cannot CREATE <all tables in %s>", keyspace)
	}
	return nil
}

// modifiable finds the keyspace that a statement is to change.
func (s *Schema) modifiable(name string) (*keyspace, *Refusal) {
	if refusal := checkSystem(name); refusal != nil {
		return nil, refusal
	}
	if refusal := CheckKeyspaceName(name); refusal != nil {
		return nil, refusal
	}
	found := s.keyspaces[name]
	if found == nil {
		return nil, refuse(Invalid, "", "Keyspace '%s' doesn't exist", name)
	}
	return found, nil
}

// isWord matches \w+ in ASCII, what the server wants of the names of
// keyspaces, tables and indexes.
func isWord(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}

// maxName bounds the names of keyspaces and of the columns of custom indexes.
const maxName = 48

func quoted(names []string) string { return strings.Join(names, ", ") }
