package cql_test

import (
	"errors"
	"flag"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
)

var update = flag.Bool("update", false, "record the verdicts in testdata anew from a real Cassandra, and write the tables of docs/cql.md")

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests allocate much and hold little
	os.Exit(cassandratest.Main(m))
}

const rulesFile = "testdata/rules.txt"

// rule is a statement with the verdict of a real Cassandra 5.0: "ok", or the
// class and the message. For a grammar error, where our message differs, it is only
// the class.
type rule struct{ statement, verdict string }

func readRules(t *testing.T) []rule { return readVerdicts(t, rulesFile) }

func readVerdicts(t testing.TB, file string) []rule {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rules []rule
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		statement, verdict, _ := strings.Cut(block, "\n  ")
		rules = append(rules, rule{statement, verdict})
	}
	return rules
}

func readSetup(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/rules_setup.cql")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRules compares our verdicts with those recorded from Cassandra. Statements
// are checked in sequence, since accepted ones change the schema.
func TestRules(t *testing.T) {
	rules := readRules(t)
	script := readSetup(t)
	count := len(parse.Parse(script).Statements)
	for _, rule := range rules {
		script += rule.statement + ";\n"
	}
	verdicts := map[int]string{}
	for _, finding := range cql.Judge(parse.Parse(script)) {
		if finding.Severity == cql.Error {
			verdicts[finding.Statement] = finding.Code + ": " + finding.Message
		}
	}
	for i, rule := range rules {
		got := verdicts[count+i+1]
		if got == "" {
			got = "ok"
		}
		if rule.verdict == grammarError {
			got, _, _ = strings.Cut(got, ":")
		}
		want := withoutAddress(rule.verdict)
		if ours, differs := differences[rule.statement[strings.LastIndex(rule.statement, " WITH ")+1:]]; differs {
			want = ours.ours
		}
		if authorization.MatchString(want) {
			want = "ok"
			if aboutRoles.MatchString(got) { // see TestRoles
				got = "ok"
			}
		}
		if withoutAddress(got) != want {
			t.Errorf("%s\n got %s\nwant %s", rule.statement, got, want)
		}
	}
}

// authorization matches refusals that depend on the user, on the server's settings
// for roles or on its datacenters, which we do not check.
var authorization = regexp.MustCompile(`^cql/invalid: (You have to be logged in|Only superusers |org\.apache\.cassandra\.auth\.CassandraRoleManager doesn't support |` +
	`Invalid value\(s\) for DATACENTERS|Invalid CIDR group)`)

var aboutRoles = regexp.MustCompile(`^cql/invalid: (\S+ already exists|(Role )?\S+ doesn't exist|Resource <.*> doesn't exist|\S+ is a member of \S+|` +
	`\S+ is not a member of \S+|identity '.*' doesn't exist|Can not add identity for non-existent role '.*'|Invalid hashed password value\. Please use jBcrypt\.)$`)

const grammarError = "cql/syntax"

// withoutAddress removes the address of a Java object, which two messages contain,
// and sorts the functions and columns that others list in an order that varies
// between servers.
func withoutAddress(verdict string) string {
	verdict = restrictedColumns.ReplaceAllStringFunc(verdict, func(list string) string {
		columns := strings.Split(strings.TrimSuffix(list, illegally), ",")
		slices.Sort(columns)
		return strings.Join(columns, ",") + illegally
	})
	return sortedSignatures(objectAddress.ReplaceAllString(verdict, "$1"))
}

const illegally = " restricted illegally)"

var restrictedColumns = regexp.MustCompile(`\w+(,\w+)+` + regexp.QuoteMeta(illegally))

var objectAddress = regexp.MustCompile(`((?:Cannot use aliases|Can only select columns by name) .*)\(got .*`)

// differences are our verdicts that differ from Cassandra's, by the end of the
// statement.
var differences = map[string]difference{
	"CREATE TABLE shop.n61 (a int PRIMARY KEY, b 'nosuch.Type')": {"ok", foreignClass},
	"WITH compression = {'class': 'x.Y'}":                        {"ok", foreignClass},
	"WITH compaction = {'class': 'x.Y'}":                         {"ok", foreignClass},
	"CREATE CUSTOM INDEX j3 ON shop.base (d) USING 'no.such'":    {"ok", foreignClass},
	"WITH compression = {'class': 'LZ4Compressor', 'min_compress_ratio': 'x'}": {
		"cql/config: min_compress_ratio can either be 0 or greater than or equal to 1", noCrash},
	"ALTER TYPE alt.free ADD q vector<frozen<alt.free>, 2>": {"cql/invalid: Cannot add new field q of type vector<frozen<alt.free>, 2> " +
		"to user type alt.free as it would create a circular reference", "The server does not look for types inside vectors."},
	"ALTER TYPE alt.free ADD q list<list<int>>": {"cql/invalid: Non-frozen collections are not allowed inside collections: list<list<int>>",
		"Follows from the statement before, after which the server has that field."},
	"WITH read_repair = 'ASYNC'": {"cql/invalid: java.lang.IllegalArgumentException: No enum constant " +
		"org.apache.cassandra.service.reads.repair.ReadRepairStrategy.ASYNC", javaText},
	"CREATE AGGREGATE fn.a4 (int) SFUNC sum2 STYPE int INITCOND ?": {"cql/invalid: java.lang.IndexOutOfBoundsException: Index: 0", javaText},
	"CREATE AGGREGATE fn.a9 (int) SFUNC sumts STYPE timestamp INITCOND ''": {
		"cql/invalid: INITCOND must not be empty for all types except TEXT, ASCII, BLOB", noCrash},
	"CREATE AGGREGATE fn.a11 (int) SFUNC suminet STYPE inet INITCOND ''": {
		"cql/invalid: INITCOND must not be empty for all types except TEXT, ASCII, BLOB", noCrash},
	"ALTER TABLE alt.dense DROP v":                                 {dropFails, javaText},
	"ALTER TABLE alt.dense DROP IF EXISTS v":                       {dropFails, javaText},
	"WITH mask_inner(?, 2))":                                       {"cql/invalid: java.lang.IndexOutOfBoundsException: Index: 0", javaText},
	"WITH mask_inner(:a, 2))":                                      {"cql/invalid: java.lang.IndexOutOfBoundsException: Index: 0", javaText},
	"CREATE TRIGGER tr ON fn.t USING 'no.such.Class'":              {"ok", foreignClass},
	"CREATE TRIGGER tr ON system_auth.roles USING 'no.such.Class'": {"ok", foreignClass},
}

const (
	dropFails    = "cql/invalid: java.lang.IndexOutOfBoundsException: 0 not in range [0..0)"
	foreignClass = "Custom classes are not checked: a server that has them may accept them."
	javaText     = "The server fails with a Java error of this text; we reject the statement with it."
	noCrash      = "The server fails with a Java error; we report what is wrong with the statement."
)

func TestRulesOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	setup := readSetup(t)
	for _, statement := range parse.Parse(setup).Statements {
		cassandratest.Run(t, session, strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(statement)), ";"))
	}
	for _, keyspace := range []string{"shop", "other", "alt", "fn", "fn2", "vf"} {
		cassandratest.DropAfter(t, session, keyspace)
	}
	server := cassandratest.Connect(t)
	var recorded strings.Builder
	for _, rule := range readRules(t) {
		got := verdictOf(server.Run(rule.statement))
		same := withoutAddress(got) == withoutAddress(rule.verdict)
		recorded.WriteString(rule.statement + "\n  " + recordedVerdict(same, rule.verdict, got) + "\n\n")
		if !*update && !same {
			t.Errorf("%s\n got %s\nwant %s", rule.statement, got, rule.verdict)
		}
	}
	if *update {
		if err := os.WriteFile(rulesFile, []byte(strings.TrimSuffix(recorded.String(), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// recordedVerdict keeps the old verdict if the server only changed an order or an
// address.
func recordedVerdict(same bool, before, now string) string {
	if same {
		return before
	}
	return now
}

// verdictOf returns the class of a refusal, by its code in the protocol, and its
// message.
func verdictOf(err error) string {
	if err == nil {
		return "ok"
	}
	refusal := gocql.RequestError(nil)
	if !errors.As(err, &refusal) {
		return "error: " + err.Error()
	}
	message := strings.ReplaceAll(refusal.Message(), "\n", " ")
	switch refusal.Code() {
	case gocql.ErrCodeSyntax:
		if strings.HasPrefix(message, "line ") {
			return grammarError
		}
		return "cql/syntax: " + message
	case gocql.ErrCodeConfig:
		return "cql/config: " + message
	case gocql.ErrCodeAlreadyExists:
		return "cql/exists: " + message
	case gocql.ErrCodeUnauthorized, gocql.ErrCodeInvalid, gocql.ErrCodeFunctionFailure:
		return "cql/invalid: " + message
	}
	if strings.HasPrefix(message, "org.apache.cassandra.serializers.MarshalException: ") {
		return "cql/invalid: " + message // from_json of a text that is not of the type
	}
	return "server error: " + message
}
