package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Measurement holds the figures of one table on one node from one of Cassandra's tools. Date is
// YYYY-MM-DD. A table has one measurement per node and tool.
type Measurement struct {
	Order   Order   `json:"order,omitempty"`
	Node    string  `json:"node,omitempty"`
	Date    string  `json:"date,omitempty"`
	Tool    string  `json:"tool"`
	Figures Figures `json:"figures,omitempty"`
}

func (m *Measurement) order() Order      { return m.Order }
func (m *Measurement) place(order Order) { m.Order = order }

// Figures are measured numbers of one table by name.
type Figures map[Figure]float64

// Figure is the name of a measured number.
type Figure string

// The figures. Those of one partition are in bytes of Data.db before compression, in
// rows or in cells. MeanBytes and MeanRows are averages; MeanBucket is the average that
// nodetool computes from a histogram, whose buckets end at most a fifth higher. The
// percentiles are ends of buckets as well. Compression is the share of the bytes that is
// left, DiskBytes what all files of the table take.
const (
	MeasuredPartitions Figure = "partitions"
	MeanBytes          Figure = "mean_bytes"
	MeanBucket         Figure = "mean_bucket"
	MinBytes           Figure = "min_bytes"
	P50Bytes           Figure = "p50_bytes"
	P75Bytes           Figure = "p75_bytes"
	P90Bytes           Figure = "p90_bytes"
	P95Bytes           Figure = "p95_bytes"
	P98Bytes           Figure = "p98_bytes"
	P99Bytes           Figure = "p99_bytes"
	P999Bytes          Figure = "p999_bytes"
	MaxBytes           Figure = "max_bytes"
	MeanRows           Figure = "mean_rows"
	MinRows            Figure = "min_rows"
	P50Rows            Figure = "p50_rows"
	P75Rows            Figure = "p75_rows"
	P90Rows            Figure = "p90_rows"
	P95Rows            Figure = "p95_rows"
	P98Rows            Figure = "p98_rows"
	P99Rows            Figure = "p99_rows"
	P999Rows           Figure = "p999_rows"
	MaxRows            Figure = "max_rows"
	MinCells           Figure = "min_cells"
	P50Cells           Figure = "p50_cells"
	P75Cells           Figure = "p75_cells"
	P90Cells           Figure = "p90_cells"
	P95Cells           Figure = "p95_cells"
	P98Cells           Figure = "p98_cells"
	P99Cells           Figure = "p99_cells"
	P999Cells          Figure = "p999_cells"
	MaxCells           Figure = "max_cells"
	Compression        Figure = "compression"
	DiskBytes          Figure = "disk_bytes"
	SSTables           Figure = "sstables"
)

// AllFigures are the figures in the order in which pages show them.
var AllFigures = []Figure{
	MeasuredPartitions, MeanBytes, MeanBucket,
	MinBytes, P50Bytes, P75Bytes, P90Bytes, P95Bytes, P98Bytes, P99Bytes, P999Bytes, MaxBytes, MeanRows,
	MinRows, P50Rows, P75Rows, P90Rows, P95Rows, P98Rows, P99Rows, P999Rows, MaxRows,
	MinCells, P50Cells, P75Cells, P90Cells, P95Cells, P98Cells, P99Cells, P999Cells, MaxCells, Compression, DiskBytes, SSTables,
}

// BucketGrowth is the ratio of the ends of neighbouring buckets of Cassandra's
// histograms.
const BucketGrowth = 1.2

// Middle returns the expected value within a histogram bucket, the middle, given the end of the
// bucket.
func Middle(end float64) float64 { return end * (1 + 1/BucketGrowth) / 2 }

// Mean returns the average bytes of a partition: of a histogram the middle of the
// range in which it lies.
func (f Figures) Mean() float64 {
	if f[MeanBytes] > 0 {
		return f[MeanBytes]
	}
	return Middle(f[MeanBucket])
}

// Text writes the figures one a line: "max_rows = 3890".
func (f Figures) Text() string {
	var lines []string
	for _, figure := range AllFigures {
		if value, found := f[figure]; found {
			lines = append(lines, string(figure)+" = "+strconv.FormatFloat(value, 'f', -1, 64))
		}
	}
	return strings.Join(lines, "\n")
}

// ParseFigures reads what Text writes.
func ParseFigures(text string) (Figures, error) {
	figures := Figures{}
	for line := range strings.Lines(text) {
		name, value, found := strings.Cut(strings.TrimSpace(line), "=")
		figure := Figure(strings.TrimSpace(name))
		if figure == "" && !found {
			continue
		}
		if !slices.Contains(AllFigures, figure) {
			return nil, fmt.Errorf("there is no figure %q; write one of them a line, such as `max_bytes = 73457`", Shorten(string(figure), 40))
		}
		number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || number < 0 || math.IsNaN(number) || math.IsInf(number, 0) {
			return nil, fmt.Errorf("%s must be a number of at least 0; got %q", figure, Shorten(strings.TrimSpace(value), 40))
		}
		figures[figure] = number
	}
	return figures, nil
}

// IsDate reports whether a text is a day: 2026-11-02.
func IsDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// MeasurementOf returns the measurement of a table by a tool on a node, or "".
func (r *Relation) MeasurementOf(tool, node string) ID {
	for _, item := range Sorted(r.Measured) {
		if item.Value.Tool == tool && item.Value.Node == node {
			return item.ID
		}
	}
	return ""
}

// MeasuredPartitionsOf returns the measured number of partitions of a table, 0 if none were
// measured. On each node the largest number of a tool counts. The numbers of the nodes add up, and
// are divided by the number of copies of each partition.
func (m *Model) MeasuredPartitionsOf(relation *Relation) float64 {
	nodes, sum := map[string]float64{}, 0.0
	for _, measurement := range relation.Measured {
		if count := measurement.Figures[MeasuredPartitions]; count > 0 {
			nodes[measurement.Node] = max(nodes[measurement.Node], count)
		}
	}
	for _, count := range nodes {
		sum += count
	}
	replicas := 0
	if keyspace := m.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		for name, value := range keyspace.Replication {
			if count, err := strconv.Atoi(value); err == nil && name != "class" {
				replicas += count
			}
		}
	}
	return sum / float64(max(1, min(replicas, len(nodes))))
}

// Combined are the figures of all measurements of a table: of averages the mean over
// the partitions, of minimums the smallest, of all others the largest, and the latest date. A maximum that is a
// length wins over the ends of buckets.
func (r *Relation) Combined() (figures Figures, newest string) {
	figures = Figures{}
	weights := map[Figure]float64{}
	exact := 0.0
	for _, item := range Sorted(r.Measured) {
		newest = max(newest, item.Value.Date)
		weight := max(1, item.Value.Figures[MeasuredPartitions])
		for figure, value := range item.Value.Figures {
			switch known, found := figures[figure]; {
			case figure.isLeast() && found:
				figures[figure] = min(known, value)
				continue
			case !figure.isAverage():
				figures[figure] = max(known, value)
				continue
			}
			figures[figure] = (figures[figure]*weights[figure] + value*weight) / (weights[figure] + weight)
			weights[figure] += weight
		}
		if item.Value.Tool == SSTablePartitions {
			exact = max(exact, item.Value.Figures[MaxBytes])
		}
	}
	if exact > 0 {
		figures[MaxBytes] = exact
	}
	return figures, newest
}

func (f Figure) isAverage() bool {
	switch f {
	case MeanBytes, MeanBucket, MeanRows, P50Bytes, P50Rows, P50Cells, Compression:
		return true
	}
	return false
}

func (f Figure) isLeast() bool { return f == MinBytes || f == MinRows || f == MinCells }

// SSTablePartitions is the tool whose maximum is a length and not the end of a bucket.
const SSTablePartitions = "sstablepartitions"

func (m *Measurement) where() string {
	if m.Node == "" {
		return ""
	}
	return " on " + m.Node
}
