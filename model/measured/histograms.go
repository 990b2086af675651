package measured

import (
	"regexp"
	"strings"

	"widerow/model"
)

// wide splits the cells of a line, whose names have single spaces.
var wide = regexp.MustCompile(`\s{2,}`)

// percentileFigures are the figures of a row of tablehistograms or sstablepartitions, for
// bytes, cells and rows.
var percentileFigures = map[string][3]model.Figure{
	"50%": {model.P50Bytes, model.P50Cells, model.P50Rows}, "~p50": {model.P50Bytes, model.P50Cells, model.P50Rows},
	"75%": {model.P75Bytes, model.P75Cells, model.P75Rows}, "~p75": {model.P75Bytes, model.P75Cells, model.P75Rows},
	"~p90": {model.P90Bytes, model.P90Cells, model.P90Rows},
	"95%":  {model.P95Bytes, model.P95Cells, model.P95Rows}, "~p95": {model.P95Bytes, model.P95Cells, model.P95Rows},
	"98%": {model.P98Bytes, model.P98Cells, model.P98Rows},
	"99%": {model.P99Bytes, model.P99Cells, model.P99Rows}, "~p99": {model.P99Bytes, model.P99Cells, model.P99Rows},
	"~p999": {model.P999Bytes, model.P999Cells, model.P999Rows},
	"Min":   {model.MinBytes, model.MinCells, model.MinRows}, "min": {model.MinBytes, model.MinCells, model.MinRows},
	"Max": {model.MaxBytes, model.MaxCells, model.MaxRows}, "max": {model.MaxBytes, model.MaxCells, model.MaxRows},
}

// valueColumns are the columns with a figure, by their heads.
var valueColumns = map[string]int{"Partition Size": 0, "Partition size": 0, "Cell Count": 1, "Cell count": 1, "Row count": 2, "Row Count": 2}

// histograms reads nodetool tablehistograms. The order of the columns differs between
// versions.
func (p *parser) histograms() {
	first := p.at + 1
	name := strings.TrimSuffix(strings.TrimSpace(p.lines[p.at]), " histograms")
	keyspace, table, found := strings.Cut(name, "/")
	if !found {
		keyspace, table, found = strings.Cut(name, ".")
	}
	p.at++
	if p.at >= len(p.lines) || !strings.HasPrefix(strings.TrimSpace(p.lines[p.at]), "Percentile") || !found {
		p.problem(first, "wanted KEYSPACE/TABLE histograms and a line of percentiles below it")
		return
	}
	heads := wide.Split(strings.TrimSpace(p.lines[p.at]), -1)
	p.at++
	if p.at < len(p.lines) && strings.Contains(p.lines[p.at], "(micros)") {
		p.at++
	}
	figures, rows := p.percentiles(heads, strings.Fields)
	if !rows["Max"] {
		p.problem(min(p.at, p.last), "the histograms of %s end before their line “Max”: paste them whole", name)
		return
	}
	p.read(first, TableHistograms, keyspace, table, figures)
}

// percentiles reads rows while they begin with a known word.
func (p *parser) percentiles(heads []string, cells func(string) []string) (model.Figures, map[string]bool) {
	figures, rows := model.Figures{}, map[string]bool{}
	for ; p.at < len(p.lines); p.at++ {
		row := cells(p.lines[p.at])
		if len(row) == 0 || !isPercentile(row[0]) {
			break
		}
		if len(row) != len(heads) && row[0] != "count" {
			p.problem(p.at+1, "%s has %d values instead of %d: was the output cut here?", row[0], len(row)-1, len(heads)-1)
			p.at++
			break
		}
		rows[row[0]] = true
		for i, head := range heads[:min(len(heads), len(row))] {
			if row[0] == "count" && i == 1 {
				figures[model.MeasuredPartitions], _ = parseNumber(row[1])
				continue
			}
			p.percentile(figures, row[0], head, row[i])
		}
	}
	return figures, rows
}

func isPercentile(word string) bool {
	return strings.HasSuffix(word, "%") || strings.HasPrefix(word, "~p") || word == "Min" || word == "Max" || word == "min" || word == "max" || word == "count"
}

func (p *parser) percentile(figures model.Figures, row, head, value string) {
	column, known := valueColumns[head]
	figure, wanted := percentileFigures[row]
	if !known || !wanted || isNothing(value) {
		return
	}
	number, ok := parseBytes(value)
	if !ok {
		p.problem(p.at+1, "%s of %s is not a number: %s", row, strings.ToLower(head), quoted(value))
		return
	}
	if number > 0 {
		figures[figure[column]] = number
	}
}
