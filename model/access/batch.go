package access

import (
	"slices"
)

// BatchKind is how a batch is written.
type BatchKind uint8

// The kinds of batch.
const (
	LoggedBatch BatchKind = iota
	UnloggedBatch
	CounterBatch
)

// Batch is the shape of a BATCH.
type Batch struct {
	Kind  BatchKind
	Using Using
	Parts []BatchPart
}

// BatchPart is one statement of a batch on its table: one of the three is
// there.
type BatchPart struct {
	Table  *Table
	Insert *Insert
	Update *Update
	Delete *Delete
}

// Judge judges the statement by itself.
func (p BatchPart) Judge() (Plan, *Refusal) {
	switch {
	case p.Insert != nil:
		return p.Table.Insert(*p.Insert)
	case p.Update != nil:
		return p.Table.Update(*p.Update)
	}
	return p.Table.Delete(*p.Delete)
}

func (p BatchPart) using() Using {
	switch {
	case p.Insert != nil:
		return p.Insert.Using
	case p.Update != nil:
		return p.Update.Using
	}
	return p.Delete.Using
}

func (p BatchPart) conditional() bool {
	switch {
	case p.Insert != nil:
		return p.Insert.IfNotExists
	case p.Update != nil:
		return p.Update.IfExists || len(p.Update.If) > 0
	}
	return p.Delete.IfExists || len(p.Delete.If) > 0
}

// Judge judges a BATCH: first each statement, then what they are together,
// then what shows only when it is run.
func (b Batch) Judge() *Refusal {
	var late *Refusal
	for _, part := range b.Parts {
		_, refusal := part.Judge()
		if refusal != nil && !refusal.AtRun {
			return refusal
		}
		if late == nil {
			late = refusal
		}
	}
	if code := b.fault(); code != "" {
		return (&Refusal{Code: code}).in(BatchStatement, nil)
	}
	if b.isConditional() && slices.ContainsFunc(b.Parts, BatchPart.namesKeys) {
		return (&Refusal{Code: BatchKeyIn}).atRun().in(BatchStatement, nil)
	}
	if b.isConditional() && b.spansPartitions() {
		return (&Refusal{Code: BatchPartitions}).atRun().in(BatchStatement, nil)
	}
	return late
}

func (b Batch) isConditional() bool { return slices.ContainsFunc(b.Parts, BatchPart.conditional) }

// fault is BatchStatement.validate.
func (b Batch) fault() Code {
	stamped, conditional := b.Using.Timestamp != nil, b.isConditional()
	isCounter := func(p BatchPart) bool { return p.Table.isCounter() }
	counters := slices.ContainsFunc(b.Parts, isCounter)
	others := slices.ContainsFunc(b.Parts, func(p BatchPart) bool { return !isCounter(p) })
	switch {
	case b.Using.TTL != nil:
		return BatchTTL
	case stamped && conditional:
		return BatchConditionalTimestamp
	case stamped && b.Kind == CounterBatch:
		return BatchCounterTimestamp
	case stamped && slices.ContainsFunc(b.Parts, func(p BatchPart) bool { return p.using().Timestamp != nil }):
		return BatchTwoTimestamps
	case stamped && counters:
		return BatchOfCountersTimestamp
	case b.Kind == CounterBatch && others:
		return BatchNotCounter
	case counters && others:
		return BatchMixed
	case b.Kind == LoggedBatch && counters:
		return BatchLoggedCounter
	case conditional && slices.ContainsFunc(b.Parts, func(p BatchPart) bool { return p.Table != b.Parts[0].Table }):
		return BatchTables
	}
	return ""
}

// spansPartitions: two statements name different keys by values that stand in
// them.
func (b Batch) spansPartitions() bool {
	first, known := b.Parts[0].key()
	for _, part := range b.Parts[1:] {
		key, alsoKnown := part.key()
		if known && alsoKnown && !slices.Equal(first, key) {
			return true
		}
	}
	return false
}

// key is the text of the partition key's values, if they stand in the statement.
func (p BatchPart) key() ([]string, bool) {
	values := map[string]Value{}
	if p.Insert != nil {
		for i, name := range p.Insert.Columns {
			values[name] = p.Insert.Values[i]
		}
	}
	for _, relation := range p.relations() {
		if relation.Kind == ColumnRelation && len(relation.Values) == 1 {
			values[relation.Columns[0]] = relation.Values[0]
		}
	}
	var key []string
	for _, column := range p.Table.Partition {
		value := values[column.Name]
		if !value.isLiteral() {
			return nil, false
		}
		key = append(key, value.Text)
	}
	return key, true
}

// namesKeys: the partition key is restricted by an IN of more than one value.
func (p BatchPart) namesKeys() bool {
	return slices.ContainsFunc(p.relations(), func(r Relation) bool {
		return r.Operator == In && !(r.List && len(r.Values) == 1) &&
			slices.ContainsFunc(p.Table.Partition, func(c *Column) bool { return c.Name == r.Columns[0] })
	})
}

func (p BatchPart) relations() []Relation {
	switch {
	case p.Update != nil:
		return p.Update.Where
	case p.Delete != nil:
		return p.Delete.Where
	}
	return nil
}
