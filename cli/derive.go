package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/sizing"
)

// deriveCommand derives the tables of a document from its concepts and queries.
type deriveCommand struct {
	Format string `help:"text, json (tables, queries with verdicts and alternatives), cql, or document (the document with the tables)." enum:"text,json,cql,document" default:"text"`
	deriveChoices
	Lookups bool   `help:"Derive the lookup tables by which updates find what they write, too."`
	File    string `arg:"" help:"A Widerow document, or the address of a model on a server (https://HOST/m/MODEL); - means standard input."`
}

func (d *deriveCommand) Run(console *console) error {
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
	result, err := d.deriveWithLookups(loaded.document)
	if err != nil {
		fmt.Fprintf(console.stderr, "widerow: %s\n", visible(oneLine(err)))
		return exitCode(Misused)
	}
	result.judge(source, d.Format == "text")
	output, err := d.encode(result)
	if err != nil {
		return err
	}
	if err := console.write(output); err != nil {
		return err
	}
	return result.report(console)
}

// derivedDocument is a document with its derived tables, and what check finds in it.
type derivedDocument struct {
	*mapping.Derivation
	after *model.Model
	// left are the queries without all of their tables by choice.
	left     model.IDSet
	leaves   func(*mapping.Proposal) bool
	proofs   *check.Proofs
	findings []check.Finding
	// splits are the proposed splits of the tables that are over a limit.
	splits []*moves.Proposed
}

// derive derives the tables of the queries that are chosen. The same document and
// choices give the same tables with the same IDs.
func (d *deriveChoices) derive(document *model.Model) (*derivedDocument, error) {
	before := withoutOrphans(document)
	ids := model.SeededIDs(document.Encode())
	c := &choosing{deriveChoices: d, model: before}
	left, kept := c.left(), c.kept()
	if err := c.err(); err != nil {
		return nil, err
	}
	before, err := model.Apply(before, ids, kept...)
	if err != nil {
		return nil, fmt.Errorf("apply the choices: %w", err)
	}
	c.model = before
	derivation := mapping.Derive(before, nil, c.choices(left))
	result := &derivedDocument{Derivation: derivation, left: left, leaves: c.leaves(derivation)}
	if err := c.err(); err != nil {
		return nil, err
	}
	for _, proposal := range derivation.Proposals {
		if result.leaves(proposal) {
			for _, query := range proposal.Queries {
				left[query] = true
			}
		}
	}
	after, err := model.Apply(before, ids, derivation.Commands(ids, result.leaves)...)
	if err != nil {
		return nil, fmt.Errorf("apply the derived tables: %w", err)
	}
	cql.FollowTypes(before, after)
	if err := c.split(result, after, ids); err != nil {
		return nil, err
	}
	return result, c.err()
}

// judge collects the findings of check about the derived document: its errors, and
// findings about concepts and queries, which the text form lists beside the tables.
// Queries that were left out need no table.
func (d *derivedDocument) judge(source *source, isText bool) {
	report := check.ModelWithSizes(source.name, d.after, mapping.Sizes(d.after, sizing.Disk))
	d.proofs = report.Proofs
	left := map[string]bool{}
	for id := range d.left {
		left[d.after.Title(id)] = true
	}
	for _, plan := range append(slices.Clone(d.Failed), d.Open...) { // reported with the reason
		left[d.after.Title(plan.Query)] = true
	}
	for _, finding := range append(check.Problems(source.name, d.after), report.Findings...) {
		about := finding.Severity == cql.Error || finding.Code == check.CodeQuery && !isText
		if about && !(left[finding.Element] && slices.Contains([]string{check.CodeUnserved, check.CodeQuery}, finding.Code)) {
			d.findings = append(d.findings, finding)
		}
	}
	d.findings = append(d.findings, d.tooLarge(source)...)
}

// report lists the findings as check does. An error fails the command, and so does a query
// that gets no table.
func (d *derivedDocument) report(console *console) error {
	for _, plan := range d.Failed {
		fmt.Fprintf(console.stderr, "widerow: %s has no table: %s\n", visible(d.after.Title(plan.Query)), visible(problemsInWords(plan)))
	}
	for _, plan := range d.Open {
		fmt.Fprintf(console.stderr, "widerow: %s gets no table until it says which path it means: %s\n",
			visible(d.after.Title(plan.Query)), visible(problemsInWords(plan)))
	}
	var out bytes.Buffer
	for _, finding := range d.findings {
		writeFinding(&out, finding)
	}
	if _, err := console.stderr.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write the findings: %w", err)
	}
	if len(d.Failed)+len(d.Open)+count(d.findings, cql.Error) > 0 {
		return exitCode(Failed)
	}
	return nil
}

// withoutOrphans removes tables that realize only logical ones that the document
// no longer has: deriving adds them again.
func withoutOrphans(document *model.Model) *model.Model {
	if !check.IsStripped(document) {
		return document
	}
	kept := document.Clone()
	for id, relation := range kept.Physical.Relations {
		if len(relation.Realizes) > 0 {
			delete(kept.Physical.Relations, id)
		}
	}
	return kept
}

// derivedJSON is the JSON form: that of check with the findings about what was
// derived.
type derivedJSON struct {
	*check.Proofs
	Splits   []splitJSON     `json:"splits"`
	Findings []check.Finding `json:"findings"`
	// Questions are the queries that get no table until one of their paths is chosen.
	Questions []question `json:"questions"`
}

// question is a query with the paths that it may mean, best first.
type question struct {
	Query   string   `json:"query"`
	Message string   `json:"message"`
	Paths   []string `json:"paths"`
}

// questions lists what is open.
func (d *derivedDocument) questions() []question {
	questions := []question{}
	for _, plan := range d.Open {
		open := question{Query: d.after.Title(plan.Query), Message: problemsInWords(plan)}
		for _, path := range plan.Path.Alternatives() {
			open.Paths = append(open.Paths, path.Words)
		}
		questions = append(questions, open)
	}
	return questions
}

func (d *deriveCommand) encode(result *derivedDocument) ([]byte, error) {
	switch d.Format {
	case "json":
		return indentedJSON(derivedJSON{result.proofs, result.splitsJSON(), append([]check.Finding{}, result.findings...), result.questions()})
	case "cql":
		return []byte(cql.PrintModel(result.after, cql.PrintOptions{Options: cql.ChangedOptions})), nil
	case "document":
		return documentText(result.after)
	}
	return result.text(), nil
}

// text lists each table with its columns, their reasons, and the other legal keys.
func (d *derivedDocument) text() []byte {
	var out bytes.Buffer
	for _, proposal := range d.Proposals {
		if d.leaves(proposal) {
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
		label := visible(d.after.Title(open.Query))
		fmt.Fprintf(&out, "%s has no table yet: which path does it mean?\n", label)
		writePaths(&out, label, open)
	}
	if out.Len() > 0 && !mapping.HasNumbers(d.after) {
		out.WriteString("\nsizes are not known: the concepts have no number of instances, so no partition is judged or split\n")
	}
	return out.Bytes()
}

func (d *derivedDocument) writeTable(out *bytes.Buffer, proposal *mapping.Proposal) {
	var labels []string
	for _, query := range proposal.Queries {
		labels = append(labels, d.after.Title(query))
	}
	fmt.Fprintf(out, "%s (%s), serves %s\n", visible(proposal.Name), proposal.Kind, visible(strings.Join(labels, ", ")))
	for _, column := range proposal.Columns {
		fmt.Fprintf(out, "  %-2s %s", columnMark(&column.Column), visible(column.Name))
		if column.Role.InKey() || column.Role == model.Static {
			fmt.Fprintf(out, ": %s", visible(strings.TrimSpace(column.Reason+" "+ruleInWords(column.Rule))))
		}
		out.WriteByte('\n')
	}
	for _, reason := range proposal.Reasons {
		fmt.Fprintf(out, "  %s\n", visible(reason))
	}
	d.writeSplit(out, proposal)
	for _, query := range proposal.Queries {
		when := ""
		if split := d.splitOf(proposal); split != nil && split.Chosen != nil {
			when = ", before the split"
		}
		writeAlternatives(out, d.after.Title(query), when, d.Plan(query), proposal.Chosen[query], mapping.HasNumbers(d.after))
	}
}

// writeAlternatives lists why the chosen table is first, and the others. known
// reports that the concepts have numbers, so that missing ones matter, when for which state
// of the chosen table its numbers are.
func writeAlternatives(out *bytes.Buffer, label, when string, plan *mapping.Plan, chosen *mapping.Alternative, known bool) {
	if chosen != nil {
		fmt.Fprintf(out, "  for %s%s: %s\n", visible(label), when, visible(strings.Join(chosen.Reasons, "; ")))
	}
	for _, problem := range plan.Problems {
		fmt.Fprintf(out, "  note on %s: %s\n", visible(label), visible(problem.Message))
	}
	for i := range plan.Alternatives {
		if a := &plan.Alternatives[i]; a != chosen {
			fmt.Fprintf(out, "  or %s=%d %s: %s\n", visible(label), i+1, visible(a.Signature()), visible(strings.Join(a.Reasons, "; ")))
		}
	}
	if len(plan.Needs) > 0 && known {
		var names []string
		for _, need := range plan.Needs {
			names = append(names, need.What)
		}
		fmt.Fprintf(out, "  numbers missing for %s: %s\n", visible(label), visible(strings.Join(names, ", ")))
	}
	if plan.More > 0 {
		fmt.Fprintf(out, "  and %d more for %s\n", plan.More, visible(label))
	}
}

// writePaths lists the paths that a query may mean, by their numbers.
func writePaths(out *bytes.Buffer, label string, plan *mapping.Plan) {
	for i, path := range plan.Path.Alternatives() {
		fmt.Fprintf(out, "  path %s=%d %s\n", label, i+1, visible(path.Words))
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

func problemsInWords(plan *mapping.Plan) string {
	var messages []string
	for _, problem := range plan.Problems {
		messages = append(messages, problem.Message)
	}
	return strings.Join(messages, "; ")
}
