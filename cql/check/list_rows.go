package check

import (
	"math"
	"strconv"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// rowsRead returns the number of rows that a SELECT reads, and whether there may be fewer. It is not
// known where the partitions, or their rows, are not.
func (r *statementReader) rowsRead(relation model.ID, from *syntax.Select, plan *access.Plan) (rows proof.Amount, atMost bool) {
	table := r.model.Physical.Relations[relation]
	if table == nil || plan == nil {
		return rows, false
	}
	partitions := proof.Amount{Known: plan.Partitions > 0, Typical: float64(plan.Partitions), Worst: float64(plan.Partitions)}
	if plan.Kind == access.Scan {
		partitions = r.amount(table.Partitions)
	}
	rows = r.rowsOf(relation, table)
	if plan.Kind == access.OnePartition || plan.Kind == access.Partitions {
		if !plan.Filtering {
			rows, atMost = selected(table, from, rows)
		}
	}
	if partitions.Known && rows.Known {
		rows.Typical, rows.Worst = rows.Typical*partitions.Typical, rows.Worst*partitions.Worst
	} else {
		rows = proof.Amount{}
	}
	limit, isLimited := limitOf(from)
	if !isLimited || plan.Filtering || len(from.GroupBy) > 0 || aggregateOf(from) != "" {
		return rows, atMost && rows.Known
	}
	if !rows.Known {
		return proof.Amount{Known: true, Typical: limit, Worst: limit}, true
	}
	return proof.Amount{Known: true, Typical: math.Min(rows.Typical, limit), Worst: math.Min(rows.Worst, limit)}, atMost
}

func limitOf(from *syntax.Select) (float64, bool) {
	if from.Limit == nil || from.Limit.Kind != syntax.IntegerTerm {
		return 0, false
	}
	limit, err := strconv.ParseFloat(from.Limit.Text, 64)
	return limit, err == nil
}

// rowsOf returns the rows of a partition of a table.
func (r *statementReader) rowsOf(id model.ID, table *model.Relation) proof.Amount {
	size := r.sizes[id]
	hasClustering := false
	for _, column := range table.Columns {
		hasClustering = hasClustering || column.Role == model.Clustering
	}
	if size.Err != nil || hasClustering && table.Rows.IsEmpty() && !size.Derived {
		return proof.Amount{}
	}
	return proof.Amount{Known: true, Typical: size.Terms.Rows.Typical, Worst: size.Terms.Rows.Worst}
}

func (r *statementReader) amount(of model.Expression) proof.Amount {
	if of.IsEmpty() {
		return proof.Amount{}
	}
	value, missing, err := r.evaluator().Evaluate(of)
	if err != nil || len(missing) > 0 {
		return proof.Amount{}
	}
	return proof.Amount{Known: true, Typical: value.Typical, Worst: value.Worst}
}

// selected returns the rows of a partition that the conditions on clustering columns select, and
// whether there may be fewer. rows are all of the partition.
func selected(table *model.Relation, from *syntax.Select, rows proof.Amount) (proof.Amount, bool) {
	values := map[string]int{} // given by = or IN: the number of values
	restricted := false
	for _, condition := range from.Where {
		for _, column := range condition.Columns {
			switch {
			case condition.Kind != syntax.ColumnCondition && condition.Kind != syntax.TupleCondition:
			case condition.Operator == "=":
				values[column.Name] = 1
			case condition.Operator == "IN" && condition.List && condition.Kind == syntax.ColumnCondition:
				values[column.Name] = len(condition.Values)
			}
		}
	}
	count := 1.0
	whole := true
	for _, column := range table.SortedColumns() {
		if column.Value.Role != model.Clustering {
			continue
		}
		given := values[column.Value.Name]
		restricted = restricted || given > 0 || isRestricted(from, column.Value.Name)
		if whole = whole && given > 0; whole {
			count *= float64(given)
		}
	}
	if whole {
		return proof.Amount{Known: true, Typical: count, Worst: count}, false
	}
	return rows, restricted
}

func isRestricted(from *syntax.Select, name string) bool {
	for _, condition := range from.Where {
		for _, column := range condition.Columns {
			if column.Name == name {
				return true
			}
		}
	}
	return false
}
