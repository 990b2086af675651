package access

import (
	"slices"
)

// BatchKind is the kind of a batch: logged, unlogged or counter.
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

// BatchPart is one statement of a batch and its table. Exactly one of Insert,
// Update and Delete is set.
type BatchPart struct {
	Table  *Table
	Insert *Insert
	Update *Update
	Delete *Delete
}

// Judge judges the statement as if it were not part of a batch.
func (p BatchPart) Judge() (Plan, *Refusal) { return p.write().judge() }

func (p BatchPart) write() *write {
	switch {
	case p.Insert != nil:
		return p.Table.newInsert(p.Insert)
	case p.Update != nil:
		return p.Table.newUpdate(p.Update)
	}
	return p.Table.newDelete(p.Delete)
}

// Prepare makes the checks that the server makes when it prepares the
// statements.
func (b Batch) Prepare() *Refusal {
	_, refusal := b.prepare()
	return refusal
}

func (b Batch) prepare() ([]*write, *Refusal) {
	writes := make([]*write, len(b.Parts))
	for i, part := range b.Parts {
		writes[i] = part.write()
		if refusal := writes[i].prepare(); refusal != nil {
			return nil, refusal
		}
	}
	return writes, nil
}

// Judge judges each statement, then the batch as a whole, then what the server
// checks only when it runs the batch.
func (b Batch) Judge() *Refusal {
	writes, refusal := b.prepare()
	if refusal != nil {
		return refusal
	}
	if refusal := b.Using.check(); refusal != nil {
		return refusal.in(BatchStatement, nil)
	}
	if code := b.fault(writes); code != nil {
		return (&Refusal{Code: code}).in(BatchStatement, nil)
	}
	for _, w := range writes {
		if refusal := w.validate(); refusal != nil {
			return refusal
		}
	}
	if slices.ContainsFunc(writes, (*write).conditional) {
		return runConditional(writes).atRun()
	}
	return b.run(writes).atRun()
}

// fault follows BatchStatement.validate.
func (b Batch) fault(writes []*write) *Code {
	stamped, conditional := b.Using.Timestamp != nil, slices.ContainsFunc(writes, (*write).conditional)
	isCounter := func(w *write) bool { return w.table.isCounter() }
	counters := slices.ContainsFunc(writes, isCounter)
	others := slices.ContainsFunc(writes, func(w *write) bool { return !isCounter(w) })
	switch {
	case b.Using.TTL != nil:
		return BatchTTL
	case stamped && conditional:
		return BatchConditionalTimestamp
	case stamped && b.Kind == CounterBatch:
		return BatchCounterTimestamp
	case stamped && slices.ContainsFunc(writes, func(w *write) bool { return w.using.Timestamp != nil }):
		return BatchTwoTimestamps
	case stamped && counters:
		return BatchOfCountersTimestamp
	case b.Kind == CounterBatch && others:
		return BatchNotCounter
	case counters && others:
		return BatchMixed
	case b.Kind == LoggedBatch && counters:
		return BatchLoggedCounter
	case conditional && slices.ContainsFunc(writes, func(w *write) bool { return w.table != writes[0].table }):
		return BatchTables
	}
	return nil
}

// run checks a batch without conditions as the server does when it runs it. The
// server builds the keys of all statements first.
func (b Batch) run(writes []*write) *Refusal {
	for _, w := range writes {
		if refusal := w.first((*write).checkKey); refusal != nil {
			return refusal
		}
	}
	for _, w := range writes {
		if w.using.Timestamp == nil {
			w.using.Timestamp = b.Using.Timestamp
		}
		if refusal := w.run(); refusal != nil {
			return refusal
		}
	}
	return nil
}
