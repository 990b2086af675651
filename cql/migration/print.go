package migration

import (
	"fmt"
	"regexp"
	"strings"

	"widerow/model/markdown"
)

// Script returns the plan as CQL. Instructions and warnings are comments, and
// so are the steps of the cleanup, unless drops is set.
func (p *Plan) Script(drops bool) string {
	var out strings.Builder
	for _, step := range p.Steps {
		fmt.Fprintf(&out, "-- %d %s %s\n", step.Number, step.Kind, markdown.OneLine(step.Element))
		for _, text := range []string{step.Instruction, step.Warning} {
			if text != "" {
				fmt.Fprintf(&out, "-- %s\n", markdown.OneLine(text))
			}
		}
		statement := step.Statement
		if step.Cleanup && !drops {
			statement = strings.ReplaceAll("-- "+statement, "\n", "\n-- ")
		}
		if step.Statement != "" {
			out.WriteString(statement + "\n")
		}
		out.WriteString("\n")
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// Markdown returns the plan as a list for a ticket or a pull request.
func (p *Plan) Markdown() string {
	var out strings.Builder
	for _, step := range p.Steps {
		item := fmt.Sprintf("%d. ", step.Number)
		indent := strings.Repeat(" ", len(item)) // what is indented by less is no part of the item
		fmt.Fprintf(&out, "%s**%s** %s\n", item, step.Kind, markdown.Code(step.Element))
		if step.Instruction != "" {
			fmt.Fprintf(&out, "%s%s\n", indent, instruction(step.Instruction))
		}
		if step.Statement != "" {
			fence := markdown.Fence(step.Statement)
			fmt.Fprintf(&out, "\n%s%scql\n%[1]s%[3]s\n%[1]s%[2]s\n", indent, fence, strings.ReplaceAll(step.Statement, "\n", "\n"+indent))
		}
		if step.Warning != "" {
			fmt.Fprintf(&out, "\n%s⚠ %s\n", indent, markdown.Escape(step.Warning))
		}
	}
	return out.String()
}

// statements are those in an instruction.
var statements = regexp.MustCompile(`(?:SELECT|INSERT|UPDATE|DELETE) (?:[^;"]|"[^"]*")*;`)

// instruction writes an instruction with its statements as code.
func instruction(text string) string {
	var out strings.Builder
	from := 0
	for _, found := range statements.FindAllStringIndex(text, -1) {
		out.WriteString(markdown.Escape(text[from:found[0]]) + markdown.Code(text[found[0]:found[1]]))
		from = found[1]
	}
	return out.String() + markdown.Escape(text[from:])
}
