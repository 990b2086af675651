package moves

import (
	"math"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// PartitionReads is the number of partitions that a query reads. Typical is a mean, so it may be a
// fraction.
type PartitionReads struct {
	Known                bool
	Least, Typical, Most float64
}

func exactly(number float64) PartitionReads { return PartitionReads{true, number, number, number} }

func (r PartitionReads) plus(number float64) PartitionReads {
	return PartitionReads{r.Known, r.Least + number, r.Typical + number, r.Most + number}
}

func (r PartitionReads) times(other PartitionReads) PartitionReads {
	return PartitionReads{r.Known && other.Known, r.Least * other.Least, r.Typical * other.Typical, r.Most * other.Most}
}

// query describes the reads of a query in a model.
func (c *compared) query(m *model.Model, id model.ID, result *proof.Result) SplitQuery {
	was := c.before[id]
	q := SplitQuery{Query: id, Served: result.Served(), WasServed: was.Served()}
	if rate, missing, err := m.Evaluate(m.Workflow.Queries[id].Rate); err == nil && len(missing) == 0 {
		q.rate = rate.Typical
	}
	best, found := result.Best()
	if !found || !best.Serves() {
		return q
	}
	before, _ := was.Best()
	q.Merges = !best.Ordered && before.Ordered
	q.whole = c.readsWhole(best)
	q.Second = len(best.Lookups) > len(before.Lookups)
	q.Reads = c.partitionsRead(newTable(m, best.Table), id, best)
	for i := range best.Lookups {
		reads := best.Lookups[i].Reads.Partitions
		if !reads.Known && !best.Lookups[i].Each { // as many as the statement itself
			q.Reads = q.Reads.times(exactly(2))
			continue
		}
		q.Reads = PartitionReads{q.Reads.Known && reads.Known, q.Reads.Least + reads.Typical, q.Reads.Typical + reads.Typical, q.Reads.Most + reads.Worst}
	}
	return q
}

// readsWhole reports whether a statement reads all rows of the partitions that it names.
func (c *compared) readsWhole(j *proof.Judgement) bool {
	return j.Select.Limit == nil && !slices.ContainsFunc(j.Select.Where, func(condition access.Condition) bool {
		return slices.ContainsFunc(condition.Columns, func(name string) bool {
			column := c.named(name)
			return column != nil && column.Role == model.Clustering
		})
	})
}

// partitionsRead returns the number of partitions that the statements of a judgement read: the
// partitions of the usual range, or those that have the rows of its LIMIT.
func (c *compared) partitionsRead(t *table, query model.ID, j *proof.Judgement) PartitionReads {
	reads := j.Reads.Partitions
	plain := PartitionReads{reads.Known, reads.Typical, reads.Typical, reads.Worst}
	isOfValue := func(name string) bool { return c.days(t, name) > 0 || t.isValueBucket(name) }
	if t == nil || j.Spread == nil || !slices.ContainsFunc(j.Spread.Columns, isOfValue) {
		return plain
	}
	all := exactly(1)
	for _, name := range j.Spread.Columns {
		all = all.times(c.bucketsRead(t, query, j, name))
	}
	if rows := c.rowsOf(t); reads.Known && j.Spread.InOrder && j.Spread.Limit > 0 && rows > 0 {
		some := math.Ceil(float64(j.Spread.Limit) / rows)
		return PartitionReads{true, min(some, plain.Least), min(some, plain.Typical), plain.Most}
	}
	if all.Known {
		return all
	}
	return plain
}

// bucketsRead returns how many values of a bucket a query needs.
func (c *compared) bucketsRead(t *table, query model.ID, j *proof.Judgement, name string) PartitionReads {
	column := t.named(name)
	buckets, known := t.number(t.model.ExpressionText(column.Buckets))
	all := PartitionReads{known, buckets.Typical, buckets.Typical, buckets.Worst}
	if t.isValueBucket(name) && t.isRanged(column, j.Select.Where) {
		return c.valuesRead(query, t.sourceOf(column), all)
	}
	days := c.days(t, name)
	if days <= 0 || !t.isRanged(column, j.Select.Where) {
		return all
	}
	span := c.rangeOf(query, t.sourceOf(column))
	reads := PartitionReads{true, max(1, math.Ceil(span/days)), 1 + span/days, math.Ceil(span/days) + 1}
	switch from, to := t.boundsOf(column, j.Select.Where); {
	case !known:
	case !from:
		return all // all that is older
	case !to:
		reads.Most = all.Most
	}
	if known && buckets.Worst >= 1 {
		reads = PartitionReads{true, min(reads.Least, all.Typical), min(reads.Typical, max(1, all.Typical)), min(reads.Most, all.Most)}
	}
	return reads
}

// usualPart is the part of all values that a range of a number or a text is taken to cover.
const usualPart = 0.1

// isValueBucket reports whether a bucket is computed from a text or a number.
func (t *table) isValueBucket(name string) bool {
	bucket := t.named(name)
	if bucket == nil || len(bucket.From) == 0 {
		return false
	}
	source := t.sourceOf(bucket)
	return source != nil && !isType(column{Value: source}, "date", "timestamp", "timeuuid")
}

// valuesRead returns how many buckets of a value a query needs that gives a prefix, or a
// range, of it: those that begin like the prefix, or one and a part of the others.
func (c *compared) valuesRead(query model.ID, source *model.Column, all PartitionReads) PartitionReads {
	for _, given := range c.model.Workflow.Queries[query].Given {
		if given.Operator == model.Prefix && (given.Attribute == "" && given.Name == source.Name || c.storesFrom(source, given.Attribute)) {
			return PartitionReads{all.Known, 1, 1, all.Most}
		}
	}
	return PartitionReads{all.Known, 1, 1 + usualPart*all.Typical, all.Most}
}

// storesFrom reports whether a column stores an attribute, by its logical columns.
func (c *compared) storesFrom(source *model.Column, attribute model.ID) bool {
	return attribute != "" && c.stores(column{Value: source}, attribute)
}

// days returns the days that a bucket covers, 0 if it is not a bucket of time.
func (c *compared) days(t *table, name string) float64 {
	column := t.named(name)
	if column == nil {
		return 0
	}
	if column.Type.Kind == model.NativeType && column.Type.Name == "timeuuid" && t.sourceOf(column) != nil {
		if buckets, known := t.number(t.model.ExpressionText(column.Buckets)); known && buckets.Typical > 0 {
			return c.result.Covers.Typical / buckets.Typical
		}
		return 0
	}
	if found, is := lengthOf(name); is && t.sourceOf(column) != nil {
		return found.inDays()
	}
	return 0
}

// sourceOf returns the clustering column from which a bucket is computed: the first time
// if nothing says so. It is nil if there is none.
func (t *table) sourceOf(bucket *model.Column) *model.Column {
	if times := t.ofTime().times(); len(bucket.From) == 0 && len(times) > 0 && bucket.Type.Name != "timeuuid" {
		return times[0].Value // as an imported table has it
	}
	if len(bucket.From) == 0 {
		return nil
	}
	for _, c := range t.inRole(model.Clustering) {
		if idText(c.Value.From) == idText(bucket.From) {
			return c.Value
		}
	}
	return nil
}

// isRanged reports whether conditions restrict what a bucket is computed from to a range.
func (t *table) isRanged(bucket *model.Column, where []access.Condition) bool {
	from, to := t.boundsOf(bucket, where)
	return from || to
}

// boundsOf reports whether conditions give a first and a last value of what a bucket is computed from.
func (t *table) boundsOf(bucket *model.Column, where []access.Condition) (from, to bool) {
	source := t.sourceOf(bucket)
	for _, condition := range where {
		if source == nil || !slices.Contains(condition.Columns, source.Name) {
			continue
		}
		switch condition.Operator {
		case access.Less, access.LessOrEqual:
			to = true
		case access.Greater, access.GreaterOrEqual:
			from = true
		}
	}
	return from, to
}

// findRanges finds the queries that give a range of a time, and how many days it usually
// covers: a week of dates, a day of times, unless the needs say otherwise.
func (c *compared) findRanges() {
	c.result.Ranges = map[model.ID]float64{}
	for _, id := range c.queries {
		for _, given := range c.model.Workflow.Queries[id].Given {
			for _, column := range c.ofTime().times() {
				if given.Operator.IsRange() && (given.Attribute != "" && c.stores(column, given.Attribute) || given.Attribute == "" && given.Name == column.Value.Name) {
					c.result.Ranges[id] = usualRange(column.Value)
				}
			}
		}
		if days, entered := c.needs.Ranges[id]; entered {
			c.result.Ranges[id] = days
		}
	}
}

func usualRange(source *model.Column) float64 {
	if source.Type.Name == "date" {
		return 7
	}
	return 1
}

func (c *compared) rangeOf(query model.ID, source *model.Column) float64 {
	if days, found := c.result.Ranges[query]; found {
		return days
	}
	return usualRange(source)
}

// rowsOf returns the typical rows of a partition, 0 if they are not known.
func (c *compared) rowsOf(t *table) float64 {
	if rows, known := t.number(t.rows()); known {
		return rows.Typical
	}
	if t.id == c.id && c.known.Level != sizing.Unknown {
		return c.known.Terms.Rows.Typical
	}
	return 0
}

// number evaluates an expression. It is not known if it is empty or wrong.
func (t *table) number(text string) (model.Value, bool) {
	if text == "" {
		return model.Value{}, false
	}
	value, missing, err := t.model.Evaluate(t.model.BindExpression(text))
	return value, err == nil && len(missing) == 0
}
