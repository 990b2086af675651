package cql_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

const accessFolder = "../model/access/testdata/"

// accessFiles hold statements on the tables of setup.cql, each with the verdict of
// a real Cassandra 5.0. A statement with a bind marker was only prepared, any
// other was executed.
var accessFiles = []string{"select.txt", "write.txt", "batch.txt", "expressions.txt", "indexes.txt", "compact.txt", "conditions.txt", "json.txt", "json_types.txt", "found.txt", "messages.txt", "computed.txt"}

func readAccess(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(accessFolder + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAccess compares our verdicts on statements with Cassandra's.
func TestAccess(t *testing.T) {
	m := accessModel(t)
	for _, name := range accessFiles {
		for _, rule := range readVerdicts(t, accessFolder+name) {
			got, _ := accessVerdictOf(m, rule.statement)
			if want := accessVerdict(rule); sortedCommon(got) != sortedCommon(want) {
				t.Errorf("%s\n got %s\nwant %s", rule.statement, got, want)
			}
		}
	}
}

// accessModel is the schema of setup.cql.
func accessModel(t testing.TB) *model.Model {
	m, report := cql.Import(readAccess(t, "setup.cql"), "access")
	if len(report.Refused) > 0 {
		t.Fatalf("setup.cql: %s", report.Refused[0].Message)
	}
	return m
}

// accessVerdictOf returns our verdict, and the messages that the server may give
// instead. For a statement with a bind marker it is the verdict of preparing.
func accessVerdictOf(m *model.Model, statement string) (verdict string, alternatives []string) {
	for _, judged := range cql.JudgeStatements(m, parse.Parse(statement), "") {
		for _, finding := range judged.Findings {
			if finding.Severity != cql.Error {
				continue
			}
			for _, message := range judged.Alternatives {
				alternatives = append(alternatives, sortedCommon(finding.Code+": "+message))
			}
			return finding.Code + ": " + finding.Message, alternatives
		}
	}
	return "ok", nil
}

// accessVerdict returns the recorded verdict, or our own where it differs on
// purpose.
func accessVerdict(r rule) string {
	if ours, differs := accessDifferences[r.statement]; differs {
		return ours.ours
	}
	return r.verdict
}

// accessDifferences are our verdicts that differ from Cassandra's.
var accessDifferences = map[string]difference{
	"BEGIN BATCH INSERT INTO q.simple (k, v) VALUES ('a', 1) IF NOT EXISTS; UPDATE q.simple SET v = 2 WHERE k IN ('a', 'b'); APPLY BATCH": {
		"cql/invalid: Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)",
		"The server fails with a Java error that contains this message."},
	"SELECT * FROM q.attached WHERE k = 1 AND token(k) > null":                              {"ok", "The server fails with a Java error."},
	"UPDATE q.wide SET l[0] = 1 WHERE p1 = 1 AND p2 = 2 AND c1 = 3 AND c2 = 'x' AND c3 = 4": {"ok", dependsOnRows},
	"DELETE l[0] FROM q.wide WHERE p1 = 1 AND p2 = 2 AND c1 = 3 AND c2 = 'x' AND c3 = 9":    {"ok", dependsOnRows},
}

const dependsOnRows = "We do not check what depends on stored rows."

var signatureList = regexp.MustCompile(`signatures: (.*?)\)(: use|$)`)

var nextSignature = regexp.MustCompile(`, (\w+\.)`)

// sortedSignatures sorts the functions that a message lists, since their order
// varies from one start of the server to the next.
func sortedSignatures(message string) string {
	at := signatureList.FindStringSubmatchIndex(message)
	if at == nil {
		return message
	}
	signatures := strings.Split(nextSignature.ReplaceAllString(message[at[2]:at[3]], ",\x00$1"), ",\x00")
	slices.Sort(signatures)
	return message[:at[2]] + strings.Join(signatures, ", ") + message[at[3]:]
}

// sortedCommon sorts names that the server joins with " ," in random order.
func sortedCommon(message string) string {
	// The server names from_json as the first statement that used it for the type.
	message = strings.ReplaceAll(sortedSignatures(message), "'system.fromjson[text]'", "'system.from_json[text]'")
	words := strings.Split(message, `"`)
	for i, word := range words {
		names, rest, _ := strings.Cut(word, " cannot")
		if strings.Contains(names, " ,") {
			head, list := "", names
			if at := strings.LastIndex(names, ": "); at >= 0 {
				head, list = names[:at+2], names[at+2:]
			}
			if at := strings.LastIndex(list, " on "); at >= 0 {
				head, list = head+list[:at+4], list[at+4:]
			}
			parts := strings.Split(list, " ,")
			slices.Sort(parts)
			words[i] = head + strings.Join(parts, " ,") + rest
		}
	}
	return strings.Join(words, `"`)
}

func TestAccessOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	for _, statement := range parse.Parse(readAccess(t, "setup.cql")).Statements {
		cassandratest.Run(t, session, strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(statement)), ";"))
	}
	cassandratest.DropAfter(t, session, "q")
	server := cassandratest.Connect(t)
	for _, name := range accessFiles {
		var recorded strings.Builder
		for _, rule := range readVerdicts(t, accessFolder+name) {
			got := verdictOf(server.Run(rule.statement))
			if strings.HasSuffix(got, "Invalid amount of bind variables") {
				got = verdictOf(server.Prepare(rule.statement))
			}
			same := sortedCommon(got) == sortedCommon(rule.verdict)
			recorded.WriteString(rule.statement + "\n  " + recordedVerdict(same, rule.verdict, got) + "\n\n")
			if !*update && !same {
				t.Errorf("%s\n got %s\nwant %s", rule.statement, got, rule.verdict)
			}
		}
		if *update {
			if err := os.WriteFile(accessFolder+name, []byte(strings.TrimSuffix(recorded.String(), "\n")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestEveryRefusalHasAText: every refusal of the engine has a message.
func TestEveryRefusalHasAText(t *testing.T) {
	code := regexp.MustCompile(`^cql/\w+: [a-z]+(-[a-z]+)+$`)
	m := accessModel(t)
	for _, name := range accessFiles {
		for _, rule := range readVerdicts(t, accessFolder+name) {
			if verdict, _ := accessVerdictOf(m, rule.statement); code.MatchString(verdict) {
				t.Errorf("%s: no text for %s", rule.statement, verdict)
			}
		}
	}
}
