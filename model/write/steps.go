package write

import (
	"cmp"
	"slices"

	"widerow/model"
)

// arrangement puts the statements of a plan in order.
type arrangement struct{ *planning }

// arrange puts the statements into steps: reads, the lightweight transaction, the
// other writes, which are a batch if they must stay in step, and counters, which
// no batch with other statements may contain.
func (w arrangement) arrange() {
	w.shareLooks()
	for _, r := range w.reads {
		if r.used {
			r.step = len(w.plan.Steps)
			w.plan.Steps = append(w.plan.Steps, Step{Kind: Read, Statements: []Statement{w.readStatement(r)}})
		}
	}
	w.arrangeLooks(false)
	for _, s := range w.writes {
		w.resolve(s)
	}
	slices.SortStableFunc(w.writes, func(a, b *Statement) int { return cmp.Compare(w.rank(a), w.rank(b)) })
	for _, group := range w.groups() {
		w.plan.Steps = append(w.plan.Steps, w.step(group)...)
	}
	w.arrangeSweep()
	w.block()
	w.explainFailures()
}

// block puts the statements that cannot run into a last step.
func (w arrangement) block() {
	step := Step{Kind: Blocked}
	for _, s := range w.writes {
		if s.CannotRun() != "" {
			step.Statements = append(step.Statements, *s)
		}
	}
	if len(step.Statements) > 0 {
		w.plan.Steps = append(w.plan.Steps, step)
	}
	for i := range w.plan.Tables {
		t := &w.plan.Tables[i]
		t.Blocked = !slices.ContainsFunc(w.writes, func(s *Statement) bool { return s.Table == t.Table && s.CannotRun() == "" })
	}
}

// rank orders writes: the transaction first, counters last. A table that a read
// needs is changed after the others, so that the update can be repeated.
func (w arrangement) rank(s *Statement) int {
	switch {
	case s.Conditional():
		return 0
	case s.onCounters():
		return 3
	case w.isRead(s.Table) && w.kind == model.Delete:
		return 2
	}
	return 1
}

// isRead reports whether the plan reads a table.
func (w arrangement) isRead(id model.ID) bool {
	return slices.ContainsFunc(w.reads, func(r *read) bool { return r.used && r.table.ID == id })
}

func (w arrangement) groups() [][]*Statement {
	var groups [][]*Statement
	var plain []*Statement
	for _, s := range w.writes {
		if s.CannotRun() != "" {
			continue
		}
		if s.Conditional() {
			groups = append(groups, []*Statement{s})
		} else if !s.onCounters() {
			plain = append(plain, s)
		}
	}
	if len(plain) > 0 {
		groups = append(groups, plain)
	}
	for _, s := range w.writes {
		if s.onCounters() && s.CannotRun() == "" {
			groups = append(groups, []*Statement{s})
		}
	}
	return groups
}

// onCounters reports whether a statement is on a table of counters: no batch with others has it.
func (s *Statement) onCounters() bool { return s.target.table.isCounter }

// step makes a group a batch, or single writes if one statement is all or a
// batch would be too large.
func (w arrangement) step(group []*Statement) []Step {
	step := Step{Kind: Write, Bytes: exactly(0)}
	for _, s := range group {
		step.Statements = append(step.Statements, *s)
		step.Bytes = sum(step.Bytes, s.bytes)
		step.BytesAtLeast = step.BytesAtLeast || s.partial
		step.BytesAtMost = step.BytesAtMost || s.AtMost
	}
	switch {
	case len(group) == 1:
		return []Step{step}
	case onePartition(group):
		step.Kind = UnloggedBatch
		return []Step{step}
	case !step.Bytes.Known || step.Bytes.Typical <= BatchFailBytes || step.BytesAtMost:
		step.Kind = LoggedBatch
		return []Step{step}
	}
	var steps []Step
	isSource := func(s *Statement) int { // by what it has, a repetition finds what the other tables still have
		if w.isRead(s.Table) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(group, func(a, b *Statement) int { return cmp.Compare(isSource(a), isSource(b)) })
	for _, s := range group {
		steps = append(steps, Step{Kind: Write, Statements: []Statement{*s}, Bytes: s.bytes, BytesAtLeast: s.partial, BytesAtMost: s.AtMost})
	}
	w.tooLarge = step
	return steps
}

// onePartition reports whether all statements write the same partition.
func onePartition(group []*Statement) bool {
	first := group[0].target
	return !slices.ContainsFunc(group, func(s *Statement) bool {
		return s.target.table != first.table || s.target.newPartition != first.newPartition ||
			slices.ContainsFunc(s.target.each, func(c *column) bool { return c.Role == model.Partition })
	})
}

// explainFailures describes the state after the failure of each step.
func (w arrangement) explainFailures() {
	written := ""
	for i := range w.plan.Steps {
		step := &w.plan.Steps[i]
		step.Failure = step.failure(written)
		if step.Kind == Write && step.Statements[0].Counter && w.inserts() && w.update.Statement == "" {
			step.Failure += w.countAgain()
		}
		if step.Kind != Read && step.Kind != Blocked && w.update.Statement == "" {
			step.Failure += w.sameValues(step)
		}
		if step.Kind != Read && step.Kind != Blocked && written == "" {
			written = step.Statements[0].Access.Name
		}
	}
}

// countAgain warns that counters count an instance twice if it already exists: its INSERTs
// overwrite rows.
func (w arrangement) countAgain() string {
	switch {
	case slices.ContainsFunc(w.writes, (*Statement).Conditional):
		return " It counts only what is new: run it only if the lightweight transaction was applied."
	case slices.ContainsFunc(w.writes, func(s *Statement) bool { return !s.onCounters() && !s.target.isRange && s.CannotRun() == "" }):
		return " What is there already is counted again: make " + w.update.Label + " conditional, so that only what is new is counted."
	}
	return " What is there already is counted again: read before whether it is."
}

// failure describes the state if the step fails. written is the first table that earlier steps have
// changed, or empty.
func (s *Step) failure(written string) string {
	before := ""
	if written != "" {
		before = "What the steps before wrote stays (" + written + "). "
	}
	first := &s.Statements[0]
	repeated := len(first.Each) > 0
	switch {
	case s.Kind == Read && written != "":
		return before + "Queries drop what is left of a partition without rows: read again."
	case len(first.Unless) > 0:
		return before + "Queries drop what is left of a partition without rows: retry. A row that another " +
			"request inserts after the read, before this step, loses these values."
	case s.Kind == Read:
		return "Nothing is written yet: start again."
	case s.Kind == Blocked:
		return "Until these statements can run, their tables are not in step with the others."
	case first.Conditional():
		return before + "If the condition does not hold, stop. After a timeout it is open whether the statement was applied: read the row with consistency SERIAL."
	case first.Counter:
		return before + "After a timeout it is open whether it counted, and a retry may count twice: leave it, and correct the counter from the rows it counts."
	case s.Kind == LoggedBatch && s.idempotent():
		return before + "Once the batch log has it, the server completes the batch. Retry: a repetition does no harm."
	case s.Kind == LoggedBatch:
		return before + "Once the batch log has it, the server completes the batch. A retry " + s.repetition() + ": check before."
	case !s.idempotent():
		return before + "A retry " + s.repetition() + ": check before."
	case repeated && first.Write.Delete != nil:
		return before + "Some of the rows are deleted: retry until all are; a repetition does no harm."
	case repeated:
		return before + "Some of the rows have the new values: retry until all have; a repetition does no harm."
	case before != "":
		return before + "Until a retry succeeds, the tables differ; a repetition does no harm."
	}
	return "Nothing or all of it is written: retry; a repetition does no harm."
}

// sameValues warns that a repetition must have the same values, if a row has some in its key that do not identify what is
// inserted: with others, the row of the first try stays.
func (w arrangement) sameValues(s *Step) string {
	var names []string
	for i := range s.Statements {
		statement := &s.Statements[i]
		if statement.Write.Insert == nil || !w.inserts() || statement.Conditional() {
			continue
		}
		for _, c := range statement.target.table.key() {
			for _, at := range statement.target.placesOf(c) {
				if statement.target.fresh[at.node] && !w.identifies(at) {
					names = appendNew(names, w.prover.Name(at.attribute))
				}
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " Repeat it with the same " + list(names) + ": with another value, the row of the first try stays."
}

// identifies reports whether a value is chosen once for an instance: a key, or the partial key of a weak entity.
func (w arrangement) identifies(at place) bool {
	switch w.facts.known[at.attribute].Key {
	case model.Key:
		return true
	case model.PartialKey:
		return !w.concepts.IsRelationship(w.facts.owner[at.attribute])
	}
	return false
}

func (s *Step) idempotent() bool {
	return !slices.ContainsFunc(s.Statements, func(s Statement) bool { return !s.Idempotent })
}

func (s *Step) repetition() string {
	for i := range s.Statements {
		if !s.Statements[i].Idempotent {
			return s.Statements[i].Repetition
		}
	}
	return ""
}
