package cql_test

import (
	"os"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntaxtest"
	"widerow/model"
)

// someStatements returns a tenth of the recorded statements. Other tests check all
// of them; as seeds they would take all the time of a short run.
func someStatements(f *testing.F, file string) []string {
	var some []string
	for i, rule := range readVerdicts(f, file) {
		if i%10 == 0 {
			some = append(some, rule.statement)
		}
	}
	return some
}

// fuzzedKeyspace begins a script of statements that need one.
const fuzzedKeyspace = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE k;\n"

// checkFindings fails unless each finding has a message and a place in the text.
func checkFindings(t *testing.T, text string, findings []cql.Finding) {
	t.Helper()
	for _, finding := range findings {
		if finding.Message == "" || finding.Code == "" || int(finding.Position.Offset) > 3*len(text) || finding.Position.Line < 1 {
			t.Errorf("%q: finding %+v", text, finding)
		}
	}
}

// FuzzResolve: any text is checked, and becomes a model that can be saved,
// exported, and imported again from the same script.
func FuzzResolve(f *testing.F) {
	syntaxtest.Seed(f)
	f.Add(shopScript)
	f.Add("/*\x0f**/CREATE TABLE t (a int PRIMARY KEY)") // a comment without words
	setup, err := os.ReadFile("testdata/rules_setup.cql")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(setup))
	for _, statement := range someStatements(f, "testdata/rules.txt") {
		f.Add(fuzzedKeyspace + statement)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkFindings(t, text, cql.Judge(parse.Parse(text)))
		m, _ := cql.Import(text, "fuzzed")
		decoded, err := model.Decode(m.Encode())
		if err != nil {
			t.Fatalf("Import(%q) gives a document that cannot be read: %v", text, err)
		}
		exported := cql.PrintModel(decoded, cql.PrintOptions{})
		script := parse.Parse(exported)
		for _, err := range script.Errors {
			t.Errorf("Import(%q) exports\n%s\nwith the error %v", text, exported, err)
		}
		again, _ := cql.Import(exported, "fuzzed")
		if second := cql.PrintModel(again, cql.PrintOptions{}); second != exported {
			t.Errorf("Import(%q) exports\n%s\nand then\n%s", text, exported, second)
		}
	})
}

// FuzzJudge: any statement is checked against the tables of setup.cql. A refused
// one has a message and no plan.
func FuzzJudge(f *testing.F) {
	for _, name := range accessFiles {
		for _, statement := range someStatements(f, accessFolder+name) {
			f.Add(statement)
		}
	}
	m := accessModel(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, verdict := range cql.JudgeStatements(m, parse.Parse(text), "q") {
			checkFindings(t, text, verdict.Findings)
			for _, finding := range verdict.Findings {
				if finding.Severity == cql.Error && verdict.Plan != nil {
					t.Errorf("%q is refused (%s) and has a plan", text, finding.Message)
				}
			}
		}
	})
}

// FuzzTransaction judges what is inside of a transaction of 6.0.
func FuzzTransaction(f *testing.F) {
	f.Add("LET a = (SELECT v FROM six.tx WHERE k = 1 AND c = 1); SELECT a.v, a.l[0];")
	f.Add("LET a = (SELECT * FROM six.tx WHERE k = 1 LIMIT 1); IF a IS NOT NULL AND 1 < a.v THEN UPDATE six.tx SET v += a.v, l[0] = a.v WHERE k = 1 AND c = 2; END IF")
	f.Add("INSERT INTO six.tx (k, c, x) VALUES (1, ?, 'IF; THEN'); DELETE v FROM six.tx WHERE k = 1 AND c = a.v;")
	f.Add("LET a = (SELECT v FROM six.tx WHERE k = 1 AND c = 1); UPDATE system.local SET cluster_name = a.v WHERE key = 'local';")
	f.Add("LET a = (SELECT key FROM system.local WHERE key = 'local'); IF a.key = 'x' THEN INSERT INTO system.local (key, cluster_name) VALUES ('x', a.v); END IF")
	f.Fuzz(func(t *testing.T, inside string) {
		cql.Judge(parse.ParseFor(model.Cassandra60, sixSetup+"BEGIN TRANSACTION "+inside+" COMMIT TRANSACTION;"))
	})
}
