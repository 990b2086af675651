package stress

import (
	"math"
	"strconv"
	"strings"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// statement is a SELECT of a query with its executions per second, 0 if they are not known.
type statement struct {
	table  model.ID
	access *access.Table
	shape  access.Select
	rate   float64
	values int // of an IN
}

// statements returns what the application sends for a query: the statement of its best table, and
// the lookups after it.
func (w *writer) statements(q *model.Query, judged *proof.Judgement) []statement {
	if judged.Logical || judged.Verdict == proof.None {
		return nil
	}
	rate, _, _ := w.evaluator.Evaluate(q.Rate)
	values := w.valuesOfIn(q)
	all := []statement{{judged.Table, judged.Access, judged.Select, rate.Typical * timesOf(judged.Spread), values}}
	for i := range judged.Lookups {
		lookup := &judged.Lookups[i]
		if !lookup.Logical {
			all = append(all, statement{lookup.Table, lookup.Access, lookup.Select, rate.Typical * atLeastOne(lookup.Times), values})
		}
	}
	return all
}

// timesOf is the number of statements that an application sends for one execution of a query.
func timesOf(spread *proof.Spread) float64 {
	if spread == nil {
		return 1
	}
	return atLeastOne(spread.Values)
}

func atLeastOne(amount proof.Amount) float64 {
	if !amount.Known {
		return 1
	}
	return max(1, amount.Typical)
}

// maxValues bounds the values that a statement lists in IN (?, ?).
const maxValues = 20

// valuesOfIn returns how many values the query lists, 2 if nobody gave the number.
func (w *writer) valuesOfIn(q *model.Query) int {
	for _, given := range q.Given {
		if given.Operator != model.In {
			continue
		}
		if value, missing, err := w.evaluator.Evaluate(given.Count); err == nil && len(missing) == 0 {
			return int(min(max(1, math.Round(value.Typical)), maxValues))
		}
	}
	return 2
}

// text returns the statement in one line with markers that cassandra-stress can bind, or why it
// cannot: it binds a marker by the name of the column that it is compared with.
func (s statement) text() (text, problem string) {
	shape := s.shape
	shape.Where = nil
	for _, condition := range s.shape.Where {
		if condition.Operator == access.In && !condition.List && condition.Kind == access.ColumnCondition && isMarker(condition.Values) {
			condition.List, condition.Values = true, make([]access.Value, s.values)
		}
		if !bindable(condition) {
			return "", "cassandra-stress cannot bind " + strings.Join(condition.Columns, ", ") + " " + string(condition.Operator)
		}
		shape.Where = append(shape.Where, condition)
	}
	for _, value := range append(append([]access.Value{}, shape.Selectors...), shape.GroupBy...) {
		if hasMarker(value) {
			return "", "cassandra-stress cannot bind a parameter outside of WHERE"
		}
	}
	for _, order := range shape.OrderBy {
		if order.Nearest != nil {
			return "", "cassandra-stress makes no vectors"
		}
	}
	shape.Limit, shape.PerPartitionLimit = constantLimit(shape.Limit), constantLimit(shape.PerPartitionLimit)
	return strings.TrimSuffix(strings.TrimSpace(print.SelectLine(s.access, shape)), ";"), ""
}

func isMarker(values []access.Value) bool { return len(values) == 1 && values[0].Kind == access.Marker }

// stressLimit replaces a LIMIT that is a parameter.
const stressLimit = 100

func constantLimit(limit *access.Value) *access.Value {
	if limit == nil || limit.Kind != access.Marker {
		return limit
	}
	return &access.Value{Kind: access.Integer, Text: strconv.Itoa(stressLimit)}
}

// bindable reports whether each marker of a condition has the name of its column.
func bindable(c access.Condition) bool {
	if c.Key != nil && hasMarker(*c.Key) {
		return false
	}
	for _, value := range c.Values {
		direct := c.Kind == access.ColumnCondition && value.Kind == access.Marker && c.Operator != access.Contains && c.Operator != access.ContainsKey
		if c.Operator == access.In && !c.List {
			direct = false
		}
		if !direct && hasMarker(value) {
			return false
		}
	}
	return true
}

func hasMarker(v access.Value) bool {
	if v.Kind == access.Marker {
		return true
	}
	for _, part := range v.Values {
		if hasMarker(part) {
			return true
		}
	}
	return false
}
