package cli

import (
	"net/url"
	"path/filepath"
	"strings"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/check"
	"widerow/model/advice"
)

// sarifLog is the part of SARIF 2.1.0 (OASIS) that code scanning reads.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID string `json:"id"`
	// Short, Full and Help are the texts of a rule of advice.
	Short *sarifMessage `json:"shortDescription,omitempty"`
	Full  *sarifMessage `json:"fullDescription,omitempty"`
	Help  *sarifMessage `json:"help,omitempty"`
}

func sarifRuleOf(code string) sarifRule {
	rule := sarifRule{ID: code}
	if found := advice.Find(code); found != nil {
		rule.Short, rule.Full, rule.Help = &sarifMessage{found.Title}, &sarifMessage{found.Why}, &sarifMessage{found.Do}
	}
	return rule
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifLogical struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
}

func (r report) sarif() sarifLog {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "Widerow", Version: verb.Version(), Rules: []sarifRule{}}},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
	}
	known := map[string]bool{}
	for _, file := range r.files {
		lines := newLines(file.text)
		for _, finding := range file.Findings {
			if !known[finding.Code] {
				known[finding.Code] = true
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(finding.Code))
			}
			run.Results = append(run.Results, sarifResultOf(finding, lines))
		}
	}
	return sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	}
}

func sarifResultOf(f check.Finding, lines *lines) sarifResult {
	levels := map[cql.Severity]string{cql.Error: "error", cql.Warning: "warning", cql.Info: "note"}
	location := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{sarifURI(f.File)}}}
	if place := markedPlace(f); place.Line > 0 {
		location.Physical.Region = &sarifRegion{place.Line, lines.utf16Column(place.Line, place.Column),
			place.EndLine, lines.utf16Column(place.EndLine, place.EndColumn)}
	}
	if f.Element != "" {
		location.Logical = []sarifLogical{{f.Element}}
	}
	return sarifResult{f.Code, levels[f.Severity], sarifMessage{withHint(f)}, []sarifLocation{location}}
}

// sarifURI returns the URI of a file. It stays relative if the file is; the
// reader of the report decides relative to what.
func sarifURI(file string) string {
	address := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		address.Scheme, address.Path = "file", "/"+strings.TrimPrefix(address.Path, "/")
	}
	return address.String()
}
