package sizing

import (
	"math"
	"strings"

	"widerow/model"
	"widerow/model/sizing/disk"
)

// Around describes all partitions of a relation and how their files are written.
type Around struct {
	Partitions, Compression model.Value
	Storage                 Storage
	FalsePositives, Chunk   float64
}

// FileSize is the size of one kind of file in one copy of a table. Index is the index that the file
// belongs to.
type FileSize struct {
	File  disk.File
	Index *model.Index
	Bytes model.Value
}

// The files of indexes.
const (
	SecondaryIndexFiles disk.File = "secondary index"
	AttachedIndexFiles  disk.File = "storage-attached index"
	AttachedRowFiles    disk.File = "rows of storage-attached indexes"
)

// Around returns the files of all partitions of a relation in one SSTable, the data
// first, then those of indexes. distinct is the number of values of an indexed column.
func (s *Size) Around(relation *model.Relation, a Around, distinct func(*model.Index) model.Value) []FileSize {
	if s.Level == Unknown {
		return nil
	}
	typical, worst := s.sstable(a, typicalOf), s.sstable(a, worstOf)
	var files []FileSize
	more := worst.Files()
	for i, file := range typical.Files() {
		files = append(files, FileSize{File: file.File, Bytes: model.Value{Typical: file.Bytes, Worst: max(file.Bytes, more[i].Bytes)}})
	}
	attached := false
	for _, index := range model.Sorted(relation.Indexes) {
		values := distinct(index.Value)
		file := FileSize{File: SecondaryIndexFiles, Index: index.Value}
		if IsAttached(index.Value) {
			file.File, attached = AttachedIndexFiles, true
		}
		file.Bytes = model.Value{Typical: s.indexBytes(file.File, index.Value, a, values, typicalOf), Worst: s.indexBytes(file.File, index.Value, a, values, worstOf)}
		files = append(files, file)
	}
	if attached {
		files = append(files, FileSize{File: AttachedRowFiles, Bytes: model.Value{Typical: s.attachedRows(a, typicalOf), Worst: s.attachedRows(a, worstOf)}})
	}
	return files
}

// sstable returns one file that holds all partitions of a case. They have the typical size: the
// worst case has more of them.
func (s *Size) sstable(a Around, in func(model.Value) float64) *disk.SSTable {
	return &disk.SSTable{
		Format: a.Storage.Format, Partitions: in(a.Partitions), Key: s.keyBytes(), Bytes: s.Typical.Bytes, Clustering: s.clusteringBytes(),
		FalsePositives: a.FalsePositives, Ratio: in(a.Compression), Chunk: a.Chunk,
	}
}

// IsAttached reports whether an index is a storage-attached one (SAI).
func IsAttached(index *model.Index) bool {
	class := strings.ToLower(index.Class[strings.LastIndexByte(index.Class, '.')+1:])
	return class == "sai" || class == "storageattachedindex"
}

// keyBytes is the length of a serialized partition key.
func (s *Size) keyBytes() float64 {
	if s.layout == nil {
		return s.Terms.Partition.Typical
	}
	var key []disk.Amount
	for i := range s.layout.columns {
		if column := &s.layout.columns[i]; column.role == model.Partition {
			key = append(key, column.value.of(typicalOf))
		}
	}
	return disk.KeyBytes(key)
}

func (s *Size) clusteringBytes() float64 {
	if s.layout == nil {
		return s.Terms.Clustering.Typical
	}
	row := disk.Row{Clustering: s.clustering()}
	return row.ClusteringBytes()
}

func (s *Size) clustering() []disk.Value {
	var values []disk.Value
	if s.layout == nil {
		return []disk.Value{disk.Of(s.Terms.Clustering.Typical)}
	}
	for i := range s.layout.columns {
		if column := &s.layout.columns[i]; column.role == model.Clustering {
			values = append(values, disk.Value{Length: column.value.of(typicalOf), Fixed: column.fixed})
		}
	}
	return values
}

// typeOf is the type of an indexed column, as CQL.
func (s *Size) typeOf(index *model.Index) string {
	for i := range s.Widths {
		if s.Widths[i].Column == index.Column {
			return s.Widths[i].Type
		}
	}
	return ""
}

// indexed is the value that an index stores, and how many of them a row has.
func (s *Size) indexed(index *model.Index) (value disk.Value, count float64, isStatic bool) {
	for i := range s.Widths {
		if s.Widths[i].Column != index.Column {
			continue
		}
		if s.layout == nil {
			return disk.Of(s.Widths[i].Bytes.Typical), 1, s.Widths[i].Role == model.Static
		}
		column := &s.layout.columns[i]
		share := column.filled.Typical
		if column.isOneCell() || column.kind == model.UserTypeRef {
			return disk.Value{Length: column.value.of(typicalOf), Fixed: column.fixed}, share, column.role == model.Static
		}
		part := column.inner
		if index.Target == model.IndexKeys || column.kind == model.SetType {
			part = column.path
		}
		length := part.of(typicalOf)
		if index.Target == model.IndexEntries {
			length = length.Plus(column.path.of(typicalOf))
		}
		return disk.Value{Length: length}, share * column.count.Typical, column.role == model.Static
	}
	return disk.Of(0), 1, false
}

// indexBytes returns the bytes of an index. A secondary index is a table in which each value is a
// partition, with the primary keys of its rows as clustering columns.
func (s *Size) indexBytes(file disk.File, index *model.Index, a Around, distinct model.Value, in func(model.Value) float64) float64 {
	value, perRow, isStatic := s.indexed(index)
	entries := in(a.Partitions) * perRow
	if !isStatic {
		entries *= s.Typical.Rows
	}
	if entries <= 0 {
		return 0
	}
	values := min(max(in(distinct), 1), max(entries, 1))
	if file == AttachedIndexFiles {
		return attachedBytes(value, isText(s.typeOf(index)), entries, values)
	}
	row := disk.Row{Clustering: []disk.Value{disk.Of(s.keyBytes())}, Marker: true}
	if !isStatic {
		row.Clustering = append(row.Clustering, s.clustering()...)
	}
	row.Written = disk.Delta{High: a.Storage.Span * microseconds, Writes: a.Storage.Writes}
	partition := disk.Partition{Format: a.Storage.Format, Key: []disk.Amount{value.Length}, Rows: []disk.Rows{{Count: entries / values, Row: row}}}
	table := disk.SSTable{
		Format: a.Storage.Format, Partitions: values, Key: value.Length.Mean, Bytes: partition.Size().Bytes, Clustering: row.ClusteringBytes(),
		FalsePositives: a.FalsePositives, Ratio: in(a.Compression), Chunk: a.Chunk,
	}
	total := 0.0
	for _, f := range table.Files() {
		total += f.Bytes
	}
	return total
}

// What storage-attached indexes take, as Cassandra 5.0.5 writes them: measured, see
// docs/sizes.md.
const (
	attachedKeyBytes        = 3.1 // of a partition, beside its key
	attachedTokenBytes      = 8.1 // of a partition
	attachedClusteringBytes = 1.3 // of a row, beside its clustering columns
	attachedPlaceBytes      = 1.2 // of a row: its token and partition
	attachedNumberBytes     = 2.6 // of an entry of numbers: the value in its block, and the row
	sharedValueBytes        = 1   // of a different number that is in attachedNumberBytes
	attachedMetaBytes       = 350 // of an index

	// Of texts: for an entry, for the list of a text's rows and its last, shorter block, and
	// in the dictionary for a text and for each letter that no other text begins with.
	attachedTermBytes  = 0.82
	attachedListBytes  = 15
	attachedBlockBytes = 1.55
	largestBlockBytes  = 93
	attachedTextBytes  = 9
	letterBytes        = 2
	branches           = 16
)

// attachedBytes returns the bytes of a storage-attached index beside the rows: a dictionary of the
// distinct texts, or a tree of all numbers.
func attachedBytes(value disk.Value, isText bool, entries, values float64) float64 {
	if isText {
		list := attachedListBytes + min(largestBlockBytes, attachedBlockBytes*(entries/values-1))
		alone := max(value.Length.Mean-math.Log(values)/math.Log(branches), 1)
		return attachedMetaBytes + entries*attachedTermBytes + values*(list+attachedTextBytes+letterBytes*alone)
	}
	return attachedMetaBytes + entries*attachedNumberBytes + values*max(value.Length.Mean-sharedValueBytes, 0)
}

// attachedRows returns the bytes that all storage-attached indexes of a table share: the primary
// key of each row, and its token.
func (s *Size) attachedRows(a Around, in func(model.Value) float64) float64 {
	bytes := in(a.Partitions) * (s.keyBytes() + attachedKeyBytes + attachedTokenBytes)
	if clustering := s.clusteringBytes(); clustering > 0 {
		bytes += in(a.Partitions) * s.Typical.Rows * (clustering + attachedClusteringBytes + attachedPlaceBytes - 1)
	}
	return bytes
}

// isText reports whether a storage-attached index keeps values of a type in a dictionary.
func isText(cql string) bool {
	for _, name := range []string{"text", "varchar", "ascii", "boolean"} {
		if strings.Contains(cql, name) {
			return true
		}
	}
	return false
}
