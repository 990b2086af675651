// Package measured reads the sizes of tables in the output of Cassandra's own tools: nodetool
// tablestats and tablehistograms, sstablepartitions, and rows of system tables as cqlsh prints
// them. It compares measurements with estimates, and calibrates the numbers of a document.
//
// Read Parse first, then the file of a format, then Match and Calibrate.
package measured

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// The tools, as measurements of the document name them.
const (
	TableStats       = "tablestats"
	TableHistograms  = "tablehistograms"
	SizeEstimates    = "system.size_estimates"
	TableEstimates   = "system.table_estimates"
	DiskUsage        = "system_views.disk_usage"
	MaxPartitionSize = "system_views.max_partition_size"
)

// Reading holds the figures of one table in an output. Line is the line of the table, from 1.
type Reading struct {
	Line            int
	Tool            string
	Keyspace, Table string
	Figures         model.Figures
}

// Problem is a part of an output that cannot be read. Line counts from 1.
type Problem struct {
	Line    int
	Message string
}

func (p Problem) String() string { return fmt.Sprintf("Line %d: %s", p.Line, p.Message) }

// Output is the content of a tool's output.
type Output struct {
	Readings []Reading
	Problems []Problem
}

// MaxText is the longest text that Parse reads, in bytes, and maxProblems the most
// problems that it lists.
const (
	MaxText     = 8 << 20
	maxProblems = 20
)

// Parse reads one output or several, one after the other, and finds out of which tool
// each is. It never fails: what it cannot read is a problem.
func Parse(text string) Output {
	if len(text) > MaxText {
		return Output{
			Problems: []Problem{
				{1, fmt.Sprintf("the text has %d MB, the limit is %d: paste the output for one keyspace at a time",
					len(text)>>20, MaxText>>20)}}}
	}
	p := newParser(strings.ReplaceAll(text, "\r\n", "\n"))
	for p.at < len(p.lines) {
		p.next()
	}
	if !p.known && len(p.problems) == 0 && strings.TrimSpace(text) != "" {
		p.problem(1, "this is no output of nodetool tablestats, tablehistograms, sstablepartitions, or of a system table in cqlsh")
	}
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return Output{p.merged(), p.problems}
}

// parser reads lines. at is the index of the next one, last the number of the last one
// that is not blank.
type parser struct {
	text     string
	lines    []string
	starts   []int // offsets of the lines in text
	last     int
	at       int
	keyspace string // of the tables that follow
	query    string // the last one that is shown
	known    bool   // some output was found
	readings []Reading
	problems []Problem
}

func newParser(text string) *parser {
	p := &parser{text: text, lines: strings.Split(text, "\n"), last: 1}
	offset := 0
	for i, line := range p.lines {
		p.starts = append(p.starts, offset)
		offset += len(line) + 1
		if strings.TrimSpace(line) != "" {
			p.last = i + 1
		}
	}
	return p
}

func (p *parser) problem(line int, format string, arguments ...any) {
	if len(p.problems) < maxProblems {
		p.problems = append(p.problems, Problem{line, fmt.Sprintf(format, arguments...)})
	}
}

func (p *parser) read(line int, tool, keyspace, table string, figures model.Figures) {
	switch {
	case keyspace == "" || table == "":
		p.problem(line, "the name of the keyspace or the table is missing")
	case len(figures) > 0:
		p.readings = append(p.readings, Reading{line, tool, keyspace, table, figures})
	}
}

// next reads what begins at the next line: an output or a part of one, or one line that
// says nothing of sizes.
func (p *parser) next() {
	line := strings.TrimSpace(p.lines[p.at])
	switch {
	case strings.HasPrefix(line, "{"):
		p.json()
	case strings.HasPrefix(p.lines[p.at], "total_number_of_tables:"):
		p.yaml()
	case isKeyspaceLine(line), isTableLine(line):
		p.tableStats()
	case strings.HasSuffix(line, " histograms"):
		p.histograms()
	case strings.HasPrefix(line, "Processing ") && strings.Contains(line, " uncompressed, "):
		p.partitions()
	case strings.HasPrefix(line, "key,keyBinary,"):
		p.csv()
	case strings.HasPrefix(line, "@ Row "):
		p.expanded()
	case strings.Contains(line, "|") && strings.Contains(line, "keyspace_name"):
		p.rows()
	case saysNothing(line):
		if strings.Contains(strings.ToUpper(line), "SELECT ") {
			p.query = strings.ToLower(line)
		}
		p.at++
		return
	default:
		p.problem(p.at+1, "%s does not belong to an output that can be read here", quoted(line))
		p.at++
		return
	}
	p.known = true
}

// noise are beginnings of lines that say nothing of sizes.
var noise = []string{
	"INFO ", "WARN ", "WARNING:", "WARN:", "DEBUG ", "Total number of tables:", "--", "Summary of ", "File: ", "Keys: ", "Summary File: ", "nodetool ", "$ ", "# ",
	"No SSTables exists", "EXPAND set", "Expanded output", "Now Expanded", "SELECT ", "Consistency level", "Disabled ", "Warnings :", "[",
}

func saysNothing(line string) bool {
	return line == "" || strings.Contains(line, "cqlsh") || strings.HasSuffix(line, "partitions match") ||
		strings.HasSuffix(line, "partition match") || strings.HasPrefix(line, "(") &&
		strings.HasSuffix(line, "rows)") ||
		slices.ContainsFunc(noise, func(beginning string) bool { return strings.HasPrefix(line, beginning) })
}

// merged joins readings of one table by one tool: the files of sstablepartitions, the
// ranges of size_estimates.
func (p *parser) merged() []Reading {
	type key struct{ tool, keyspace, table string }
	index := map[key]int{}
	var merged []Reading
	for _, reading := range p.readings {
		k := key{reading.Tool, reading.Keyspace, reading.Table}
		at, found := index[k]
		if !found {
			index[k] = len(merged)
			merged = append(merged, reading)
			continue
		}
		merged[at].Figures = joined(reading.Tool, merged[at].Figures, reading.Figures)
	}
	return merged
}

// joined adds what is of different partitions. Other tools say a thing again: the last
// counts.
func joined(tool string, a, b model.Figures) model.Figures {
	switch tool {
	case SizeEstimates, TableEstimates, model.SSTablePartitions:
	default:
		return b
	}
	na, nb := a[model.MeasuredPartitions], b[model.MeasuredPartitions]
	sum := model.Figures{}
	for _, figure := range model.AllFigures {
		va, inA := a[figure]
		vb, inB := b[figure]
		switch {
		case !inA && !inB:
		case figure == model.MeasuredPartitions, figure == model.DiskBytes, figure == model.SSTables:
			sum[figure] = va + vb
		case figure == model.MeanBytes, figure == model.MeanRows, figure == model.MeanBucket, figure == model.Compression:
			if na+nb > 0 {
				sum[figure] = (va*na + vb*nb) / (na + nb)
			} else {
				sum[figure] = max(va, vb)
			}
		default:
			sum[figure] = max(va, vb)
		}
	}
	return sum
}

// quoted is a line in a message, shortened.
func quoted(line string) string {
	const most = 50
	runes := []rune(line)
	if len(runes) > most {
		return fmt.Sprintf("%q", string(runes[:most])+"…")
	}
	return fmt.Sprintf("%q", line)
}
