package proof

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/mapping"
)

// Lookup is a further statement of a query, on a table that stores attributes that the table of the
// first statement lacks. Its Reads cover all its runs.
type Lookup struct {
	Judgement
	// Sources are the sources of the values of its key columns. There are none if the statement has
	// the conditions of the query.
	Sources []ColumnSource
	// Join are the columns by which the application joins the rows of a lookup that has the
	// conditions of the query with the rows of the first statement.
	Join []string
	// Union reports that the lookup has the conditions of the query and finds the rows of another
	// subtype.
	Union bool
	// Each reports that it runs for each row of an earlier statement. Times is the number of runs;
	// AtMost reports that values may repeat.
	Each   bool
	Times  Amount
	AtMost bool
	// Finds are the attributes of the SELECT clause that the lookup finds.
	Finds []Missing
}

// ColumnSource is a column of a lookup with the column of an earlier statement that
// has its value. FromQuery reports that the query gives the value.
type ColumnSource struct {
	Column    string
	Table     model.ID
	From      string
	FromQuery bool
}

// Lacking returns the attributes of the SELECT clause that neither the table nor the
// lookups store.
func (j *Judgement) Lacking() []Missing {
	return slices.DeleteFunc(slices.Clone(j.Missing), func(m Missing) bool {
		return slices.ContainsFunc(j.Lookups, func(l Lookup) bool { return slices.Contains(l.Finds, m) })
	})
}

// Whole returns the verdict of the statement and its lookups together: they read
// several partitions. It is None for a table that no physical table realizes.
func (j *Judgement) Whole() Verdict {
	if j.Unrealized {
		return None
	}
	if len(j.Lookups) > 0 && j.Verdict == Partition {
		return Partitions
	}
	return j.Verdict
}

// Total returns what the statement and its lookups read together.
func (j *Judgement) Total() Reads {
	total := j.Reads
	for i := range j.Lookups {
		total = total.plus(j.Lookups[i].Reads)
		total.AtMost = total.AtMost || j.Lookups[i].AtMost
	}
	return total
}

// maxLookups bounds the lookups of a query.
const maxLookups = 3

// completion finds the lookups for a statement.
type completion struct {
	*prover
	id    model.ID
	query *model.Query
	join  *mapping.Join // nil before the first use
	// steps are the first statement and the lookups so far.
	steps []*step
	// open are the attributes that the steps do not find.
	open []Missing
}

// step is a statement whose rows have the values of a table's columns.
type step struct {
	*statement
	lookup *Lookup
	// sources are the columns of earlier steps for the key of a lookup; isSame reports that its
	// primary key equals the key of the first table.
	sources []source
	isSame  bool
	// elements are key columns that differ among the rows of the lookup.
	elements []*column
	// path is 0 if the lookup follows the best path of the query.
	path int
}

// source gives the value of a column by one of an earlier step.
type source struct {
	column *column
	step   *step
	from   *column
}

// varies reports whether the value differs from row to row, or from one statement to another where there are several.
func (s *source) varies() bool {
	return s.step.restricted[s.from] != equality || s.step.spread != nil && slices.Contains(s.step.spread.Columns, s.from.name)
}

// complete adds the lookups that find what a table lacks. A query that aggregates
// cannot be put together by the application.
func (p *prover) complete(id model.ID, query *model.Query, j *Judgement) {
	s := j.statement
	if len(j.Lacking()) == 0 || len(j.Lookups) > 0 || !j.Serves() && !s.isEmpty || len(s.table.partition) == 0 ||
		s.shape.Distinct || len(s.shape.GroupBy) > 0 || s.aggregates() {
		return
	}
	c := &completion{prover: p, id: id, query: query, steps: []*step{{statement: s}},
		open: slices.DeleteFunc(slices.Clone(j.Missing), func(m Missing) bool { return m.Aggregate != "" })}
	for len(c.open) > 0 && len(c.steps) <= maxLookups {
		next := c.best()
		if next == nil {
			break
		}
		c.steps = append(c.steps, next)
		c.open = slices.DeleteFunc(slices.Clone(c.open), func(m Missing) bool { return slices.Contains(next.lookup.Finds, m) })
	}
	if len(c.steps) > 1 {
		c.apply(j)
	}
}

// best returns the lookup that finds most of the open attributes, nil if there is none.
func (c *completion) best() *step {
	var best *step
	tried := []*table{}
	for _, missing := range c.open {
		for _, t := range c.near(missing.reference()) {
			if t.unrealized(c.model) || t.isFiltered() || slices.Contains(tried, t) || slices.ContainsFunc(c.steps, func(s *step) bool { return s.table == t }) {
				continue
			}
			tried = append(tried, t)
			if next := c.on(t); next != nil && (best == nil || next.betterThan(best, c.steps[0].table)) {
				best = next
			}
		}
	}
	return best
}

// betterThan prefers lookups that find more, then tables that realize the same
// logical table as the first one, and then lookups that run once.
func (s *step) betterThan(other *step, first *table) bool {
	return cmp.Or(cmp.Compare(len(other.lookup.Finds), len(s.lookup.Finds)), cmp.Compare(s.path, other.path),
		cmp.Compare(s.distance(first), other.distance(first)),
		cmp.Compare(len(s.elements), len(other.elements)),
		cmp.Compare(s.lookup.rank(), other.lookup.rank())) < 0
}

// distance is 0 for a table that realizes a logical table of the first one, else
// more the more often the lookup runs.
func (s *step) distance(first *table) int {
	for logical := range first.relation.Realizes {
		if s.table.relation.Realizes[logical] {
			return 0
		}
	}
	return 1 + s.repeats()
}

// repeats returns how many sources differ from row to row, 0 if the lookup has the
// conditions of the query.
func (s *step) repeats() int {
	count := 0
	for _, source := range s.sources {
		if source.varies() && !s.joins() {
			count++
		}
	}
	return count
}

// on returns the lookup on a table: its primary key is known from earlier steps. Clustering columns
// may stay open if the missing attributes are static, or if the query asks for all rows with the
// rest of the key.
func (c *completion) on(t *table) *step {
	next := &step{lookup: &Lookup{}}
	isStatic := true
	for _, missing := range c.open {
		if columns := c.columnsOf(t, c.referenceIn(t, missing)); len(columns) > 0 {
			next.lookup.Finds = append(next.lookup.Finds, missing)
			isStatic = isStatic && columns[0].role == model.Static
		}
	}
	if len(next.lookup.Finds) == 0 {
		return nil
	}
	for _, k := range slices.Concat(t.partition, t.clustering) {
		from, known := c.source(t, k)
		switch {
		case k.added && k.source != nil:
		case known:
			next.sources = append(next.sources, from)
		case k.added:
		case k.role == model.Partition:
			return nil
		case !isStatic:
			next.elements = append(next.elements, k)
		}
	}
	if !c.extends(t, next) || !c.relates(t, next) {
		return nil
	}
	next.isSame = c.isSameKey(t, next.sources)
	if !c.judgeLookup(t, next) {
		return nil
	}
	return next
}

// source finds the column of an earlier step that has the value of a key column, if
// only one can be meant.
func (c *completion) source(t *table, key *column) (source, bool) {
	for _, s := range c.steps {
		var found []*column
		for _, from := range s.table.columns {
			if c.hasValue(s.table, from, t, key) {
				found = append(found, from)
			}
		}
		found = c.inRoleOf(found, key)
		if named := slices.IndexFunc(found, func(from *column) bool { return from.name == key.name }); len(found) > 1 && named >= 0 {
			found = found[named : named+1]
		}
		if len(found) == 1 {
			return source{key, s, found[0]}, true
		}
	}
	return source{}, false
}

// hasValue reports whether a column has the value of a key column of another table:
// both store the same attributes, or have the same name.
func (c *completion) hasValue(of *table, from *column, t *table, key *column) bool {
	if isCollection(of, from) || from.aggregated {
		return false
	}
	switch {
	case len(from.attributes) > 0 && len(key.attributes) > 0:
		return len(from.attributes) == len(key.attributes) &&
			!slices.ContainsFunc(key.attributes,
				func(id model.ID) bool { return !slices.Contains(from.attributes, id) })
	case len(from.attributes) == 1:
		return !key.added && c.called(t, reference{attribute: from.attributes[0]}) == key
	case len(key.attributes) == 1:
		return !from.added && c.called(of, reference{attribute: key.attributes[0]}) == from
	case len(from.attributes)+len(key.attributes) > 0:
		return false
	}
	return slices.ContainsFunc(key.names, func(name string) bool { return slices.Contains(from.names, name) })
}

func isCollection(t *table, c *column) bool {
	return t.relation.Columns[c.id].Type.Unfrozen().Kind != model.NativeType
}

// isSameKey reports whether a table has the key columns of the first one, in the same order and
// directions.
func (c *completion) isSameKey(t *table, sources []source) bool {
	first := c.steps[0].table
	free := func(list []*column) []*column {
		return slices.DeleteFunc(slices.Clone(list), func(c *column) bool { return c.added })
	}
	key, ofFirst := free(slices.Concat(t.partition, t.clustering)), free(slices.Concat(first.partition, first.clustering))
	if len(key) != len(ofFirst) {
		return false
	}
	for i, k := range key {
		at := slices.IndexFunc(sources, func(s source) bool { return s.column == k })
		if at < 0 || sources[at].from != ofFirst[i] || k.role != ofFirst[i].role || k.descending != ofFirst[i].descending {
			return false
		}
	}
	return true
}

// judgeLookup makes the statement of a lookup and reports whether it reads rows by
// their partition keys.
func (c *completion) judgeLookup(t *table, next *step) bool {
	asked := &model.Query{Find: map[model.ID]*model.Find{}}
	for i, m := range next.lookup.Finds {
		order := model.Nth(i)
		asked.Find[model.ID(order)] = &model.Find{Order: order, Attribute: m.Attribute, Name: m.Name, Participant: c.referenceIn(t, m).participant}
	}
	var s *statement
	if next.joins() {
		asked.Given, asked.SortBy, asked.Limit = c.query.Given, c.query.SortBy, c.query.Limit
		s = c.build(asked, t)
	} else {
		s = c.newStatement(asked, t)
		for _, source := range next.sources {
			s.equal(source.column, marker())
		}
		s.addBuckets()
		s.addSelectors()
	}
	next.statement = s
	next.lookup.Judgement = c.judgeStatement(s)
	verdict := next.lookup.Verdict
	return (verdict == Partition || verdict == Partitions) && len(s.missing) == 0
}

// joins reports whether the lookup has the conditions of the query: it returns the rows of the
// first statement, which reads several.
func (s *step) joins() bool {
	return s.isSame && slices.ContainsFunc(s.sources, func(source source) bool { return source.varies() })
}

// apply adds the lookups to a judgement, if Cassandra accepts the first statement
// with the columns that they need.
func (c *completion) apply(j *Judgement) {
	first := c.steps[0].statement
	before := first.shape
	first.shape.Selectors = slices.Clone(before.Selectors)
	if first.isEmpty {
		first.shape.Selectors = nil
	}
	for _, s := range c.steps[1:] {
		for _, k := range s.elements {
			s.selectAlso(k)
		}
		for _, source := range s.sources {
			if source.varies() {
				source.step.selectAlso(source.from)
				if s.joins() {
					s.selectAlso(source.column)
				}
			}
		}
	}
	first.multiplies = slices.ContainsFunc(c.steps, func(s *step) bool { return len(s.elements) > 0 })
	if first.multiplies {
		first.shape.Limit = nil
		if first.spread != nil {
			first.spread.Limit = 0
		}
	}
	first.shape.AllowFiltering = false // judging decides again
	again := c.judgeStatement(first)
	if !again.Serves() || len(again.Select.Selectors) == 0 {
		first.shape = before
		return
	}
	*j = again
	rows := map[*step]Amount{c.steps[0]: j.Reads.Rows}
	for _, s := range c.steps[1:] {
		s.lookup.Judgement = c.judgeStatement(s.statement)
		s.describe(rows, c.steps[0])
		rows[s] = s.lookup.Reads.Rows
		j.Lookups = append(j.Lookups, *s.lookup)
	}
}

// selectAlso adds a column to the SELECT clause.
func (s *statement) selectAlso(c *column) {
	s.selectColumn(&model.Find{}, c, false)
}

// describe sets the number of runs of a lookup and their reads. rows holds the rows of the earlier
// steps.
func (s *step) describe(rows map[*step]Amount, first *step) {
	l := s.lookup
	l.Times = exactly(1)
	if s.joins() {
		for _, source := range s.sources {
			if source.varies() {
				l.Join = append(l.Join, source.column.name)
			}
		}
		return
	}
	used := map[*column]bool{}
	for _, source := range s.sources {
		l.Sources = append(l.Sources, ColumnSource{source.column.name, source.step.table.id, source.from.name, source.step == first && !source.varies()})
		used[source.from] = true
		if source.varies() || source.step.lookup != nil && source.step.lookup.Each {
			l.Each, l.Times = true, rows[source.step]
			l.AtMost = l.AtMost || source.step.lookup != nil && source.step.lookup.AtMost
		}
	}
	if l.Each {
		distinct := func(c *column) bool { return first.restricted[c] == equality || used[c] }
		l.AtMost = l.AtMost || first.mayRepeat(distinct)
	}
	l.Reads = l.Reads.times(l.Times)
}

// mayRepeat reports whether several rows of a statement may have the same values in
// some of the key columns.
func (s *statement) mayRepeat(distinct func(*column) bool) bool {
	return !allOf(s.table.partition, distinct) || !allOf(s.table.clustering, distinct)
}
