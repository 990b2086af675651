package cli

import (
	"bytes"
	"fmt"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
)

// github is the report as workflow commands, which GitHub shows beside the
// lines of a pull request. Source of the form and its escapes: GitHub,
// "Workflow commands for GitHub Actions", and the toolkit's command.ts.
func (r report) github() []byte {
	commands := map[cql.Severity]string{cql.Error: "error", cql.Warning: "warning", cql.Info: "notice"}
	var out bytes.Buffer
	for _, finding := range r.Findings {
		fmt.Fprintf(&out, "::%s file=%s", commands[finding.Severity], property.Replace(finding.File))
		if place := markedPlace(finding); place.Line > 0 {
			fmt.Fprintf(&out, ",line=%d,endLine=%d,col=%d,endColumn=%d", place.Line, place.EndLine, place.Column, place.EndColumn)
		}
		fmt.Fprintf(&out, ",title=%s::%s\n", property.Replace(finding.Code), data.Replace(withHint(finding)))
	}
	return out.Bytes()
}

// withHint is a message and what to do, for a form that has one text.
func withHint(f check.Finding) string {
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + "\n" + f.Hint
}

var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
