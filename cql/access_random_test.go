package cql_test

import (
	"flag"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model/access"
)

var (
	accessSeed  = flag.Uint64("access-seed", 1, "seed of the random statements")
	selectCount = flag.Int("select-count", 500, "how many random SELECTs a real Cassandra judges")
	writeCount  = flag.Int("write-count", 200, "how many random INSERTs, UPDATEs, DELETEs and BATCHes a real Cassandra judges")
)

// isOddity reports whether the server's answer is an internal error, as for some
// statements, or depends on the stored rows.
func isOddity(server, ours string) bool {
	onRows := strings.Contains(server, "a list which is null") || strings.Contains(server, "List index")
	return strings.HasPrefix(server, "server error") || onRows && ours == "ok"
}

func TestRandomSelectsOnCassandra(t *testing.T) {
	compareRandom(t, *selectCount, (*statementMaker).query)
}

func TestRandomWritesOnCassandra(t *testing.T) {
	compareRandom(t, *writeCount, (*statementMaker).write)
}

// compareRandom compares the verdicts of a real Cassandra and of our rules on
// random statements.
func compareRandom(t *testing.T, count int, write func(*statementMaker) string) {
	session := cassandratest.Session(t)
	for _, statement := range parse.Parse(readAccess(t, "setup.cql")).Statements {
		cassandratest.Run(t, session, strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(statement)), ";"))
	}
	cassandratest.DropAfter(t, session, "q")
	server := cassandratest.Connect(t)
	m := accessModel(t)
	tables := map[string]*access.Table{}
	for id, relation := range m.Physical.Relations {
		tables["q."+relation.Name] = access.NewTable(m, id)
	}
	names := slices.Sorted(maps.Keys(tables))
	random := rand.New(rand.NewPCG(*accessSeed, 4))
	refused, odd := 0, 0
	for range count {
		name := names[random.IntN(len(names))]
		maker := &statementMaker{Rand: random, table: tables[name], name: name, marked: random.IntN(100) < 30}
		statement := write(maker)
		ask := server.Run
		if hasMarker(statement) {
			ask = server.Prepare
		}
		want := verdictOf(ask(statement))
		got, alternatives := accessVerdictOf(m, statement)
		if isOddity(want, got) {
			odd++
			t.Logf("odd: %s\n got %s\nwant %s", statement, got, want)
			continue
		}
		if want != "ok" {
			refused++
		}
		if sortedCommon(got) != sortedCommon(want) && !slices.Contains(alternatives, sortedCommon(want)) &&
			withoutLibrary(got) != withoutLibrary(want) &&
			!(want == grammarError && strings.HasPrefix(got, grammarError)) {
			if !isKnown("", statement, want, got) {
				t.Errorf("%s\n got %s\nwant %s", statement, got, want)
				continue
			}
			t.Logf("excused: %s\n got %s\nwant %s", statement, got, want)
		}
	}
	t.Logf("seed %d: %d statements, %d %% refused, %d without a verdict of the server", *accessSeed, count, 100*refused/count, odd)
	if share := 100 * refused / count; count >= 500 && (share < 40 || share > 60) {
		t.Errorf("%d %% are refused: that is not near the border", share)
	}
}

var libraryWords = regexp.MustCompile(`(Could not decode JSON string as a map: ).*( \(String was: )|(Error decoding JSON string: ).*`)

// withoutLibrary removes what a library says about a text that is not JSON. The
// rest of the message does not vary.
func withoutLibrary(verdict string) string {
	return libraryWords.ReplaceAllString(verdict, "$1$3$2")
}

// hasMarker reports whether a statement has a bind marker. No literal of the maker
// contains a question mark.
func hasMarker(statement string) bool {
	return strings.Contains(statement, "?") || strings.Contains(statement, ":name")
}
