package advice

import (
	"fmt"

	"widerow/model"
	"widerow/model/sizing"
)

// checkTarget reports what Amazon Keyspaces refuses and Cassandra takes, and what tablets of ScyllaDB do not have.
func checkTarget(p *Pass) {
	switch p.Model.Target {
	case model.Keyspaces:
		p.checkKeyspaces()
		return
	case model.ScyllaDB:
		p.checkTablets()
	}
	for _, r := range p.tables {
		partition := 0.0
		for _, width := range p.Sizes[r.id].Widths {
			switch column := r.Columns[width.Column]; {
			case column == nil:
			case column.Role == model.Partition:
				partition += width.Bytes.Worst
			case column.Role == model.Clustering && width.Bytes.Worst > mostKeyBytes:
				p.overKey(width.Column, "clustering_bytes", width.Bytes.Worst, "A value of %s has %s bytes at worst: the limit of a key column is %s")
			}
		}
		if partition > mostKeyBytes {
			p.overKey(r.id, "partition_key_bytes", partition, "A partition key of %s has %s bytes at worst: the limit is %s")
		}
	}
}

func (p *Pass) overKey(element model.ID, name string, number float64, words string) {
	p.report(Finding{Level: Error, Element: element, Numbers: []Number{{name, number, "B"}, {"limit", mostKeyBytes, "B"}},
		Message: fmt.Sprintf(words, p.Model.Title(element), sizing.FormatNumber(number), sizing.FormatNumber(mostKeyBytes)),
		Hint:    "Use a hash or an identifier as the key, and keep the long value in a regular column."})
}

// mostKeyBytes is the limit of all targets on a partition key and on each clustering column: their length has 16 bits.
const mostKeyBytes = 65535

// indexesOfAstra is the number of storage-attached indexes that a database of Astra DB takes.
const indexesOfAstra = 50

// The limits of Amazon Keyspaces.
const (
	columnsOfInsert    = 225
	columnsWithTTL     = 166
	partitionKeyBytes  = 2048
	clusteringKeyBytes = 850
	frozenDepth        = 8
	staticBytes        = 1 << 20
)

func (p *Pass) checkKeyspaces() {
	for _, r := range p.tables {
		limit := columnsOfInsert
		if ttl, _ := r.number("default_time_to_live"); ttl > 0 || r.Expiring {
			limit = columnsWithTTL
		}
		if count := len(r.Columns); count > limit {
			p.overTarget(r.id, "columns", float64(count), float64(limit), "%s has %s columns: an INSERT takes %s")
		}
		var partition, clustering, static float64
		for _, width := range p.Sizes[r.id].Widths {
			column := r.Columns[width.Column]
			switch {
			case column == nil || width.Bytes.Worst == 0:
			case column.Role == model.Partition:
				partition += width.Bytes.Worst
			case column.Role == model.Clustering:
				clustering += width.Bytes.Worst
			case column.Role == model.Static:
				static += width.Bytes.Worst
			}
		}
		p.overTarget(r.id, "partition_key_bytes", partition, partitionKeyBytes, "A partition key of %s has %s bytes at worst: the limit is %s")
		p.overTarget(r.id, "clustering_bytes", clustering, clusteringKeyBytes, "The clustering columns of %s have %s bytes at worst: the limit is %s")
		p.overTarget(r.id, "static_bytes", static, staticBytes, "The static columns of %s have %s bytes at worst: the limit is %s a partition")
		for _, c := range r.SortedColumns() {
			if depth := nested(c.Value.Type); depth > frozenDepth {
				p.overTarget(c.ID, "depth", depth, frozenDepth, "%s nests %s frozen types: the limit is %s")
			}
		}
	}
	for _, query := range model.Sorted(p.Model.Workflow.Queries) {
		if !p.Script && aggregates(query.Value) {
			p.report(Finding{Level: Error, Element: query.ID, Message: p.label(query.ID) + " has an aggregate: Amazon Keyspaces has no built-in ones",
				Hint: "Count or sum in the application, or keep a table of totals."})
		}
	}
}

func (p *Pass) overTarget(element model.ID, name string, number, limit float64, words string) {
	if number > limit {
		p.report(Finding{Level: Error, Element: element, Numbers: []Number{{name, number, ""}, {"limit", limit, ""}},
			Message: fmt.Sprintf(words, p.Model.Title(element), sizing.FormatNumber(number), sizing.FormatNumber(limit)) + " on Amazon Keyspaces"})
	}
}

// nested returns how many frozen types a type has within each other.
func nested(t model.Type) float64 {
	depth := 0.0
	for _, inner := range t.Arguments {
		depth = max(depth, nested(inner))
	}
	if t.Kind == model.FrozenType {
		depth++
	}
	return depth
}

// checkTablets reports views and counters in keyspaces with tablets, which older versions do not have.
func (p *Pass) checkTablets() {
	for _, r := range p.all() {
		keyspace := p.Model.Physical.Keyspaces[r.Keyspace]
		if keyspace == nil || mapOf(keyspace.Options["tablets"])["enabled"] != "true" {
			continue
		}
		what := ""
		switch {
		case r.Kind == model.MaterializedView:
			what = "a materialized view"
		case hasCounters(r):
			what = "a table of counters"
		default:
			continue
		}
		p.report(Finding{Level: Warning, Element: r.id, Message: fmt.Sprintf("%s is %s in a keyspace with tablets: ScyllaDB before 2025.4 refuses it", r.name, what),
			Hint: "Create the keyspace with tablets = {'enabled': false}, or make sure of the version."})
	}
}
