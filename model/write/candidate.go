package write

import (
	"cmp"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/stored"
)

// candidate is a read that a table allows.
type candidate struct {
	table *table
	// at maps each node of the table to its node in the pattern: further if the pattern lacks it,
	// dropped if it is not read.
	at          []int
	where, keep []*column
	// found are the columns that are null in rows without a node of the pattern.
	found map[int]*column
	// untold are nodes of the pattern that the read finds values of, while none reveals whether they are
	// there. lax reports that a value that an instance may lack counts as one that reveals it.
	untold       []int
	lax          bool
	ranges       map[*column]*model.Given
	values       map[place]*column
	one, repeats bool
	// runs is the number of runs of the statement.
	runs      amount
	judgement proof.Judgement
	missing   int
	direct    bool
	// partner reports that the read finds only instances that the pattern may lack: without a row,
	// there is none.
	partner bool
	// witnesses are nodes that are not read, but whose instances of the pattern make sure that there is a row.
	witnesses map[int]bool
}

const (
	further = -1
	dropped = -2
)

// compare is negative for the better one: it finds all, then it reads one row, then one
// partition, then few rows.
func (c *candidate) compare(other *candidate) int {
	number := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	whole := cmp.Compare(number(c.missing > 0), number(other.missing > 0))
	rank := func(c *candidate) int {
		return slices.Index([]proof.Verdict{proof.Partition, proof.Partitions, proof.Index, proof.Filtering}, c.judgement.Verdict)
	}
	rows := func(c *candidate) float64 {
		if !c.judgement.Reads.Rows.Known || !c.runs.Known {
			return 1000
		}
		return c.judgement.Reads.Rows.Typical * c.runs.Typical
	}
	return cmp.Or(whole, cmp.Compare(number(!c.one), number(!other.one)), cmp.Compare(number(!c.direct), number(!other.direct)), cmp.Compare(rank(c), rank(other)),
		cmp.Compare(rows(c), rows(other)), cmp.Compare(c.missing, other.missing), cmp.Compare(len(c.keep), len(other.keep)))
}

func (c *candidate) finds(at place) bool { return c.values[at] != nil }

// gains reports whether a read finds something that is not known.
func (c *candidate) gains(r *rows) bool {
	for at := range c.values {
		if _, known := r.known[at]; !known {
			return true
		}
	}
	return slices.ContainsFunc(c.at, func(to int) bool { return to == further || to >= 0 && !r.sure[to] && c.tellsOf(r, to) })
}

// tellsOf reports whether a read reveals the existence of an instance.
func (c *candidate) tellsOf(r *rows, node int) bool {
	return c.hasValuesOf(r, node) && (!slices.Contains(c.untold, node) || c.lax && c.hintOf(node) != nil)
}

// hasValuesOf reports whether a row of the read has the values of an instance.
func (c *candidate) hasValuesOf(r *rows, node int) bool { return !c.partner || r.Nodes[node].Optional }

// candidate returns the read of a table by a placement, nil if its rows are not exactly the
// instances that are meant.
func (r *rows) candidate(t *table, at []int, bound []bool, partner bool) *candidate {
	return r.candidateOf(&candidate{table: t, at: at, partner: partner}, bound)
}

func (r *rows) candidateOf(c *candidate, bound []bool) *candidate {
	c.values = map[place]*column{}
	if !c.restrict(r) || !c.isExact(r, bound) || !c.collect(r) || c.partner && !c.one {
		return nil
	}
	maps.DeleteFunc(c.values, func(at place, _ *column) bool { return at.node >= 0 && !c.hasValuesOf(r, at.node) })
	c.keepFewer(r, bound)
	c.judgement = r.judge(c.table, c.where)
	if c.judgement.Faulty() {
		return nil
	}
	var drivers []source
	for _, col := range slices.Concat(c.where, c.keep) {
		for _, at := range c.placesOf(col) {
			drivers = r.known[at].drivers(drivers)
		}
	}
	c.runs, _ = times(drivers)
	return c
}

// placeOf returns the place of the pattern whose value a column stores, the first one of a
// column that merges several.
func (c *candidate) placeOf(col *column) (place, bool) {
	if !c.isPlaced(col) {
		return place{}, false
	}
	return c.placeOfValue(col.value), true
}

// placesOf returns the places of all values that a column stores, none if the pattern lacks one.
func (c *candidate) placesOf(col *column) []place {
	if !c.isPlaced(col) {
		return nil
	}
	places := make([]place, 1, 1+len(col.merged))
	places[0] = c.placeOfValue(col.value)
	for _, value := range col.merged {
		places = append(places, c.placeOfValue(value))
	}
	return places
}

func (c *candidate) placeOfValue(value stored.Value) place {
	return place{c.at[value.Node], value.Attribute, value.Element}
}

// isPlaced reports whether the pattern has a place for each value that a column stores.
func (c *candidate) isPlaced(col *column) bool {
	return col.stores && col.value.Attribute != "" && col.value.Aggregate == "" && c.at[col.value.Node] >= 0 &&
		!slices.ContainsFunc(col.merged, func(value stored.Value) bool { return c.at[value.Node] < 0 })
}

// restrict chooses the columns that the statement compares, and those that the application
// does: a key, or a condition of the update.
func (c *candidate) restrict(r *rows) bool {
	isKnown := func(value stored.Value) bool {
		at := c.placeOfValue(value)
		_, known := r.known[at]
		return known && !r.fresh[at.node]
	}
	knows := func(col *column) bool {
		return c.isPlaced(col) && !c.table.meaning.Nodes[col.value.Node].Collected && isKnown(col.value) &&
			!slices.ContainsFunc(col.merged, func(value stored.Value) bool { return !isKnown(value) })
	}
	whole := !slices.ContainsFunc(c.table.partition, func(col *column) bool { return !col.Added && !knows(col) })
	if whole {
		c.where = filter(c.table.partition, knows)
		for _, col := range c.table.clustering {
			if !knows(col) {
				break
			}
			c.where = append(c.where, col)
		}
	} else if c.where = filter(c.table.indexed, knows); len(c.where) == 0 {
		return false
	}
	for _, col := range c.table.columns {
		at, is := c.placeOf(col)
		if !is || slices.Contains(c.where, col) || col.isCollection() || c.table.meaning.Nodes[col.value.Node].Collected {
			continue
		}
		if given := r.filters[at]; given != nil && given.Operator.IsRange() {
			if c.ranges == nil {
				c.ranges = map[*column]*model.Given{}
			}
			c.ranges[col] = given
			c.keep = append(c.keep, col)
		} else if knows(col) && (given != nil || col.value.Element || r.facts.known[at.attribute].Key != model.NoKey) && (!c.compares(at) || c.isTwice(at.node)) {
			c.keep = append(c.keep, col)
		}
	}
	return true
}

// isTwice reports whether two nodes of the table are one instance of the pattern.
func (c *candidate) isTwice(node int) bool {
	count := 0
	for _, to := range c.at {
		if to == node {
			count++
		}
	}
	return count > 1
}

// comparesTwice reports whether the read compares the key of each of two nodes that are one instance.
func (c *candidate) comparesTwice(r *rows) bool {
	for i, to := range c.at {
		if to < 0 || !c.isTwice(to) {
			continue
		}
		for _, key := range r.facts.ownKey(c.table.meaning.Nodes[i].Of) {
			if col := c.table.storingOf(i, key); !slices.Contains(c.where, col) && !slices.Contains(c.keep, col) {
				return false
			}
		}
	}
	return true
}

// compares reports whether a column of the statement is compared with a value.
func (c *candidate) compares(at place) bool {
	isAt := func(col *column) bool {
		other, is := c.placeOf(col)
		return is && other == at
	}
	return slices.ContainsFunc(c.where, isAt) || slices.ContainsFunc(c.keep, isAt)
}

// collect lists the values that a read finds. It returns false if a collection does not identify
// its instances.
func (c *candidate) collect(r *rows) bool {
	for _, col := range c.table.columns {
		at, is := c.placeOf(col)
		if !is {
			continue
		}
		n := c.table.meaning.Nodes[col.value.Node]
		if n.Collected && (r.facts.known[at.attribute].Key == model.NoKey || !col.isCollection()) {
			continue
		}
		for _, at := range c.placesOf(col) {
			if c.values[at] == nil || c.values[at].isCollection() && !col.isCollection() {
				c.values[at] = col
			}
		}
		if multi := (place{at.node, at.attribute, true}); !n.Collected && !at.element && col.isCollection() && c.values[multi] == nil {
			c.values[multi] = col
		}
	}
	for i, to := range c.at {
		of := c.table.meaning.Nodes[i].Of
		if to < 0 || !c.table.meaning.Nodes[i].Collected || r.concepts.IsRelationship(of) {
			continue
		}
		keys := r.facts.ownKey(of)
		if len(keys) != 1 || c.values[place{to, keys[0], false}] == nil || r.concepts.IsWeak(of) {
			return false
		}
	}
	return true
}
