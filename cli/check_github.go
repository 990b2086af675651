package cli

import (
	"bytes"
	"fmt"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
)

// github returns the report as workflow commands, which GitHub shows beside
// the lines of a pull request. Source of the syntax and its escapes: GitHub,
// "Workflow commands for GitHub Actions", and command.ts of its toolkit.
func (r report) github() []byte {
	commands := map[cql.Severity]string{cql.Error: "error", cql.Warning: "warning", cql.Info: "notice"}
	var out bytes.Buffer
	for _, finding := range r.Findings {
		fmt.Fprintf(&out, "::%s file=%s", commands[finding.Severity], escapeProperty.Replace(finding.File))
		if place := markedPlace(finding); place.Line > 0 {
			fmt.Fprintf(&out, ",line=%d,endLine=%d,col=%d,endColumn=%d", place.Line, place.EndLine, place.Column, place.EndColumn)
		}
		fmt.Fprintf(&out, ",title=%s::%s\n", escapeProperty.Replace(finding.Code), escapeData.Replace(withHint(finding)))
	}
	return out.Bytes()
}

// withHint returns the message and the hint, for formats with a single text.
func withHint(f check.Finding) string {
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + "\n" + f.Hint
}

var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
