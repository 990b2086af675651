package ring

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// MaxRows bounds the rows that Explain reads.
const MaxRows = 200

// maxKeyLength is the largest size of a value in a key, in bytes.
const maxKeyLength = 65535

// Partition is the rows with one partition key. Rows are in clustering order.
type Partition struct {
	Values []string // the values of the partition key
	Token  Token
	Rows   []Row
}

// Row is a sample row. Values are the values of its clustering columns. Overwritten is the line of
// the later row with the same primary key, or 0.
type Row struct {
	Line        int // from 1
	Values      []string
	Overwritten int
	partition   []byte // the partition key
	clustering  [][]byte
}

// LineError is a line that cannot be read. Column is the name of the column at
// fault, or empty if the line as a whole is.
type LineError struct {
	Line   int
	Column string
	Reason string
}

func (e *LineError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Reason)
}

// KeyColumns returns the columns of the primary key, in its order.
func KeyColumns(relation *model.Relation) []*model.Column {
	var columns []*model.Column
	for _, column := range relation.SortedColumns() {
		if column.Value.Role == model.Partition || column.Value.Role == model.Clustering {
			columns = append(columns, column.Value)
		}
	}
	return columns
}

// Explain reads rows, one a line, with the values of the key columns separated by
// commas, and returns their partitions in the order of tokens. A value may have
// quotes as in CQL. It needs a partition key whose types are Supported. The error
// is a *LineError.
func Explain(columns []*model.Column, text string) ([]Partition, error) {
	partitions := map[string]*Partition{}
	count := 0
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if count++; count > MaxRows {
			return nil, &LineError{Line: i + 1, Reason: fmt.Sprintf("at most %d rows are shown", MaxRows)}
		}
		row, values, err := readRow(columns, i+1, line)
		if err != nil {
			return nil, err
		}
		key := string(row.partition)
		if partitions[key] == nil {
			partitions[key] = &Partition{Values: values, Token: TokenOf(row.partition)}
		}
		partitions[key].Rows = append(partitions[key].Rows, row)
	}
	return ordered(columns, partitions), nil
}

// readRow returns a row and the values of its partition key.
func readRow(columns []*model.Column, line int, text string) (Row, []string, error) {
	fields, err := splitLine(text)
	if err != nil {
		return Row{}, nil, &LineError{Line: line, Reason: err.Error()}
	}
	if len(fields) != len(columns) {
		return Row{}, nil, &LineError{Line: line, Reason: fmt.Sprintf("expected %d values, one for each key column, got %d", len(columns), len(fields))}
	}
	row := Row{Line: line}
	var key [][]byte
	var values []string
	for i, column := range columns {
		value, err := encodeKey(column, fields[i])
		if err != nil {
			return Row{}, nil, &LineError{Line: line, Column: column.Name, Reason: err.Error()}
		}
		if column.Role == model.Partition {
			key, values = append(key, value), append(values, fields[i].text)
		} else {
			row.clustering, row.Values = append(row.clustering, value), append(row.Values, fields[i].text)
		}
	}
	if row.partition = PartitionKey(key); len(row.partition) == 0 {
		return Row{}, nil, &LineError{Line: line, Column: columns[0].Name, Reason: "Key may not be empty"}
	}
	return row, values, nil
}

func encodeKey(column *model.Column, from field) ([]byte, error) {
	if from.text == "" && !from.quoted {
		return nil, fmt.Errorf("expected a value")
	}
	value, err := Encode(column.Type, from.text)
	if err == nil && len(value) > maxKeyLength {
		err = fmt.Errorf("a value in a key has at most %d bytes, this one has %d", maxKeyLength, len(value))
	}
	return value, err
}

type field struct {
	text   string
	quoted bool
}

// splitLine splits a line at the commas outside of quotes.
func splitLine(line string) ([]field, error) {
	var fields []field
	for rest := line; ; {
		rest = strings.TrimSpace(rest)
		if !strings.HasPrefix(rest, "'") {
			text, after, more := strings.Cut(rest, ",")
			fields = append(fields, field{text: strings.TrimSpace(text)})
			if rest = after; !more {
				return fields, nil
			}
			continue
		}
		text, after, closed := cutQuoted(rest[1:])
		if !closed {
			return nil, fmt.Errorf("a quote is not closed")
		}
		fields = append(fields, field{text, true})
		if after = strings.TrimSpace(after); after == "" {
			return fields, nil
		}
		if after[0] != ',' {
			return nil, fmt.Errorf("expected a comma after '%s'", text)
		}
		rest = after[1:]
	}
}

// cutQuoted returns the text up to the closing quote. A doubled quote is one quote.
func cutQuoted(text string) (inner, after string, closed bool) {
	for at := 0; at < len(text); at++ {
		switch {
		case text[at] != '\'':
		case strings.HasPrefix(text[at+1:], "'"):
			at++
		default:
			return strings.ReplaceAll(text[:at], "''", "'"), text[at+1:], true
		}
	}
	return "", "", false
}

// ordered sorts partitions by token and rows by the clustering order, and marks the
// rows that a later one overwrites.
func ordered(columns []*model.Column, partitions map[string]*Partition) []Partition {
	clustering := slices.DeleteFunc(slices.Clone(columns), func(c *model.Column) bool { return c.Role == model.Partition })
	var sorted []Partition
	for _, partition := range partitions {
		slices.SortStableFunc(partition.Rows, func(a, b Row) int { return compareRows(clustering, a, b) })
		for i := range partition.Rows[1:] {
			if row, next := &partition.Rows[i], partition.Rows[i+1]; compareRows(clustering, *row, next) == 0 {
				row.Overwritten = next.Line
			}
		}
		sorted = append(sorted, *partition)
	}
	slices.SortFunc(sorted, func(a, b Partition) int {
		return cmp.Or(cmp.Compare(a.Token, b.Token), bytes.Compare(a.Rows[0].partition, b.Rows[0].partition))
	})
	return sorted
}

func compareRows(clustering []*model.Column, a, b Row) int {
	for i, column := range clustering {
		order := Compare(column.Type, a.clustering[i], b.clustering[i])
		if column.Descending {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return 0
}
