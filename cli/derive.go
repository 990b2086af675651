package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/mapping"
)

// deriveCommand derives the tables of a document from its concepts and queries.
type deriveCommand struct {
	Format string `help:"text, json (tables, queries with verdicts and alternatives), cql, or document (the document with the tables)." enum:"text,json,cql,document" default:"text"`
	File   string `arg:"" help:"A Widerow document; - means standard input."`
}

func (d *deriveCommand) Run(console *console) error {
	source, err := readSource(console, d.File)
	if err != nil {
		return err
	}
	if !source.isDocument() {
		return fmt.Errorf("%s is not a Widerow document: derive needs concepts and queries", source.name)
	}
	loaded, err := source.modelFor(console, "")
	if err != nil {
		return err
	}
	derivation, after, err := deriveAll(loaded.document)
	if err != nil {
		return err
	}
	output, err := d.encode(source, derivation, after)
	if err != nil {
		return err
	}
	if err := console.write(output); err != nil {
		return err
	}
	for _, plan := range derivation.Failed {
		fmt.Fprintf(console.stderr, "widerow: %s has no table: %s\n", visible(after.Title(plan.Query)), visible(problemsInWords(plan)))
	}
	if len(derivation.Failed) > 0 {
		return exitCode(Failed)
	}
	return nil
}

// deriveAll derives the tables of all queries. The same document gives the same
// tables with the same IDs.
func deriveAll(document *model.Model) (*mapping.Derivation, *model.Model, error) {
	before := withoutOrphans(document)
	ids := model.SeededIDs(document.Encode())
	derivation := mapping.Derive(before, nil, nil)
	after, err := model.Apply(before, ids, derivation.Commands(ids, nil)...)
	if err != nil {
		return nil, nil, fmt.Errorf("apply the derived tables: %w", err)
	}
	cql.FollowTypes(before, after)
	return derivation, after, nil
}

// withoutOrphans removes tables that realize only logical ones that the document
// no longer has: deriving adds them again.
func withoutOrphans(document *model.Model) *model.Model {
	if !isStripped(document) {
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

func (d *deriveCommand) encode(source *source, derivation *mapping.Derivation, after *model.Model) ([]byte, error) {
	switch d.Format {
	case "json":
		proofs, _ := check.Prove(source.name, after)
		return indentedJSON(proofs)
	case "cql":
		return []byte(cql.PrintModel(after, cql.PrintOptions{Options: cql.ChangedOptions})), nil
	case "document":
		return after.Encode(), nil
	}
	return derivedText(derivation, after), nil
}

// derivedText lists each table with its columns, their reasons, and the other
// legal keys.
func derivedText(derivation *mapping.Derivation, after *model.Model) []byte {
	var out bytes.Buffer
	for i, proposal := range derivation.Proposals {
		if i > 0 {
			out.WriteByte('\n')
		}
		var labels []string
		for _, query := range proposal.Queries {
			labels = append(labels, after.Title(query))
		}
		fmt.Fprintf(&out, "%s (%s), serves %s\n", visible(proposal.Name), proposal.Kind, visible(strings.Join(labels, ", ")))
		for _, column := range proposal.Columns {
			fmt.Fprintf(&out, "  %-2s %s", columnMark(&column.Column), visible(column.Name))
			if column.Role.InKey() || column.Role == model.Static {
				fmt.Fprintf(&out, ": %s", visible(strings.TrimSpace(column.Reason+" "+ruleInWords(column.Rule))))
			}
			out.WriteByte('\n')
		}
		for _, reason := range proposal.Reasons {
			fmt.Fprintf(&out, "  %s\n", visible(reason))
		}
		for _, query := range proposal.Queries {
			writeAlternatives(&out, after.Title(query), derivation.Plan(query), proposal.Chosen[query])
		}
	}
	return out.Bytes()
}

func writeAlternatives(out *bytes.Buffer, label string, plan *mapping.Plan, chosen *mapping.Alternative) {
	for _, problem := range plan.Problems {
		fmt.Fprintf(out, "  note on %s: %s\n", visible(label), visible(problem.Message))
	}
	for i := range plan.Alternatives {
		if a := &plan.Alternatives[i]; a != chosen {
			fmt.Fprintf(out, "  or for %s %s: %s\n", visible(label), visible(a.Signature()), visible(strings.Join(a.Reasons, "; ")))
		}
	}
	if plan.More > 0 {
		fmt.Fprintf(out, "  and %d more for %s\n", plan.More, visible(label))
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
	var messages []error
	for _, problem := range plan.Problems {
		messages = append(messages, errors.New(problem.Message))
	}
	return oneLine(errors.Join(messages...))
}
