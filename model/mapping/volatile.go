package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// reportVolatile notes updates that change a column of the key: Cassandra cannot change
// it, so the row is deleted and another one inserted.
func (d volatility) reportVolatile(a *Alternative) {
	for _, update := range model.Sorted(d.Graph.Model.Workflow.Updates) {
		if changed := d.changedBy(update.Value, a.shape.key()); len(changed) > 0 {
			d.Note(update.ID, "volatile", fmt.Sprintf("%s changes %s, which is in the key: each change deletes a "+
				"row and inserts another, and what is deleted slows down reads until it is compacted. %s",
				d.Graph.Model.Title(update.ID), d.names(changed), d.insteadOfKey(changed)))
		}
	}
}

// changedBy returns the attributes among some that an update changes.
func (d *designer) changedBy(update *model.Update, among []er.Atom) []er.Atom {
	var changed []er.Atom
	if update.Kind != model.Change {
		return nil
	}
	for _, write := range model.Sorted(update.Writes) {
		for _, a := range among {
			isOther := write.Value.Participant != "" && write.Value.Participant != d.Graph.Participant(a)
			if a.Attribute == write.Value.Element && a.Attribute != "" && !isOther {
				changed = er.Union(changed, []er.Atom{a})
			}
		}
	}
	return changed
}

// changed returns what the query compares with = or sorts by, and updates change.
func (d *designer) changed() []er.Atom {
	var changed []er.Atom
	for _, update := range model.Sorted(d.Graph.Model.Workflow.Updates) {
		changed = er.Union(changed, d.changedBy(update.Value, er.Union(d.Equal, d.Sorted)))
	}
	return changed
}

// insteadOfKey suggests alternatives to a key column that changes often.
func (d volatility) insteadOfKey(changed []er.Atom) string {
	others := er.Without(er.Union(d.Equal, d.Many), changed)
	switch {
	case len(others) > 0 && len(d.steadyShapes()) > 0 && len(er.Without(changed, er.Union(d.Equal, d.Many, d.Ranges))) == 0:
		return fmt.Sprintf("If it changes often and a partition by %s is small, choose the table without it in "+
			"the key: the query leaves out what does not match", d.names(others))
	case len(others) > 0 && len(d.steadyShapes()) > 0:
		return "If it changes often, choose the table without it in the key and sort in the application, or write a new list at intervals"
	case len(er.Without(changed, er.Union(d.Equal, d.Many))) < len(changed):
		return "If it changes often and the query is rare, an index on the column in a table with another key answers it too, but asks more nodes"
	}
	return "If it changes often, sort in the application or write a new list at intervals"
}

// steadyOnes returns the useful tables of steadyShapes: those whose partition key is all that
// is given and kept, since reading fewer rows is worth more where rows are dropped or sorted.
// One whose key another alternative has is left out.
func (d volatility) steadyOnes(others []shape) []shape {
	var ones []shape
	for _, s := range d.steadyShapes() {
		for _, one := range d.withPartitions(s) {
			isWhole := len(er.Without(one.equal, d.Many)) == 0
			isKnown := slices.ContainsFunc(others, func(other shape) bool { return other.form == Rows && sameKey(&other, &one) })
			if isWhole && !isKnown {
				ones = append(ones, one)
			}
		}
	}
	return ones
}

// steadyShapes returns the alternatives whose key no update changes, of a query that
// compares with = or sorts by what updates change: the query drops the rows that do not
// match, the application sorts them.
func (d volatility) steadyShapes() []shape {
	changed := d.changed()
	left, order := inBoth(d.Equal, changed), inBoth(d.Sorted, changed)
	kept := er.Without(er.Union(d.Equal, d.Many), left)
	isPlain := !d.Aggregates() && !d.Query.Distinct && len(d.split.leaves) == 0
	if len(left)+len(order) == 0 || len(kept) == 0 || !isPlain {
		return nil
	}
	tails := d.tails(nil)
	if len(order) > 0 {
		tails = []shape{{service: Unsorted, unordered: d.Sorted}}
		if len(d.Ranges) > 0 {
			tails = []shape{d.rangeFirst(d.Ranges[0], nil, d.Ranges[1:], Unsorted)}
		}
	}
	var shapes []shape
	for _, tail := range tails {
		missing, ok := d.In.Missing(er.Union(kept, tail.tail), d.keep())
		if !ok || tail.service == Filtered {
			continue
		}
		if len(left) > 0 {
			tail.service, tail.left, tail.filtered = Filtered, left, er.Union(tail.filtered, left)
		}
		tail.steady = true
		tail.in, tail.missing, tail.found = d.In, append(d.alongPath(missing), d.rowValues(d.In)...), d.Found
		shapes = append(shapes, tail)
	}
	return shapes
}

func inBoth(some, others []er.Atom) []er.Atom { return er.Without(some, er.Without(some, others)) }
