// Package disk computes how many bytes a partition takes in Data.db, the file of an SSTable with
// the rows, before compression.
//
// A Partition describes rows by averages: how long values are, which share of the rows has a
// column, when they were written. The result is the expected number of bytes. With whole numbers
// and shares of 0 and 1 it is exact. A Ledger explains it part by part.
//
// Read Partition, Row and Column first (partition.go), then row.go (the layout of a row), column.go
// (of its columns), and amount.go (the expected length of a number that is stored as a vint). The
// formats ma to nb, oa and da share this layout; they differ only in the partition header.
package disk

// Format is the version of the SSTable format.
type Format string

// The formats. Cassandra 4.0 and later write NB; 5.0 writes OA or, with the BTI
// index, DA, once it need not stay compatible with 4.x.
const (
	NB Format = "nb"
	OA Format = "oa"
	DA Format = "da"
)

// deletionBytes is the size of the deletion time in the header of a partition that
// is not deleted.
func (f Format) deletionBytes() float64 {
	if f == OA || f == DA {
		return 1
	}
	return 12
}
