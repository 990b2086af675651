package cli

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/check"
	"widerow/model/write"
)

// text returns the report for a terminal. Each finding looks like a compiler
// error: the source line, a mark below the place, and a hint.
//
//	shop.cql:3:12: error: Unknown type shop.adress [cql/invalid]
//	  shipping adress,
//	           ^~~~~~
//	  hint: …
func (r report) text() []byte {
	var out bytes.Buffer
	for _, file := range r.files {
		file.write(&out)
	}
	if r.Omitted > 0 {
		fmt.Fprintf(&out, "%s not shown; --max-findings 0 shows all\n", verb.Counted(r.Omitted, "more finding"))
	}
	return out.Bytes()
}

func (r fileReport) write(out *bytes.Buffer) {
	lines := newLines(r.text)
	for _, finding := range r.Findings {
		writeHeading(out, finding)
		if place := markedPlace(finding); lines.has(place.Line) {
			writeExcerpt(out, lines.line(place.Line), place)
		}
		writeHint(out, finding)
	}
	if r.Proofs != nil {
		r.proofs(out)
		r.updates(out)
	}
	fmt.Fprintf(out, "%s: %s, %s, %s\n", r.name, verb.Counted(r.Statements, "statement"),
		verb.Counted(count(r.all, cql.Error), "error"), verb.Counted(count(r.all, cql.Warning), "warning"))
}

// writeFinding writes a finding about a document, which has no source lines.
func writeFinding(out *bytes.Buffer, finding check.Finding) {
	writeHeading(out, finding)
	writeHint(out, finding)
}

func writeHeading(out *bytes.Buffer, finding check.Finding) {
	fmt.Fprintf(out, "%s: %s: %s [%s]\n", verb.Visible(placeOf(finding)), finding.Severity, verb.Visible(finding.Message), finding.Code)
}

func writeHint(out *bytes.Buffer, finding check.Finding) {
	if finding.Hint != "" {
		fmt.Fprintf(out, "  hint: %s\n", verb.Visible(finding.Hint))
	}
}

// proofs lists the queries with their verdicts, statements and tables.
func (r fileReport) proofs(out *bytes.Buffer) {
	for _, query := range r.Queries {
		table := query.Judged
		if len(query.Tables) > 0 {
			table = strings.Join(query.Tables, ", ")
		}
		line := fmt.Sprintf("%s: %s: %s", r.name, query.Query, query.Verdict.Words())
		if table != "" {
			line += ", " + table
		}
		if reads := query.Reads.Text(); reads != "" {
			line += ": reads " + reads
		}
		fmt.Fprintln(out, verb.Visible(line))
		if query.Statement != "" {
			fmt.Fprintf(out, "  %s\n", verb.Visible(query.Statement))
		}
		for _, sentence := range query.Application {
			fmt.Fprintf(out, "  -- %s\n", verb.Visible(sentence))
		}
		for _, gap := range query.Gaps {
			fmt.Fprintf(out, "  -- %s.\n", verb.Visible(gap))
		}
		for _, lookup := range query.Lookups {
			fmt.Fprintf(out, "  %s -- %s\n", verb.Visible(lookup.Statement), verb.Visible(lookup.Runs))
		}
	}
}

// updates lists the updates with the tables that they write, and their statements
// in order.
func (r fileReport) updates(out *bytes.Buffer) {
	for i := range r.Updates {
		update := &r.Updates[i]
		fmt.Fprintln(out, verb.Visible(fmt.Sprintf("%s: %s: %s", r.name, update.Update, updateWords(update))))
		for j := range update.Steps {
			step := &update.Steps[j]
			indent := "  "
			if len(step.Statements) > 1 || step.Kind == write.Blocked {
				words := string(step.Kind)
				if size := step.SizeText(); size != "" {
					words += ", " + size
				}
				fmt.Fprintf(out, "  %s:\n", words)
				indent = "    "
			}
			for _, statement := range step.Statements {
				line := indent + statement.Statement
				if statement.CannotRun != "" {
					line = indent + "-- " + statement.Statement
				}
				var words []string
				if len(statement.Each) > 0 {
					words = append(words, "for each "+strings.Join(statement.Each, ", "))
				}
				if words = append(words, statement.Application...); len(words) > 0 {
					line += " -- " + strings.Join(words, "; ")
				}
				fmt.Fprintln(out, verb.Visible(line))
			}
		}
	}
}

// updateWords counts what an update does: "writes 4 tables, reads 1 before".
func updateWords(update *check.Update) string {
	reads := 0
	for _, step := range update.Steps {
		if step.Kind == write.Read {
			reads++
		}
	}
	words := update.Words()
	if reads > 0 {
		words += ", reads before: " + fmt.Sprint(reads)
	}
	return words
}

// markedPlace returns the exact place of a finding, or the start of its
// statement.
func markedPlace(f check.Finding) check.Place {
	if f.Place != nil {
		return *f.Place
	}
	return check.Place{Line: f.Line, Column: f.Column, EndLine: f.Line, EndColumn: f.Column + 1}
}

// placeOf returns file:line:column, or the file and the element if the finding
// has no line.
func placeOf(f check.Finding) string {
	switch place := markedPlace(f); {
	case place.Line > 0:
		return fmt.Sprintf("%s:%d:%d", f.File, place.Line, place.Column)
	case f.Element != "":
		return f.File + ": " + f.Element
	}
	return f.File
}

// excerptWidth is the number of characters shown of a line, which may be a
// whole script.
const excerptWidth = 100

func writeExcerpt(out *bytes.Buffer, line *line, place check.Place) {
	at := min(max(place.Column-1, 0), line.length)
	start := max(0, min(at-excerptWidth*2/3, line.length-excerptWidth))
	end := min(line.length, start+excerptWidth)
	shown, before := line.between(start, end), line.between(start, at)
	indent := len(shown) - len(strings.TrimLeft(shown, " \t"))
	if indent <= len(before) {
		shown, before = shown[indent:], before[indent:]
	}
	width := 1
	if place.EndLine == place.Line {
		width = max(1, min(place.EndColumn-1, end)-at)
	}
	fmt.Fprintf(out, "  %s\n  %s^%s\n", verb.Visible(shown), spaces(verb.Visible(before)), strings.Repeat("~", width-1))
}

// spaces returns as many spaces as text has characters.
func spaces(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }
