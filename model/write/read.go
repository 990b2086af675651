package write

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// read is a SELECT before the writes. It runs once for each row of the reads that give its
// values.
type read struct {
	table *table
	// where are the columns that the statement compares, keep those whose rows the
	// application keeps if they have the value.
	where, keep []*column
	from        map[*column]source
	ranges      map[*column]*model.Given
	// columns are those that it selects.
	columns   []*column
	judgement proof.Judgement
	// one reports that a run finds one row at most. atMost reports that some of the rows are
	// dropped or repeat values.
	one, atMost bool
	// partner reports that there may be no row; its values are missing then.
	partner bool
	// step is its index in the plan.
	step int
	used bool
	// stops reports that the update stops if it finds a row.
	stops bool
}

// select adds a column to what the statement selects.
func (r *read) selects(c *column) { r.columns = appendNew(r.columns, c) }

// key identifies the rows that a read finds.
func (r *read) key() string {
	var key strings.Builder
	fmt.Fprintf(&key, "%s", r.table.ID)
	for _, c := range r.where {
		fmt.Fprintf(&key, " %s=%s", c.ID, r.from[c].key())
	}
	for _, c := range r.keep {
		fmt.Fprintf(&key, " keep %s=%s", c.ID, r.from[c].key())
	}
	return key.String()
}

// key identifies a source.
func (s source) key() string {
	if s.read != nil {
		return fmt.Sprintf("%p.%s", s.read, s.column.ID)
	}
	if s.given != nil {
		return fmt.Sprintf("%p", s.given)
	}
	return string(s.attribute) + "/" + string(s.participant)
}

// drivers are the reads and lists of values that a source repeats for.
func (s source) drivers(found []source) []source {
	if s.read == nil {
		if s.several {
			found = addDriver(found, source{given: s.given, attribute: s.attribute, count: s.count, several: true})
		}
		return found
	}
	for _, c := range slices.Concat(s.read.where, s.read.keep) {
		found = s.read.from[c].drivers(found)
	}
	if !s.read.one && !s.isSame {
		found = addDriver(found, source{read: s.read, count: s.read.judgement.Reads.Rows, several: true})
	}
	if s.several {
		found = addDriver(found, source{read: s.read, column: s.column, count: s.count, several: true})
	}
	return found
}

func addDriver(drivers []source, one source) []source {
	if slices.ContainsFunc(drivers, func(d source) bool {
		return d.read == one.read && d.column == one.column && d.given == one.given && (d.read != nil || d.attribute == one.attribute)
	}) {
		return drivers
	}
	return append(drivers, one)
}

// times multiplies how many values drivers have. atMost reports that it is a limit.
func times(drivers []source) (count amount, atMost bool) {
	count = exactly(1)
	for _, d := range drivers {
		count = product(count, d.count)
		atMost = atMost || d.read != nil && d.read.atMost
	}
	return count, atMost
}

// needs returns the reads that a source rests on, the first ones first.
func (s source) needs(found []*read) []*read {
	if s.read == nil {
		return found
	}
	return s.read.needed(found)
}

func (r *read) needed(found []*read) []*read {
	if slices.Contains(found, r) {
		return found
	}
	for _, c := range slices.Concat(r.where, r.keep) {
		found = r.from[c].needs(found)
	}
	return append(found, r)
}

// statement is the statement of a read.
func (w *planning) readStatement(r *read) Statement {
	var where, columns []model.ID
	for _, c := range r.where {
		where = append(where, c.ID)
	}
	for _, c := range r.selected() {
		columns = append(columns, c.ID)
	}
	j := w.prover.Read(r.table.ID, where, columns)
	if j.Refusal != nil && len(r.table.clustering) > 0 { // only static columns of a row
		r.selects(r.table.clustering[0])
		j = w.prover.Read(r.table.ID, where, append(columns, r.table.clustering[0].ID))
	}
	drivers := r.drivers()
	runs, _ := times(drivers)
	s := Statement{Table: r.table.ID, Logical: r.table.Logical, Access: j.Access, Select: &j.Select, Purpose: "reads " + list(columnNames(r.selected())),
		Times: runs, Rows: product(runs, j.Reads.Rows), Idempotent: true, Refusal: j.Refusal, ForEach: steps(drivers)}
	for _, c := range r.table.columns {
		if slices.Contains(r.where, c) && len(r.from[c].drivers(nil)) > 0 {
			s.Each = append(s.Each, c.Name)
		}
	}
	if j.Spread != nil {
		s.Each = appendNew(s.Each, j.Spread.Columns...)
		s.Times = product(s.Times, j.Spread.Values)
	}
	for _, condition := range j.Select.Where {
		c := r.table.named(condition.Columns[0])
		if from, given := r.from[c]; given {
			s.Values = append(s.Values, w.valueOf(c, from))
		} else {
			s.Values = append(s.Values, Value{Column: c.Name, Step: Computed})
		}
	}
	s.Keep, s.Stops = w.keeps(r), r.stops
	for _, c := range slices.Concat(r.where, r.keep) {
		if from := r.from[c]; from.maybe || from.mayBeNull() {
			s.OnlyIf = appendNew(s.OnlyIf, w.needed(c, from))
		}
	}
	return s
}

// drivers returns the sources with several values, for each of which the read is repeated.
func (r *read) drivers() []source {
	var drivers []source
	for _, c := range slices.Concat(r.where, r.keep) {
		drivers = r.from[c].drivers(drivers)
	}
	return drivers
}

// keeps returns the conditions by which the application keeps rows of a read.
func (w *planning) keeps(r *read) []Keep {
	var keeps []Keep
	for _, c := range r.keep {
		given := r.ranges[c]
		if given == nil {
			keeps = append(keeps, Keep{Value: w.valueOf(c, r.from[c]), Operator: access.Equal})
			continue
		}
		for _, operator := range operators(given) {
			keeps = append(keeps, Keep{Value: w.valueOf(c, source{attribute: given.Attribute, participant: given.Participant, given: given}), Operator: operator})
		}
	}
	return keeps
}

// selected are the columns that a read selects, in the order of the table.
func (r *read) selected() []*column {
	if len(r.columns) == 0 {
		return r.table.columns[:1] // only whether there is a row
	}
	return filter(r.table.columns, func(c *column) bool { return slices.Contains(r.columns, c) })
}
