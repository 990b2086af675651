package write

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/stored"
)

// planner plans the updates of one document.
type planner struct {
	model    *model.Model
	facts    *facts
	prover   *proof.Prover
	stored   *mapping.Stored
	concepts *stored.Concepts
	tables   []*table
	byID     map[model.ID]*table
	// aggregates are the logical columns with the value of a function of many rows.
	aggregates model.IDSet
	// judged remembers how tables are read by some columns.
	judged map[string]proof.Judgement
}

func newPlanner(m *model.Model, sizes map[model.ID]sizing.Size) *planner {
	p := &planner{model: m, facts: newFacts(m), prover: proof.NewProver(m, sizes), byID: map[model.ID]*table{}, judged: map[string]proof.Judgement{},
		aggregates: model.IDSet{}}
	for _, t := range m.Logical.Tables {
		for id, c := range t.Columns {
			if c.Aggregate != "" {
				p.aggregates[id] = true
			}
		}
	}
	p.stored = p.prover.Stored()
	p.concepts = p.stored.Facts()
	for _, t := range p.prover.Tables() {
		made := p.newTable(t)
		p.tables = append(p.tables, made)
		p.byID[t.ID] = made
	}
	return p
}

// planning is one plan while it is made.
type planning struct {
	*planner
	*subject
	plan Plan
	// reads are those that were planned, readsByKey the same by what they read.
	reads      []*read
	readsByKey map[string]*read
	// writes are the statements that change data, in the order of the tables.
	writes []*Statement
	// looks check partitions for rows; swept delete the static columns of partitions without any.
	looks   []*look
	swept   []*Statement
	skipped map[model.ID]string
	// computed are columns that the update changes, but whose value is an
	// aggregate.
	computed []string
	// emptied are tables of groups, of which the update may leave one without instances.
	emptied []string
	// reserved are the tables of unique values in which a row is inserted.
	reserved []model.ID
	// tooLarge is a batch that is not made because of its bytes.
	tooLarge Step
}

func (p *planner) plan(id model.ID, update *model.Update) Plan {
	if update.Statement != "" {
		return p.recovered(id, update)
	}
	w := p.writesOf(id, update)
	w.addViews()
	w.sum()
	w.addCopies()
	arrangement{w}.arrange()
	findings{w}.find()
	return w.plan
}

// writesOf plans what an update writes to each table, by the concepts.
func (p *planner) writesOf(id model.ID, update *model.Update) *planning {
	w := &planning{planner: p, subject: p.subject(id, update),
		plan:    Plan{Update: id, Rate: p.rate(update), Parameters: p.prover.Parameters(id)},
		skipped: map[model.ID]string{}, readsByKey: map[string]*read{}}
	for _, t := range p.tables {
		if !t.isView && len(t.partition) > 0 {
			w.write(t)
		}
	}
	w.sweep()
	w.restrictAll()
	guarding{w}.guard()
	return w
}

// rate returns the number of executions of an update per second.
func (p *planner) rate(update *model.Update) amount {
	rate := p.prover.Amount(update.Rate)
	if busiest := p.prover.Amount(update.WorstRate); busiest.Known && rate.Known {
		rate.Worst = busiest.Worst
	}
	return rate
}

func (w *planning) write(t *table) {
	switch {
	case len(w.names) > 0:
		naming{w}.writeNames(t)
	case t.meaning == nil:
	case w.kind == model.Insert:
		w.insertInto(t)
	case w.kind == model.Change:
		w.changeIn(t)
	case w.kind == model.Delete:
		deletion{w}.deleteFrom(t)
	}
}

func (w *planning) skip(t *table, reason string) { w.skipped[t.ID] = reason }

// addViews lists the views of the tables that are written, and the tables that
// are not.
func (w *planning) addViews() {
	written := map[model.ID]bool{}
	for _, statement := range w.writes {
		written[statement.Table] = true
	}
	for _, t := range w.tables {
		switch {
		case t.isView && written[t.Relation.Base]:
			w.plan.Views = append(w.plan.Views, t.ID)
		case w.skipped[t.ID] != "" && !written[t.ID]:
			w.plan.Skipped = append(w.plan.Skipped, Skipped{t.ID, w.skipped[t.ID]})
		}
	}
}

// sum counts the writes to each table.
func (w *planning) sum() {
	for _, t := range w.tables {
		writes := TableWrites{Table: t.ID, Partitions: exactly(0), Rows: exactly(0)}
		for _, statement := range w.writes {
			if statement.Table != t.ID {
				continue
			}
			writes.Statements++
			writes.Rows = sum(writes.Rows, statement.Rows)
			writes.Partitions = sum(writes.Partitions, statement.target.partitions())
		}
		if writes.PerSecond = product(writes.Rows, w.plan.Rate); writes.Statements > 0 {
			w.plan.Tables = append(w.plan.Tables, writes)
		}
	}
}

// addCopies lists the attributes outside the key that several of the written
// tables store.
func (w *planning) addCopies() {
	var attributes []model.ID
	for _, of := range w.types {
		attributes = append(attributes, w.facts.parts[of]...)
	}
	for _, attribute := range appendNew(attributes, w.attributes...) {
		if w.facts.known[attribute].Key != model.NoKey || len(w.facts.parts[attribute]) > 0 && w.kind == model.Change {
			continue
		}
		copied := Copy{Attribute: w.prover.Name(attribute)}
		for _, writes := range w.plan.Tables {
			if len(w.planner.find(w.byID[writes.Table], reference{attribute: attribute})) > 0 {
				copied.Tables = append(copied.Tables, writes.Table)
			}
		}
		if len(copied.Tables) > 1 {
			w.plan.Copies = append(w.plan.Copies, copied)
		}
	}
}

type amount = proof.Amount

func exactly(number float64) amount { return amount{Known: true, Typical: number, Worst: number} }

func sum(a, b amount) amount {
	if !a.Known || !b.Known {
		return amount{}
	}
	return amount{Known: true, Typical: a.Typical + b.Typical, Worst: a.Worst + b.Worst}
}

func product(a, b amount) amount {
	if !a.Known || !b.Known {
		return amount{}
	}
	return amount{Known: true, Typical: a.Typical * b.Typical, Worst: a.Worst * b.Worst}
}

// columnNames returns the names of columns.
func columnNames(columns []*column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

func isRegular(c *column) bool { return !c.Role.InKey() }

func filter[T any](list []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(e T) bool { return !is(e) })
}
