package capacity

import (
	"math"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Operations are counted for tables and, in reads, for each datacenter: a read asks as
// many replicas as its consistency level says. A datacenter does all reads, as it must
// if the others fail.

// countReads adds the reads of the queries that have a rate.
func (c *calculation) countReads() {
	for _, item := range model.Sorted(c.model.Workflow.Queries) {
		query := item.Value
		rate, known := c.rate(query.Rate, query.WorstRate)
		if !known {
			c.Uncounted = append(c.Uncounted, Uncounted{item.ID, "has no rate"})
			continue
		}
		for _, result := range c.input.Proofs {
			if result.Query == item.ID {
				c.countQuery(item.ID, rate, query.Consistency, result)
			}
		}
	}
}

func (c *calculation) countQuery(id model.ID, rate model.Value, level model.Consistency, result proof.Result) {
	if len(result.Judgements) == 0 || result.Judgements[0].Logical {
		c.Uncounted = append(c.Uncounted, Uncounted{id, "has no physical table"})
		return
	}
	judged := &result.Judgements[0]
	switch judged.Verdict {
	case proof.Scan, proof.Index:
		c.Uncounted = append(c.Uncounted, Uncounted{id, "asks every node: more nodes make it slower"})
		return
	case proof.None:
		c.Uncounted = append(c.Uncounted, Uncounted{id, "is answered by no table"})
		return
	}
	c.read(judged.Table, times(rate, atLeastOne(judged.Reads.Partitions)), level)
	for i := range judged.Lookups {
		lookup := &judged.Lookups[i]
		if !lookup.Logical {
			c.read(lookup.Table, times(rate, times(atLeastOne(lookup.Times), atLeastOne(lookup.Reads.Partitions))), level)
		}
	}
}

// rate returns the operations of a query or an update in a second: the typical rate,
// and the one at peak.
func (c *calculation) rate(typical, worst model.Expression) (model.Value, bool) {
	value, missing, err := c.evaluator.Evaluate(typical)
	if err != nil || len(missing) > 0 {
		return model.Value{}, false
	}
	rate := usual(value)
	if peak, missing, err := c.evaluator.Evaluate(worst); err == nil && len(missing) == 0 {
		rate.Worst = peak.Typical
	}
	return c.bounded(rate), true
}

// atLeastOne is a number of partitions, 1 if it is not known.
func atLeastOne(amount proof.Amount) model.Value {
	if !amount.Known {
		return exactly(1)
	}
	return exactly(max(1, amount.Typical))
}

func (c *calculation) read(table model.ID, perSecond model.Value, level model.Consistency) {
	at, found := c.index[table]
	if !found {
		return
	}
	t := &c.Tables[at]
	t.Reads = c.bounded(plus(t.Reads, perSecond))
	if t.copies == nil {
		t.copies = map[model.Consistency]model.Value{}
	}
	t.copies[level] = c.bounded(plus(t.copies[level], perSecond))
}

// replicasAsked returns the number of replicas that a read asks in a datacenter. The default level
// is LOCAL_ONE, as in the drivers.
func replicasAsked(level model.Consistency, replicas float64) float64 {
	asked := 1.0
	switch level {
	case model.Two:
		asked = 2
	case model.Three:
		asked = 3
	case model.Quorum, model.LocalQuorum, model.EachQuorum, model.Serial, model.LocalSerial:
		asked = math.Floor(replicas/2) + 1
	case model.All:
		asked = replicas
	}
	return min(asked, replicas)
}

// What a lightweight transaction does beside its write: its promise and its proposal are
// written as well, and it reads the row.
const (
	transactionWrites = 2
	transactionLevel  = model.Quorum
)

// countWrites adds the statements of the updates that have a rate.
func (c *calculation) countWrites() {
	for i := range c.input.Plans {
		plan := &c.input.Plans[i]
		update := c.model.Workflow.Updates[plan.Update]
		rate, known := c.rate(update.Rate, update.WorstRate)
		if !known {
			c.Uncounted = append(c.Uncounted, Uncounted{plan.Update, "has no rate"})
			continue
		}
		for _, step := range plan.Steps {
			for s := range step.Statements {
				c.countStatement(&step.Statements[s], rate)
			}
		}
	}
}

func (c *calculation) countStatement(s *write.Statement, rate model.Value) {
	at, found := c.index[s.Table]
	if s.Logical || !found {
		return
	}
	runs := times(rate, atLeastOne(s.Rows))
	if s.Select != nil {
		c.read(s.Table, times(rate, atLeastOne(s.Times)), "")
		return
	}
	t := &c.Tables[at]
	if s.Write.Insert != nil {
		t.Inserted = c.bounded(plus(t.Inserted, times(runs, exactly(daySeconds))))
	}
	if s.Conditional() {
		c.read(s.Table, runs, transactionLevel)
		runs = times(runs, exactly(1+transactionWrites))
	}
	c.write(at, runs, s.Counter)
}

// write adds writes to a table, its indexes and its views. A built-in index and a view
// need the old row, as a counter does.
func (c *calculation) write(at int, perSecond model.Value, isCounter bool) {
	table := &c.Tables[at]
	relation := c.model.Physical.Relations[table.Relation]
	writes, reads := 1.0, 0.0
	if isCounter {
		reads++
	}
	for _, index := range relation.Indexes {
		if !sizing.IsAttached(index) {
			writes++
			reads++
		}
	}
	for id, other := range c.model.Physical.Relations {
		if view, known := c.index[id]; known && other.Kind == model.MaterializedView && other.Base == table.Relation {
			reads++
			c.Tables[view].Writes = c.bounded(plus(c.Tables[view].Writes, perSecond))
		}
	}
	table.Writes = c.bounded(plus(table.Writes, times(perSecond, exactly(writes))))
	if reads > 0 {
		// Each replica reads its own copy.
		c.read(table.Relation, times(perSecond, exactly(reads)), model.All)
	}
}
