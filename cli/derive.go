package cli

import (
	"bytes"
	"fmt"
	"strings"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/derivation"
	"widerow/model"
	"widerow/model/mapping"
)

// deriveCommand derives the tables of a document from its concepts and queries.
type deriveCommand struct {
	Format string `help:"text, json (queries with verdicts, alternatives), cql, or document (with the tables)." enum:"text,json,cql,document" default:"text"`
	deriveChoices
	Lookups bool   `help:"Derive the lookup tables by which updates find what they write, too."`
	File    string `arg:"" help:"A Widerow document, or the address of a model on a server (https://HOST/m/MODEL); - means standard input."`
}

func (d *deriveCommand) Run(console *verb.Console) error {
	source, err := (&scriptFlags{}).source(console, []string{d.File}, "")
	if err != nil {
		return err
	}
	if source.script != nil {
		return fmt.Errorf("%s is not a Widerow document: derive needs concepts and queries", source.name)
	}
	loaded, err := source.load(console, false)
	if err != nil {
		return err
	}
	derive := derivation.Of
	if d.Lookups {
		derive = derivation.WithLookups
	}
	derived, err := derive(loaded.document, derivation.Choices(d.deriveChoices))
	if err != nil {
		fmt.Fprintf(console.Stderr, "widerow: %s\n", verb.Visible(verb.OneLine(err)))
		return verb.ExitCode(verb.Misused)
	}
	derived.Judge(source.name, d.Format == "text")
	result := &derivedDocument{derived}
	output, err := d.encode(result)
	if err != nil {
		return err
	}
	if err := console.Write(output); err != nil {
		return err
	}
	return result.report(console)
}

// derivedDocument writes what was derived as text.
type derivedDocument struct{ *derivation.Derived }

// report lists the findings as check does. An error fails the command, and so does a query
// that gets no table.
func (d *derivedDocument) report(console *verb.Console) error {
	for _, plan := range d.Failed {
		fmt.Fprintf(console.Stderr, "widerow: %s has no table: %s\n", verb.Visible(d.After.Title(plan.Query)), verb.Visible(derivation.Problems(plan)))
	}
	for _, plan := range d.Open {
		fmt.Fprintf(console.Stderr, "widerow: %s gets no table until it says which path it means: %s\n",
			verb.Visible(d.After.Title(plan.Query)), verb.Visible(derivation.Problems(plan)))
	}
	var out bytes.Buffer
	for _, finding := range d.Findings {
		writeFinding(&out, finding)
	}
	if _, err := console.Stderr.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write the findings: %w", err)
	}
	if len(d.Failed)+len(d.Open)+count(d.Findings, cql.Error) > 0 {
		return verb.ExitCode(verb.Failed)
	}
	return nil
}

func (d *deriveCommand) encode(result *derivedDocument) ([]byte, error) {
	switch d.Format {
	case "json":
		return indentedJSON(result.JSON())
	case "cql":
		return []byte(result.CQL()), nil
	case "document":
		return documentText(result.After)
	}
	return result.text(), nil
}

// text lists each table with its columns, their reasons, and the other legal keys.
func (d *derivedDocument) text() []byte {
	var out bytes.Buffer
	for _, proposal := range d.Proposals {
		if d.Leaves(proposal) {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		d.writeTable(&out, proposal)
	}
	for i, open := range d.Open {
		if i == 0 && out.Len() > 0 {
			out.WriteByte('\n')
		}
		label := verb.Visible(d.After.Title(open.Query))
		fmt.Fprintf(&out, "%s has no table yet: which path does it mean?\n", label)
		writePaths(&out, label, open)
	}
	if out.Len() > 0 && !mapping.HasNumbers(d.After) {
		out.WriteString("\nsizes are not known: the concepts have no number of instances, so no partition is judged or split\n")
	}
	return out.Bytes()
}

func (d *derivedDocument) writeTable(out *bytes.Buffer, proposal *mapping.Proposal) {
	var labels []string
	for _, query := range proposal.Queries {
		labels = append(labels, d.After.Title(query))
	}
	fmt.Fprintf(out, "%s (%s), serves %s\n", verb.Visible(proposal.Name), proposal.Kind, verb.Visible(strings.Join(labels, ", ")))
	for _, column := range proposal.Columns {
		fmt.Fprintf(out, "  %-2s %s", columnMark(&column.Column), verb.Visible(column.Name))
		if column.Role.InKey() || column.Role == model.Static {
			fmt.Fprintf(out, ": %s", verb.Visible(strings.TrimSpace(column.Reason+" "+ruleInWords(column.Rule))))
		}
		out.WriteByte('\n')
	}
	for _, reason := range proposal.Reasons {
		fmt.Fprintf(out, "  %s\n", verb.Visible(reason))
	}
	d.writeSplit(out, proposal)
	for _, query := range proposal.Queries {
		if path := d.Plan(query).Path; len(path.Relationships) > 0 {
			fmt.Fprintf(out, "  path of %s: %s\n", verb.Visible(d.After.Title(query)), verb.Visible(path.Words))
		}
	}
	for _, query := range proposal.Queries {
		when := ""
		if split := d.SplitOf(proposal); split != nil && split.Chosen != nil {
			when = ", before the split"
		}
		writeAlternatives(out, d.After.Title(query), when, d.Plan(query), proposal.Chosen[query], mapping.HasNumbers(d.After))
	}
}

// writeAlternatives lists why the chosen table is first, and the others. known
// reports that the concepts have numbers, so that missing ones matter, when for which state
// of the chosen table its numbers are.
func writeAlternatives(out *bytes.Buffer, label, when string, plan *mapping.Plan, chosen *mapping.Alternative, known bool) {
	if chosen != nil {
		fmt.Fprintf(out, "  for %s%s: %s\n", verb.Visible(label), when, verb.Visible(strings.Join(chosen.Reasons, "; ")))
	}
	for _, problem := range plan.Problems {
		fmt.Fprintf(out, "  note on %s: %s\n", verb.Visible(label), verb.Visible(problem.Message))
	}
	for i := range plan.Alternatives {
		if a := &plan.Alternatives[i]; a != chosen {
			fmt.Fprintf(out, "  or %s=%d %s: %s\n", verb.Visible(label), i+1, verb.Visible(a.Signature()), verb.Visible(strings.Join(a.Reasons, "; ")))
		}
	}
	if len(plan.Needs) > 0 && known {
		var names []string
		for _, need := range plan.Needs {
			names = append(names, need.What)
		}
		fmt.Fprintf(out, "  numbers missing for %s: %s\n", verb.Visible(label), verb.Visible(strings.Join(names, ", ")))
	}
	if plan.More > 0 {
		fmt.Fprintf(out, "  and %d more for %s\n", plan.More, verb.Visible(label))
	}
}

// writePaths lists the paths that a query may mean, by their numbers.
func writePaths(out *bytes.Buffer, label string, plan *mapping.Plan) {
	for i, path := range plan.Path.Alternatives() {
		fmt.Fprintf(out, "  path %s=%d %s\n", label, i+1, verb.Visible(path.Words))
	}
}

func ruleInWords(rule mapping.Rule) string {
	if rule == "" {
		return ""
	}
	return "(" + string(rule) + ")"
}

// columnMark is the mark of a column in the notation.
func columnMark(c *mapping.Column) string {
	switch {
	case c.Role == model.Clustering && c.Descending:
		return "C↓"
	case c.Role == model.Clustering:
		return "C↑"
	}
	return map[model.Role]string{model.Partition: "K", model.Static: "S", model.RoleCounter: "++"}[c.Role]
}
