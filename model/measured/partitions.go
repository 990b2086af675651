package measured

import (
	"encoding/csv"
	"math"
	"regexp"
	"strings"

	"widerow/model"
)

// processed is the first line of a file: its table with the id of the table, and its
// bytes.
var processed = regexp.MustCompile(`^Processing ([^.\s]+)\.(\S+?)(?:-[0-9a-f]{32})? #\S+ \(\S+\) \((.+) uncompressed, (.+) on disk\)$`)

// onePartition is the line of a partition that matches.
var onePartition = regexp.MustCompile(`^Partition: .* size: ([^,]+), rows: (\d+), cells: (\d+),`)

// partitions reads the part of sstablepartitions' output about one file.
func (p *parser) partitions() {
	first := p.at + 1
	parts := processed.FindStringSubmatch(strings.TrimSpace(p.lines[p.at]))
	p.at++
	if parts == nil {
		p.problem(first, "wanted Processing KEYSPACE.TABLE-ID #1 (FORMAT) (SIZE uncompressed, SIZE on disk)")
		return
	}
	name := parts[1] + "." + parts[2]
	listed, rows := p.listed()
	if p.at >= len(p.lines) || !strings.HasPrefix(strings.TrimSpace(p.lines[p.at]), "Partition size") {
		p.problem(min(p.at+1, p.last), "the table of percentiles of %s is missing: paste the output whole", name)
		return
	}
	heads := append([]string{""}, wide.Split(strings.TrimSpace(p.lines[p.at]), -1)...)
	p.at++
	figures, seen := p.percentiles(heads, func(line string) []string { return wide.Split(strings.TrimSpace(line), -1) })
	if !seen["count"] {
		p.problem(min(p.at, p.last), "the percentiles of %s end before their line “count”: paste the output whole", name)
		return
	}
	if strings.Contains(parts[2], ".") {
		return // an index
	}
	whole, ok := parseBytes(parts[3])
	onDisk, stored := parseBytes(parts[4])
	if partitions := figures[model.MeasuredPartitions]; ok && whole > 0 && partitions > 0 {
		figures[model.MeanBytes] = whole / partitions
		if stored {
			figures[model.Compression], figures[model.DiskBytes] = math.Round(onDisk/whole*1e5)/1e5, onDisk
		}
		if listed == partitions {
			figures[model.MeanRows] = rows / partitions
		}
	}
	figures[model.SSTables] = 1
	p.read(first, model.SSTablePartitions, parts[1], parts[2], figures)
}

// listed reads the partitions that are listed one by one, and returns how many, and how
// many rows.
func (p *parser) listed() (partitions, rows float64) {
	for ; p.at < len(p.lines); p.at++ {
		line := strings.TrimSpace(p.lines[p.at])
		if strings.HasPrefix(line, "Partition: ") {
			parts := onePartition.FindStringSubmatch(line)
			if parts == nil {
				p.problem(p.at+1, "%s has no size, rows and cells: was the output cut here?", quoted(line))
				continue
			}
			count, _ := parseNumber(parts[2])
			partitions, rows = partitions+1, rows+count
			continue
		}
		if !saysNothing(line) {
			break
		}
	}
	return partitions, rows
}

// csvColumns are the columns of sstablepartitions -m that are read.
var csvColumns = []string{"size", "rowCount", "cellCount", "keyspace", "table", "index"}

// csv reads sstablepartitions -m, which lists the partitions over a threshold: their
// largest sizes, and their means, since with -t 0 they are all.
func (p *parser) csv() {
	first := p.at + 1
	index := map[string]int{}
	heads := strings.Split(strings.TrimSpace(p.lines[p.at]), ",")
	for i, head := range heads {
		index[head] = i
	}
	p.at++
	for _, column := range csvColumns {
		if _, found := index[column]; !found {
			p.problem(first, "the column %s of sstablepartitions -m is missing", column)
			return
		}
	}
	for ; p.at < len(p.lines); p.at++ {
		line := strings.TrimSpace(p.lines[p.at])
		if saysNothing(line) {
			continue
		}
		cells, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil || len(cells) != len(heads) {
			if strings.Count(line, ",") < 3 {
				return
			}
			p.problem(p.at+1, "this line has not the %d values of sstablepartitions -m: was it cut here?", len(heads))
			continue
		}
		p.csvPartition(cells, index)
	}
}

func (p *parser) csvPartition(cells []string, index map[string]int) {
	size, sized := parseNumber(cells[index["size"]])
	rows, rowed := parseNumber(cells[index["rowCount"]])
	count, counted := parseNumber(cells[index["cellCount"]])
	if !sized || !rowed || !counted {
		p.problem(p.at+1, "size, rowCount and cellCount must be numbers")
		return
	}
	if cells[index["index"]] != "" {
		return
	}
	p.read(p.at+1, model.SSTablePartitions, cells[index["keyspace"]], cells[index["table"]], model.Figures{
		model.MeasuredPartitions: 1, model.MeanBytes: size, model.MaxBytes: size, model.MeanRows: rows, model.MaxRows: rows, model.MaxCells: count,
	})
}
