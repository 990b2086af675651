package disk

import (
	"math"
	"testing"
)

// Files that Cassandra 5.0.5 wrote in a flush: the lengths of what is around Data.db.
func TestFilesAround(t *testing.T) {
	for _, test := range []struct {
		name   string
		table  SSTable
		within float64
		want   map[File]float64
	}{
		{"20,000 rows by uuid", SSTable{Format: NB, Partitions: 20_000, Key: 16, Bytes: 81.5, FalsePositives: 0.01, Ratio: 0.62, Chunk: 16 << 10}, 0.005,
			map[File]float64{IndexFile: 439_796, SummaryFile: 4460, FilterFile: 25_016, CompressionFile: 839, StatisticsFile: 10_294, OtherFiles: 102}},
		{"8,000 rows, a false positive in ten", SSTable{Format: NB, Partitions: 8000, Key: 16, Bytes: 81.5, FalsePositives: 0.1, Ratio: 0.62, Chunk: 16 << 10}, 0.005,
			map[File]float64{IndexFile: 175_793, SummaryFile: 1828, FilterFile: 5016, CompressionFile: 359, StatisticsFile: 10_294}},
		{"3,000 rows, not compressed", SSTable{Format: NB, Partitions: 3000, Key: 16, Bytes: 79.4, FalsePositives: 0.01}, 0.01,
			map[File]float64{DataFile: 238_262, IndexFile: 65_791, SummaryFile: 736, FilterFile: 3768, StatisticsFile: 12_365}},
		{"5 partitions of 5,000 rows", SSTable{Format: NB, Partitions: 5, Key: 4, Bytes: 298_000, Clustering: 9, FalsePositives: 0.01, Ratio: 0.65, Chunk: 16 << 10}, 0.05,
			map[File]float64{SummaryFile: 56, FilterFile: 24, CompressionFile: 767, StatisticsFile: 4911}},
		{"no filter", SSTable{Format: OA, Partitions: 1000, Key: 4, Bytes: 20, FalsePositives: 1}, 0, map[File]float64{FilterFile: 0, DataFile: 20_000}},
	} {
		got := map[File]float64{}
		for _, file := range test.table.Files() {
			got[file.File] = file.Bytes
		}
		for file, want := range test.want {
			if math.Abs(got[file]-want) > test.within*want {
				t.Errorf("%s: the %s has %.0f bytes, want %.0f", test.name, file, got[file], want)
			}
		}
	}
}

// The bits of a partition in a bloom filter, as BloomCalculations chooses them.
func TestFilterBits(t *testing.T) {
	for chance, want := range map[float64]float64{1: 0, 0.1: 5, 0.01: 10, 0.001: 15, 1e-9: mostFilterBits} {
		if got := filterBits(chance); got != want {
			t.Errorf("%v: %v bits, want %v", chance, got, want)
		}
	}
}

// More partitions are never smaller, and a trie is smaller than an index of whole keys.
func TestFilesAroundGrow(t *testing.T) {
	for _, format := range []Format{NB, OA, DA} {
		before := 0.0
		for partitions := 1.0; partitions < 1e12; partitions *= 10 {
			table, total := SSTable{Format: format, Partitions: partitions, Key: 40, Bytes: 1e5, Clustering: 20, FalsePositives: 0.01, Ratio: 0.5, Chunk: 16 << 10}, 0.0
			for _, file := range table.Files() {
				total += file.Bytes
			}
			if total <= before || math.IsNaN(total) {
				t.Errorf("%s: %v partitions have %v bytes, a tenth %v", format, partitions, total, before)
			}
			before = total
		}
	}
}
