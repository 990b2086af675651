package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"widerow/cli"
)

// The part of the SARIF 2.1.0 schema (OASIS) that applies to our output:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
var (
	sarifLocation = sarifObject{nil, map[string]any{
		"physicalLocation": sarifObject{[]string{"artifactLocation"}, map[string]any{
			"artifactLocation": sarifObject{nil, map[string]any{"uri": isReference}},
			"region":           sarifObject{nil, map[string]any{"startLine": isFromOne, "startColumn": isFromOne, "endLine": isFromOne, "endColumn": isFromOne}},
		}},
		"logicalLocations": []any{sarifObject{nil, map[string]any{"fullyQualifiedName": isText}}},
	}}
	sarifHelp = sarifObject{[]string{"text"}, map[string]any{"text": isText}}
	sarifRun  = sarifObject{[]string{"tool"}, map[string]any{
		"tool": sarifObject{[]string{"driver"}, map[string]any{
			"driver": sarifObject{[]string{"name"}, map[string]any{
				"name": isText, "version": isText, "rules": []any{sarifObject{[]string{"id"}, map[string]any{
					"id": isText, "shortDescription": sarifHelp, "fullDescription": sarifHelp, "help": sarifHelp,
				}}},
			}},
		}},
		"columnKind": isOneOf("utf16CodeUnits", "unicodeCodePoints"),
		"results": []any{sarifObject{[]string{"message", "ruleId"}, map[string]any{
			"ruleId": isText, "level": isOneOf("none", "note", "warning", "error"),
			"message":   sarifObject{[]string{"text"}, map[string]any{"text": isText}},
			"locations": []any{sarifLocation},
		}}},
	}}
	sarifLog = sarifObject{[]string{"version", "runs"}, map[string]any{
		"$schema": isReference, "version": isOneOf("2.1.0"), "runs": []any{sarifRun},
	}}
)

// sarifObject lists the required and the optional properties of an object. The
// schema allows no others. A property is described by an object, an array with
// one object, or a function that checks its value.
type sarifObject struct {
	required   []string
	properties map[string]any
}

func isText(value any) bool { text, ok := value.(string); return ok && text != "" }

func isFromOne(value any) bool {
	number, ok := value.(float64)
	return ok && number >= 1 && number == float64(int(number))
}

// isReference reports whether value is a URI reference (RFC 3986).
func isReference(value any) bool {
	text, ok := value.(string)
	_, err := url.Parse(text)
	return ok && text != "" && err == nil && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune("<>\"{}|\\^`", r)
	})
}

func isOneOf(words ...string) func(any) bool {
	return func(value any) bool { text, ok := value.(string); return ok && slices.Contains(words, text) }
}

// sarifFaults describes how a value violates the schema.
func sarifFaults(path string, value, want any) []string {
	var faults []string
	switch want := want.(type) {
	case func(any) bool:
		if !want(value) {
			faults = append(faults, fmt.Sprintf("%s is %v", path, value))
		}
	case []any:
		items, ok := value.([]any)
		if !ok {
			return []string{path + " is no array"}
		}
		for i, item := range items {
			faults = append(faults, sarifFaults(fmt.Sprintf("%s[%d]", path, i), item, want[0])...)
		}
	case sarifObject:
		object, ok := value.(map[string]any)
		if !ok {
			return []string{path + " is no object"}
		}
		for _, name := range want.required {
			if _, found := object[name]; !found {
				faults = append(faults, path+" lacks "+name)
			}
		}
		for name, part := range object {
			if known := want.properties[name]; known == nil {
				faults = append(faults, path+" has "+name)
			} else {
				faults = append(faults, sarifFaults(path+"."+name, part, known)...)
			}
		}
	}
	return faults
}

// sarif is the part of a log that code scanning reads.
type sarif struct {
	Runs []struct {
		ColumnKind string
		Tool       struct {
			Driver struct{ Rules []struct{ ID string } }
		}
		Results []struct {
			RuleID    string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           *struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
			}
		}
	}
}

// sarifOf checks files, validates the log and returns it.
func sarifOf(t *testing.T, files ...string) sarif {
	t.Helper()
	var out, errors bytes.Buffer
	if code := cli.Main(t.Context(), append([]string{"check", "--format", "sarif"}, files...), strings.NewReader(""), &out, &errors); code != cli.Failed {
		t.Fatalf("exit code %d: %s", code, errors.String())
	}
	var value any
	if err := json.Unmarshal(out.Bytes(), &value); err != nil {
		t.Fatal(err)
	}
	for _, fault := range sarifFaults("log", value, sarifLog) {
		t.Error(fault)
	}
	var log sarif
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log
}

func sarifFile(t *testing.T, name, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSARIFIsValid(t *testing.T) {
	const script = "CREATE TABLE shop.t (a int PRIMARY KEY);\nUSE \"b\nc\";\nCREATE TABEL x;\nSELECT * FROM k.t; -- é\nCREATE TABLE t ("
	log := sarifOf(t, sarifFile(t, "a b%<é>.cql", script), sarifFile(t, "broken.cql", "DROP KEYSPACE nowhere;"))
	run := log.Runs[0]
	if len(log.Runs) != 1 || len(run.Results) < 5 {
		t.Fatalf("%d runs, %d results", len(log.Runs), len(run.Results))
	}
	var rules []string
	for _, rule := range run.Tool.Driver.Rules {
		if slices.Contains(rules, rule.ID) {
			t.Errorf("duplicate rule %s", rule.ID)
		}
		rules = append(rules, rule.ID)
	}
	for _, result := range run.Results {
		if !slices.Contains(rules, result.RuleID) {
			t.Errorf("no rule %s", result.RuleID)
		}
		physical := result.Locations[0].PhysicalLocation
		if address := physical.ArtifactLocation.URI; !strings.HasPrefix(address, "file:///") {
			t.Errorf("the address of an absolute file is %q", address)
		}
		region := physical.Region
		if region == nil || region.EndLine < region.StartLine || region.EndLine == region.StartLine && region.EndColumn < region.StartColumn {
			t.Errorf("%s: region %+v", result.Message.Text, region)
		}
	}
}

// TestSARIFColumns checks that columns count UTF-16 code units: two for a
// character beyond U+FFFF, one for any other.
func TestSARIFColumns(t *testing.T) {
	for _, test := range []struct {
		script            string
		line, column, end int
	}{
		{"DROP KEYSPACE nowhere;", 1, 15, 22},
		{"/* é… */ DROP KEYSPACE nowhere;", 1, 24, 31},
		{"/* 😀 */ DROP KEYSPACE nowhere;", 1, 24, 31},
		{"-- 😀\r\n/* 😀😀 */ DROP KEYSPACE \"no😀\";", 2, 26, 32},
	} {
		log := sarifOf(t, sarifFile(t, "a.cql", test.script))
		region := log.Runs[0].Results[0].Locations[0].PhysicalLocation.Region
		if kind := log.Runs[0].ColumnKind; kind != "utf16CodeUnits" || region.StartLine != test.line || region.StartColumn != test.column || region.EndColumn != test.end {
			t.Errorf("%q: %s, region %+v, want line %d, columns %d to %d", test.script, kind, *region, test.line, test.column, test.end)
		}
	}
}
