package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

// checkCommand finds errors and reports them to a person or a program.
type checkCommand struct {
	Target       targetFlag    `help:"Target database: ${targets}. Default: the document's own, or Cassandra 5.0 for a script." placeholder:"TARGET"`
	Format       string        `help:"text, json, csv (verdicts of a script), sarif (code scanning) or github (annotations)." enum:"text,json,sarif,github,csv" default:"text"`
	MaxFindings  *int          `help:"Number of findings to show, the most severe ones; 0 for all. Default: 1000 for text, else all." placeholder:"N"`
	Base         string        `help:"Report only what is new since this older document, script or folder of migrations." placeholder:"OLD"`
	MaxPartition verb.ByteSize `help:"Fail if a partition is larger on disk at worst, before compression." placeholder:"100MB"`
	MaxCells     number        `help:"Fail if a partition has more cells at worst." placeholder:"100000"`
	FailOn       string        `help:"Fail on findings of this severity or worse: error, warning or info. Advice fails with it only." enum:",error,warning,info" default:""`
	Forbid       []string      `help:"Fail if a statement or a query is read so: several (partitions), index, filtering, scan, rejected." enum:"several,index,filtering,scan,rejected" placeholder:"VERDICT,…"`
	Advice       string        `help:"Say what experience advises, too: on or off." enum:"on,off" default:"on"`
	Policy       verb.Policy   `help:"Guardrails to fail on: cassandra.yaml, rows of system_views.settings, or cassandra, axonops, astra, keyspaces." placeholder:"FILE|NAME"`
	scriptFlags
	Files []string `arg:"" name:"file" help:"Documents, CQL files and folders, https://HOST/m/MODEL, cassandra://HOST/KEYSPACE, or - (standard input)."`
}

// textFindings is the number of findings that are shown as text by default.
const textFindings = 1000

// Validate returns an error if a number is negative. kong calls it.
func (c *checkCommand) Validate() error {
	if c.MaxFindings != nil && *c.MaxFindings < 0 {
		return fmt.Errorf("--max-findings=%d: want a number from 0", *c.MaxFindings)
	}
	if len(c.Forbid) > 0 && c.Advice == "off" {
		return errors.New("--forbid needs advice: leave out --advice off")
	}
	return c.scriptFlags.Validate()
}

// report holds the findings for all files, and writes them in each format.
type report struct {
	check.Report
	files []fileReport
}

// fileReport holds the findings for one file, with the text of a script or the names
// of a document.
type fileReport struct {
	check.Report
	name  string
	text  string
	names check.Names
	// all are its findings, also those that are not shown.
	all []check.Finding
}

// Run checks every file that it can read. If a file could not be read, the exit
// code is Misused, even if others have errors.
func (c *checkCommand) Run(console *verb.Console) error {
	if c.Policy.Given() && c.Advice == "off" {
		fmt.Fprintln(console.Stderr, "widerow: --policy needs advice: leave out --advice off")
		return verb.ExitCode(verb.Misused)
	}
	c.Policy.Warn(console)
	read := c.read(console, c.Files)
	defer read.close()
	sources, report := c.sources(read, c.Files, model.Target(c.Target)), report{}
	for _, source := range sources {
		files, err := c.check(source)
		if err != nil {
			read.errors = append(read.errors, err)
		}
		for _, file := range files {
			report.add(file)
		}
	}
	if c.Base != "" {
		if err := report.since(c, console); err != nil {
			read.errors = append(read.errors, fmt.Errorf("--base: %w", err))
		}
	}
	for _, err := range read.errors {
		fmt.Fprintf(console.Stderr, "widerow: %s\n", verb.OneLine(err))
	}
	failed := slices.ContainsFunc(report.Findings, c.fails)
	if len(report.files) > 0 {
		report.show(c.shown())
		if err := report.write(console, c.Format); err != nil {
			fmt.Fprintf(console.Stderr, "widerow: %s\n", verb.OneLine(err))
			return verb.ExitCode(verb.Misused)
		}
	}
	switch {
	case len(read.errors) > 0:
		return verb.ExitCode(verb.Misused)
	case failed:
		return verb.ExitCode(verb.Failed)
	}
	return nil
}

// fails reports whether a finding fails the run.
func (c *checkCommand) fails(finding check.Finding) bool {
	if c.FailOn == "" {
		return (finding.Severity == cql.Error || finding.IsPolicy()) && !finding.IsAdvice()
	}
	return severityRank[finding.Severity] <= severityRank[cql.Severity(c.FailOn)]
}

var severityRank = map[cql.Severity]int{cql.Error: 0, cql.Warning: 1, cql.Info: 2}

// since leaves the findings that the base does not have.
func (r *report) since(c *checkCommand, console *verb.Console) error {
	read := c.read(console, []string{c.Base})
	defer read.close()
	var before []check.Finding
	was, is := check.Names{}, check.Names{}
	for _, source := range c.sources(read, []string{c.Base}, model.Target(c.Target)) {
		files, err := c.check(source)
		if err != nil {
			return err
		}
		for _, file := range files {
			before = append(before, file.Findings...)
			maps.Copy(was, file.names)
		}
	}
	if len(read.errors) > 0 {
		return errors.Join(read.errors...)
	}
	for i := range r.files {
		maps.Copy(is, r.files[i].names)
	}
	r.Findings = check.New(before, r.Findings, check.RenamesOf(was, is))
	for i := range r.files {
		file := &r.files[i]
		file.Findings = nil
		for _, finding := range r.Findings {
			if finding.File == file.name {
				file.Findings = append(file.Findings, finding)
			}
		}
		file.all = file.Findings
	}
	return nil
}

// shown is the number of findings to show, 0 for all.
func (c *checkCommand) shown() int {
	switch {
	case c.MaxFindings != nil:
		return *c.MaxFindings
	case c.Format == "text":
		return textFindings
	}
	return 0
}

func (r *report) add(file fileReport) {
	file.all = file.Findings
	r.files = append(r.files, file)
	r.Target = cmp.Or(r.Target, file.Target)
	r.Statements += file.Statements
	r.Listed = append(r.Listed, file.Listed...)
	r.Findings = append(r.Findings, file.Findings...)
	if file.Proofs != nil {
		if r.Proofs == nil {
			r.Proofs = &check.Proofs{Tables: []check.Table{}, Queries: []check.Query{}, Updates: []check.Update{}}
		}
		r.Tables = append(r.Tables, file.Tables...)
		r.Queries = append(r.Queries, file.Queries...)
		r.Updates = append(r.Updates, file.Updates...)
	}
}

// show leaves the most severe findings, at most a number of them if it is not
// 0. They stay in their order.
func (r *report) show(most int) {
	if most == 0 || len(r.Findings) <= most {
		return
	}
	left := map[cql.Severity]int{}
	for _, severity := range []cql.Severity{cql.Error, cql.Warning, cql.Info} {
		left[severity] = min(most, count(r.Findings, severity))
		most -= left[severity]
	}
	before := len(r.Findings)
	r.Findings = r.Findings[:0:0]
	for i := range r.files {
		file := &r.files[i]
		file.Findings = nil
		for _, finding := range file.all {
			if left[finding.Severity] > 0 {
				left[finding.Severity]--
				file.Findings = append(file.Findings, finding)
			}
		}
		r.Findings = append(r.Findings, file.Findings...)
	}
	r.Omitted = before - len(r.Findings)
}

func (r report) write(console *verb.Console, format string) error {
	output, err := r.encode(format)
	if err != nil {
		return err
	}
	return console.Write(output)
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
	case "csv":
		return r.csv()
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
