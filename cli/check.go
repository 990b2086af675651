package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

// checkCommand finds errors and reports them to a person or a program.
type checkCommand struct {
	Target targetFlag `help:"Target database: ${targets}. Default: the document's own, or Cassandra 5.0 for a script." placeholder:"TARGET"`
	Format string     `help:"text, json, sarif (code scanning) or github (workflow annotations)." enum:"text,json,sarif,github" default:"text"`
	Files  []string   `arg:"" name:"file" help:"Widerow documents or CQL scripts; - means standard input."`
}

// report holds the findings for all files, and writes them in each format.
type report struct {
	check.Report
	files []fileReport
}

// fileReport holds the findings for one file.
type fileReport struct {
	check.Report
	source *source
}

// Run checks every file that it can read. If a file could not be read, the exit
// code is Misused, even if others have errors.
func (c *checkCommand) Run(console *console) error {
	report, unread := report{}, false
	for _, file := range c.Files {
		if err := report.add(console, file, model.Target(c.Target)); err != nil {
			fmt.Fprintf(console.stderr, "widerow: %s\n", oneLine(err))
			unread = true
		}
	}
	if len(report.files) > 0 {
		output, err := report.encode(c.Format)
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
	checked, err := source.check(target)
	if err != nil {
		return err
	}
	r.files = append(r.files, fileReport{checked, source})
	r.Target = cmp.Or(r.Target, checked.Target)
	r.Statements += checked.Statements
	r.Findings = append(r.Findings, checked.Findings...)
	if checked.Proofs != nil {
		if r.Proofs == nil {
			r.Proofs = &check.Proofs{Tables: []check.Table{}, Queries: []check.Query{}, Updates: []check.Update{}}
		}
		r.Tables = append(r.Tables, checked.Tables...)
		r.Queries = append(r.Queries, checked.Queries...)
		r.Updates = append(r.Updates, checked.Updates...)
	}
	return nil
}

func (r report) encode(format string) ([]byte, error) {
	switch format {
	case "json":
		if r.Findings == nil {
			r.Findings = []check.Finding{}
		}
		return indentedJSON(r.Report)
	case "sarif":
		return indentedJSON(r.sarif())
	case "github":
		return r.github(), nil
	}
	return r.text(), nil
}

func indentedJSON(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false) // keep < and > of statements and types
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return text.Bytes(), nil
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
