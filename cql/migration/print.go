package migration

import (
	"fmt"
	"regexp"
	"strings"
)

// Script returns the plan as CQL. Instructions and warnings are comments, and
// so are the steps of the cleanup, unless drops is set.
func (p *Plan) Script(drops bool) string {
	var out strings.Builder
	for _, step := range p.Steps {
		fmt.Fprintf(&out, "-- %d %s %s\n", step.Number, step.Kind, comment(step.Element))
		for _, text := range []string{step.Instruction, step.Warning} {
			if text != "" {
				fmt.Fprintf(&out, "-- %s\n", comment(text))
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

// comment makes a text fit into one line of a comment.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}

// Markdown returns the plan as a list for a ticket or a pull request.
func (p *Plan) Markdown() string {
	var out strings.Builder
	for _, step := range p.Steps {
		item := fmt.Sprintf("%d. ", step.Number)
		indent := strings.Repeat(" ", len(item)) // what is indented by less is no part of the item
		fmt.Fprintf(&out, "%s**%s** %s\n", item, step.Kind, code(step.Element))
		if step.Instruction != "" {
			fmt.Fprintf(&out, "%s%s\n", indent, instruction(step.Instruction))
		}
		if step.Statement != "" {
			fence := fenceOf(step.Statement)
			fmt.Fprintf(&out, "\n%s%scql\n%[1]s%[3]s\n%[1]s%[2]s\n", indent, fence, strings.ReplaceAll(step.Statement, "\n", "\n"+indent))
		}
		if step.Warning != "" {
			fmt.Fprintf(&out, "\n%s⚠ %s\n", indent, Escape(step.Warning))
		}
	}
	return out.String()
}

// fenceOf returns a fence that the text does not contain.
func fenceOf(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// statements are those in an instruction.
var statements = regexp.MustCompile(`(?:SELECT|INSERT|UPDATE|DELETE) (?:[^;"]|"[^"]*")*;`)

// instruction writes an instruction with its statements as code.
func instruction(text string) string {
	var out strings.Builder
	from := 0
	for _, found := range statements.FindAllStringIndex(text, -1) {
		out.WriteString(Escape(text[from:found[0]]) + code(text[found[0]:found[1]]))
		from = found[1]
	}
	return out.String() + Escape(text[from:])
}

// code writes a name as code, whatever it contains.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + comment(text) + " " + fence
	}
	return fence + comment(text) + fence
}

// Escape keeps a text from being read as Markdown or HTML.
func Escape(text string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "<", "&lt;", ">", "&gt;", "[", "\\[", "]",
		"\\]", "`", "\\`", "#", "\\#", "|", "\\|").Replace(comment(text))
}
