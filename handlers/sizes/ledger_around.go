package sizes

import (
	"fmt"
	"time"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// addAround adds what all partitions of a table take on disk, file by file.
func addAround(b *feature.Context, view *websizes.LedgerView, id model.ID, size *sizing.Size) {
	sizes := b.Sizes()
	if feature.FormulaOf(b.View.Formula) != sizing.Disk {
		sizes = mapping.Sizes(b.Model, sizing.Disk)
	}
	c := capacity.Of(b.Model, capacity.Input{Sizes: sizes, Storage: sizing.DefaultStorage, Now: time.Now()})
	around := &websizes.LedgerAround{Cluster: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabCluster, Revision: b.View.Revision}))}
	for i := range c.Tables {
		table := &c.Tables[i]
		assumed := table.From == capacity.Assumed || len(size.Assumed) > 0
		switch relation := b.Model.Physical.Relations[table.Relation]; {
		case table.Err != "":
		case table.Relation == id:
			around.Inputs = aroundInputs(b, table)
			around.Partitions = fmt.Sprintf("%s partitions%s", valueWords(table.Partitions), fromWords[table.From])
			fillFiles(around, table, assumed)
			view.Around = around
		case relation.Kind == model.MaterializedView && relation.Base == id:
			around.Views = append(around.Views, websizes.LedgerFile{Name: relation.Name, Href: LedgerLink(b, table.Relation),
				Typical: aboutBytes(exactValue(table.Disk.Typical), assumed), Worst: aboutBytes(exactValue(table.Disk.Worst), assumed)})
		}
	}
}

func exactValue(number float64) model.Value { return model.Value{Typical: number, Worst: number} }

var fromWords = map[capacity.From]string{capacity.Assumed: ", assumed,", capacity.Concepts: ", from concepts,",
	capacity.Base: ", as many rows as the base table,", capacity.Measured: ", measured,"}

// aroundInputs are the numbers of the table for which its files are computed.
func aroundInputs(b *feature.Context, table *capacity.Table) []websizes.ClusterInput {
	element, _ := b.Model.Element(table.Relation)
	partitions := websizes.ClusterInput{Label: "Partitions", Input: sizeInput(b, element, "partitions", 0)}
	if table.From != capacity.Given {
		partitions.Input.Field.Placeholder = valueWords(table.Partitions) + " " + shortFrom[table.From]
	} else if !isNumber(element.Value.(*model.Relation).Partitions) {
		partitions.Input.Note = "= " + valueWords(table.Partitions)
	}
	compression := websizes.ClusterInput{Label: "Compressed to", Input: sizeInput(b, element, "compression", 0)}
	compression.Input.Field.Placeholder = numberWords(table.Compression)
	switch {
	case table.Uncompressed:
		compression.Why = "the table is not compressed"
	case b.Model.Cluster.Compression.IsEmpty():
		compression.Input.Field.Placeholder += " assumed"
	default:
		compression.Why = "as the cluster says"
	}
	return []websizes.ClusterInput{partitions, compression}
}

func fillFiles(around *websizes.LedgerAround, table *capacity.Table, assumed bool) {
	for _, file := range table.Files {
		name := fileWords(file.File)
		if file.Index != nil && file.Index.Name != "" {
			name += " " + file.Index.Name
		}
		around.Files = append(around.Files, websizes.LedgerFile{
			Name: name, Why: fileWhys[file.File], Typical: aboutBytes(exactValue(file.Bytes.Typical), assumed), Worst: aboutBytes(exactValue(file.Bytes.Worst), assumed),
			Share: Percent(file.Bytes.Typical / max(table.Disk.Typical, 1)),
		})
	}
	around.Typical, around.Worst = aboutBytes(exactValue(table.Disk.Typical), assumed), aboutBytes(exactValue(table.Disk.Worst), assumed)
}

// fileWhys explain the files.
var fileWhys = map[disk.File]string{
	disk.DataFile:              "the partitions, compressed in chunks of 16 KiB with a checksum of 4 bytes each",
	disk.IndexFile:             "each partition key with its place, and blocks of 64 KiB of larger partitions",
	disk.SummaryFile:           "each 128th partition key",
	disk.FilterFile:            "10 bits for each partition, or as bloom_filter_fp_chance says",
	disk.CompressionFile:       "8 bytes for each chunk",
	disk.StatisticsFile:        "histograms, and a sketch that counts partition keys",
	disk.OtherFiles:            "Digest.crc32 and TOC.txt",
	sizing.SecondaryIndexFiles: "a hidden table: each value is a partition, the primary keys of its rows are the rows",
	sizing.AttachedIndexFiles:  "the values with the numbers of their rows",
	sizing.AttachedRowFiles:    "the primary key and the token of each row, once for all indexes",
}
