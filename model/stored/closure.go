package stored

import (
	"slices"

	"widerow/model"
)

// Closure finds the nodes of a meaning that known nodes and known values determine.
type Closure struct {
	facts   *Concepts
	meaning *Meaning
	rules   []rule
}

// rule is a functional dependency: the nodes and the values determine the node to.
type rule struct {
	nodes  []int
	values []Value
	to     int
}

// Settle finds the dependencies among the instances of a meaning once, for it and its copies. Their
// nodes and links must remain.
func (c *Concepts) Settle(m *Meaning) { m.rules = slices.Clip(c.Closure(m).rules) }

// Copy returns a meaning of the same instances without columns.
func (m *Meaning) Copy() *Meaning {
	return &Meaning{Nodes: slices.Clone(m.Nodes), Links: m.Links, Grouped: m.Grouped, Queries: m.Queries, Columns: map[model.ID]Value{}, rules: m.rules}
}

// Closure returns the closure of a meaning, which should be complete.
func (c *Concepts) Closure(m *Meaning) *Closure {
	if m.rules != nil {
		return &Closure{facts: c, meaning: m, rules: m.rules}
	}
	made := &Closure{facts: c, meaning: m, rules: make([]rule, 0, 2*len(m.Nodes)+len(m.Links))}
	for at, n := range m.Nodes {
		switch {
		case c.IsRelationship(n.Of):
			c.addRelationship(made, at)
		case c.IsWeak(n.Of):
			c.addWeak(made, at)
		case len(c.keys[n.Of]) > 0:
			made.add(at, made.valuesOf(at, c.keys[n.Of]))
		}
		c.addUnique(made, at)
		c.addCommonOwner(made, at)
	}
	for _, l := range m.Links {
		made.add(l.To, nil, l.From)
		if l.Participant == "" {
			made.add(l.From, nil, l.To)
		}
	}
	return made
}

func (c *Closure) add(to int, values []Value, nodes ...int) {
	c.rules = append(c.rules, rule{nodes, values, to})
}

func (c *Closure) valuesOf(at int, attributes []model.ID) []Value {
	values := make([]Value, len(attributes))
	for i, id := range attributes {
		values[i] = Value{Node: at, Attribute: id}
	}
	return values
}

// addWeak adds that a weak entity type is known by its partial key and its owners, and
// that its owners are known by it.
func (c *Concepts) addWeak(made *Closure, at int) {
	of, m := made.meaning.Nodes[at].Of, made.meaning
	values := made.valuesOf(at, slices.Concat(c.keys[of], c.partial[of]))
	var owners []int
	for _, l := range m.Links {
		if l.To != at || !c.IsIdentifying(m.Nodes[l.From].Of, l.Participant) {
			continue
		}
		made.add(l.From, nil, at)
		for _, other := range m.Links {
			if other.From == l.From && other.To != at {
				owners = append(owners, other.To)
			}
		}
	}
	if len(values)+len(owners) > 0 {
		made.add(at, values, owners...)
	}
}

// addRelationship adds that a relationship type is known by its key, by its participants
// with its partial key, and by all but one if the others determine that one.
func (c *Concepts) addRelationship(made *Closure, at int) {
	of, m := made.meaning.Nodes[at].Of, made.meaning
	var ends []int
	for _, l := range m.Links {
		if l.From == at {
			ends = append(ends, l.To)
		}
	}
	if len(ends) < len(c.ends[of]) {
		return
	}
	keys, partial := made.valuesOf(at, c.keys[of]), made.valuesOf(at, c.partial[of])
	if len(keys) > 0 {
		made.add(at, keys)
	}
	if len(keys) == 0 || len(partial) > 0 {
		made.add(at, partial, ends...)
	}
	for _, l := range m.Links {
		if l.From == at && c.isDetermined(of, l.Participant) {
			var others []int
			for _, other := range m.Links {
				if other.From == at && other != l {
					others = append(others, other.To)
				}
			}
			made.add(at, nil, others...)
		}
	}
}

// Of returns, for each node of the meaning, whether known nodes and values determine it.
func (c *Closure) Of(nodes []int, values []Value) []bool {
	known := make([]bool, len(c.meaning.Nodes))
	for _, at := range nodes {
		known[at] = true
	}
	for changed := true; changed; {
		changed = false
		for i := range c.rules {
			if r := &c.rules[i]; !known[r.to] && r.applies(known, values) {
				known[r.to], changed = true, true
			}
		}
	}
	return known
}

func (r *rule) applies(known []bool, values []Value) bool {
	return !slices.ContainsFunc(r.nodes, func(at int) bool { return !known[at] }) &&
		!slices.ContainsFunc(r.values, func(v Value) bool {
			return !slices.ContainsFunc(values, func(k Value) bool {
				return k.Node == v.Node && k.Attribute == v.Attribute && k.Aggregate == "" && !k.Element
			})
		})
}

// Identifies reports whether columns identify the rows of a table: they determine each instance of
// a row outside of collections, and store each value of which a row has one.
func (c *Closure) Identifies(columns []model.ID) bool { return len(c.Lacks(columns)) == 0 }

// Lacks returns the values that some columns need in addition to identify the rows of a table: keys
// of instances, and values of which a row has one.
func (c *Closure) Lacks(columns []model.ID) []Value {
	values, lacking := c.values(columns), []Value(nil)
	for _, value := range c.meaning.Columns {
		if value.Element && !slices.Contains(values, value) && !slices.Contains(lacking, value) {
			lacking = append(lacking, value)
		}
	}
	known := c.Of(nil, values)
	for at, n := range c.meaning.Nodes {
		if known[at] || n.Collected {
			continue
		}
		for _, key := range c.valuesOf(at, slices.Concat(c.facts.keys[n.Of], c.facts.partial[n.Of])) {
			if !slices.Contains(values, key) {
				values, lacking = append(values, key), append(lacking, key)
			}
		}
		known = c.Of(nil, values)
	}
	for at, is := range known {
		if !is && !c.meaning.Nodes[at].Collected {
			return append(lacking, Value{Node: at}) // nothing identifies it
		}
	}
	return lacking
}

// values returns what some columns store, apart from single values of several.
func (c *Closure) values(columns []model.ID) []Value {
	var values []Value
	for _, id := range columns {
		if value, known := c.meaning.Columns[id]; known {
			values = append(append(values, value), c.meaning.Merged[id]...)
		}
	}
	return values
}

// Depends reports whether a column has one value for all rows with the same values of other
// columns. The elements of a collection depend on what it belongs to.
func (c *Closure) Depends(column model.ID, on []model.ID) bool {
	value, stored := c.meaning.Columns[column]
	known := c.Of(nil, c.values(on))
	if !stored || value.Element || value.Aggregate != "" {
		return !stored
	}
	if !c.meaning.Nodes[value.Node].Collected {
		return known[value.Node]
	}
	reached := []int{value.Node}
	for i := 0; i < len(reached); i++ {
		for _, l := range c.meaning.Links {
			if l.From != reached[i] && l.To != reached[i] {
				continue
			}
			other := l.From + l.To - reached[i]
			if !c.meaning.Nodes[other].Collected && !known[other] {
				return false
			}
			if c.meaning.Nodes[other].Collected && !slices.Contains(reached, other) {
				reached = append(reached, other)
			}
		}
	}
	return true
}
