package disk

// Part names what takes bytes.
type Part string

// The parts of a partition, of a row, and of its columns.
const (
	KeyLength         Part = "length of the partition key"
	KeyValues         Part = "partition key"
	PartitionDeletion Part = "deletion time of the partition"
	StaticRow         Part = "static row"
	AllRows           Part = "rows"
	EndOfPartition    Part = "end of the partition"
	Unexplained       Part = "measured, and not explained by the columns"

	Flags            Part = "row flags"
	ClusteringHeader Part = "clustering header"
	ClusteringValue  Part = "clustering value"
	RowSize          Part = "size of the row"
	PreviousSize     Part = "size of the previous row"
	RowMarker        Part = "row marker: time of the write"
	RowExpiry        Part = "row marker: TTL and expiry"
	RowDeletion      Part = "deletion of the row"
	MissingColumns   Part = "columns that the row lacks"
	BoundKind        Part = "kind and size of the bound"

	CellFlags   Part = "cell flags"
	CellTime    Part = "time of the cell"
	CellExpiry  Part = "TTL and expiry of the cell"
	CellValue   Part = "value"
	Replacement Part = "deletion of the earlier content"
	Count       Part = "number of elements"
	Paths       Part = "elements: flags, times and paths"
	Values      Part = "elements: values"
)

// Line is a line of a Ledger: a part of a row, its column, and its average size.
type Line struct {
	Part   Part
	Column string
	Bytes  float64
}

// Ledger explains the bytes of a row or a partition.
type Ledger []Line

// Bytes returns the sum.
func (l Ledger) Bytes() float64 {
	total := 0.0
	for _, line := range l {
		total += line.Bytes
	}
	return total
}

// Of returns the bytes of a part.
func (l Ledger) Of(part Part) float64 {
	total := 0.0
	for _, line := range l {
		if line.Part == part {
			total += line.Bytes
		}
	}
	return total
}

// Result is the size of a partition.
type Result struct {
	Bytes float64
	// Partition explains the bytes of the partition. Static and Row explain the bytes of the static
	// row and of a row, on the average of the largest group of rows.
	Partition, Static, Row Ledger
}
