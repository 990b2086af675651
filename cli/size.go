package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// sizeCommand estimates partition sizes with the book's formulas (see package
// model/sizing).
type sizeCommand struct {
	Format   string   `help:"text or json." enum:"text,json" default:"text"`
	Rows     []amount `help:"Rows in one partition of a table: typical and worst case." sep:"none" placeholder:"KS.TABLE=N[/N]"`
	Length   []amount `help:"Bytes of a value of variable size. tags[] means an element of a collection or a map's value, tags{} a map's key, address.city a field, point.0 a part of a tuple." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Elements []amount `help:"Number of elements in a collection." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	scriptFlags
	Files []string `arg:"" name:"file" help:"A Widerow document, or the files and folders of a CQL script; - means standard input."`
}

// sizeReport is the output as JSON. Other programs rely on it: fields may be
// added, but never renamed.
type sizeReport struct {
	Quantities []quantitySize `json:"quantities"`
	Tables     []tableSize    `json:"tables"`
}

type quantitySize struct {
	Name    string  `json:"name"`
	Typical float64 `json:"typical"`
	Worst   float64 `json:"worst"`
}

type tableSize struct {
	Table   string   `json:"table"`
	Typical *figures `json:"typical,omitempty"` // nil if Missing or Error is set
	Worst   *figures `json:"worst,omitempty"`
	// Missing lists the inputs that are not known, Error explains why there
	// is no size.
	Missing []string `json:"missing,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// figures describes one partition. BookBytes is the result of the book's
// formula: the sizes of the values and 8 bytes for each cell.
type figures struct {
	Rows      float64 `json:"rows"`
	Cells     float64 `json:"cells"`
	BookBytes float64 `json:"book_bytes"`
}

func (s *sizeCommand) Run(console *console) error {
	source, err := s.source(console, s.Files, "")
	if err != nil {
		return err
	}
	loaded, err := source.model(console)
	if err != nil {
		return err
	}
	report, err := s.report(loaded)
	if err != nil {
		return err
	}
	output := report.text()
	if s.Format == "json" {
		if output, err = indentedJSON(report); err != nil {
			return err
		}
	}
	return loaded.finish(console, output)
}

func (s *sizeCommand) report(loaded *loaded) (sizeReport, error) {
	document := loaded.document
	report := sizeReport{Quantities: quantitySizes(document), Tables: []tableSize{}}
	flags, err := s.applyAmounts(loaded)
	if err != nil {
		return report, err
	}
	sizes := mapping.Sizes(document, sizing.Book)
	for _, keyspace := range model.Sorted(document.Physical.Keyspaces) {
		for _, relation := range model.Sorted(document.Physical.Relations) {
			if relation.Value.Keyspace == keyspace.ID {
				report.Tables = append(report.Tables, tableSizeOf(relationName(document, relation.Value), sizes[relation.ID], flags))
			}
		}
	}
	return report, nil
}

// applyAmounts stores the amounts of the flags in the model. It returns, for
// each input of a size, the flag that would set it. A document without such
// flags is left unchanged, since it has amounts of its own.
func (s *sizeCommand) applyAmounts(loaded *loaded) (map[input]string, error) {
	if !loaded.isScript && len(s.Rows)+len(s.Length)+len(s.Elements) == 0 {
		return nil, nil
	}
	parts, err := partsOf(loaded.document)
	if err != nil {
		return nil, err
	}
	for _, err := range []error{
		parts.set("--rows", parts.rows, s.Rows),
		parts.set("--length", parts.lengths, s.Length),
		parts.set("--elements", parts.elements, s.Elements),
	} {
		if err != nil {
			return nil, err
		}
	}
	return parts.flags, nil
}

func tableSizeOf(name string, size sizing.Size, flags map[input]string) tableSize {
	result := tableSize{Table: name}
	for _, missing := range size.Missing {
		result.Missing = append(result.Missing, cmp.Or(flags[input{missing.Element, missing.Field}], missing.What))
	}
	if size.Err != nil {
		result.Error = size.Err.Message
	}
	if len(size.Missing) == 0 && size.Err == nil {
		result.Typical, result.Worst = figuresOf(size.Typical), figuresOf(size.Worst)
	}
	return result
}

func figuresOf(f sizing.Figures) *figures { return &figures{f.Rows, f.Cells, f.Bytes} }

func quantitySizes(m *model.Model) []quantitySize {
	quantities := []quantitySize{}
	for _, quantity := range model.Sorted(m.Quantities) {
		value, missing, err := m.Evaluate(model.Expression("@" + string(quantity.ID)))
		if err == nil && len(missing) == 0 {
			quantities = append(quantities, quantitySize{quantity.Value.Name, value.Typical, value.Worst})
		}
	}
	return quantities
}

func (r sizeReport) text() []byte {
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "rows\tvalues\tbytes\tat worst: rows\tvalues\tbytes\t  table\n")
	for _, size := range r.Tables {
		if size.Typical == nil || size.Worst == nil {
			fmt.Fprintf(table, "\t\t?\t\t\t?\t  %s%s\n", size.Table, size.reason())
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t  %s\n", grouped(size.Typical.Rows), grouped(size.Typical.Cells), grouped(size.Typical.BookBytes),
			grouped(size.Worst.Rows), grouped(size.Worst.Cells), grouped(size.Worst.BookBytes), size.Table)
	}
	table.Flush()
	return out.Bytes()
}

// reason returns the end of a table's line that explains why it has no size.
func (t tableSize) reason() string {
	if t.Error != "" {
		return ": " + t.Error
	}
	return ": missing " + strings.Join(t.Missing, ", ")
}

// grouped formats 1095005 as 1,095,005.
func grouped(value float64) string {
	digits := fmt.Sprintf("%.0f", value)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
