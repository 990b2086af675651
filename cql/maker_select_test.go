package cql_test

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
)

// selectText is a SELECT in its parts.
type selectText struct {
	start            string
	selectors        []string
	from             string
	where            []whereCondition
	group, order     []string
	partLimit, limit string
	filtering        bool
}

func (s *selectText) String() string {
	text := "SELECT " + s.start + strings.Join(s.selectors, ", ") + " FROM " + s.from
	for _, part := range []struct{ word, content string }{{" WHERE ", joined(s.where, whereCondition.String, " AND ")},
		{" GROUP BY ", strings.Join(s.group, ", ")}, {" ORDER BY ", strings.Join(s.order, ", ")},
		{" PER PARTITION LIMIT ", s.partLimit}, {" LIMIT ", s.limit}} {
		if part.content != "" {
			text += part.word + part.content
		}
	}
	if s.filtering {
		text += " ALLOW FILTERING"
	}
	return text
}

// query is a SELECT.
func (m *statementMaker) query() string {
	s := m.legalSelect()
	if m.often(55) {
		m.spoilSelect(s)
		if m.often(20) {
			m.spoilSelect(s)
		}
	}
	return s.String()
}

func (m *statementMaker) legalSelect() *selectText {
	s := &selectText{from: m.name, selectors: m.selectors(), start: m.one("", "", "", "", "", "JSON ")}
	if m.often(25) {
		s.limit = m.one("10", "1", "5")
	}
	if m.marked && m.often(10) {
		s.limit = "?"
	}
	clustering := len(m.table.Clustering)
	switch m.IntN(8) {
	case 0, 1:
		s.where = append(m.partitionKey(), m.clusteringPrefix(m.IntN(clustering+1), false)...)
		m.orderRows(s)
	case 2:
		s.where = m.tokenRange()
	case 3:
		m.distinct(s)
	case 4:
		m.groups(s)
	case 5:
		m.indexed(s)
	case 6:
		m.nearest(s)
	default:
		m.filtered(s)
	}
	if s.partLimit == "" && len(s.group) == 0 && !strings.Contains(s.start, "DISTINCT") && m.often(8) {
		s.partLimit = m.one("1", "2")
	}
	if m.often(12) {
		s.filtering = true
	}
	return s
}

// orderRows orders by a prefix of the clustering columns, in their order or the
// reverse.
func (m *statementMaker) orderRows(s *selectText) {
	if len(m.table.Clustering) == 0 || m.often(50) || slices.ContainsFunc(s.where[:len(m.table.Partition)], func(r whereCondition) bool { return r.operator == "IN" }) {
		return
	}
	mirrored := m.often(50)
	for _, column := range m.table.Clustering[:1+m.IntN(len(m.table.Clustering))] {
		direction := ""
		if column.Descending != mirrored {
			direction = " DESC"
		}
		s.order = append(s.order, nameOf(column)+direction)
	}
}

func (m *statementMaker) distinct(s *selectText) {
	s.start, s.selectors = "DISTINCT ", namesOf(m.table.Partition)
	for _, column := range m.table.Others {
		if column.Role == model.Static && m.often(50) {
			s.selectors = append(s.selectors, nameOf(column))
		}
	}
	switch m.IntN(3) {
	case 0:
		s.where = m.partitionKey()
	case 1:
		s.where = m.tokenRange()
	}
}

func (m *statementMaker) groups(s *selectText) {
	s.group = slices.Concat(namesOf(m.table.Partition), namesOf(m.table.Clustering[:m.IntN(len(m.table.Clustering)+1)]))
	if m.often(40) {
		s.where = m.partitionKey()
		if m.often(50) {
			s.group = s.group[len(m.table.Partition):]
		}
	}
	if m.often(60) {
		s.selectors = append(s.selectors, m.aggregate(m.column()))
	}
}

func (m *statementMaker) indexed(s *selectText) {
	if len(m.table.Indexes) == 0 {
		m.filtered(s)
		return
	}
	index := m.table.Indexes[m.IntN(len(m.table.Indexes))]
	column := index.Column
	bare := column.Type.Unfrozen()
	condition := m.equal(column)
	switch {
	case index.Kind == access.SASIIndex && bare.Name == "text":
		condition = whereCondition{nameOf(column), "LIKE", m.one("'x%'", "'x'", "'%x%'", "'%x'")}
	case bare.Kind == model.VectorType:
		m.nearest(s)
		return
	case isMultiCell(column.Type):
		condition = m.contains(column, bare)
	case index.Kind != access.SecondaryIndex && m.often(40):
		condition.operator = m.one(inequalities...)
	}
	s.where = []whereCondition{condition}
	if m.often(30) {
		s.where = append(s.where, m.partitionKey()...)
	}
	if m.often(25) {
		m.filtered(s)
	}
}

func (m *statementMaker) nearest(s *selectText) {
	at := slices.IndexFunc(m.table.Indexes, func(i access.TableIndex) bool { return i.Column.Type.Unfrozen().Kind == model.VectorType })
	if at < 0 {
		m.filtered(s)
		return
	}
	s.order, s.limit = []string{nameOf(m.table.Indexes[at].Column) + " ANN OF [1, 2, 3]"}, m.one("5", "1000")
	if m.often(30) {
		s.where = m.partitionKey()
	}
}

func (m *statementMaker) filtered(s *selectText) {
	s.filtering = true
	taken := map[string]bool{}
	for _, condition := range s.where {
		taken[condition.left] = true
	}
	for range 1 + m.IntN(3) {
		if column := m.column(); !taken[nameOf(column)] {
			taken[nameOf(column)] = true
			s.where = append(s.where, m.filters(column)...)
		}
	}
}

func (m *statementMaker) selectors() []string {
	if m.often(35) {
		return []string{"*"}
	}
	selectors := []string{m.selector(m.column())}
	for range m.IntN(3) {
		selectors = append(selectors, m.selector(m.column()))
	}
	if m.often(10) {
		selectors[0] += " AS " + m.one("alias", `"Alias"`)
	}
	return selectors
}

var numbers = []string{"int", "bigint", "smallint", "tinyint", "varint", "decimal", "float", "double"}

// selector returns a column, or an expression on it.
func (m *statementMaker) selector(c *access.Column) string {
	name, bare := nameOf(c), c.Type.Unfrozen()
	if m.often(35) {
		return name
	}
	if !c.Role.InKey() && !isMultiCell(c.Type) && bare.Name != "counter" && m.often(15) {
		return m.one("writetime", "ttl", "maxwritetime") + "(" + name + ")"
	}
	switch bare.Kind {
	case model.ListType:
		return m.one("collection_count("+name+")", "to_json("+name+")", "maxwritetime("+name+")", "collection_max("+name+")")
	case model.SetType:
		return m.one(name+"["+m.plain(bare.Arguments[0])+"]", name+"["+m.plain(bare.Arguments[0])+" ..]", "collection_min("+name+")")
	case model.MapType:
		return m.one(name+"["+m.plain(bare.Arguments[0])+"]", name+"[.. "+m.plain(bare.Arguments[0])+"]", "map_keys("+name+")", "map_values("+name+")")
	case model.UserTypeRef:
		return m.one(name+".street", name+".length", "to_json("+name+")")
	case model.VectorType:
		return m.one("similarity_cosine("+name+", [1, 2, 3])", "similarity_euclidean("+name+", "+name+")", "tojson("+name+")")
	}
	return m.scalar(c, name, bare.Name)
}

func (m *statementMaker) scalar(c *access.Column, name, native string) string {
	switch {
	case m.often(15):
		return m.one("count(*)", "count(1)", "now()", "(int) 5", "(text) 'x'", "token("+strings.Join(namesOf(m.table.Partition), ", ")+")", "1 + 2", "{1}", "(list<int>) [1]")
	case m.often(20):
		return m.aggregate(c)
	case slices.Contains(numbers, native):
		return m.one(name+" + 1", "- "+name, name+" * "+name, name+" / 2", name+" % 3", "abs("+name+")", "CAST("+name+" AS text)", "CAST("+name+" AS double)",
			"sum("+name+")", "avg("+name+")", "round("+name+")", "mask_default("+name+")")
	case native == "timestamp", native == "timeuuid", native == "date":
		return m.one("to_date("+name+")", "toUnixTimestamp("+name+")", "CAST("+name+" AS text)", name)
	}
	return m.one("to_json("+name+")", "mask_null("+name+")", "mask_hash("+name+")", name, "min("+name+")")
}

func (m *statementMaker) aggregate(c *access.Column) string {
	return m.one("count", "min", "max", "count") + "(" + nameOf(c) + ")"
}

// wrongSelector is valid for few columns.
func (m *statementMaker) wrongSelector() string {
	name := nameOf(m.column())
	return m.one("nosuch", "nosuch("+name+")", "writetime("+name+")", "ttl("+name+")", name+"[1]", name+"['x']", name+".street", name+".nosuch", name+" + 'x'",
		"sum("+name+")", "- "+name, "CAST("+name+" AS int)", "CAST("+name+" AS timestamp)", "count("+name+", 1)", "max(min("+name+"))", "token("+name+")",
		"?", "null", "from_json("+name+")", "similarity_cosine("+name+", [1])", "abs("+name+")", "blobasint("+name+")", "["+name+", 1]", "("+name+", 'x')",
		"{street: "+name+"}", "(int) "+name, name+"[1..2]", "collection_sum("+name+")", "map_keys("+name+")", "to_date("+name+")", name+" / 0", "1", "'x'",
		"q.nosuch("+name+")", "system.max("+name+")", "mask_inner("+name+", 1, 1)", "DISTINCT")
}

func (m *statementMaker) spoilSelect(s *selectText) {
	columns := func(direction string) []string {
		names := []string{nameOf(m.column())}
		for range m.IntN(3) {
			names = append(names, nameOf(m.column())+m.one("", direction))
		}
		return names
	}
	switch m.IntN(15) {
	case 0, 1:
		s.filtering = !s.filtering
	case 2, 3, 4, 5:
		s.where = m.spoilWhere(s.where)
	case 6:
		s.start = m.one("DISTINCT ", "DISTINCT ", "JSON ", "")
	case 7:
		s.order = columns(" DESC")
	case 8:
		s.order = append(s.order, m.one(nameOf(m.column())+m.one("", " ASC", " DESC"), nameOf(m.column())+" ANN OF "+m.one("[1, 2, 3]", "[1]", "?", "null", "'x'")))
	case 9:
		s.group = m.either(columns(""), []string{m.one("nosuch", "floor("+nameOf(m.column())+", 5m)", "count(1)", nameOf(m.column())+" + 1", "toDate("+nameOf(m.column())+")")})
	case 10:
		s.limit = m.one("0", "-1", "1001", "'x'", "1.5", "null", "", "?", "99999999999", "6000")
	case 11:
		s.partLimit = m.one("0", "-1", "1", "2", "?")
	case 12:
		s.from = m.one("q.nosuch", "nosuch.t", m.name)
		s.selectors = append(s.selectors, m.wrongSelector())
	default:
		s.selectors[m.IntN(len(s.selectors))] = m.wrongSelector()
	}
}

func (m *statementMaker) either(first, second []string) []string {
	if m.often(50) {
		return first
	}
	return second
}
