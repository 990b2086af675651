package access

import (
	"slices"

	"widerow/model"
)

// runConditional follows BatchStatement.makeCasRequest. All statements must
// write to one partition, and all conditions on a row must be of one kind.
func runConditional(writes []*write) *Refusal {
	var conditions rowConditions
	var keys []identities
	for _, w := range writes {
		if refusal := w.first((*write).checkKey); refusal != nil {
			return refusal
		}
		if w.where.keyIn() {
			return (&Refusal{Code: BatchKeyIn}).in(BatchStatement, nil)
		}
		key := w.where.partition.identities(w.table.Partition)
		if slices.ContainsFunc(keys, func(before identities) bool { same, known := before.compare(key); return known && !same }) {
			return (&Refusal{Code: BatchPartitions}).in(BatchStatement, nil)
		}
		keys = append(keys, key)
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
	checks := []func(*write) *Refusal{(*write).checkIfElements, (*write).checkTTL}
	if conditions.single() {
		checks = slices.Insert(checks, 1, (*write).checkIfNulls)
	}
	for _, check := range checks {
		for _, w := range writes {
			if refusal := w.first(check); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// identities returns the values that the columns are compared with by =.
func (s *restrictionSet) identities(columns []*Column) identities {
	key := make(identities, len(columns))
	for i, column := range columns {
		found := s.at(column)
		if found == nil || found.kind != equality {
			continue
		}
		value := &found.literals[0]
		if found.multi {
			if value.Kind != Tuple {
				continue
			}
			value = &value.Values[slices.Index(found.columns, column)]
		}
		key[i] = value.identity(column.Type)
	}
	return key
}

// conditionKind is the kind of condition that a statement puts on a row.
type conditionKind string

const (
	onColumns conditionKind = "conditions"
	exists    conditionKind = "IF EXISTS"
	notExists conditionKind = "IF NOT EXISTS"
)

// rowConditions are the kinds of condition on the static row and on the other
// rows of a partition.
type rowConditions struct {
	static conditionKind
	rows   []rowCondition
}

type rowCondition struct {
	key  identities
	kind conditionKind
}

// add follows ModificationStatement.addConditions. A condition on a static
// column is on the static row.
func (c *rowConditions) add(w *write) *Refusal {
	kind := exists
	switch {
	case !w.conditional():
		return nil
	case !w.exists:
		return c.addColumns(w)
	case w.statement == InsertStatement:
		kind = notExists
	}
	if w.staticOnly() && w.where.clustering.isEmpty() {
		return note(&c.static, kind)
	}
	return note(c.row(w), kind)
}

// single reports whether all conditions are on one row. If there are others,
// the server may stop before it evaluates this one.
func (c *rowConditions) single() bool {
	return len(c.rows) == 0 || len(c.rows) == 1 && c.static == ""
}

func (c *rowConditions) addColumns(w *write) *Refusal {
	if hasRole(w.conditioned, model.Regular) {
		if refusal := note(c.row(w), onColumns); refusal != nil {
			return refusal
		}
	}
	if hasRole(w.conditioned, model.Static) {
		return note(&c.static, onColumns)
	}
	return nil
}

// row returns the kind of condition on the row that is written. Two statements
// share a row only if their keys are known to be equal.
func (c *rowConditions) row(w *write) *conditionKind {
	key := w.where.clustering.identities(w.table.Clustering)
	for i := range c.rows {
		if same, known := c.rows[i].key.compare(key); same && known {
			return &c.rows[i].kind
		}
	}
	c.rows = append(c.rows, rowCondition{key: key})
	return &c.rows[len(c.rows)-1].kind
}

// note follows CQL3CasRequest.addNotExist, addExist and addConditions.
func note(before *conditionKind, kind conditionKind) *Refusal {
	switch {
	case *before == "":
		*before = kind
	case *before == kind:
	case kind == onColumns:
		return &Refusal{Code: BatchMixedConditions, Text: string(notExists)}
	case *before == onColumns:
		return &Refusal{Code: BatchMixedConditions, Text: string(kind)}
	default:
		return &Refusal{Code: BatchMixedExists}
	}
	return nil
}
