package cli

import (
	"encoding/json"
	"fmt"

	"widerow/cql"
	"widerow/cql/check"
)

// checkCommand looks for errors and tells them to a person or a program.
type checkCommand struct {
	Format string `help:"text, json, sarif (code scanning) or github (annotations of a workflow)." enum:"text,json,sarif,github" default:"text"`
	File   string `arg:"" help:"A Widerow document or a CQL script; - is standard input."`
}

// report adds the forms of output to what cql/check has to say.
type report struct{ check.Report }

func (c *checkCommand) Run(console *console) error {
	source, err := readSource(console, c.File)
	if err != nil {
		return misused(console, err)
	}
	report, err := source.check()
	if err != nil {
		return misused(console, err)
	}
	output, err := report.in(c.Format, source)
	if err != nil {
		return misused(console, err)
	}
	if err := console.write(output); err != nil {
		return misused(console, err)
	}
	if report.count(cql.Error) > 0 {
		return exitCode(Failed)
	}
	return nil
}

// misused: check could not look, which must not read as "has errors".
func misused(console *console, err error) error {
	fmt.Fprintf(console.stderr, "widerow: %s\n", oneLine(err))
	return exitCode(Misused)
}

func (r report) in(format string, source *source) ([]byte, error) {
	switch format {
	case "json":
		return indented(r)
	case "sarif":
		return indented(r.sarif())
	case "github":
		return r.github(), nil
	}
	return r.text(source), nil
}

func indented(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return append(text, '\n'), nil
}

func (r report) count(severity cql.Severity) int {
	count := 0
	for _, finding := range r.Findings {
		if finding.Severity == severity {
			count++
		}
	}
	return count
}
