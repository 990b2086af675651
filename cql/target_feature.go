package cql

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model/access"
)

// Sources of the features of a database: its own documentation or grammar.
const (
	keyspacesAPIs   = "Amazon Keyspaces Developer Guide, cassandra-apis"
	keyspacesSelect = "Amazon Keyspaces Developer Guide, cql.dml.select"
	keyspacesBatch  = "Amazon Keyspaces Developer Guide, functional-differences"
	keyspacesTypes  = "Amazon Keyspaces Developer Guide, cql.elements"
	astraLimits     = "Astra DB Serverless, CQL limits (cassandra-guardrails)"
	scyllaGrammar   = "ScyllaDB, cql3/Cql.g"
	// cassandraGrammar was tested by parsing with the published jars of each version.
	cassandraGrammar = "Cassandra, the parser of each version"
	// recordedAnswers stand in cql/testdata/versions.
	recordedAnswers = "Cassandra, the answers of each version"
	scyllaCompare   = "ScyllaDB, docs/using-scylla/cassandra-compatibility"
)

const (
	everywhere   = cassandra | scyllaDB | astraDB | amazonKeyspaces
	notKeyspaces = everywhere &^ amazonKeyspaces
	notAstra     = everywhere &^ astraDB
)

// features are all that some target lacks. A feature is assumed to exist unless one
// of the sources says otherwise.
var features = append(append(append(append([]feature{}, statementFeatures...), clauseFeatures...), nameFeatures...), optionFeatures...)

var statementFeatures = []feature{
	{"materialized views", cassandra | scyllaDB, 0, astraLimits + "; " + keyspacesAPIs,
		statements("CREATE MATERIALIZED VIEW", "ALTER MATERIALIZED VIEW", "DROP MATERIALIZED VIEW")},
	{"user-defined functions", cassandra | scyllaDB, 0, astraLimits + "; " + keyspacesAPIs, statements("CREATE FUNCTION", "DROP FUNCTION")},
	{"user-defined aggregates", cassandra | scyllaDB, 0, astraLimits + "; " + keyspacesAPIs, statements("CREATE AGGREGATE", "DROP AGGREGATE")},
	{"triggers", cassandra | astraDB, 0, scyllaCompare + "; " + keyspacesAPIs, statements("CREATE TRIGGER", "DROP TRIGGER")},
	{"CREATE, ALTER and DROP KEYSPACE", notAstra, 0, astraLimits, statements("CREATE KEYSPACE", "ALTER KEYSPACE", "DROP KEYSPACE")},
	{"secondary indexes", notKeyspaces, 0, keyspacesAPIs, statements("CREATE INDEX", "DROP INDEX")},
	{"TRUNCATE", notKeyspaces, 0, keyspacesAPIs, statements("TRUNCATE")},
	{"ALTER TYPE", notKeyspaces, 0, keyspacesAPIs, statements("ALTER TYPE")},
	{"roles, users and permissions", notKeyspaces, 0, keyspacesBatch,
		statements("CREATE ROLE", "ALTER ROLE", "DROP ROLE", "CREATE USER", "ALTER USER", "DROP USER", "GRANT", "REVOKE", "LIST")},
	{"identities", from50 | astraDB, 0, "CASSANDRA-18554", statements("ADD", "DROP IDENTITY")},
	{"logged batches of more than 100 statements", notKeyspaces, 0, keyspacesBatch,
		when(func(b *syntax.Batch) bool { return b.Kind == syntax.LoggedBatch && len(b.Statements) > 100 })},
	{"unlogged batches of more than 30 statements", notKeyspaces, 0, keyspacesBatch,
		when(func(b *syntax.Batch) bool { return b.Kind == syntax.UnloggedBatch && len(b.Statements) > 30 })},
	{"conditions (IF) in unlogged batches", notKeyspaces, 0, keyspacesBatch,
		when(func(b *syntax.Batch) bool {
			return b.Kind == syntax.UnloggedBatch && slices.ContainsFunc(b.Statements, isConditional)
		})},
	{"DROP, RENAME and TYPE of a column", notKeyspaces, 0, keyspacesDDL, when(func(s *syntax.AlterTable) bool {
		return s.Action == syntax.DropParts || s.Action == syntax.RenameParts || s.Action == syntax.AlterPartType
	})},
	{"USING of an index that is not CUSTOM", everywhere &^ before50, 0, "CASSANDRA-18615",
		when(func(s *syntax.CreateIndex) bool { return !s.Custom && s.HasUsing })},
	{"functions in Java", everywhere &^ scyllaDB, 0, "ScyllaDB, cql3/statements/create_function_statement", inLanguage("java")},
	{"functions in JavaScript", before50, 0, "CASSANDRA-18252", inLanguage("javascript")},
	{"functions in Lua and WebAssembly", scyllaDB, 0, "ScyllaDB, cql3/statements/create_function_statement", inLanguage("lua", "wasm", "xwasm")},
	{"IF EXISTS of ALTER", from41 | astraDB, 0, "CASSANDRA-16916; " + scyllaGrammar, alterIf},
	{"ALTER TABLE … DROP COMPACT STORAGE", cassandra | astraDB, 0, "CASSANDRA-10857; " + scyllaGrammar,
		when(func(s *syntax.AlterTable) bool { return s.Action == syntax.DropCompactStorage })},
	{"GRANT of several permissions", from41 | astraDB, 0, "CASSANDRA-17030; " + scyllaGrammar,
		when(func(s *syntax.Grant) bool { return len(s.Permissions) > 1 })},
	{"the permissions UNMASK and SELECT_MASKED", from50 | astraDB, 0, "CASSANDRA-17940", when(func(s *syntax.Grant) bool {
		return slices.Contains(s.Permissions, "UNMASK") || slices.Contains(s.Permissions, "SELECT_MASKED")
	})},
	{"HASHED PASSWORD", from41 | scyllaDB | astraDB, 0, "CASSANDRA-17334", hashedPassword},
	{"ACCESS TO DATACENTERS", from40 | astraDB, 0, "CASSANDRA-13985; " + scyllaGrammar,
		when(func(o *syntax.RoleOption) bool { return o.Kind == syntax.AccessDatacenters })},
	{"ACCESS FROM CIDRS", from50 | astraDB, 0, "CASSANDRA-18592", when(func(o *syntax.RoleOption) bool { return o.Kind == syntax.AccessCIDRs })},
}

// inLanguage matches functions in one of the languages.
func inLanguage(languages ...string) matcher {
	return when(func(s *syntax.CreateFunction) bool { return slices.Contains(languages, strings.ToLower(s.Language)) })
}

func isConditional(statement syntax.Statement) bool {
	switch s := statement.(type) {
	case *syntax.Insert:
		return s.IfNotExists
	case *syntax.Update:
		return s.IfExists || len(s.If) > 0
	case *syntax.Delete:
		return s.IfExists || len(s.If) > 0
	}
	return false
}

func alterIf(node syntax.Node) (syntax.Position, bool) {
	switch s := node.(type) {
	case *syntax.AlterKeyspace:
		return s.Start, s.IfExists
	case *syntax.AlterTable:
		return s.Start, s.IfExists || s.IfPart
	case *syntax.AlterType:
		return s.Start, s.IfExists || s.IfPart
	case *syntax.AlterView:
		return s.Start, s.IfExists
	case *syntax.Role:
		return s.Start, s.Alter && s.If
	case *syntax.User:
		return s.Start, s.Alter && s.If
	}
	return syntax.Position{}, false
}

func hashedPassword(node syntax.Node) (syntax.Position, bool) {
	switch n := node.(type) {
	case *syntax.User:
		return n.Start, n.Hashed
	case *syntax.RoleOption:
		return n.Position, n.Kind == syntax.HashedPassword
	}
	return syntax.Position{}, false
}

var clauseFeatures = []feature{
	{"masks of columns", from50 | astraDB, 0, "CASSANDRA-17940; " + scyllaGrammar, when(func(*syntax.Mask) bool { return true })},
	{"ALTER … DROP MASKED", from50 | astraDB, 0, "CASSANDRA-17940", when(func(s *syntax.AlterTable) bool { return s.Action == syntax.DropMask })},
	{"ORDER BY … ANN OF", from50 | scyllaDB | astraDB, 0, "CASSANDRA-18715", when(func(o *syntax.Ordering) bool { return o.ANN != nil })},
	{"LIKE", notKeyspaces, 0, keyspacesSelect, when(func(r *syntax.Condition) bool { return r.Operator == "LIKE" })},
	{"DISTINCT", notKeyspaces, 0, keyspacesSelect, when(func(s *syntax.Select) bool { return s.Distinct })},
	{"PER PARTITION LIMIT", notKeyspaces, 0, keyspacesSelect, partOf(func(s *syntax.Select) *syntax.Term { return s.PerPartitionLimit })},
	{"GROUP BY", notKeyspaces, 0, keyspacesSelect, partOf(groupBy)},
	{"GROUP BY of a function", from41 | astraDB, 0, "CASSANDRA-11871; " + scyllaGrammar, partOf(groupByFunction)},
	{"arithmetic", everywhere &^ (cassandra311 | scyllaDB | amazonKeyspaces), 0, "CASSANDRA-11935; " + scyllaGrammar + "; " + keyspacesSelect,
		termKind(syntax.OperationTerm, syntax.NegationTerm)},
	{"concatenation of texts", everywhere &^ (cassandra311 | cassandra40), 0, "CASSANDRA-17190", when(func(t *syntax.Term) bool {
		isText := func(operand syntax.Term) bool { return operand.Kind == syntax.StringTerm }
		return t.Kind == syntax.OperationTerm && t.Text == "+" && slices.ContainsFunc(t.Terms, isText)
	})},
	{"toJson() outside of what SELECT returns", everywhere &^ before50, 0, recordedAnswers, jsonOutside},
	{"the element of a collection in SELECT", everywhere &^ (cassandra311 | amazonKeyspaces), 0,
		"CASSANDRA-7396; " + keyspacesSelect, termKind(syntax.ElementTerm)},
	{"a slice of a collection in SELECT", everywhere &^ (cassandra311 | scyllaDB | amazonKeyspaces), 0,
		"CASSANDRA-7396; " + scyllaGrammar, termKind(syntax.SliceTerm)},
	{"writetime() and ttl() of an element or a field", from50 | scyllaDB | astraDB, 0, cassandraGrammar + "; " + scyllaGrammar, partOf(cellPart)},
	{"SELECT of a collection or a tuple", everywhere &^ (cassandra311 | scyllaDB), 0, cassandraGrammar + "; " + scyllaGrammar,
		selectorKind(syntax.ListTerm, syntax.SetTerm, syntax.MapTerm, syntax.TupleTerm)},
	{"SELECT of a cast `(type)`", everywhere &^ scyllaDB, 0, scyllaGrammar, selectorKind(syntax.CastTerm)},
	{"a cast `(type)` of a column", everywhere &^ (cassandra311 | scyllaDB), 0, cassandraGrammar + "; " + scyllaGrammar, castColumn},
	{"the short forms `+=` and `-=`", everywhere &^ scyllaDB, 0, scyllaGrammar,
		when(func(a *syntax.Assignment) bool { return a.Kind == syntax.AppendShort || a.Kind == syntax.RemoveShort })},
	{"USING TIMEOUT", scyllaDB, 0, "ScyllaDB, docs/cql/cql-extensions", when(func(a *syntax.Attribute) bool { return a.Kind == syntax.Timeout })},
	{"aggregates", notKeyspaces, 0, keyspacesAPIs + " and cql.functions", functionsNamed("count min max sum avg")},
	{"IN in UPDATE and DELETE", notKeyspaces, 0, keyspacesBatch, writtenIn},
	{"CONTAINS in a condition", from41 | astraDB, 0, "CASSANDRA-10537; " + scyllaGrammar, conditionContains},
}

// likeFiltering matches LIKE that no index answers, which is not judged.
var likeFiltering = feature{"LIKE with ALLOW FILTERING", scyllaDB, 0, "ScyllaDB, cql3/restrictions/statement_restrictions", when(func(s *syntax.Select) bool {
	return s.AllowFiltering && slices.ContainsFunc(s.Where, func(c syntax.Condition) bool { return c.Operator == "LIKE" })
})}

// writtenIn returns the values of IN in an UPDATE or a DELETE.
func writtenIn(node syntax.Node) (syntax.Position, bool) {
	var conditions []syntax.Condition
	switch s := node.(type) {
	case *syntax.Update:
		conditions = s.Where
	case *syntax.Delete:
		conditions = s.Where
	}
	for i := range conditions {
		if conditions[i].Operator == "IN" {
			return conditions[i].Position, true
		}
	}
	return syntax.Position{}, false
}

// cellPart returns the element or field whose write time or time to live is
// selected.
func cellPart(t *syntax.Term) *syntax.Term {
	if t.Kind != syntax.FunctionTerm || len(t.Terms) != 1 || !isCellFunction(*t.Name) {
		return nil
	}
	switch t.Terms[0].Kind {
	case syntax.ElementTerm, syntax.SliceTerm, syntax.FieldTerm:
		return &t.Terms[0]
	}
	return nil
}

func isCellFunction(name syntax.QualifiedName) bool {
	if name.Keyspace.Name != "" || name.Name.Quoted {
		return false
	}
	switch strings.ToLower(name.Name.Name) {
	case "writetime", "maxwritetime", "ttl":
		return true
	}
	return false
}

func groupBy(s *syntax.Select) *syntax.Term {
	if len(s.GroupBy) == 0 {
		return nil
	}
	return &s.GroupBy[0]
}

func groupByFunction(s *syntax.Select) *syntax.Term {
	for i := range s.GroupBy {
		if s.GroupBy[i].Kind == syntax.FunctionTerm {
			return &s.GroupBy[i]
		}
	}
	return nil
}

func conditionContains(node syntax.Node) (syntax.Position, bool) {
	var conditions []syntax.Condition
	switch s := node.(type) {
	case *syntax.Update:
		conditions = s.If
	case *syntax.Delete:
		conditions = s.If
	}
	for i := range conditions {
		if strings.HasPrefix(conditions[i].Operator, "CONTAINS") {
			return conditions[i].Position, true
		}
	}
	return syntax.Position{}, false
}

// sixFeatures are refused by the parser where they are missing, in words of its own.
var sixFeatures = []feature{
	{"constraints of columns", cassandra60, 0, cassandraGrammar, when(func(*syntax.Check) bool { return true })},
	{"COMMENT ON and SECURITY LABEL", cassandra60, 0, cassandraGrammar, when(func(*syntax.CommentOn) bool { return true })},
	{"CREATE TABLE … LIKE", cassandra60, 0, cassandraGrammar, when(func(*syntax.LikeTable) bool { return true })},
	{"transactions", cassandra60, 0, cassandraGrammar, when(func(*syntax.Transaction) bool { return true })},
	{"BETWEEN, NOT IN and NOT CONTAINS", cassandra60, 0, cassandraGrammar, when(func(c *syntax.Condition) bool {
		return c.Operator == "BETWEEN" || strings.HasPrefix(c.Operator, "NOT ")
	})},
}

// nameFeatures are types, functions and classes.
var nameFeatures = []feature{
	{"the type vector", from50 | scyllaDB | astraDB, 0, "CASSANDRA-18504; " + scyllaGrammar,
		when(func(t *syntax.TypeName) bool { return t.Kind == syntax.VectorType })},
	{"the type duration", notKeyspaces, 0, keyspacesTypes, nativeNamed("duration")},
	{"storage-attached indexes", from50 | astraDB, 0, "CASSANDRA-16052; " + scyllaCompare, when(isStorageAttached)},
	{"SASI", cassandra, 0, "CASSANDRA-10661; " + scyllaCompare, when(func(s *syntax.CreateIndex) bool { return strings.HasSuffix(s.Using, "SASIIndex") })},
	{"the index class vector_index", scyllaDB, 0, "ScyllaDB, docs/cql/secondary-indexes",
		when(func(s *syntax.CreateIndex) bool { return s.Using == "vector_index" })},
	{"currentTimestamp() and its kind", from40 | scyllaDB | astraDB, 0, "CASSANDRA-13132",
		functionsNamed("currenttimestamp currentdate currenttime currenttimeuuid")},
	{"dateOf() and unixTimestampOf()", before50 | scyllaDB | astraDB | amazonKeyspaces, 0, "CASSANDRA-18328", functionsNamed("dateof unixtimestampof")},
	{"floor()", from41 | astraDB, 0, "CASSANDRA-11871", functionsNamed("floor")},
	{"maxwritetime()", from50 | astraDB, 0, "CASSANDRA-17425; " + scyllaGrammar, functionsNamed("maxwritetime")},
	{"the functions of numbers abs, exp, log, log10 and round", from50 | astraDB, 0, "CASSANDRA-17221", functionsNamed("abs exp log log10 round")},
	{"the functions of collections", from50 | astraDB, 0, "CASSANDRA-18060",
		functionsNamed("map_keys map_values collection_count collection_min collection_max collection_sum collection_avg")},
	{"names of functions with underscores", from50 | astraDB, 0, "CASSANDRA-18037", functionsNamed(renamedFunctions())},
	{"the functions of masks", from50 | astraDB, 0, "CASSANDRA-17941",
		functionsNamed("mask_default mask_null mask_replace mask_inner mask_outer mask_hash")},
	{"length(), octet_length(), format_bytes() and format_time()", cassandra60, 0, "Cassandra 6.0, cql3/functions",
		functionsNamed("length octet_length format_bytes format_time transformation_kind")},
	{"the functions of similarity", from50 | scyllaDB | astraDB, 0, "CASSANDRA-18640; ScyllaDB, cql3/functions/vector_similarity_fcts",
		functionsNamed("similarity_cosine similarity_euclidean similarity_dot_product")},
}

// renamedFunctions matches functions whose names had no underscores before 5.0.
func renamedFunctions() string {
	var names []string
	for _, native := range access.Natives() {
		if native.Former != "" {
			names = append(names, native.Name)
		}
	}
	return strings.Join(names, " ")
}

func isStorageAttached(s *syntax.CreateIndex) bool {
	switch strings.ToLower(s.Using[strings.LastIndexByte(s.Using, '.')+1:]) {
	case "sai", "storageattachedindex":
		return true
	}
	return false
}
