package sample

import (
	"cmp"
	"slices"
	"time"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/stored"
)

// table is a table with what its rows are made of.
type table struct {
	*world
	id       model.ID
	relation *model.Relation
	meaning  *stored.Meaning // nil if the model does not say what the rows are
	plan     *plan
	columns  []*column
	size     sizing.Size
	expected float64
}

// column is a column with the values that it stores.
type column struct {
	*model.Column
	id     model.ID
	values []stored.Value // several of a merged one, none of a computed one
	words  []string
	number uint64
}

func newTable(w *world, id model.ID, relation *model.Relation, meaning *stored.Meaning, size sizing.Size) *table {
	t := &table{world: w, id: id, relation: relation, meaning: meaning, size: size}
	for _, item := range relation.SortedColumns() {
		c := &column{Column: item.Value, id: item.ID, words: wordsOf(item.Value.Name), number: hashOf(item.Value.Name + " " + item.Value.Type.Unfrozen().Name)}
		if meaning != nil {
			if value, has := meaning.Columns[item.ID]; has {
				c.values = append([]stored.Value{value}, meaning.Merged[item.ID]...)
			}
		}
		t.columns = append(t.columns, c)
	}
	if meaning != nil {
		t.plan = newPlan(w, meaning)
	}
	return t
}

// estimate returns about how many rows the table has.
func (t *table) estimate(c counts, factor float64) float64 {
	if t.meaning == nil {
		partitions, rows := t.plainRows(factor)
		return partitions * rows
	}
	rows := 1.0
	for i := range t.plan.steps[:min(t.plan.collected, len(t.plan.steps))] {
		rows *= t.average(&t.plan.steps[i], c)
	}
	rows *= t.perChoice()
	if t.meaning.Grouped {
		return min(rows, t.keys(c))
	}
	return rows
}

// perChoice returns the rows of a choice: one for each combination of elements.
func (t *table) perChoice() float64 {
	rows := 1.0
	for _, column := range t.columns {
		for _, value := range column.values {
			if a := t.attribute(value.Attribute); value.Element && a != nil {
				rows *= max(1, cmp.Or(a.elements, assumedElements))
			}
		}
	}
	return rows
}

// keys bounds the number of different primary keys.
func (t *table) keys(c counts) float64 {
	byNode := map[int]float64{}
	for _, column := range t.columns {
		if !column.Role.InKey() {
			continue
		}
		for _, value := range column.values {
			of := t.meaning.Nodes[value.Node].Of
			all := c[of]
			if root := t.roots[of]; root != "" {
				all = c[root]
			}
			a, most := t.attribute(value.Attribute), all
			if a != nil && len(a.keys) == 0 && t.distinctAt(a) > 0 {
				most = t.distinctAt(a)
			}
			if byNode[value.Node] == 0 {
				byNode[value.Node] = 1
			}
			byNode[value.Node] = min(all, byNode[value.Node]*most)
		}
	}
	product := 1.0
	for _, most := range byNode {
		product *= max(1, most)
	}
	return product
}

// rows yields the rows of the table.
func (t *table) rows(yield func(Row) bool) {
	switch {
	case t.meaning == nil:
		t.plain(yield)
	case t.meaning.Grouped:
		t.groups(yield)
	default:
		t.choices(func(choice []int32) bool { return t.rowsOf(choice, yield) })
	}
}

// rowsOf yields the rows of a choice: several, if a column has one of the values of a multi-valued attribute.
func (t *table) rowsOf(choice []int32, yield func(Row) bool) bool {
	gathered := t.gather(choice)
	row, open := make([]any, len(t.columns)), []int(nil)
	for i, c := range t.columns {
		switch {
		case len(c.values) == 0:
		case t.isCollected(c):
			row[i] = gathered[i]
		default:
			row[i] = t.storedBy(c, choice)
			if c.values[0].Element {
				open = append(open, i)
			}
		}
	}
	return t.expand(row, open, func(row []any) bool { return t.finish(row, choice, yield) })
}

// expand yields a row for each combination of the elements in some columns.
func (t *table) expand(row []any, open []int, yield func([]any) bool) bool {
	if len(open) == 0 {
		return yield(row)
	}
	all, is := row[open[0]].(elements)
	if !is {
		return true // no values: no rows
	}
	for _, one := range all {
		row := slices.Clone(row)
		row[open[0]] = one
		if !t.expand(row, open[1:], yield) {
			return false
		}
	}
	return true
}

// finish computes what follows from other columns, and yields the row unless its key lacks a value.
func (t *table) finish(row []any, choice []int32, yield func(Row) bool) bool {
	t.computeAll(row, choice)
	encoded := make(Row, len(t.columns))
	for i, c := range t.columns {
		encoded[i] = t.encode(c.Type, row[i], subject{words: c.words, hash: c.number})
		if encoded[i] == nil && c.Role.InKey() {
			return true
		}
	}
	return yield(encoded)
}

func (t *table) computeAll(row []any, choice []int32) {
	for i, c := range t.columns {
		if len(c.values) == 0 {
			row[i] = t.compute(c, row)
		}
	}
}

// storedBy returns what a column stores of a choice.
func (t *table) storedBy(c *column, choice []int32) any {
	value := t.stored(c.values[0], choice)
	for _, more := range c.values[1:] {
		value = merged(value, t.stored(more, choice))
	}
	return value
}

func (t *table) stored(v stored.Value, choice []int32) any {
	a, instance := t.attribute(v.Attribute), choice[v.Node]
	if a == nil || instance == nobody {
		return nil
	}
	return t.valueAt(a, instance)
}

// merged puts a date and a number of hours, or a time of day, into one time. Otherwise the first value stays.
func merged(value, more any) any {
	at, isTime := value.(time.Time)
	switch part := more.(type) {
	case int64:
		if isTime {
			return at.Truncate(day).Add(time.Duration(part) * time.Hour)
		}
	case time.Duration:
		if isTime {
			return at.Truncate(day).Add(part)
		}
	}
	return value
}

// isCollected reports whether a column has values of several instances.
func (t *table) isCollected(c *column) bool {
	return len(c.values) > 0 && t.meaning.Nodes[c.values[0].Node].Collected
}

// gather returns the collections of a row, by column.
func (t *table) gather(choice []int32) []any {
	gathered := make([]any, len(t.columns))
	if t.plan.collected == len(t.plan.steps) {
		return gathered
	}
	seen := make([]map[int32]bool, len(t.columns))
	t.collect(choice, func(choice []int32) {
		for i, c := range t.columns {
			if !t.isCollected(c) {
				continue
			}
			node := c.values[0].Node
			if choice[node] == nobody || seen[i][choice[node]] {
				continue
			}
			if seen[i] == nil {
				seen[i] = map[int32]bool{}
			}
			seen[i][choice[node]] = true
			gathered[i] = t.added(gathered[i], c, choice)
		}
	})
	return gathered
}

// added adds the values of an instance to a collection.
func (t *table) added(to any, c *column, choice []int32) any {
	value := t.storedBy(c, choice)
	if value == nil {
		return to
	}
	if c.Type.Unfrozen().Kind == model.MapType {
		all, _ := to.(pairs)
		return append(all, pair{value, t.beside(c, choice)})
	}
	all, _ := to.(elements)
	if several, is := value.(elements); is {
		return append(all, several...)
	}
	return append(all, value)
}

// beside returns the value of a map entry whose key is known: an attribute of the map's value type that the instance
// has, or that describes how the instances are related.
func (t *table) beside(c *column, choice []int32) any {
	wanted, node := c.Type.Unfrozen().Arguments[1], c.values[0].Node
	for _, s := range t.plan.steps[t.plan.collected:] {
		if s.link.To != node && s.node != node && s.from != node {
			continue
		}
		for _, item := range t.er.Attributes(t.meaning.Nodes[s.node].Of) {
			a := t.attribute(item.ID)
			if a.id != c.values[0].Attribute && a.typ.Equal(wanted) && choice[s.node] != nobody {
				return t.valueAt(a, choice[s.node])
			}
		}
	}
	return t.scalar(wanted, subject{words: []string{"quantity"}, hash: t.hash(c.number, uint64(choice[node]))})
}

// extra returns the value of a column whose content the model does not describe.
func (t *table) extra(c *column, row []any) any {
	hash := t.hash(c.number, t.hashOf(row, func(o *column) bool { return o.Role.InKey() && len(o.values) > 0 }))
	return t.scalar(c.Type, subject{words: c.words, ordinal: hash, hash: hash})
}

// hashOf hashes the values of some columns of a row.
func (t *table) hashOf(row []any, of func(*column) bool) uint64 {
	hash := t.seed
	for i, c := range t.columns {
		if of(c) {
			hash = mix(hash, hashOf(string(t.encode(c.Type, row[i], subject{words: c.words, hash: c.number}))))
		}
	}
	return hash
}
