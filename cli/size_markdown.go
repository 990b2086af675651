package cli

import (
	"bytes"
	"fmt"
	"strconv"

	"widerow/cql/migration"
	"widerow/model/sizing"
)

// markdown is the report for a design document: the sizes, by which formulas, and on
// which numbers they rest.
func (r sizeReport) markdown() []byte {
	var out bytes.Buffer
	fmt.Fprint(&out, "# Partition sizes\n\nOne partition, typically and at worst: on disk as in Data.db before compression, and by the book's formula. ~ rests on assumed numbers.\n\n")
	fmt.Fprint(&out, "| table | rows | cells | on disk | by the book | worst rows | cells | on disk | by the book |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, size := range r.Tables {
		name := migration.Escape(size.Table)
		if size.Typical == nil || size.Worst == nil {
			fmt.Fprintf(&out, "| %s | %s | | | | | | | |\n", name, migration.Escape(size.Error))
			continue
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", name, size.Typical.row(size.about()), size.Worst.row(size.about()))
	}
	if len(r.Quantities) > 0 {
		fmt.Fprint(&out, "\n## Quantities\n\n| quantity | typical | worst |\n|---|--:|--:|\n")
		for _, quantity := range r.Quantities {
			fmt.Fprintf(&out, "| %s | %s | %s |\n", migration.Escape(quantity.Name), sizing.FormatNumber(quantity.Typical), sizing.FormatNumber(quantity.Worst))
		}
	}
	if assumed := r.assumed(); len(assumed) > 0 {
		fmt.Fprint(&out, "\n## Assumed\n\nNobody gave these numbers.\n\n")
		for _, number := range assumed {
			fmt.Fprintf(&out, "- %s: %s\n", migration.Escape(number.Number), strconv.FormatFloat(number.Value, 'f', -1, 64))
		}
	}
	if r.Cluster != nil {
		r.Cluster.markdown(&out)
	}
	return out.Bytes()
}

// row returns the figures as cells of a line of the table.
func (f *figures) row(about string) string {
	return fmt.Sprintf("%s | %s | %s%s | %s%s", sizing.FormatNumber(f.Rows), sizing.FormatNumber(f.Cells), about, sizing.FormatBytes(f.Bytes), about, sizing.FormatBytes(f.BookBytes))
}
