package sizereport

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/model/markdown"
	"widerow/model/sizing"
)

// Markdown is the report for a design document: the sizes, by which formulas, and on
// which numbers they rest.
func (r Report) Markdown() []byte {
	var out bytes.Buffer
	fmt.Fprint(&out, "# Partition sizes\n\nOne partition, typically and at worst: on disk as in Data.db before "+
		"compression, and by the book's formula. ~ rests on assumed numbers.\n\n")
	fmt.Fprint(&out, "| table | rows | cells | on disk | by the book | worst rows | cells | on disk | by the book |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, size := range r.Tables {
		name := markdown.Escape(size.Table)
		if size.Typical == nil || size.Worst == nil {
			fmt.Fprintf(&out, "| %s | %s | | | | | | | |\n", name, markdown.Escape(size.Error))
			continue
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", name, size.Typical.row(size.About()), size.Worst.row(size.About()))
	}
	r.measured(&out)
	r.quantities(&out)
	if assumed := r.AssumedNumbers(); len(assumed) > 0 {
		fmt.Fprint(&out, "\n## Assumed\n\nNobody gave these numbers.\n\n")
		for _, number := range assumed {
			fmt.Fprintf(&out, "- %s: %s\n", markdown.Escape(number.Number), strconv.FormatFloat(number.Value, 'f', -1, 64))
		}
	}
	return out.Bytes()
}

// quantities lists them, with a column for their sources if one has any.
func (r Report) quantities(out *bytes.Buffer) {
	if len(r.Quantities) == 0 {
		return
	}
	sourced := slices.ContainsFunc(r.Quantities, func(q Quantity) bool { return q.Source != "" })
	head, line := "| quantity | typical | worst |", "|---|--:|--:|"
	if sourced {
		head, line = head+" source |", line+"---|"
	}
	fmt.Fprintf(out, "\n## Quantities\n\n%s\n%s\n", head, line)
	for _, quantity := range r.Quantities {
		fmt.Fprintf(out, "| %s | %s | %s |", markdown.Escape(quantity.Name),
			sizing.FormatUnit(quantity.Typical, quantity.time), sizing.FormatUnit(quantity.Worst, quantity.time))
		if sourced {
			fmt.Fprintf(out, " %s |", markdown.Escape(quantity.Source))
		}
		fmt.Fprintln(out)
	}
}

// measured lists what was measured beside the estimates.
func (r Report) measured(out *bytes.Buffer) {
	if !slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Measured != nil }) {
		return
	}
	fmt.Fprint(out, "\n## Measured\n\n| table | measured mean | estimate | ratio | measured at most | date |\n|---|--:|--:|--:|--:|---|\n")
	for _, size := range r.Tables {
		if size.Measured == nil || size.Typical == nil {
			continue
		}
		ratio := ""
		if size.Measured.Bytes > 0 {
			ratio = fmt.Sprintf("%.2f", size.Typical.Bytes/size.Measured.Bytes)
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", markdown.Escape(size.Table),
			bytesOrNone(size.Measured.Bytes), sizing.FormatBytes(size.Typical.Bytes), ratio,
			bytesOrNone(size.Measured.MaxBytes), size.Measured.Date)
	}
}

func bytesOrNone(bytes float64) string {
	if bytes == 0 {
		return ""
	}
	return sizing.FormatBytes(bytes)
}

// row returns the figures as cells of a line of the table.
func (f *Figures) row(about string) string {
	return fmt.Sprintf("%s | %s | %s%s | %s%s", sizing.FormatNumber(f.Rows), sizing.FormatNumber(f.Cells), about,
		sizing.FormatBytes(f.Bytes), about, sizing.FormatBytes(f.BookBytes))
}

// CSV is the tables, one a line, with plain numbers.
func (r Report) CSV() []byte {
	var out bytes.Buffer
	lines := csv.NewWriter(&out)
	lines.UseCRLF = true
	write := func(cells ...string) { _ = lines.Write(cells) } // to a buffer
	write("table", "rows", "cells", "bytes", "book_bytes", "worst_rows", "worst_cells", "worst_bytes",
		"worst_book_bytes", "measured_bytes", "measured_max_bytes", "measured_date", "assumed", "problem")
	for _, size := range r.Tables {
		cells := []string{safeCell(size.Table)}
		cells = append(cells, size.Typical.cells()...)
		cells = append(cells, size.Worst.cells()...)
		measured := []string{"", "", ""}
		if m := size.Measured; m != nil {
			measured = []string{number(m.Bytes), number(m.MaxBytes), m.Date}
		}
		write(append(append(cells, measured...), strconv.Itoa(len(size.Assumed)), safeCell(size.Error+size.Finding))...)
	}
	lines.Flush()
	return out.Bytes()
}

func (f *Figures) cells() []string {
	if f == nil {
		return []string{"", "", "", ""}
	}
	return []string{number(f.Rows), number(f.Cells), number(f.Bytes), number(f.BookBytes)}
}

func number(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// safeCell keeps a spreadsheet from reading a name as a formula.
func safeCell(text string) string {
	if text != "" && strings.ContainsAny(text[:1], "=+-@\t\r") {
		return "'" + text
	}
	return text
}
