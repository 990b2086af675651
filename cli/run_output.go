package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/cli/verb"
	"widerow/store/cluster"
)

// runOutput writes the rows of statements.
type runOutput interface {
	// page writes a page of rows. isFirst marks the first page of a statement.
	page(s runStatement, result *cluster.Result, isFirst bool) error
	// end writes what follows the last statement.
	end(done, left int) error
}

func newRunOutput(to io.Writer, format string) runOutput {
	switch format {
	case "json":
		return &runJSON{to: to}
	case "csv":
		return &runCSV{to: to}
	}
	return &runText{to: to}
}

// runText writes rows as a table, page by page, as cqlsh does.
type runText struct {
	to   io.Writer
	rows int
}

func (o *runText) page(_ runStatement, result *cluster.Result, isFirst bool) error {
	if isFirst {
		o.rows = 0
	}
	o.rows += len(result.Rows)
	var out bytes.Buffer
	described := slices.IndexFunc(result.Columns, func(c cluster.Column) bool { return c.Name == "create_statement" })
	switch {
	case described >= 0:
		describe(&out, result, described)
	case len(result.Columns) > 0:
		o.table(&out, result)
		if len(result.PageState) == 0 {
			fmt.Fprintf(&out, "(%s)\n\n", verb.Counted(o.rows, "row"))
		}
	}
	for _, event := range result.Trace {
		fmt.Fprintf(&out, "%12v  %-15s  %s\n", event.After, event.Source, verb.Visible(event.Activity))
	}
	_, err := o.to.Write(out.Bytes())
	return wrapWrite(err)
}

func wrapWrite(err error) error {
	if err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// describe writes the statements that DESCRIBE returns in a column, as a script.
func describe(out *bytes.Buffer, result *cluster.Result, column int) {
	for _, row := range result.Rows {
		for line := range strings.Lines(row[column].Plain()) {
			out.WriteString(verb.Visible(strings.TrimRight(line, "\n")) + "\n")
		}
		out.WriteByte('\n')
	}
}

// table writes the columns as wide as their widest value.
func (o *runText) table(out *bytes.Buffer, result *cluster.Result) {
	lines := make([][]string, 0, len(result.Rows)+1)
	head := make([]string, len(result.Columns))
	for i, column := range result.Columns {
		head[i] = verb.Visible(column.Name)
	}
	lines = append(lines, head)
	for _, row := range result.Rows {
		line := make([]string, len(row))
		for i, cell := range row {
			line[i] = textOf(cell)
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(head))
	for _, line := range lines {
		for i, text := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for number, line := range lines {
		for i, text := range line {
			if i > 0 {
				out.WriteString(" |")
			}
			out.WriteString(" " + text)
			if i < len(line)-1 {
				out.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text)))
			}
		}
		out.WriteByte('\n')
		if number == 0 {
			for i, width := range widths {
				if i > 0 {
					out.WriteByte('+')
				}
				out.WriteString(strings.Repeat("-", width+2))
			}
			out.WriteByte('\n')
		}
	}
}

// textOf returns a value in one line. A text that reads like NULL keeps its quotes.
func textOf(cell cluster.Cell) string {
	text := cell.Plain()
	if cell.Null || text == "null" {
		text = cell.Text
	}
	return verb.Visible(strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text))
}

// runCSV writes rows as CSV, with an empty line between two results. NULL is nothing, an
// empty text is "".
type runCSV struct {
	to        io.Writer
	isWritten bool
}

func (o *runCSV) page(_ runStatement, result *cluster.Result, isFirst bool) error {
	if len(result.Columns) == 0 {
		return nil
	}
	var out bytes.Buffer
	if isFirst {
		if o.isWritten {
			out.WriteString("\r\n")
		}
		o.isWritten = true
		names := make([]string, len(result.Columns))
		for i, column := range result.Columns {
			names[i] = csvField(column.Name)
		}
		out.WriteString(strings.Join(names, ",") + "\r\n")
	}
	for _, row := range result.Rows {
		fields := make([]string, len(row))
		for i, cell := range row {
			if !cell.Null {
				fields[i] = csvField(cell.Plain())
			}
		}
		out.WriteString(strings.Join(fields, ",") + "\r\n")
	}
	_, err := o.to.Write(out.Bytes())
	return wrapWrite(err)
}

func (*runCSV) end(int, int) error { return nil }

func (*runText) end(int, int) error { return nil }

// csvField quotes a field that needs it (RFC 4180).
func csvField(text string) string {
	if text != "" && !strings.ContainsAny(text, ",\"\r\n") {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// runJSON writes one object: the results of the statements that have rows, and how many
// statements are done and left.
type runJSON struct {
	to      io.Writer
	isBegun bool
	isOpen  bool // a result whose rows are being written
	isNext  bool // a row was written
}

func (o *runJSON) page(s runStatement, result *cluster.Result, isFirst bool) error {
	var out bytes.Buffer
	if isFirst {
		o.close(&out)
	}
	if isFirst && len(result.Columns) > 0 {
		o.begin(&out, s, result)
	}
	for _, row := range result.Rows {
		if o.isNext {
			out.WriteByte(',')
		}
		o.isNext = true
		out.WriteString("\n        {")
		for i, cell := range row {
			if i > 0 {
				out.WriteString(", ")
			}
			name, _ := json.Marshal(result.Columns[i].Name)
			out.Write(name)
			out.WriteString(": ")
			out.Write(cell.JSON())
		}
		out.WriteByte('}')
	}
	_, err := o.to.Write(out.Bytes())
	return wrapWrite(err)
}

// begin writes the beginning of a result.
func (o *runJSON) begin(out *bytes.Buffer, s runStatement, result *cluster.Result) {
	if !o.isBegun {
		out.WriteString("{\n  \"results\": [")
	} else {
		out.WriteByte(',')
	}
	type column struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	columns := make([]column, len(result.Columns))
	for i, c := range result.Columns {
		columns[i] = column{c.Name, c.Type}
	}
	place, _ := json.Marshal(s.place())
	text, _ := json.Marshal(s.text)
	list, _ := json.Marshal(columns)
	fmt.Fprintf(out, "\n    {\n      \"place\": %s,\n      \"statement\": %s,\n      \"columns\": %s,\n      \"rows\": [", place, text, list)
	o.isBegun, o.isOpen, o.isNext = true, true, false
}

// close writes the end of the result whose rows are being written.
func (o *runJSON) close(out *bytes.Buffer) {
	if o.isOpen {
		out.WriteString("\n      ]\n    }")
	}
	o.isOpen = false
}

func (o *runJSON) end(done, left int) error {
	var out bytes.Buffer
	o.close(&out)
	if !o.isBegun {
		out.WriteString("{\n  \"results\": [")
	}
	fmt.Fprintf(&out, "\n  ],\n  \"done\": %d,\n  \"left\": %d\n}\n", done, left)
	_, err := o.to.Write(out.Bytes())
	return wrapWrite(err)
}
