package connections

import (
	"fmt"
	"strings"

	"widerow/model/sizing"
	"widerow/store/cluster"
)

// drops reports whether a statement of a plan removes something. Plans write keywords in capitals, and
// names that are like them in quotes.
func drops(statement string) bool {
	first, _, _ := strings.Cut(statement, "\n")
	return strings.HasPrefix(statement, "DROP ") || strings.HasPrefix(statement, "ALTER ") && strings.Contains(first, " DROP ")
}

func firstLine(statement string) string {
	line, _, _ := strings.Cut(statement, "\n")
	return strings.TrimSuffix(line, ";")
}

// sizeWords describes how large the tables are that an element has, is, or is in.
func sizeWords(sizes *cluster.Sizes, element string) string {
	if sizes == nil {
		return "how much is not known"
	}
	var partitions, bytes float64
	found := false
	for _, table := range sizes.Tables {
		name := table.Keyspace + "." + table.Table
		if name == element || strings.HasPrefix(element, name+".") || table.Keyspace == element {
			partitions, bytes, found = partitions+table.Partitions, bytes+table.DiskBytes, true
		}
	}
	switch {
	case !found:
		return ""
	case partitions == 0 && bytes == 0:
		return "nothing on disk, by the estimate of the nodes; rows in memory are not counted"
	}
	words := fmt.Sprintf("about %s partitions", sizing.FormatNumber(partitions))
	if bytes > 0 {
		words += ", " + sizing.FormatBytes(bytes) + " on disk"
	}
	if len(sizes.Missing) > 0 {
		words += fmt.Sprintf(", without %d of %d nodes, which did not answer", len(sizes.Missing), len(sizes.Missing)+len(sizes.Nodes))
	}
	return words
}
