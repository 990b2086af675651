package capacity

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Table is a table or a materialized view in one copy, today unless said otherwise.
type Table struct {
	Relation model.ID
	// Partitions is the number of partitions, From its source.
	Partitions model.Value
	From       From
	// Rows is the number of rows in all partitions, Raw their bytes in Data.db before compression,
	// Compression the compression ratio.
	Rows, Raw, Compression model.Value
	Uncompressed           bool
	// Files are the files on disk, with those of secondary indexes. Disk is their total size.
	Files []sizing.FileSize
	Disk  model.Value
	// Strategy is the compaction strategy, Free the disk that it needs, as a fraction of Disk.
	Strategy string
	Free     model.Value
	// Reads and Writes are operations per second, with the writes of views and indexes.
	Reads, Writes model.Value
	// Inserted is the number of rows that updates insert per day, Lives the days that they stay on
	// disk, infinite without a TTL.
	Inserted model.Value
	Lives    float64
	// Later is Disk on the day for which the cluster is sized.
	Later model.Value
	// Err explains why nothing is known of the table.
	Err string

	copies map[model.Consistency]model.Value // reads by their level
	size   sizing.Size
}

// From is the source of a number of partitions.
type From string

// The sources.
const (
	Given    From = ""
	Concepts From = "from concepts"
	Base     From = "as many rows as the base table"
	Measured From = "measured"
	Assumed  From = "assumed"
)

// assumedPartitions is the default number of partitions of a table.
const assumedPartitions = 10_000

// readTables reads tables before their views.
func (c *calculation) readTables() {
	totals := mapping.Totals(c.model)
	for _, kind := range []model.RelationKind{model.Table, model.MaterializedView} {
		for _, keyspace := range append(model.Sorted(c.model.Physical.Keyspaces), model.Item[*model.Keyspace]{}) {
			for _, item := range model.Sorted(c.model.Physical.Relations) {
				inside := item.Value.Keyspace == keyspace.ID || keyspace.ID == "" && c.model.Physical.Keyspaces[item.Value.Keyspace] == nil
				if isView := item.Value.Kind == model.MaterializedView; inside && isView == (kind == model.MaterializedView) {
					c.readTable(item.ID, item.Value, totals)
				}
			}
		}
	}
}

func (c *calculation) readTable(id model.ID, relation *model.Relation, totals map[model.ID]model.Value) {
	size := c.input.Sizes[id]
	table := Table{Relation: id, Lives: math.Inf(1), size: size}
	if ttl := seconds(relation, "default_time_to_live", 0); ttl > 0 {
		table.Lives = (ttl + seconds(relation, "gc_grace_seconds", defaultGrace)) / daySeconds
	}
	table.Strategy = strategyOf(relation)
	if size.Err != nil || size.Level == sizing.Unknown {
		table.Err = "its size is not known"
		if size.Err != nil {
			table.Err = size.Err.Message
		}
	} else {
		c.count(&table, relation, totals)
	}
	table.Free = exactly(freeOf(relation, table.Strategy, table.Lives))
	if free, given := c.settings[Headroom]; given {
		table.Free = free
	}
	c.index[id] = len(c.Tables)
	c.Tables = append(c.Tables, table)
}

// count finds the partitions, and what they take.
func (c *calculation) count(table *Table, relation *model.Relation, totals map[model.ID]model.Value) {
	rows := max(table.size.Typical.Rows, 0)
	table.Partitions, table.From = exactly(assumedPartitions), Assumed
	value, missing, err := c.evaluator.Evaluate(relation.Partitions)
	given, isGiven := c.input.Partitions[table.Relation]
	base, hasBase := c.index[relation.Base]
	total, isTotal := totals[table.Relation]
	switch {
	case isGiven:
		table.Partitions, table.From = given, Given
	case err == nil && len(missing) == 0:
		table.Partitions, table.From = value, Given
		if len(relation.Partitions.Quantities()) > 0 {
			table.Partitions = usual(value) // their worst cases were not entered for this total
		}
	case c.model.MeasuredPartitionsOf(relation) > 0:
		table.Partitions, table.From = exactly(c.model.MeasuredPartitionsOf(relation)), Measured
	case hasBase && relation.Kind == model.MaterializedView && rows > 0:
		table.Partitions, table.From = per(c.Tables[base].Rows, exactly(rows)), Base
	case isTotal && rows > 0:
		table.Partitions, table.From = each(per(usual(total), exactly(rows)), math.Ceil), Concepts
	}
	table.Partitions = c.bounded(table.Partitions)
	table.Rows = c.bounded(times(table.Partitions, exactly(rows)))
	table.Raw = c.bounded(times(table.Partitions, exactly(table.size.Typical.Bytes)))
	table.Compression, table.Uncompressed = c.compressionOf(relation), chunkOf(relation) == 0
	table.Files = table.size.Around(relation, sizing.Around{
		Partitions: table.Partitions, Compression: table.Compression, Storage: c.input.Storage,
		FalsePositives: falsePositives(relation, table.Strategy), Chunk: chunkOf(relation),
	}, func(index *model.Index) model.Value { return c.distinct(relation, index, table.Rows) })
	for i := range table.Files {
		table.Files[i].Bytes = c.bounded(table.Files[i].Bytes)
		table.Disk = plus(table.Disk, table.Files[i].Bytes)
	}
	table.Disk = c.bounded(table.Disk)
}

// compressionOf is the part that is left of a table: 1 if it is not compressed.
func (c *calculation) compressionOf(relation *model.Relation) model.Value {
	if chunkOf(relation) == 0 {
		return exactly(1)
	}
	if !relation.Compression.IsEmpty() {
		value, missing, err := c.evaluator.Evaluate(relation.Compression)
		if err == nil && len(missing) == 0 && min(value.Typical, value.Worst) > 0 {
			return value
		}
	}
	return c.settings[Compression]
}

// assumedRowsOfValue is the number of rows with the same value of an indexed column.
const assumedRowsOfValue = 10

// distinct returns the number of different values of an indexed column, as given for its attribute,
// or assumed.
func (c *calculation) distinct(relation *model.Relation, index *model.Index, rows model.Value) model.Value {
	assumed := each(rows, func(rows float64) float64 { return max(1, rows/assumedRowsOfValue) })
	column := relation.Columns[index.Column]
	if column == nil || len(column.From) != 1 {
		return assumed
	}
	element, _ := c.model.Element(column.From.Sorted()[0])
	logical, is := element.Value.(*model.LogicalColumn)
	if !is || logical.Attribute == "" {
		return assumed
	}
	attribute, found := c.model.Element(logical.Attribute)
	if !found {
		return assumed
	}
	value, missing, err := c.evaluator.Evaluate(attribute.Value.(*model.Attribute).Distinct)
	if err != nil || len(missing) > 0 {
		return assumed
	}
	return each(rows, func(rows float64) float64 { return max(1, min(value.Typical, rows)) })
}

const (
	daySeconds   = 24 * 3600
	defaultGrace = 864000
)

func seconds(relation *model.Relation, name string, otherwise float64) float64 {
	if n, err := strconv.ParseFloat(strings.TrimSpace(relation.Options[name]), 64); err == nil && n >= 0 {
		return n
	}
	return otherwise
}

// optionPart matches an entry of a map: 'class': 'LeveledCompactionStrategy'.
var optionPart = regexp.MustCompile(`'([^']*)'\s*:\s*'?([^',}]*)'?`)

// partsOf reads a map of options.
func partsOf(relation *model.Relation, name string) map[string]string {
	parts := map[string]string{}
	for _, match := range optionPart.FindAllStringSubmatch(relation.Options[name], -1) {
		parts[match[1]] = strings.TrimSpace(match[2])
	}
	return parts
}

// The compaction strategies, by their short names.
const (
	sizeTiered = "SizeTieredCompactionStrategy"
	leveled    = "LeveledCompactionStrategy"
	timeWindow = "TimeWindowCompactionStrategy"
	unified    = "UnifiedCompactionStrategy"
)

func strategyOf(relation *model.Relation) string {
	class := partsOf(relation, "compaction")["class"]
	return cmp.Or(class[strings.LastIndexByte(class, '.')+1:], sizeTiered)
}

// The disk that a strategy needs beside its data, as a part of it.
const (
	freeForTiers   = 1
	freeForLevels  = 0.1
	freeForWindows = 0.5
)

// freeOf is the disk that compaction needs: as much again where it may write all data
// anew at once, a tenth where it goes by small files, and by the parts into which the
// data is divided, windows or shards.
func freeOf(relation *model.Relation, strategy string, lives float64) float64 {
	parts := partsOf(relation, "compaction")
	switch strategy {
	case leveled:
		return freeForLevels
	case timeWindow:
		if window := windowDays(parts); !math.IsInf(lives, 1) && window > 0 {
			return min(1, max(freeForLevels, window/lives))
		}
		return freeForWindows
	case unified:
		shards, err := strconv.ParseFloat(parts["base_shard_count"], 64)
		if err != nil || shards < 1 {
			shards = 4
		}
		return max(freeForLevels, 1/shards)
	}
	return freeForTiers
}

var unitDays = map[string]float64{"MINUTES": 1.0 / 1440, "HOURS": 1.0 / 24, "DAYS": 1, "": 1}

func windowDays(parts map[string]string) float64 {
	size, err := strconv.ParseFloat(cmp.Or(parts["compaction_window_size"], "1"), 64)
	if err != nil {
		return 0
	}
	return size * unitDays[strings.ToUpper(parts["compaction_window_unit"])]
}

// falsePositives is bloom_filter_fp_chance, or its default.
func falsePositives(relation *model.Relation, strategy string) float64 {
	if chance, err := strconv.ParseFloat(strings.TrimSpace(relation.Options["bloom_filter_fp_chance"]), 64); err == nil && chance > 0 {
		return chance
	}
	if strategy == leveled {
		return 0.1
	}
	return 0.01
}

// defaultChunk is the chunk of compression in KiB, from Cassandra 4.0 on.
const defaultChunk = 16

// chunkOf is the length of a compressed chunk in bytes, 0 without compression.
func chunkOf(relation *model.Relation) float64 {
	parts := partsOf(relation, "compression")
	class, isClass := parts["class"]
	old, isOld := parts["sstable_compression"]
	if parts["enabled"] == "false" || isClass && class == "" || isOld && old == "" {
		return 0
	}
	if kilobytes, err := strconv.ParseFloat(cmp.Or(parts["chunk_length_in_kb"], parts["chunk_length_kb"]), 64); err == nil && kilobytes > 0 {
		return kilobytes * 1024
	}
	return defaultChunk * 1024
}
