package measured

import (
	"slices"
	"strings"

	"widerow/model"
)

// mebibyte is the unit of system_views, rounded up.
const mebibyte = 1 << 20

// rows reads a table as cqlsh prints it: names, a line of dashes, and values.
func (p *parser) rows() {
	names := splitRow(p.lines[p.at])
	of, known := p.systemTable(p.at+1, names)
	p.at++
	if !known {
		p.skipRows()
		return
	}
	if p.at < len(p.lines) && strings.HasPrefix(strings.TrimSpace(p.lines[p.at]), "-") {
		p.at++
	}
	ended := false
	for ; p.at < len(p.lines) && !ended; p.at++ {
		line := strings.TrimSpace(p.lines[p.at])
		switch values := splitRow(line); {
		case line == "" && p.last <= p.at:
			p.problem(p.last, "the rows end before cqlsh says how many they are: paste them all")
			p.at = len(p.lines)
			return
		case strings.HasPrefix(line, "(") && strings.HasSuffix(line, "rows)"):
			ended = true
		case line == "", strings.HasPrefix(line, "---MORE---"):
		case !strings.Contains(line, "|"):
			p.problem(p.at+1, "%s is no row of the table above it: was the output cut here?", quoted(line))
			return
		case len(values) != len(names):
			p.problem(p.at+1, "this row has %d values instead of %d: was it cut here?", len(values), len(names))
		default:
			p.row(p.at+1, of, names, values)
		}
	}
	if !ended {
		p.problem(p.last, "the rows end before cqlsh says how many they are: paste them all")
	}
}

func splitRow(line string) []string {
	cells := strings.Split(line, "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// expanded reads a row that cqlsh prints with EXPAND ON: a name and a value a line.
func (p *parser) expanded() {
	first := p.at + 1
	var names, values []string
	for p.at++; p.at < len(p.lines); p.at++ {
		line := strings.TrimSpace(p.lines[p.at])
		if strings.HasPrefix(line, "---") {
			continue
		}
		name, value, found := strings.Cut(line, "|")
		if !found {
			break
		}
		names, values = append(names, strings.TrimSpace(name)), append(values, strings.TrimSpace(value))
	}
	if of, known := p.systemTable(first, names); known {
		p.row(first, of, names, values)
		return
	}
	for p.at < len(p.lines) && (saysNothing(strings.TrimSpace(p.lines[p.at])) ||
		strings.HasPrefix(p.lines[p.at], "@ Row") || strings.Contains(p.lines[p.at], "|")) {
		p.at++
	}
}

// skipRows moves behind the rows of a table without sizes.
func (p *parser) skipRows() {
	for p.at < len(p.lines) && (strings.HasPrefix(strings.TrimSpace(p.lines[p.at]), "-") || strings.Contains(p.lines[p.at], "|")) {
		p.at++
	}
}

// row reads the row of a system table with the size of a table.
func (p *parser) row(line int, of systemTable, names, values []string) {
	text := map[string]string{}
	for i, name := range names {
		text[name] = values[i]
	}
	keyspace, table := text["keyspace_name"], text["table_name"]
	if keyspace == "" || table == "" {
		p.problem(line, "this row has no keyspace_name and table_name: was it cut here?")
		return
	}
	if kind := text["range_type"]; kind != "" && kind != "local_primary" {
		return // the same ranges again
	}
	figures := model.Figures{}
	for column, figure := range of.columns {
		number, ok := parseNumber(text[column])
		if !ok {
			p.problem(line, "%s is not a number: %s", column, quoted(text[column]))
			return
		}
		if column == "mebibytes" {
			number *= mebibyte
		}
		if number > 0 {
			figures[figure] = number
		}
	}
	p.read(line, of.tool, keyspace, table, figures)
}

// systemTable is a table with sizes, and its columns with a figure.
type systemTable struct {
	tool    string
	columns map[string]model.Figure
}

var estimates = map[string]model.Figure{"mean_partition_size": model.MeanBucket, "partitions_count": model.MeasuredPartitions}

// systemTable identifies the system table of rows by its columns. disk_usage and max_partition_size
// have the same columns: there the query above the rows decides. If no table fits, it reports a
// problem at the line.
func (p *parser) systemTable(line int, names []string) (systemTable, bool) {
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case has("range_type") && has("mean_partition_size"):
		return systemTable{TableEstimates, estimates}, true
	case has("mean_partition_size"):
		return systemTable{SizeEstimates, estimates}, true
	case has("mebibytes") && strings.Contains(p.query, "max_partition_size"):
		return systemTable{MaxPartitionSize, map[string]model.Figure{"mebibytes": model.MaxBytes}}, true
	case has("mebibytes") && strings.Contains(p.query, "disk_usage"):
		return systemTable{DiskUsage, map[string]model.Figure{"mebibytes": model.DiskBytes}}, true
	case has("mebibytes"):
		p.problem(line, "system_views.disk_usage and max_partition_size have the same columns: paste the SELECT above the rows, too")
	default:
		p.problem(line, "these are no rows of system.size_estimates, table_estimates, system_views.disk_usage or max_partition_size")
	}
	return systemTable{}, false
}
