package sizes

import (
	"context"
	"fmt"
	"slices"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// ledgerContent fills the page that explains every byte of a table's partitions.
func ledgerContent(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	view := &websizes.LedgerView{Starts: canvas.Starts(b)}
	table := canvas.ChosenTable(b)
	page.View.Select = table
	view.Tables = canvas.Tables(b, table)
	if view.Tables.Chosen != nil {
		explainSize(b, view, table)
	}
	return view, nil
}

// explainSize fills the view for a table: both formulas, whatever the page shows
// elsewhere.
func explainSize(b *feature.Context, view *websizes.LedgerView, table model.ID) {
	options := sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(b.Model)}
	onDisk := options.Of(b.Model, table)
	options.Formula = sizing.Book
	book := options.Of(b.Model, table)
	view.Inputs = ledgerInputs(b, table, &onDisk, options)
	if onDisk.Err != nil {
		view.Problem = onDisk.Err.Message
		return
	}
	if onDisk.Problem != nil {
		view.Odd = onDisk.Problem.Message
	}
	view.Profiles = []websizes.LedgerProfile{ledgerProfile(&onDisk), ledgerProfile(&book)}
	if onDisk.Level != sizing.OK {
		view.Split = b.SplitLink(table)
	}
	view.Differ = differWords(onDisk.Typical.Bytes, book.Typical.Bytes)
	typical, worst := onDisk.Ledger(false), onDisk.Ledger(true)
	columns := b.Model.Physical.Relations[table].SortedColumns()
	view.Shares = ledgerShares(columns, typical.Partition, typical.Static, typical.Row, onDisk.Terms.Rows.Typical)
	view.Bar, view.Reason = sizeBar(&onDisk), levelReason(&onDisk)
	view.Sections = append(view.Sections, ledgerSection("The partition", columns, typical.Partition, worst.Partition))
	if len(typical.Static)+len(worst.Static) > 0 {
		view.Sections = append(view.Sections, ledgerSection("Its static row", columns, typical.Static, worst.Static))
	}
	view.Sections = append(view.Sections, ledgerSection("One row", columns, typical.Row, worst.Row))
	for _, width := range book.Widths[:min(len(book.Widths), maxLedgerLines)] {
		view.Widths = append(view.Widths, WidthOf(width))
	}
	fillInterval(b, view, options.Interval(b.Model, table))
	addLimits(b, view, table, &onDisk)
	addGrowth(b, view, table, &onDisk)
	addAround(b, view, table, &onDisk)
}

func ledgerProfile(size *sizing.Size) websizes.LedgerProfile {
	profile := websizes.LedgerProfile{
		Words: size.Terms.Formula.Words(), Level: string(size.Typical.Level()), WorstLevel: string(size.Worst.Level()),
		Typical: size.About(size.Typical.Bytes), Worst: size.About(size.Worst.Bytes),
		Exact: sizing.FormatNumber(size.Typical.Bytes) + " bytes", ExactWorst: sizing.FormatNumber(size.Worst.Bytes) + " bytes",
	}
	for _, step := range size.Steps() {
		if formula, shown := FormulaOfStep(step); shown {
			profile.Formulas = append(profile.Formulas, formula)
		}
	}
	return profile
}

// differWords compares the book's bytes with those on disk.
func differWords(onDisk, book float64) string {
	switch share := book / onDisk; {
	case share >= 1.995:
		return fmt.Sprintf("The book says %.1f times as much.", share)
	case share >= 1.005:
		return fmt.Sprintf("The book says %.0f %% more.", (share-1)*100)
	case share <= 0.995:
		return fmt.Sprintf("The book says %.0f %% less.", (1-share)*100)
	}
	return "Both say the same within 0.5 %."
}

// maxLedgerLines bounds the lines of the page: a table can have very many columns.
const maxLedgerLines = 400

// ledgerSection lists the lines of both cases. columns are the columns of the table.
func ledgerSection(title string, columns []model.Item[*model.Column], typical, worst disk.Ledger) websizes.LedgerSection {
	section := websizes.LedgerSection{Title: title, Typical: byteWords(typical.Bytes()), Worst: byteWords(worst.Bytes())}
	index := map[ledgerKey]int{}
	fill := func(ledger disk.Ledger, number func(*websizes.LedgerLine) *string) (rest float64) {
		for _, key := range ledgerKeys(ledger, columns) {
			at, known := index[key.ledgerKey]
			if !known && len(section.Lines) >= maxLedgerLines {
				rest += key.bytes
				continue
			}
			if !known {
				at = len(section.Lines)
				index[key.ledgerKey] = at
				section.Lines = append(section.Lines,
					websizes.LedgerLine{Part: string(key.part), Column: key.column,
						Why: whyBytes(key.ledgerKey, columns), Typical: "0", Worst: "0"})
			}
			*number(&section.Lines[at]) = byteWords(key.bytes)
		}
		return rest
	}
	restTypical := fill(typical, func(l *websizes.LedgerLine) *string { return &l.Typical })
	restWorst := fill(worst, func(l *websizes.LedgerLine) *string { return &l.Worst })
	section.Lines = slices.DeleteFunc(section.Lines, func(l websizes.LedgerLine) bool { return l.Typical == "0" && l.Worst == "0" })
	if restTypical+restWorst > 0 {
		section.Lines = append(section.Lines,
			websizes.LedgerLine{Part: "further columns", Why: "each likewise", Typical: byteWords(restTypical),
				Worst: byteWords(restWorst)})
	}
	return section
}

// ledgerKey is the subject of a line of a ledger.
type ledgerKey struct {
	part   disk.Part
	column string
}

type keyedBytes struct {
	ledgerKey
	bytes float64
}

// ledgerKeys names the clustering columns, whose lines have no names.
func ledgerKeys(ledger disk.Ledger, columns []model.Item[*model.Column]) []keyedBytes {
	var clustering []string
	for _, column := range columns {
		if column.Value.Role == model.Clustering {
			clustering = append(clustering, column.Value.Name)
		}
	}
	var lines []keyedBytes
	for _, l := range ledger {
		if l.Part == disk.ClusteringValue && l.Column == "" && len(clustering) > 0 {
			l.Column, clustering = clustering[0], clustering[1:]
		}
		lines = append(lines, keyedBytes{ledgerKey{l.Part, l.Column}, l.Bytes})
	}
	return lines
}

// whyBytes explains a line.
func whyBytes(key ledgerKey, columns []model.Item[*model.Column]) string {
	isCounter := func(c model.Item[*model.Column]) bool { return c.Value.Name == key.column && c.Value.Type.IsCounter() }
	if key.part == disk.CellValue && slices.ContainsFunc(columns, isCounter) {
		return "2 and 34 for each shard, and their length; one shard is assumed"
	}
	return partWords[key.part]
}

func byteWords(bytes float64) string { return sizing.FormatNumber(bytes) }

// partWords explain the parts of a ledger.
var partWords = map[disk.Part]string{
	disk.KeyLength:         "always 2",
	disk.KeyValues:         "the value; of a key of several columns, each with 3 more",
	disk.PartitionDeletion: "12 in format nb; 1 in oa and da",
	disk.StaticRow:         "once in each partition, see below",
	disk.Unexplained:       "Measured ÷ computed of the table: what lengths, TTLs, missing values and UPDATEs do not say",
	disk.AllRows:           "rows × one row, see below; the first one is up to 2 bytes smaller",
	disk.EndOfPartition:    "always 1",
	disk.Flags:             "1; 2 of a static row",
	disk.ClusteringHeader:  "1 for each 32 clustering columns",
	disk.ClusteringValue:   "the value, with its length unless the type has a fixed size",
	disk.RowSize:           "a number of 1 byte up to 127, of 2 up to 16,383",
	disk.PreviousSize:      "likewise; it lets Cassandra read backwards",
	disk.RowMarker:         "after INSERT: the time of the write, less that of the oldest write in the file; 6 bytes in 10 days",
	disk.RowExpiry:         "how long the row lives, and when it ends",
	disk.MissingColumns:    "which columns the row does not have",
	disk.CellFlags:         "always 1",
	disk.CellTime:          "after UPDATE, each value has its own time",
	disk.CellExpiry:        "after UPDATE, each value has its own end",
	disk.CellValue:         "the value, with its length unless the type has a fixed size",
	disk.Replacement:       "writing a whole collection deletes what was there",
	disk.Count:             "how many elements there are",
	disk.Paths:             "of each element: flags 1, its key or position with its length",
	disk.Values:            "of each element: its value with its length",
}

func fillInterval(b *feature.Context, view *websizes.LedgerView, interval sizing.Interval) {
	if interval.High == 0 {
		return
	}
	view.Low, view.High = sizing.FormatBytes(interval.Low), sizing.FormatBytes(interval.High)
	for _, cause := range interval.Causes {
		view.Causes = append(view.Causes, websizes.LedgerCause{What: cause.What, Low: sizing.FormatBytes(cause.Low), High: sizing.FormatBytes(cause.High)})
	}
}
