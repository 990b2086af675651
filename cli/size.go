package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
)

// sizeCommand estimates partition sizes: the bytes on disk, and beside them those
// of the book's formula (see package model/sizing).
type sizeCommand struct {
	Format    string   `help:"text, json, or markdown for a design document." enum:"text,json,markdown" default:"text"`
	Rows      []amount `help:"Rows in one partition of a table: typical and worst case." sep:"none" placeholder:"KS.TABLE=N[/N]"`
	Length    []amount `help:"Bytes of a value of variable size. tags[] means an element of a collection or a map's value, tags{} a map's key, address.city a field, point.0 a part of a tuple." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Elements  []amount `help:"Number of elements in a collection." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Filled    []amount `help:"Share of the rows that have a value in a column, from 0 to 1." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Written   string   `help:"Statement that writes the rows: insert, or update (which assigns whole collections)." enum:"insert,update" default:"insert"`
	TTL       bool     `name:"ttl" help:"The rows are written with a TTL. A table's default_time_to_live counts without this flag."`
	WriteSpan span     `help:"Time between the oldest and the newest write in a file, such as 10d, 36h or 500ms." default:"10d" placeholder:"TIME"`
	Writes    number   `help:"Number of writes in a file. Default: very many." placeholder:"N"`
	SSTables  number   `name:"sstables" help:"Number of SSTable files over which a partition is spread: each has its header and static row." default:"1" placeholder:"N"`
	SSTable   string   `name:"sstable" help:"Format of the files: nb (Cassandra 4.0 to 5.0), oa or da (5.0 without compatibility with 4)." enum:"nb,oa,da" default:"nb"`
	clusterFlags
	scriptFlags
	Files []string `arg:"" name:"file" help:"A Widerow document, or the files and folders of a CQL script; - means standard input."`
}

// sizeReport is the output as JSON. Other programs rely on it: fields may be
// added, but never renamed.
type sizeReport struct {
	Quantities []quantitySize `json:"quantities"`
	Tables     []tableSize    `json:"tables"`
	Cluster    *clusterReport `json:"cluster,omitempty"` // nil without tables
}

type quantitySize struct {
	Name    string  `json:"name"`
	Typical float64 `json:"typical"`
	Worst   float64 `json:"worst"`
	// Unit is "seconds" or "per second", Source where the number comes from.
	Unit   string `json:"unit,omitempty"`
	Source string `json:"source,omitempty"`
}

// unitNames are the words for powers of the second in the unit of a quantity.
var unitNames = map[int]string{1: "seconds", -1: "per second"}

type tableSize struct {
	Table   string   `json:"table"`
	Typical *figures `json:"typical,omitempty"` // nil if Error is set
	Worst   *figures `json:"worst,omitempty"`
	// Assumed lists the numbers that nobody gave, Finding says what is odd about
	// the others, Error why there is no size.
	Assumed []assumedNumber `json:"assumed,omitempty"`
	Finding string          `json:"finding,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// assumedNumber is a number that nobody gave: "--rows shop.orders", or the words for
// it if a document has the number in a field.
type assumedNumber struct {
	Number string  `json:"number"`
	Value  float64 `json:"value"`
}

// figures describes one partition. Bytes is its size in Data.db before
// compression, BookBytes the result of the book's formula: the sizes of the values
// and 8 bytes for each cell.
type figures struct {
	Rows      float64 `json:"rows"`
	Cells     float64 `json:"cells"`
	Bytes     float64 `json:"bytes"`
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
	switch s.Format {
	case "json":
		if output, err = indentedJSON(report); err != nil {
			return err
		}
	case "markdown":
		output = report.markdown()
	}
	return loaded.finish(console, output)
}

func (s *sizeCommand) report(loaded *loaded) (sizeReport, error) {
	document := loaded.document
	report := sizeReport{Quantities: quantitySizes(document), Tables: []tableSize{}}
	given, paths, err := s.amounts(loaded)
	if err != nil {
		return report, err
	}
	storage := s.storage()
	options := sizing.Options{Formula: sizing.Disk, Storage: &storage, Given: given}
	sizes := mapping.SizesBy(document, options)
	for _, keyspace := range model.Sorted(document.Physical.Keyspaces) {
		for _, relation := range model.Sorted(document.Physical.Relations) {
			if relation.Value.Keyspace == keyspace.ID {
				name := relationName(document, relation.Value)
				report.Tables = append(report.Tables, tableSizeOf(name, sizes[relation.ID], paths))
			}
		}
	}
	report.Cluster, err = s.cluster(document, sizes)
	return report, err
}

func (s *sizeCommand) storage() sizing.Storage {
	return sizing.Storage{Written: sizing.Written(s.Written), Expiring: s.TTL, Span: float64(s.WriteSpan), Writes: float64(s.Writes), Files: float64(s.SSTables), Format: disk.Format(s.SSTable)}
}

func tableSizeOf(name string, size sizing.Size, paths *parts) tableSize {
	result := tableSize{Table: name}
	for _, assumed := range size.Assumed {
		result.Assumed = append(result.Assumed, assumedNumber{cmp.Or(paths.flag(assumed), assumed.What), assumed.Value})
	}
	if size.Err != nil {
		result.Error = size.Err.Message
		return result
	}
	if size.Problem != nil {
		result.Finding = size.Problem.Message
	}
	typical, worst := size.By(sizing.Book)
	result.Typical, result.Worst = figuresOf(size.Typical, typical), figuresOf(size.Worst, worst)
	return result
}

func figuresOf(f, book sizing.Figures) *figures {
	// Bytes are expected values: hundredths are more than anyone needs.
	return &figures{f.Rows, f.Cells, math.Round(f.Bytes*100) / 100, book.Bytes}
}

func quantitySizes(m *model.Model) []quantitySize {
	quantities := []quantitySize{}
	for _, quantity := range model.Sorted(m.Quantities) {
		value, time, missing, err := m.EvaluateUnit(model.Expression("@" + string(quantity.ID)))
		if err == nil && len(missing) == 0 {
			quantities = append(quantities, quantitySize{quantity.Value.Name, value.Typical, value.Worst, unitNames[time], quantity.Value.Source})
		}
	}
	return quantities
}

func (r sizeReport) text() []byte {
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "rows\tvalues\tbytes\tby the book\tat worst: rows\tvalues\tbytes\tby the book\t  table\n")
	for _, size := range r.Tables {
		if size.Typical == nil || size.Worst == nil {
			fmt.Fprintf(table, "\t\t?\t\t\t\t?\t\t  %s: %s\n", size.Table, size.Error)
			continue
		}
		fmt.Fprintf(table, "%s%s  %s\n", size.Typical.cells(size.about()), size.Worst.cells(size.about()), size.Table)
	}
	table.Flush()
	r.notes(&out)
	if r.Cluster != nil {
		r.Cluster.text(&out)
	}
	return out.Bytes()
}

// notes lists what is odd, and what is assumed.
func (r sizeReport) notes(out *bytes.Buffer) {
	for _, size := range r.Tables {
		if size.Finding != "" {
			fmt.Fprintf(out, "%s: %s\n", size.Table, size.Finding)
		}
	}
	for i, assumed := range r.assumed() {
		if i == 0 {
			fmt.Fprint(out, "\n~ rests on numbers that nobody gave:\n")
		}
		separator := "="
		if !strings.HasPrefix(assumed.Number, "--") {
			separator = ": "
		}
		fmt.Fprintf(out, "  %s%s%s\n", assumed.Number, separator, strconv.FormatFloat(assumed.Value, 'f', -1, 64))
	}
}

// assumed returns the numbers that nobody gave, each once.
func (r sizeReport) assumed() []assumedNumber {
	var all []assumedNumber
	seen := map[assumedNumber]bool{}
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

// about marks sizes that rest on assumed numbers.
func (t tableSize) about() string {
	if len(t.Assumed) > 0 {
		return "~"
	}
	return ""
}

// cells returns the figures as cells of a line of the table.
func (f *figures) cells(about string) string {
	return grouped(f.Rows) + "\t" + grouped(f.Cells) + "\t" + about + grouped(f.Bytes) + "\t" + grouped(f.BookBytes) + "\t"
}

// grouped formats 1095005 as 1,095,005.
func grouped(value float64) string {
	digits := fmt.Sprintf("%.0f", value)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
