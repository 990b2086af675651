// Package sizereport reports the sizes of a document's tables as JSON, CSV and Markdown: the
// command line writes the report, and pages offer it for download.
package sizereport

import (
	"cmp"
	"math"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Report is the sizes of all tables, and the quantities. Other programs read it as JSON:
// fields may be added, but never renamed.
type Report struct {
	Quantities []Quantity `json:"quantities"`
	Tables     []Table    `json:"tables"`
}

// Quantity is a quantity with its values.
type Quantity struct {
	Name    string  `json:"name"`
	Typical float64 `json:"typical"`
	Worst   float64 `json:"worst"`
	// Unit is "seconds" or "per second", Source where the number comes from.
	Unit   string `json:"unit,omitempty"`
	Source string `json:"source,omitempty"`

	time int
}

// unitNames are the words for powers of the second in the unit of a quantity.
var unitNames = map[int]string{1: "seconds", -1: "per second"}

// Table is the size of one partition of a table.
type Table struct {
	Table   string   `json:"table"`
	Typical *Figures `json:"typical,omitempty"` // nil if Error is set
	Worst   *Figures `json:"worst,omitempty"`
	// Measured holds the measurements of the table in a cluster.
	Measured *Measured `json:"measured,omitempty"`
	// Assumed lists the assumed numbers. Finding describes a problem with the other numbers, and
	// Error the reason why there is no size.
	Assumed []Assumed `json:"assumed,omitempty"`
	Finding string    `json:"finding,omitempty"`
	Error   string    `json:"error,omitempty"`
}

// Measured is the mean and the largest partition, and the date of the newest
// measurement. 0 is not known.
type Measured struct {
	Bytes    float64 `json:"bytes"`
	MaxBytes float64 `json:"max_bytes"`
	Date     string  `json:"date,omitempty"`
}

// Assumed is a number that nobody gave: "--rows shop.orders", or the words for it if a
// document has the number in a field.
type Assumed struct {
	Number string  `json:"number"`
	Value  float64 `json:"value"`
}

// Figures describes one partition. Bytes is its size in Data.db before compression,
// BookBytes the result of the book's formula: the sizes of the values and 8 bytes for
// each cell.
type Figures struct {
	Rows      float64 `json:"rows"`
	Cells     float64 `json:"cells"`
	Bytes     float64 `json:"bytes"`
	BookBytes float64 `json:"book_bytes"`
}

// Of reports sizes on disk of a document. name names an assumed number, "" for its usual
// words.
func Of(m *model.Model, sizes map[model.ID]sizing.Size, name func(sizing.Assumption) string) Report {
	report := Report{quantitiesOf(m), []Table{}}
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		for _, relation := range model.Sorted(m.Physical.Relations) {
			if relation.Value.Keyspace == keyspace.ID {
				table := tableOf(keyspace.Value.Name+"."+relation.Value.Name, sizes[relation.ID], name)
				table.Measured = measuredOf(relation.Value)
				report.Tables = append(report.Tables, table)
			}
		}
	}
	return report
}

// OfDocument reports the sizes that follow from the document alone.
func OfDocument(m *model.Model) Report {
	sizes := mapping.SizesBy(m, sizing.Options{Formula: sizing.Disk})
	return Of(m, sizes, func(sizing.Assumption) string { return "" })
}

func measuredOf(relation *model.Relation) *Measured {
	if len(relation.Measured) == 0 {
		return nil
	}
	figures, newest := relation.Combined()
	return &Measured{math.Round(figures.Mean()*100) / 100, figures[model.MaxBytes], newest}
}

func tableOf(name string, size sizing.Size, flag func(sizing.Assumption) string) Table {
	table := Table{Table: name}
	for _, assumed := range size.Assumed {
		table.Assumed = append(table.Assumed, Assumed{cmp.Or(flag(assumed), assumed.What), assumed.Value})
	}
	if size.Err != nil {
		table.Error = size.Err.Message
		return table
	}
	if size.Problem != nil {
		table.Finding = size.Problem.Message
	}
	typical, worst := size.By(sizing.Book)
	table.Typical, table.Worst = figuresOf(size.Typical, typical), figuresOf(size.Worst, worst)
	return table
}

func figuresOf(f, book sizing.Figures) *Figures {
	// Bytes are expected values: hundredths are more than anyone needs.
	return &Figures{f.Rows, f.Cells, math.Round(f.Bytes*100) / 100, book.Bytes}
}

func quantitiesOf(m *model.Model) []Quantity {
	quantities := []Quantity{}
	for _, quantity := range model.Sorted(m.Quantities) {
		value, time, missing, err := m.EvaluateUnit(model.Expression("@" + string(quantity.ID)))
		if err == nil && len(missing) == 0 {
			quantities = append(quantities, Quantity{quantity.Value.Name, value.Typical, value.Worst, unitNames[time], quantity.Value.Source, time})
		}
	}
	return quantities
}

// AssumedNumbers returns the numbers that nobody gave, each once.
func (r Report) AssumedNumbers() []Assumed {
	var all []Assumed
	seen := map[Assumed]bool{}
	for _, size := range r.Tables {
		for _, assumed := range size.Assumed {
			if !seen[assumed] {
				seen[assumed] = true
				all = append(all, assumed)
			}
		}
	}
	return all
}

// About marks sizes that rest on assumed numbers.
func (t Table) About() string {
	if len(t.Assumed) > 0 {
		return "~"
	}
	return ""
}
