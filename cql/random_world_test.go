package cql_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model/validation"
)

var (
	definitions    = flag.Int("definitions", 300, "how many random statements about the schema a real Cassandra judges")
	definitionSeed = flag.Uint64("definition-seed", 1, "seed of these statements")
)

// worldLength is the number of statements in one world. Then everything is dropped,
// which is faster at once than table by table.
const worldLength = 100

// definitionWorlds is the number of worlds that a server checks by default.
const definitionWorlds = 30

// world is two keyspaces and what random statements create in them.
type world struct {
	ddlWriter
	number uint64
	// taken are the statements accepted so far.
	taken string
}

// newWorld returns a world with its opening. All worlds have the same keyspaces: a
// server reads its whole schema after each change of it, with what is left of
// dropped keyspaces.
func newWorld(seed, number uint64) *world {
	w := &world{number: number, ddlWriter: ddlWriter{Rand: rand.New(rand.NewPCG(seed, number)), home: "w", other: "w_other"}}
	for _, statement := range w.opening() {
		w.take(statement)
	}
	return w
}

func (w *world) take(statement string) {
	w.taken += statement + ";\n"
	w.there, _ = cql.Import(w.taken, "random")
}

// judge gives our verdict on one more statement: ok, or the refusal.
func (w *world) judge(statement string) string {
	script := parse.Parse(w.taken + statement + ";\n")
	number := len(script.Statements)
	for _, finding := range cql.Judge(script) {
		if finding.Severity == cql.Error && finding.Statement == number {
			if len(script.Errors) > 0 {
				return grammarError
			}
			return finding.Code + ": " + finding.Message
		}
	}
	return "ok"
}

// judgedWorlds are the worlds that a server checks by default, with our verdicts.
// Two tests use them.
var judgedWorlds = sync.OnceValue(func() []*judgedWorld {
	var worlds []*judgedWorld
	for number := range uint64(definitionWorlds) {
		w := &judgedWorld{world: newWorld(1, number)}
		for range worldLength {
			statement := w.statement()
			verdict := w.judge(statement)
			if verdict == "ok" {
				w.take(statement)
			}
			w.judged = append(w.judged, rule{statement, verdict})
		}
		worlds = append(worlds, w)
	}
	return worlds
})

type judgedWorld struct {
	*world
	judged []rule
}

// TestRandomDefinitions: about half of the random statements are refused, and the
// accepted ones give a valid model.
func TestRandomDefinitions(t *testing.T) {
	refused := 0
	for number, w := range judgedWorlds() {
		for _, judged := range w.judged {
			if judged.verdict != "ok" {
				refused++
			}
			if judged.verdict == grammarError {
				t.Errorf("world %d: this breaks the grammar: %s", number, judged.statement)
			}
		}
		if problems := validation.Problems(w.there); len(problems) > 0 {
			t.Errorf("world %d: problems %+v\n%s", number, problems, w.taken)
		}
		for _, finding := range cql.Judge(parse.Parse(cql.PrintModel(w.there, cql.PrintOptions{}))) {
			if finding.Severity == cql.Error && !onlyStepwise.MatchString(finding.Message) {
				t.Errorf("world %d: what is printed is refused: %s\n%s", number, finding.Message, finding.Text)
			}
		}
	}
	checkShare(t, refused, definitionWorlds*worldLength)
}

// onlyStepwise matches refusals of a schema that no CREATE can make but several
// statements in sequence can.
var onlyStepwise = regexp.MustCompile(`max_index_interval must|Non-frozen UDTs with nested|No definition found that is not|Cannot include static column`)

// checkShare checks that 40 to 60 percent of the statements are refused.
func checkShare(t *testing.T, refused, total int) {
	t.Helper()
	share := 100 * refused / total
	t.Logf("%d of %d statements refused, %d %%", refused, total, share)
	if share < 40 || share > 60 {
		t.Errorf("%d %% of the statements are refused: not near the border of what is legal", share)
	}
}

// TestRandomDefinitionsOnCassandra: a real server and our rules give the same
// verdicts on a sequence of random statements.
func TestRandomDefinitionsOnCassandra(t *testing.T) {
	t.Logf("seed %d", *definitionSeed)
	refused, total := 0, 0
	for number := uint64(0); total < *definitions; number++ {
		count := min(worldLength, *definitions-total)
		refused += liveWorld(t, newWorld(*definitionSeed, number), count)
		total += count
	}
	checkShare(t, refused, total)
}

// liveWorld has both check the statements, and returns the number of refused ones.
// At the end the server must describe the schema of our model. It ends early at a
// known difference, after which the schemas may differ.
func liveWorld(t *testing.T, w *world, count int) (refused int) {
	connection := cassandratest.Connect(t)
	defer func() {
		for _, keyspace := range w.there.Physical.Keyspaces {
			if err := connection.Run("DROP KEYSPACE IF EXISTS " + syntax.QuoteName(keyspace.Name)); err != nil {
				t.Error(err)
			}
		}
		dropFromSystem(t, connection)
	}()
	for _, statement := range w.opening() {
		if err := connection.Run(statement); err != nil {
			t.Fatalf("%v: %s", err, statement)
		}
	}
	for range count {
		statement := w.statement()
		got, want := w.judge(statement), verdictOf(connection.Run(statement))
		if want != "ok" {
			refused++
		}
		switch same := unordered(got) == unordered(want); {
		case !same && isKnown(w.taken, statement, want, got):
			t.Logf("excused: %s\n got %s\nwant %s", statement, got, want)
			return refused // the schemas may differ now
		case !same:
			t.Errorf("world %d: %s\n got %s\nwant %s", w.number, statement, got, want)
		}
		if (got == "ok") != (want == "ok") {
			return refused
		}
		if want == "ok" {
			w.take(statement)
		}
	}
	if strings.Contains(w.taken, "COMPACT") { // a comment may precede STORAGE
		return refused // DESCRIBE puts such a table into a comment
	}
	var dump strings.Builder
	for _, keyspace := range w.there.Physical.Keyspaces {
		dump.WriteString(cassandratest.Describe(t, cassandratest.Session(t), syntax.QuoteName(keyspace.Name)))
	}
	if _, report := cql.Import(dump.String(), "dump"); !slices.ContainsFunc(report.Refused, madeStepwise) {
		compareEffective(t, w.there, dump.String())
	}
	return refused
}

// dropFromSystem drops the functions that a world created in the server's own
// keyspaces.
func dropFromSystem(t *testing.T, connection *cassandratest.Connection) {
	t.Helper()
	session := cassandratest.Session(t)
	for _, kind := range []string{"aggregate", "function"} { // an aggregate calls functions
		rows := session.Query("SELECT keyspace_name, " + kind + "_name, argument_types FROM system_schema." + kind + "s").Iter()
		var keyspace, name string
		var arguments []string
		for rows.Scan(&keyspace, &name, &arguments) {
			if !strings.HasPrefix(keyspace, "system_") {
				continue
			}
			if err := connection.Run(fmt.Sprintf("DROP %s %s.%s(%s)", kind, syntax.QuoteName(keyspace), syntax.QuoteName(name), strings.Join(arguments, ", "))); err != nil {
				t.Error(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
	}
}

// madeStepwise reports whether the server would refuse its own dump.
func madeStepwise(refused cql.ReportLine) bool { return onlyStepwise.MatchString(refused.Message) }

// randomDifference is an accepted difference between the verdicts on random
// statements: patterns of the statement, of both verdicts, and of the required
// earlier statements, where $1 is a part of the statement.
type randomDifference struct{ statement, server, ours, reason, before string }

var randomDifferences = []randomDifference{
	{`^ALTER TABLE .* RENAME .* AND `, `^server error: java.lang.IllegalArgumentException$`, `another column with that name already exists$`,
		"Two columns get the same name: the server fails with a Java error.", ""},
	{`^CREATE MATERIALIZED VIEW`, `of type empty$`, `restricted illegally\)$`,
		"DROP COMPACT STORAGE may create a column of type `empty`, whose values we do not check.", "COMPACT"},
	{`^CREATE TABLE`, `InstanceAlreadyExistsException`, `^cql/exists: Cannot add already existing table `,
		"The server does not look for a view of that name, and fails with a Java error.", ""},
	{`^ALTER TABLE .* DROP `, `^server error: java.lang.IndexOutOfBoundsException: 0 not in range`, `^cql/invalid: java.lang.IndexOutOfBoundsException: 0 not in range`,
		javaText, ""},
	{`^DROP TYPE (?:IF EXISTS )?(?:\w+\.)?(\w+|".+")$`, `^ok$| is still used by user types `, ` is still used by `, "The server does not look for types inside vectors.",
		`vector<[^;]*$1`},
	{`^ALTER TYPE .* ADD .*vector<`, `^ok$`, `as it would create a circular reference$`, "The server does not look for the type itself inside vectors.", ""},
	{`(frozen|tuple)<.*(frozen<|'nosuch')`, `^cql/syntax: Failed parsing statement.*NullPointerException Cannot invoke "org.apache.cassandra.cql3.CQL3Type\$Raw`,
		`^cql/syntax: (frozen<> is only allowed on |Error setting type nosuch)`,
		"The server's parser fails with a Java error.", ""},
	{`compaction = .*(min|max)_threshold`, `^server error: java.lang.NumberFormatException`, `must be an integer$`,
		"The number is too large for the server, which fails with a Java error.", ""},
	{`^BEGIN .* IF .*(\w\(|\d [-+*/%] \d)|^BEGIN .*(\w\(|\d [-+*/%] \d).* IF `, `^cql/invalid: Batch with conditions cannot span multiple partitions$`,
		`^(ok|cql/invalid: (IN on the clustering key columns is not supported with conditional (updates|deletions)|Invalid null value in condition for column \w+|Cannot mix IF .* for the same row|.*\(you cannot use IN on the partition key\)))$`,
		"We do not compute the results of functions, so we may take two keys for the same.", ""},
	{`^BEGIN .* IF .* IF `, `^cql/invalid: Invalid comparison with (null|an empty \w+) for operator `, `^(ok$|cql/invalid: (A TTL must be greater|ttl is too large))`,
		"The server gets so far only if the conditions on other rows hold, which depends on stored rows.", ""},
	{`USING .*(TTL|TIMESTAMP) .* IF | IF .*USING .*(TTL|TIMESTAMP) `, `^ok$`, `^cql/invalid: (A TTL must be greater|ttl is too large|Out of bound timestamp)`,
		"The server checks them only if the condition holds, which depends on stored rows.", ""},
	{`^(UPDATE|DELETE|BEGIN) .* IF `, `^cql/invalid: Invalid null (value for list index|map key)$`, `^ok$`,
		"The server checks the value only if the condition holds, which depends on stored rows.", ""},
	{`^INSERT .* IF NOT EXISTS`, `^ok$`, `is mandatory for this COMPACT STORAGE table$`,
		"The server checks the value only if there is no such row, which depends on stored rows.", ""},
	{`^(UPDATE|DELETE|BEGIN) .* IF .* (AND|IF) `, `^(ok$|cql/invalid: Invalid comparison with )`, `^cql/invalid: (Invalid comparison with |Invalid negative list index |Invalid null value for \w+ element access$)`,
		"The server evaluates the conditions in any order and stops at the first that does not hold, which depends on stored rows.", ""},
	{`^(UPDATE|BEGIN) .* SET `, `^cql/syntax: (Multiple incompatible setting of|Only expressions of the form)`, `^cql/syntax(: expected .*)?$`,
		"In a statement with two errors, the server's parser reports what it finds after reading a part before a syntax error further on.", ""},
	{`^BEGIN .* IF .*\bq\.dense\b|^BEGIN .*\bq\.dense\b.* IF `, `^cql/invalid: Column \w+ is mandatory for this COMPACT STORAGE table$`, `^ok$`,
		"The server gets so far only if the earlier conditions hold, which depends on stored rows.", ""},
	{`^(INSERT|BEGIN) .* JSON .*""`, `^cql/invalid: Key may not be empty$`, `^ok$`,
		"An empty JSON string for a numeric key is an empty value.", ""},
}

func isKnown(before, statement, server, ours string) bool {
	statement = strings.Join(strings.Fields(statement), " ")
	return slices.ContainsFunc(randomDifferences, func(d randomDifference) bool {
		pattern := regexp.MustCompile(d.statement)
		match := pattern.FindStringSubmatchIndex(statement)
		return match != nil && regexp.MustCompile(d.server).MatchString(server) && regexp.MustCompile(d.ours).MatchString(ours) &&
			regexp.MustCompile(string(pattern.ExpandString(nil, d.before, statement, match))).MatchString(before)
	})
}

var dependentIndexes = regexp.MustCompile(`(dependent secondary indexes) \(.*\)`)

// unordered sorts what the server lists in varying order, and removes Java
// addresses.
func unordered(verdict string) string {
	return dependentIndexes.ReplaceAllStringFunc(withoutAddress(verdict), func(list string) string {
		names := strings.Split(strings.Trim(list[len("dependent secondary indexes "):], "()"), ", ")
		slices.Sort(names)
		return "dependent secondary indexes (" + strings.Join(names, ", ") + ")"
	})
}
