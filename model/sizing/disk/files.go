package disk

import "math"

// SSTable describes one SSTable whose partitions are alike: what Cassandra writes
// around its Data.db follows from it.
type SSTable struct {
	Format     Format
	Partitions float64
	// Key is the length of a serialized partition key (see KeyBytes), Bytes the length of a
	// partition in Data.db before compression.
	Key, Bytes float64
	// Clustering is the length of the clustering columns of a row in a file.
	Clustering float64
	// FalsePositives is bloom_filter_fp_chance. Ratio is the part to which chunks of
	// Chunk bytes are compressed; without compression Chunk is 0.
	FalsePositives, Ratio, Chunk float64
}

// File is a file of an SSTable, or two that serve the same end.
type File string

// The files, as the page names them.
const (
	DataFile        File = "data"
	IndexFile       File = "index of partitions"
	SummaryFile     File = "summary of the index"
	FilterFile      File = "bloom filter"
	CompressionFile File = "offsets of compressed chunks"
	StatisticsFile  File = "statistics"
	OtherFiles      File = "checksum and list of files"
)

// FileSize is the length of a file in bytes.
type FileSize struct {
	File  File
	Bytes float64
}

// The parts of the files that are the same in all SSTables, as Cassandra 5.0.5 writes
// them: measured, see docs/sizes.md.
const (
	indexBlock     = 64 << 10 // column_index_size of the big format
	trieBlock      = 16 << 10 // of BTI
	summaryEvery   = 128      // min_index_interval
	summaryHeader  = 24
	checksum       = 4 // of a compressed chunk
	chunkOffset    = 8
	chunksHeader   = 39
	statisticsSize = 4960
	sketchOfKey    = 2.5 // of the sketch that counts partition keys
	mostInSketch   = 6144
	largestSketch  = 5330 // of more keys
	digestAndList  = 102
	trieFooter     = 30
	trieBranches   = 3 // bytes of branches of the trie for each partition
)

// Files returns the lengths of the files of the SSTable, the data first.
func (s *SSTable) Files() []FileSize {
	total := s.Partitions * s.Bytes
	files := []FileSize{{DataFile, total}}
	chunks := 0.0
	if s.Chunk > 0 {
		chunks = math.Ceil(total / s.Chunk)
		files[0].Bytes = total*s.Ratio + checksum*chunks
	}
	if s.Format == DA {
		files = append(files, FileSize{IndexFile, s.tries(total)})
	} else {
		files = append(files, FileSize{IndexFile, s.index(total)}, FileSize{SummaryFile, s.summary()})
	}
	files = append(files, FileSize{FilterFile, s.filter()})
	if chunks > 0 {
		files = append(files, FileSize{CompressionFile, chunksHeader + chunkOffset*chunks})
	}
	return append(files, FileSize{StatisticsFile, s.statistics()}, FileSize{OtherFiles, digestAndList})
}

// index is the length of Index.db: for each partition its key and place, and blocks of
// its rows if it is larger than one block.
//
//	2 + K + v(position) + v(size) + size
//	size = v(header) + D + v(n) + n × block + 4n      block = 1 + C + 1 + C + v(offset) + v(width − 65536) + 1
func (s *SSTable) index(total float64) float64 {
	size := 0.0
	if blocks := math.Ceil(s.Bytes / indexBlock); blocks > 1 {
		header := s.Key + 2 + s.Format.deletionBytes()
		block := 2*(1+s.Clustering) + (Delta{High: s.Bytes}).vint() + 2 + 1 + 4
		size = Exactly(header).vint() + s.Format.deletionBytes() + Exactly(blocks).vint() + blocks*block
	}
	return s.Partitions * (2 + s.Key + Delta{High: total}.vint() + Exactly(size).vint() + size)
}

func (s *SSTable) statistics() float64 {
	if s.Partitions > mostInSketch {
		return statisticsSize + largestSketch
	}
	return statisticsSize + sketchOfKey*s.Partitions
}

func (s *SSTable) summary() float64 {
	return summaryHeader + math.Ceil(s.Partitions/summaryEvery)*(s.Key+8+4) + 2*(s.Key+4)
}

// tries is the length of Partitions.db and Rows.db: a byte of the hash and a place for
// each partition with its branches, and of a partition of several blocks a trie of
// their first clusterings.
func (s *SSTable) tries(total float64) float64 {
	pointer := math.Ceil(math.Log2(max(total, 2)) / 8)
	rows := 0.0
	if blocks := math.Ceil(s.Bytes / trieBlock); blocks > 1 {
		rows = 2 + s.Key + 8 + blocks*(2+4+trieBranches)
	}
	return trieFooter + s.Partitions*(1+pointer+trieBranches+rows)
}

// filter is the length of Filter.db.
func (s *SSTable) filter() float64 {
	bits := filterBits(s.FalsePositives)
	if bits == 0 {
		return 0
	}
	return 8 + 8*math.Ceil((s.Partitions*bits+20)/64)
}

// mostFilterBits is the most that Cassandra spends on a partition.
const mostFilterBits = 20

// filterBits returns the bits of a partition in a bloom filter: the fewest with which
// some number of hashes has at most that chance of a false positive.
func filterBits(chance float64) float64 {
	if chance >= 1 {
		return 0
	}
	for bits := 2.0; bits < mostFilterBits; bits++ {
		for hashes := 1.0; hashes <= bits; hashes++ {
			if math.Pow(1-math.Exp(-hashes/bits), hashes) <= chance {
				return bits
			}
		}
	}
	return mostFilterBits
}

// KeyBytes returns the length of a serialized partition key from the lengths of its columns.
func KeyBytes(columns []Amount) float64 { return keyBytes(columns) }
