package access

import (
	"slices"
	"strconv"
)

// runConditional is BatchStatement.makeCasRequest: all statements have to be
// on one partition, and the conditions on one row of one kind.
func runConditional(writes []*write) *Refusal {
	conditions := rowConditions{}
	key, keyKnown := "", false
	for i, w := range writes {
		if refusal := w.first((*write).checkKey); refusal != nil {
			return refusal
		}
		if w.where.keyIn() {
			return (&Refusal{Code: BatchKeyIn}).in(BatchStatement, nil)
		}
		next, known := w.where.partition.literalKey(w.table.Partition)
		switch {
		case i == 0:
			key, keyKnown = next, known
		case keyKnown && known && key != next:
			return (&Refusal{Code: BatchPartitions}).in(BatchStatement, nil)
		}
		if w.where.clustering.hasIn {
			return (&Refusal{Code: ConditionalClusteringIn}).in(w.statement, w.table)
		}
		if refusal := w.first((*write).checkClustering); refusal != nil {
			return refusal
		}
		if refusal := conditions.add(w); refusal != nil {
			return refusal.in(BatchStatement, nil)
		}
	}
	for _, check := range []func(*write) *Refusal{(*write).checkConditionElements, (*write).checkTTL} {
		for _, w := range writes {
			if refusal := w.first(check); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// literalKey is what the columns are set to by values that stand in the
// statement.
func (s *restrictionSet) literalKey(columns []*Column) (string, bool) {
	key := ""
	for _, column := range columns {
		value := s.literal(column)
		if value == nil {
			return "", false
		}
		key += strconv.Itoa(len(value.Text)) + ":" + value.Text
	}
	return key, true
}

// literal is the value that a column has to be equal to; nil if it does not
// stand in the statement.
func (s *restrictionSet) literal(column *Column) *Value {
	found := s.at(column)
	if found == nil || found.kind != equality {
		return nil
	}
	value := &found.literals[0]
	if found.multi && value.Kind == Tuple {
		value = &value.Values[slices.Index(found.columns, column)]
	}
	if value.Kind == Cast {
		value = &value.Values[0]
	}
	if !value.isLiteral() {
		return nil
	}
	return value
}

// conditionKind is what a statement asks of its row.
type conditionKind string

const (
	onColumns conditionKind = "conditions"
	exists    conditionKind = "IF EXISTS"
	notExists conditionKind = "IF NOT EXISTS"
)

func (w *write) conditionKind() conditionKind {
	switch {
	case !w.exists:
		return onColumns
	case w.statement == InsertStatement:
		return notExists
	}
	return exists
}

// rowConditions are the kinds of condition by row; the static row is "".
type rowConditions map[string]conditionKind

// add is CQL3CasRequest.addConditions and its kin.
func (c rowConditions) add(w *write) *Refusal {
	row, known := "", true
	if !w.staticOnly() || !w.where.clustering.isEmpty() {
		row, known = w.where.clustering.literalKey(w.table.Clustering)
		row += ";"
	}
	if !w.conditional() || !known {
		return nil
	}
	before, kind := c[row], w.conditionKind()
	switch {
	case before == "":
		c[row] = kind
	case before == kind:
	case kind == onColumns:
		return &Refusal{Code: BatchMixedConditions, Text: string(notExists)}
	case before == onColumns:
		return &Refusal{Code: BatchMixedConditions, Text: string(kind)}
	default:
		return &Refusal{Code: BatchMixedExists}
	}
	return nil
}
