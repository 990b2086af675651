package cql_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unreachable are the messages of model/schema that no statement of the tests
// provokes, with the reason.
var unreachable = map[string]string{
	"Trigger '%s' already exists": "The server of the tests has no trigger class, so no trigger can be created.",
}

// unprovoked are the messages about schemas in Cassandra's source that we do not have,
// because no statement provokes them, with the reason. A test checks that none
// does.
var unprovoked = map[string]string{
	"Virtual keyspace '%s' is not user-modifiable": "A missing permission or `System keyspace '%s' is not user-modifiable` is reported first.",
	"COMPACT STORAGE with non-composite PRIMARY KEY require one column not part of the PRIMARY KEY, none given": "`No definition found that is " +
		"not part of the PRIMARY KEY` is reported first.",
	"Missing partition keys for table %s":                                                                         "The grammar requires one, or `No PRIMARY KEY specifed` is reported first.",
	"CUSTOM index requires specifiying the index class":                                                           "The server reports `Unable to find custom indexer class 'legacy_local_table'` instead.",
	"Cannot specify index class for a non-CUSTOM index":                                                           "5.0 accepts USING without CUSTOM.",
	"Must specify index implementation via USING":                                                                 "An index without USING is a legacy secondary index.",
	"Materialized views cannot be created against other materialized views":                                       "`Base table '%s' doesn't exist` is reported first.",
	"Materialized views are disabled. Enable in cassandra.yaml to use.":                                           allEnabled,
	"SASI indexes are disabled. Enable in cassandra.yaml to use.":                                                 allEnabled,
	"DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.":                                          allEnabled,
	"User-defined functions are disabled in cassandra.yaml":                                                       allEnabled,
	"Cannot mask columns because dynamic data masking is not enabled.":                                            allEnabled,
	"Guardrail %s violated: %s":                                                                                   "Guardrails about statements are off by default.",
	"Materialized views are experimental and are not recommended for production use.":                             warningOfServer,
	"0 default_time_to_live on a table with TimeWindowCompactionStrategy compaction strategy is not recommended.": warningOfServer,
}

const (
	allEnabled      = "The server of the tests has all features enabled. For those disabled by default we add a warning."
	warningOfServer = "It is a warning to the client; the statement succeeds."
)

func TestUnprovokedMessages(t *testing.T) {
	for message := range unprovoked {
		pattern := messagePattern(message)
		for _, rule := range readRules(t) {
			if pattern.MatchString(rule.verdict) {
				t.Errorf("the server gives the message %q for %s", message, rule.statement)
			}
		}
	}
}

// noMessages are the prefixes of texts in model/schema that contain a blank but are
// not messages: the reserved words, the prefixes of units, and a separator.
var noMessages = []string{"ADD ALLOW ALTER", "qryzafpnum KMGTPEZYRQ", "': '"}

// TestEveryMessageIsHit: a recorded or a random statement provokes each message of
// model/schema, or the message is listed as unreachable.
func TestEveryMessageIsHit(t *testing.T) {
	verdicts := givenVerdicts(t)
	for _, message := range schemaMessages(t) {
		pattern := messagePattern(message)
		hit := slices.ContainsFunc(verdicts, pattern.MatchString)
		_, excused := unreachable[message]
		switch {
		case !hit && !excused:
			t.Errorf("nothing gives the message %q", message)
		case hit && excused:
			t.Errorf("the message %q is listed as unreachable, but it is given", message)
		}
	}
	for message := range unreachable {
		if !slices.Contains(schemaMessages(t), message) {
			t.Errorf("the unreachable message %q is none of model/schema", message)
		}
	}
}

// givenVerdicts returns the refusals, without their class, of all recorded
// statements and of the random ones that a server checks by default.
func givenVerdicts(t *testing.T) []string {
	given := map[string]bool{}
	note := func(verdict string) {
		if _, message, refused := strings.Cut(verdict, ": "); refused {
			given[message] = true
		}
	}
	for _, rule := range readRules(t) {
		note(rule.verdict)
	}
	for _, ours := range differences {
		note(ours.ours)
	}
	for _, rule := range readVerdicts(t, sixFile) {
		note(rule.verdict)
	}
	for _, w := range judgedWorlds() {
		for _, judged := range w.judged {
			note(judged.verdict)
		}
	}
	return slices.Collect(maps.Keys(given))
}

var placeholder = regexp.MustCompile(`%[-+0-9.]*[a-z]`)

// messagePattern matches a message, or a part of one, in a verdict.
func messagePattern(message string) *regexp.Regexp {
	var pattern strings.Builder
	for i, part := range placeholder.Split(message, -1) {
		if i > 0 {
			pattern.WriteString("(?s:.*)")
		}
		pattern.WriteString(regexp.QuoteMeta(strings.ReplaceAll(part, "%%", "%")))
	}
	return regexp.MustCompile(pattern.String())
}

// schemaMessages returns the texts in the source of model/schema that contain a
// blank and are no hint: these are the messages.
func schemaMessages(t *testing.T) []string {
	var parsed []*ast.File
	names, err := filepath.Glob("../model/schema/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "hint.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	var messages []string
	var visit func(node ast.Node) bool
	visit = func(node ast.Node) bool {
		if call, isCall := node.(*ast.CallExpr); isCall {
			if method, isMethod := call.Fun.(*ast.SelectorExpr); isMethod && method.Sel.Name == "Advise" {
				ast.Inspect(method.X, visit)
				return false
			}
		}
		if text, isText := stringOf(node); isText {
			if strings.Contains(strings.TrimSpace(text), " ") && !slices.Contains(messages, text) && !slices.ContainsFunc(noMessages, func(begin string) bool { return strings.HasPrefix(text, begin) }) {
				messages = append(messages, text)
			}
			return false
		}
		_, isImport := node.(*ast.ImportSpec)
		return !isImport
	}
	for _, file := range parsed {
		ast.Inspect(file, visit)
	}
	slices.SortFunc(messages, cmp.Compare)
	return messages
}

// stringOf joins a text that is written in several parts.
func stringOf(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(n.Value)
		return text, n.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, isLeft := stringOf(n.X)
		right, isRight := stringOf(n.Y)
		return left + right, n.Op == token.ADD && isLeft && isRight
	}
	return "", false
}
