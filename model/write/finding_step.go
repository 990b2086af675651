package write

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
)

// findBatchSize reports batches above the limits.
func (w findings) findBatchSize() {
	label := w.update.Label
	if w.tooLarge.Bytes.Known {
		w.report(Warning, CodeBatchSize, w.id, fmt.Sprintf("The statements of %s have %s: too much for one batch (50 KiB)", label, w.tooLarge.SizeText()),
			"Run them one by one and retry until all succeed, or let a job repair the copies.")
		return
	}
	for _, step := range w.plan.Steps {
		if !step.IsBatch() || !step.Bytes.Known {
			continue
		}
		switch {
		case step.Bytes.Worst > BatchFailBytes:
			w.report(Warning, CodeBatchSize, w.id, fmt.Sprintf("The batch of %s has %s: Cassandra rejects more than 50 KiB", label, step.SizeText()),
				"Split it when it is large: write the table that is read first in a batch with as much as fits, and retry the rest until it succeeds.")
		case step.Bytes.Worst > BatchWarnBytes:
			w.report(Info, CodeBatchSize, w.id, fmt.Sprintf("The batch of %s has %s: Cassandra logs a warning above 5 KiB", label, step.SizeText()), "")
		}
	}
}

// SizeText shows the bytes in the typical case and, where it differs, in the worst:
// "1.2 kB, at worst 6.9 kB". It is empty if they are not known.
func (s *Step) SizeText() string {
	if !s.Bytes.Known {
		return ""
	}
	text := sizing.FormatBytes(s.Bytes.Typical)
	if s.Bytes.Worst > s.Bytes.Typical {
		text += ", at worst " + sizing.FormatBytes(s.Bytes.Worst)
	}
	switch {
	case s.BytesAtMost:
		return "up to " + text
	case s.BytesAtLeast:
		return "at least " + text
	}
	return text
}

// findCondition reports what a lightweight transaction does not protect.
func (w findings) findCondition() {
	label := w.update.Label
	if !w.update.Conditional || len(w.writes) == 0 {
		return
	}
	at := slices.IndexFunc(w.writes, (*Statement).Conditional)
	if at < 0 {
		w.report(Warning, CodeCondition, w.id, "No statement of "+label+" can be conditional: counters and ranges of rows have no IF", "")
		return
	}
	guard := w.writes[at]
	if others := len(w.writes) - 1; others > 0 {
		w.report(Warning, CodeCondition, guard.Table,
			fmt.Sprintf("The condition of %s holds for %s only: a lightweight transaction is in one partition, "+
				"and %s written after it", label, guard.Access.Name, count(others)),
			"Let the rows that must agree share a partition, or accept that the other tables follow later.")
	}
	if key := w.beyondIdentity(guard); guard.Write.Insert != nil && len(key) > 0 {
		w.report(Warning, CodeCondition, guard.Table,
			fmt.Sprintf("IF NOT EXISTS checks the whole key of %s: it does not find the same %s with another %s",
				guard.Access.Name, w.titles(w.types), list(key)),
			"Guard it with a table whose key is the identity alone.")
	}
}

func count(statements int) string {
	if statements == 1 {
		return "one other statement is"
	}
	return fmt.Sprintf("%d other statements are", statements)
}

// beyondIdentity returns the columns of a key that do not identify the inserted instance.
func (w findings) beyondIdentity(s *Statement) []string {
	t := s.target
	if t.table.meaning == nil {
		return nil
	}
	var beyond []string
	for _, c := range t.table.key() {
		for _, at := range t.placesOf(c) {
			if w.facts.known[at.attribute].Key == model.NoKey || !w.identifiesNew(t, at.node) {
				beyond = appendNew(beyond, c.Name)
			}
		}
	}
	return beyond
}

// identifiesNew reports whether the key of a node is a part of the identity of an inserted
// instance: its own key, or the key of an owner, a supertype or a participant.
func (w findings) identifiesNew(t *target, node int) bool {
	for at := range t.Nodes {
		if t.fresh[at] && slices.Contains(w.types, t.Nodes[at].Of) &&
			slices.ContainsFunc(t.keyPlaces(at, map[int]bool{}), func(p place) bool { return p.node == node }) {
			return true
		}
	}
	return false
}

// findMoved reports tables whose key changes.
func (w findings) findMoved() {
	for _, s := range w.writes {
		if w.kind == model.Change && s.Write.Insert != nil {
			w.report(Info, CodeMovedKey, s.Table, fmt.Sprintf("%s changes the key of %s: a row is inserted and the old one deleted", w.update.Label, s.Access.Name),
				"If the value stays the same, run the INSERT alone: in one batch the deletion would win.")
		}
	}
}

// findUnchecked reports conditions that no statement can check.
func (w findings) findUnchecked() {
	if w.update.Conditional || w.kind == model.Insert {
		return
	}
	for _, item := range model.Sorted(w.update.Given) {
		given := item.Value
		r := reference{given.Attribute, given.Name, given.Participant}
		if w.isRead(given) || len(w.writes) == 0 || slices.ContainsFunc(w.writes, func(s *Statement) bool {
			return slices.ContainsFunc(w.planner.find(s.target.table, r), func(c *column) bool { return c.Role.InKey() || c.isCollection() })
		}) {
			continue
		}
		name := given.Name
		if given.Attribute != "" {
			name = w.prover.Name(given.Attribute)
		}
		w.report(Warning, CodeUnchecked, item.ID, fmt.Sprintf("No statement of %s checks %s: it is not in a key", w.update.Label, name),
			"Make the update conditional, or read the row first and decide in the application.")
	}
}

// isRead reports whether a read before the writes has the condition.
func (w findings) isRead(given *model.Given) bool {
	return slices.ContainsFunc(w.reads, func(r *read) bool {
		return r.used && slices.ContainsFunc(slices.Concat(r.where, r.keep), func(c *column) bool {
			return r.from[c].given == given || r.ranges[c] == given
		})
	})
}
