package cli_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"widerow/cli"
)

// sarif is what SARIF 2.1.0 (OASIS) requires of a log, and what code scanning
// needs: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type sarif struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		ColumnKind string
		Tool       struct {
			Driver struct {
				Name  string
				Rules []struct{ ID string }
			}
		}
		Results []struct {
			RuleID, Level string
			Message       struct{ Text string }
			Locations     []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           *struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
			}
		}
	}
}

func TestSARIFIsSound(t *testing.T) {
	const script = "CREATE TABLE shop.t (a int PRIMARY KEY);\nUSE \"b\nc\";\nCREATE TABEL x;\nSELECT * FROM k.t; -- é\nCREATE TABLE t ("
	var out, errors bytes.Buffer
	if code := cli.Main(t.Context(), []string{"check", "--format", "sarif", "-"}, strings.NewReader(script), &out, &errors); code != cli.Failed {
		t.Fatalf("exit code %d: %s", code, errors.String())
	}
	var log sarif
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || !strings.HasSuffix(log.Schema, "sarif-2.1.0.json") || len(log.Runs) != 1 {
		t.Fatalf("version %q, schema %q, %d runs", log.Version, log.Schema, len(log.Runs))
	}
	run := log.Runs[0]
	if run.Tool.Driver.Name == "" || run.ColumnKind != "unicodeCodePoints" || len(run.Results) < 4 {
		t.Errorf("driver %q, columns %q, %d results", run.Tool.Driver.Name, run.ColumnKind, len(run.Results))
	}
	var rules []string
	for _, rule := range run.Tool.Driver.Rules {
		if slices.Contains(rules, rule.ID) {
			t.Errorf("the rule %s is there twice", rule.ID)
		}
		rules = append(rules, rule.ID)
	}
	for _, result := range run.Results {
		if !slices.Contains(rules, result.RuleID) || !slices.Contains([]string{"none", "note", "warning", "error"}, result.Level) || result.Message.Text == "" {
			t.Errorf("result %+v", result)
		}
		for _, location := range result.Locations {
			physical := location.PhysicalLocation
			if _, err := url.Parse(physical.ArtifactLocation.URI); err != nil || strings.ContainsAny(physical.ArtifactLocation.URI, " <") {
				t.Errorf("address %q: %v", physical.ArtifactLocation.URI, err)
			}
			region := physical.Region
			if region == nil || region.StartLine < 1 || region.StartColumn < 1 || region.EndLine < region.StartLine ||
				region.EndLine == region.StartLine && region.EndColumn < region.StartColumn {
				t.Errorf("%s: region %+v", result.Message.Text, region)
			}
		}
	}
}
