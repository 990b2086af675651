package cli

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"widerow/cli/verb"
	"widerow/cql/sizereport"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
)

// sizeCommand estimates partition sizes: the bytes on disk, and beside them the bytes by the book's
// formula (see package model/sizing).
type sizeCommand struct {
	Format    string   `help:"text, json, or markdown for a design document." enum:"text,json,markdown" default:"text"`
	Rows      []amount `help:"Rows in one partition of a table: typical and worst case." sep:"none" placeholder:"KS.TABLE=N[/N]"`
	Length    []amount `help:"Bytes of a value. tags[] is an element or a map's value, tags{} a map's key, address.city a field, point.0 a part." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Elements  []amount `help:"Number of elements in a collection." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Filled    []amount `help:"Share of the rows that have a value in a column, from 0 to 1." sep:"none" placeholder:"KS.TABLE.COLUMN=N[/N]"`
	Written   string   `help:"Statement that writes the rows: insert, or update (which assigns whole collections)." enum:"insert,update" default:"insert"`
	TTL       bool     `name:"ttl" help:"The rows are written with a TTL. A table's default_time_to_live counts without this flag."`
	WriteSpan span     `help:"Time between the oldest and the newest write in a file, such as 10d, 36h or 500ms." default:"10d" placeholder:"TIME"`
	Writes    number   `help:"Number of writes in a file. Default: very many." placeholder:"N"`
	SSTables  number   `name:"sstables" help:"SSTables over which a partition is spread." default:"1" placeholder:"N"`
	SSTable   string   `name:"sstable" help:"Format of the files: nb (4.0 to 5.0), oa or da (5.0 without compatibility)." enum:"nb,oa,da" default:"nb"`
	clusterFlags
	scriptFlags
	Files []string `arg:"" name:"file" help:"Document, CQL files and folders, https://HOST/m/MODEL, cassandra://HOST/KEYSPACE, or - (standard input)."`
}

// sizeReport is the output as JSON. Other programs rely on it: fields may be
// added, but never renamed.
type sizeReport struct {
	sizereport.Report
	Cluster *clusterReport `json:"cluster,omitempty"` // nil without tables
}

func (s *sizeCommand) Run(console *verb.Console) error {
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
		output = report.Markdown()
		if report.Cluster != nil {
			more := bytes.NewBuffer(output)
			report.Cluster.markdown(more)
			output = more.Bytes()
		}
	}
	return loaded.finish(console, output)
}

func (s *sizeCommand) report(loaded *loaded) (sizeReport, error) {
	document := loaded.document
	given, paths, err := s.amounts(loaded)
	if err != nil {
		return sizeReport{}, err
	}
	storage := s.storage()
	sizes := mapping.SizesBy(document, sizing.Options{Formula: sizing.Disk, Storage: &storage, Given: given})
	report := sizeReport{Report: sizereport.Of(document, sizes, paths.flag)}
	report.Cluster, err = s.cluster(document, sizes)
	return report, err
}

func (s *sizeCommand) storage() sizing.Storage {
	return sizing.Storage{Written: sizing.Written(s.Written), Expiring: s.TTL, Span: float64(s.WriteSpan),
		Writes: float64(s.Writes), Files: float64(s.SSTables), Format: disk.Format(s.SSTable)}
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
		fmt.Fprintf(table, "%s%s  %s\n", cells(size.Typical, size.About()), cells(size.Worst, size.About()), size.Table)
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
	for i, assumed := range r.AssumedNumbers() {
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

// cells returns the figures as cells of a line of the table.
func cells(f *sizereport.Figures, about string) string {
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
