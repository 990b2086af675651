package cli

import (
	"cmp"
	"encoding/json"
	"fmt"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

// checkCommand looks for errors and tells them to a person or a program.
type checkCommand struct {
	Target targetFlag `help:"The database to judge for: ${targets}. Without it a document's own, and Cassandra 5.0 for a script." placeholder:"TARGET"`
	Format string     `help:"text, json, sarif (code scanning) or github (annotations of a workflow)." enum:"text,json,sarif,github" default:"text"`
	Files  []string   `arg:"" name:"file" help:"Widerow documents or CQL scripts; - is standard input."`
}

// report adds the forms of output to what cql/check has to say of all files.
type report struct {
	check.Report
	files []fileReport
}

// fileReport is what there is to say about one file.
type fileReport struct {
	check.Report
	source *source
}

// Run judges every file that it can read. The exit code says first whether one
// could not be read, which must not read as "has errors".
func (c *checkCommand) Run(console *console) error {
	report, unread := report{}, false
	for _, file := range c.Files {
		if err := report.add(console, file, model.Target(c.Target)); err != nil {
			fmt.Fprintf(console.stderr, "widerow: %s\n", oneLine(err))
			unread = true
		}
	}
	if len(report.files) > 0 {
		output, err := report.in(c.Format)
		if err == nil {
			err = console.write(output)
		}
		if err != nil {
			fmt.Fprintf(console.stderr, "widerow: %s\n", oneLine(err))
			return exitCode(Misused)
		}
	}
	switch {
	case unread:
		return exitCode(Misused)
	case count(report.Findings, cql.Error) > 0:
		return exitCode(Failed)
	}
	return nil
}

func (r *report) add(console *console, file string, target model.Target) error {
	source, err := readSource(console, file)
	if err != nil {
		return err
	}
	judged, err := source.check(target)
	if err != nil {
		return err
	}
	r.files = append(r.files, fileReport{judged, source})
	r.Target = cmp.Or(r.Target, judged.Target)
	r.Statements += judged.Statements
	r.Findings = append(r.Findings, judged.Findings...)
	return nil
}

func (r report) in(format string) ([]byte, error) {
	switch format {
	case "json":
		if r.Findings == nil {
			r.Findings = []check.Finding{}
		}
		return indented(r.Report)
	case "sarif":
		return indented(r.sarif())
	case "github":
		return r.github(), nil
	}
	return r.text(), nil
}

func indented(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return append(text, '\n'), nil
}

func count(findings []check.Finding, severity cql.Severity) int {
	count := 0
	for _, finding := range findings {
		if finding.Severity == severity {
			count++
		}
	}
	return count
}
