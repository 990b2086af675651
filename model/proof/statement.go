package proof

import (
	"slices"
	"strconv"
	"unicode"

	"widerow/model"
	"widerow/model/access"
)

// statement is the SELECT of a query on a table, while it is built.
type statement struct {
	*prover
	query *model.Query
	table *table
	shape access.Select
	// givens are the conditions on each column, in the order of the query.
	givens map[*column][]*model.Given
	// restricted is the restriction of each column.
	restricted map[*column]restriction
	buckets    []*column
	// groups are the attributes of GROUP BY, implied those that the query groups by without naming
	// them there.
	groups, implied []reference
	// partial reports that a bucket is a part of a merged column: the query needs
	// all values of the other parts.
	partial bool
	spread  *Spread
	// runValues are the conditions with constants for each of which the statement runs.
	runValues []access.Condition
	sort      *Sort
	// repeats reports that the application drops repeated rows.
	repeats  bool
	prefixes []string
	rowless  string
	// multiplies reports that a further statement returns several rows, or none, for a row.
	multiplies bool
	missing    []Missing
	// isEmpty reports that the table stores nothing of the SELECT clause: the
	// statement names a column that does not exist.
	isEmpty bool
}

// restriction is the restriction of a column in the WHERE clause.
type restriction uint8

const (
	unrestricted restriction = iota
	equality
	anyOf // IN
	slice
)

func marker() access.Value { return access.Value{} }

func selector(name string) access.Value { return access.Value{Kind: access.Reference, Text: name} }

// build writes a query as a SELECT on a table. Where the table lacks something,
// the statement names a column that does not exist, as the query does.
func (p *prover) build(query *model.Query, t *table) *statement {
	s := p.newStatement(query, t)
	s.addConditions()
	s.addBuckets()
	s.addSelectors()
	s.addOrder()
	s.addRowless()
	s.addLimit()
	return s
}

func (p *prover) newStatement(query *model.Query, t *table) *statement {
	return &statement{prover: p, query: query, table: t, givens: map[*column][]*model.Given{}, restricted: map[*column]restriction{}}
}

// addConditions adds the WHERE clause: the partition key first, then the
// clustering columns, then other columns.
func (s *statement) addConditions() {
	var unknown []access.Condition
	for _, item := range model.Sorted(s.query.Given) {
		given := item.Value
		r := reference{given.Attribute, given.Name, given.Participant}
		columns := s.comparedColumns(r)
		for _, c := range columns {
			s.givens[c] = append(s.givens[c], given)
		}
		if len(columns) == 0 {
			unknown = append(unknown, s.conditions(s.unknownName(r), given)...)
		}
	}
	for _, c := range s.table.columns {
		if len(s.givens[c]) > 0 {
			s.restrict(c)
		}
	}
	s.shape.Where = append(s.shape.Where, unknown...)
}

// plainColumns returns the columns that store an attribute itself, not the value of a
// function, in whatever order.
func (s *statement) plainColumns(r reference) []*column {
	columns, computed := s.columnsOf(s.table, r), func(c *column) bool { return len(c.functions) > 0 }
	if !slices.ContainsFunc(columns, computed) {
		return columns
	}
	return slices.DeleteFunc(slices.Clone(columns), computed)
}

// comparedColumns returns the columns that a condition restricts: those in the key, if it has one. A
// copy outside of the key would only filter, and a collection has several values per row.
func (s *statement) comparedColumns(r reference) []*column {
	columns := s.plainColumns(r)
	if len(columns) < 2 {
		return columns
	}
	if inKey := slices.DeleteFunc(slices.Clone(columns), func(c *column) bool { return !c.role.InKey() }); len(inKey) > 0 {
		return inKey
	}
	return columns
}

func (s *statement) isMultiValued(r reference) bool {
	known := s.concepts.known[r.attribute]
	return known.Attribute != nil && known.MultiValued
}

// restrict adds the conditions on one column.
func (s *statement) restrict(c *column) {
	givens := s.givens[c]
	isRange := slices.ContainsFunc(givens, func(g *model.Given) bool { return g.Operator.IsRange() })
	isIn := slices.ContainsFunc(givens, func(g *model.Given) bool { return g.Operator == model.In })
	switch {
	case givesTwice(givens): // Cassandra says why it takes one condition only
		s.restricted[c] = equality
		for _, given := range givens {
			s.shape.Where = append(s.shape.Where, s.conditions(c.name, given)...)
		}
	case isRange && c.role == model.Partition && s.isSplit(c, givens):
		s.buckets = append(s.buckets, c)
		s.equal(c, marker())
	case isRange:
		s.restricted[c] = slice
		for _, given := range givens {
			if given.Operator.IsRange() {
				s.shape.Where = append(s.shape.Where, s.conditions(c.name, given)...)
			}
		}
	case isIn && s.isWhole(c, givens):
		s.restricted[c] = anyOf
		s.shape.Where = append(s.shape.Where, s.conditions(c.name, givens[0])...)
	case s.isWhole(c, givens):
		s.equal(c, s.valueOf(givens[0]))
	case c.role == model.Partition: // a part of a merged column
		s.buckets, s.partial = append(s.buckets, c), true
		s.equal(c, marker())
	default:
		s.restricted[c] = slice
		s.shape.Where = append(s.shape.Where, condition(c.name, access.GreaterOrEqual, marker()), condition(c.name, access.Less, marker()))
	}
}

// givesTwice reports whether one attribute has a condition besides = or IN.
func givesTwice(givens []*model.Given) bool {
	for i, one := range givens {
		for j, other := range givens {
			if i != j && !one.Operator.IsRange() && one.Attribute == other.Attribute && one.Name == other.Name && one.Participant == other.Participant {
				return true
			}
		}
	}
	return false
}

func (s *statement) equal(c *column, value access.Value) {
	s.restricted[c] = equality
	s.shape.Where = append(s.shape.Where, condition(c.name, access.Equal, value))
}

// isSplit reports whether a column of the partition key is computed from an
// attribute that is also stored in a clustering column: the day of a timestamp.
func (s *statement) isSplit(c *column, givens []*model.Given) bool {
	return slices.ContainsFunc(s.table.clustering, func(other *column) bool {
		return len(s.givens[other]) > 0 && slices.Contains(s.givens[other], givens[0])
	})
}

// isWhole reports whether conditions give the whole value of a column. A column
// may merge several attributes; the key of an entity type stands for the whole.
func (s *statement) isWhole(c *column, givens []*model.Given) bool {
	gives := func(attribute model.ID) bool {
		return slices.ContainsFunc(givens, func(g *model.Given) bool { return s.concepts.contains(g.Attribute, attribute) })
	}
	for _, of := range c.merged {
		if !slices.ContainsFunc(of.attributes, func(id model.ID) bool { return !gives(id) }) {
			return true
		}
	}
	return len(c.attributes) < 2 || slices.ContainsFunc(givens, func(g *model.Given) bool {
		known := s.concepts.known[g.Attribute]
		return known.Attribute != nil && known.Key != model.NoKey
	})
}

func condition(column string, operator access.Operator, value access.Value) access.Condition {
	return access.Condition{Columns: []string{column}, Operator: operator, Values: []access.Value{value}}
}

// conditions returns the conditions of one part of WHERE on a column.
func (s *statement) conditions(column string, given *model.Given) []access.Condition {
	switch given.Operator {
	case model.In:
		if values := constants(given); values != nil {
			return []access.Condition{{Columns: []string{column}, Operator: access.In, Values: values, List: true}}
		}
		return []access.Condition{condition(column, access.In, marker())}
	case model.Prefix:
		return s.prefix(column, given)
	case model.Range:
		var conditions []access.Condition
		operators := given.Bounds.Operators()
		for _, operator := range operators {
			value := marker()
			if len(operators) == 1 {
				value = s.valueOf(given)
			}
			conditions = append(conditions, condition(column, access.Operator(operator), value))
		}
		return conditions
	}
	return []access.Condition{condition(column, access.Equal, s.valueOf(given))}
}

// prefix returns the range of the texts with a prefix. It has no end if no text comes after
// all of them.
func (s *statement) prefix(column string, given *model.Given) []access.Condition {
	values := constants(given)
	if len(values) != 1 || values[0].Kind != access.String {
		s.prefixes = appendNew(s.prefixes, column)
		return []access.Condition{condition(column, access.GreaterOrEqual, marker()), condition(column, access.Less, marker())}
	}
	conditions := []access.Condition{condition(column, access.GreaterOrEqual, values[0])}
	if end := prefixEnd(values[0].Text); end != "" {
		conditions = append(conditions, condition(column, access.Less, access.Value{Kind: access.String, Text: end}))
	}
	return conditions
}

// prefixEnd returns the first text, in the order of the bytes of UTF-8, after those with a
// prefix, or "" if there is none: its last character replaced by the next one.
func prefixEnd(prefix string) string {
	for characters := []rune(prefix); len(characters) > 0; characters = characters[:len(characters)-1] {
		last := &characters[len(characters)-1]
		if *last++; *last == 0xD800 { // surrogates are no characters
			*last = 0xE000
		}
		if *last <= unicode.MaxRune {
			return string(characters)
		}
	}
	return ""
}

func (s *statement) valueOf(given *model.Given) access.Value {
	if values := constants(given); len(values) == 1 {
		return values[0]
	}
	return marker()
}

// unknownName returns the name of a column that the table does not have.
func (s *statement) unknownName(r reference) string {
	names := s.concepts.namesOf(r)
	if known, found := s.concepts.known[r.attribute]; found {
		names = identifiers(append(s.concepts.nameInRole(r), known.Name, known.ownerName+"_"+known.Name)...)
	}
	if len(names) == 0 {
		names = identifiers(s.concepts.nameOf(r), "unknown")
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(s.table.columns, func(c *column) bool { return c.name == name })
	}
	for _, name := range names {
		if !taken(name) {
			return name
		}
	}
	for number := 2; ; number++ {
		if name := names[0] + "_" + strconv.Itoa(number); !taken(name) {
			return name
		}
	}
}

// addBuckets restricts the columns of the partition key that physical design
// added. The application knows or computes their values.
func (s *statement) addBuckets() {
	for _, c := range s.table.partition {
		if !c.added || s.restricted[c] != unrestricted {
			continue
		}
		if c.source == nil || s.restricted[c.source] != equality {
			s.buckets = append(s.buckets, c)
		}
		s.equal(c, marker())
	}
	s.table.sortConditions(s.shape.Where)
	s.spreadOverBuckets()
}

// sortConditions puts conditions in the order of the table's columns. Those on
// unknown columns and on tokens stay where they are.
func (t *table) sortConditions(where []access.Condition) {
	place := func(c access.Condition) int {
		if c.Kind == access.TokenCondition {
			return -1
		}
		return slices.IndexFunc(t.columns, func(known *column) bool { return known.name == c.Columns[0] })
	}
	slices.SortStableFunc(where, func(a, b access.Condition) int {
		x, y := place(a), place(b)
		if x < 0 || y < 0 {
			return 0
		}
		return x - y
	})
}

// spreadOverBuckets decides whether the rows of a query are in several buckets:
// they are unless the query gives the whole primary key or the table has only
// one bucket.
func (s *statement) spreadOverBuckets() {
	given := func(c *column) bool { return s.restricted[c] == equality }
	wholeRow := len(s.table.clustering) > 0 && allOf(s.table.clustering, given)
	onePartition := len(s.buckets) == len(s.table.partition) && s.hasOnePartition()
	if len(s.buckets) == 0 || (wholeRow || onePartition) && !s.partial {
		return
	}
	s.spread = &Spread{Values: exactly(1)}
	for _, c := range s.varying() {
		s.spread.Columns = append(s.spread.Columns, c.name)
		s.spread.Values = s.spread.Values.times(s.bucketCount(c))
		s.spread.Ranged = s.spread.Ranged || s.isRanged(c)
	}
}

// varying returns the buckets that may have several values: one that deriving added has one.
// Where all have one, the rows of a range are in several all the same, until a number says
// otherwise.
func (s *statement) varying() []*column {
	varying := slices.DeleteFunc(slices.Clone(s.buckets), func(c *column) bool { return c.constant })
	if len(varying) == 0 {
		return s.buckets
	}
	return varying
}

// bucketCount returns the number of a bucket's values that the query needs. It is
// unknown if a range of the column that the bucket is computed from decides it.
func (s *statement) bucketCount(c *column) Amount {
	if len(s.givens[c]) > 0 || s.isRanged(c) {
		return Amount{}
	}
	return s.amount(c.buckets)
}

// isRanged reports whether the query gives a range of the column that a bucket is computed
// from.
func (s *statement) isRanged(c *column) bool {
	return c.source != nil && s.restricted[c.source] == slice
}

// hasOnePartition reports whether the table has one partition, by the number of its partitions or
// of the values of its buckets. If neither is known, it returns false only for a query with a
// range.
func (s *statement) hasOnePartition() bool {
	count := s.amount(s.table.relation.Partitions)
	if count.Known {
		return count.Worst <= 1
	}
	known := true
	for _, c := range s.buckets {
		buckets := s.amount(c.buckets)
		if buckets.Known && buckets.Worst > 1 {
			return false
		}
		known = known && (c.constant || buckets.Known)
	}
	if known {
		return true
	}
	for _, how := range s.restricted {
		if how == slice {
			return false
		}
	}
	return true
}

func allOf(columns []*column, is func(*column) bool) bool {
	return !slices.ContainsFunc(columns, func(c *column) bool { return !is(c) })
}

func (s *statement) addLimit() {
	if combines := s.spread != nil && s.spread.Combines; s.query.Limit > 0 && !s.repeats && !combines {
		s.shape.Limit = &access.Value{Kind: access.Integer, Text: strconv.Itoa(s.query.Limit)}
	}
}
