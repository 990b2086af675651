package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/english"
	"widerow/model/mapping/er"
)

// addAggregates adds the columns of a table with one row a group that store what the
// query aggregates.
func (b *columnBuilder) addAggregates() {
	for _, a := range b.Values {
		if a.Aggregate != model.Avg || !b.combines() {
			b.addAggregate(a, "computed when data is written")
			continue
		}
		a.Aggregate = model.Sum
		b.addAggregate(a, "averages of several rows have no average of their own: the application divides the sums by the counts")
		a.Aggregate = model.Count
		b.addAggregate(a, "the number of values in the sum")
	}
}

// combines reports whether the query needs one value from several stored groups: it
// gives a range or IN, and does not group by that.
func (b *columnBuilder) combines() bool {
	return len(er.Without(b.shape.key(), er.Union(b.Equal, b.Grouped, b.implied))) > 0
}

func (b *columnBuilder) addAggregate(a er.Atom, reason string) {
	if slices.ContainsFunc(b.columns, func(c Column) bool { return c.Aggregate == a.Aggregate && c.atom.Same(a) }) {
		return
	}
	name := string(a.Aggregate) + "_" + b.columnName(a)
	b.columns = append(b.columns,
		b.counted(Column{Name: b.freeName(name), Attribute: a.Attribute, Participant: b.Graph.Participant(a),
			Role: model.Regular, Aggregate: a.Aggregate,
			Rule: MR1, Reason: reason, atom: a}))
}

// addCounter adds the counter of a table that counts rows. It is there if the query asks
// for their number, or for no other value of them.
func (b *columnBuilder) addCounter() {
	counted := slices.ContainsFunc(b.columns, func(c Column) bool {
		return c.Aggregate != "" && (!b.countsRows() || c.Attribute == "")
	})
	if !b.shape.aggregated || counted {
		return
	}
	b.columns = append(b.columns,
		b.counted(
			Column{Name: b.freeName("number_of_" + english.Plural(b.entityName(naming{b.designer}.countedNode()))),
				Role:      model.Regular,
				Aggregate: model.Count, Added: true, Rule: MR1, Reason: "the number of rows, kept when data is written"}))
}

func (b *columnBuilder) counted(c Column) Column {
	if b.shape.form == Counted {
		c.Role, c.Reason = model.RoleCounter, "counts up and down when data is written"
	}
	return c
}

// countsRows reports whether the query asks for the number of rows or of instances.
func (d *designer) countsRows() bool {
	for _, find := range d.Query.Find {
		if find.Aggregate == model.Count && (d.IsType(find.Attribute) || find.Attribute == "" && find.Name == "*") {
			return true
		}
	}
	return false
}
