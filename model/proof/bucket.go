package proof

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"widerow/model"
)

// bucketNames matches the usual names of columns by which physical design splits or merges
// partitions.
var bucketNames = regexp.MustCompile(`(^|_)(bucket|shard|chunk|dummy|hour|day|week|month|quarter|year)(_|$)`)

// timeNames matches the names of buckets that are spans of time, one after the other.
var timeNames = regexp.MustCompile(`(^|_)(hour|day|week|month|quarter|year|date)(_|$)`)

// IsSpanOfTime reports whether a bucket is called like a span of time.
func IsSpanOfTime(name string) bool { return timeNames.MatchString(name) }

// isCalledBucket reports whether a column of a table's partition key is called like a bucket, and may
// be one: there are rows in a partition for it to split, and it is not what identifies instances. A
// bucket_id beside other columns is a bucket, unless it is the whole key of buckets.
func (p *prover) isCalledBucket(t *table, name string) bool {
	isIdentifier := strings.HasSuffix(name, "_id") && (len(t.partition) == 1 || p.identifiers()[name])
	return bucketNames.MatchString(name) && len(t.clustering) > 0 && !isIdentifier
}

// identifiers returns the names of the columns that are the whole primary key of some table.
func (p *prover) identifiers() map[string]bool {
	if p.identifying == nil {
		p.identifying = map[string]bool{}
		for _, relation := range p.model.Physical.Relations {
			isRest := func(c model.Item[*model.Column]) bool { return !c.Value.Role.InKey() }
			if keys := slices.DeleteFunc(relation.SortedColumns(), isRest); len(keys) == 1 {
				p.identifying[keys[0].Value.Name] = true
			}
		}
	}
	return p.identifying
}

// findAdded finds the columns of a partition key that physical design added to a
// table of a document without logical tables: they are called like a bucket, and
// like no attribute.
func (p *prover) findAdded(t *table) {
	named := p.storedByName(t)
	for _, c := range t.partition {
		c.added = len(named[c]) == 0 && p.isCalledBucket(t, c.name)
	}
}

// findBuckets finds the buckets of derived tables: a query that gives nothing by =
// has one as its partition key. It stores no attribute, and no query names it.
func (p *prover) findBuckets(t *table, origins map[model.ID]origin) {
	for _, c := range t.partition {
		from := t.relation.Columns[c.id].From
		if t.logical {
			from = model.IDSet{c.id: true}
		}
		if c.added || len(from) == 0 || len(c.attributes) > 0 {
			continue
		}
		c.added = !slices.ContainsFunc(slices.Collect(maps.Keys(from)), func(id model.ID) bool { return !p.isBucket(t, id, origins[id]) }) &&
			len(p.storedByName(t)[c]) == 0
		c.constant = c.added && c.buckets.IsEmpty() && p.isConstant(from, origins)
	}
}

// isConstant reports whether a bucket is as deriving has added it: under its own name,
// which a bucket of days or months does not have.
func (p *prover) isConstant(from model.IDSet, origins map[model.ID]origin) bool {
	for id := range from {
		o := origins[id]
		derived, was := p.model.Logical.Tables[o.table].Derived[id]
		if !was || o.column.Name != derived.Name {
			return false
		}
	}
	return true
}

// isBucket reports whether a logical column is called like a bucket, or was derived
// without an attribute, and no query names it.
func (p *prover) isBucket(t *table, id model.ID, o origin) bool {
	if o.column == nil {
		return false
	}
	derived, was := p.model.Logical.Tables[o.table].Derived[id]
	return (was || p.isCalledBucket(t, o.column.Name)) && !p.concepts.asked[model.Identifier(o.column.Name)] &&
		!(was && p.concepts.asked[model.Identifier(derived.Name)])
}
