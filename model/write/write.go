// Package write plans the updates of the workflow: the statements that keep all tables in step, the
// reads before them, and the state that a failure leaves.
//
// Read Plan and All first, then planner.go. An update becomes a pattern of instances (pattern.go,
// subject.go, state.go, connect.go, know.go). rows.go matches the pattern with the meaning of a
// table: it finds the rows in which an instance of the pattern is one of the table's nodes.
// insert.go, replace.go, change.go, move.go and delete.go decide the fate of these rows, target.go
// and bind.go how a statement finds them and where its values come from. Values that the update
// does not have are read: search.go chooses among the candidates (placement.go, candidate.go) whose
// rows are exactly the instances in question (exact.go); missing.go names the values that no table
// provides. steps.go puts the statements in order and into batches, size.go estimates their bytes,
// condition.go and unique.go make lightweight transactions, cascade.go finds the dependents of
// deleted instances, finding.go reports faults, and fix.go repairs them.
//
// Like the proofs of queries, a plan is made for the physical tables, and for a logical table if
// none realizes it. Views are maintained by the server.
package write

import (
	"runtime"
	"slices"
	"sync"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// Plan describes how the application carries out one update.
type Plan struct {
	Update model.ID
	// Rate is the number of executions per second; its worst case is the rate in the busiest
	// period.
	Rate proof.Amount
	// Parameters are the update's conditions with their sources. Supplied are further values that
	// the application knows from earlier queries.
	Parameters []proof.Parameter
	Supplied   []Supplied
	// Steps are carried out in order.
	Steps []Step
	// Tables are the written tables, in the order of the document.
	Tables []TableWrites
	// Views are kept up to date by the server.
	Views []model.ID
	// Skipped are tables that store data of the update, but are not written.
	Skipped []Skipped
	// Others are tables that store data of the update, but that the application's statement does
	// not write.
	Others []model.ID
	// Copies are attributes of the update that several tables store.
	Copies []Copy
	// Lookups are the keys that no table provides.
	Lookups  []Lookup
	Findings []Finding
}

// StepKind is the kind of a step.
type StepKind string

// The kinds of step.
const (
	// Read finds values for later steps.
	Read StepKind = "read"
	// Write runs one statement, once or several times.
	Write StepKind = "write"
	// LoggedBatch is a batch that is carried out completely or not at all.
	LoggedBatch StepKind = "logged batch"
	// UnloggedBatch is a batch in one partition, which is a single write.
	UnloggedBatch StepKind = "unlogged batch"
	// Blocked are statements that cannot run, at the end of a plan: see Statement.CannotRun.
	Blocked StepKind = "cannot run"
)

// Step is one request of the application: a statement, or a batch of several.
type Step struct {
	Kind       StepKind
	Statements []Statement
	// Bytes is the total size of the mutations, which Cassandra compares with its limits on
	// batches. BytesAtLeast reports that some sizes are not known.
	Bytes        proof.Amount
	BytesAtLeast bool
	// BytesAtMost reports that some statements run an unknown number of times.
	BytesAtMost bool
	// Failure describes the state if the step fails, and the remedy.
	Failure string
}

// IsBatch reports whether the statements are sent as one batch.
func (s *Step) IsBatch() bool { return s.Kind == LoggedBatch || s.Kind == UnloggedBatch }

// Statement is a statement with bind markers. Select is set in a read, one part
// of Write otherwise.
type Statement struct {
	Table   model.ID
	Logical bool
	Access  *access.Table
	Select  *access.Select
	Write   access.BatchPart
	// Text is the statement of the application, or the batch with it, that the update was
	// recovered from; empty in a plan that follows from the concepts. Part is the index of
	// the statement in the batch.
	Text string
	Part int
	// Purpose describes the statement: "deletes the old row".
	Purpose string
	// Each are the columns for whose values the statement is repeated, Times is the number of runs.
	Each  []string
	Times proof.Amount
	// AtMost reports that Times is a limit: a read finds an unknown part of its
	// rows, or values that repeat.
	AtMost bool
	// Rows is the number of rows that all runs read or write.
	Rows proof.Amount
	// Idempotent reports whether a repetition does no harm; otherwise Repetition describes its
	// effect.
	Idempotent bool
	Repetition string
	// Refusal is Cassandra's reason to reject the statement, nil if Cassandra accepts it.
	Refusal *access.Refusal
	Counter bool
	// NewRow reports that no row can have been where an INSERT writes one: a column without a value
	// is left out, since null would be a tombstone that hides nothing.
	NewRow bool
	// Values are the values of the bind markers, in order.
	Values []Value
	// ForEach are the steps that read several rows, for each of which the statement runs. The other
	// steps that it needs read one row, or several with the same values: any of these will do.
	ForEach []int
	// Keep are the conditions by which the application drops rows that a read returns.
	Keep []Keep
	// Stops reports that the update stops if the read returns a row.
	Stops bool
	// OnlyIf are values that must exist for the statement to run: a read returns them, and they are
	// not null, or the update gives them. A value of a step without a column only requires that the
	// step returns a row.
	OnlyIf []Value
	// Unless are values with which the statement does not run: a read has found a row in which
	// the column is not null.
	Unless []Value
	// Differs are pairs of values: the statement runs only if the values of one pair differ.
	// Otherwise it would delete the row that another statement writes.
	Differs []Difference
	// UnlessWritten reports that the deletion of a replaced relationship spares the data that other
	// statements of the plan write: the same row, or the same columns or element of it.
	UnlessWritten bool
	// Same are pairs of values: the statement runs only if the values of each pair are equal. The
	// update gives an instance twice, and there is a row only if both are the same instance.
	Same [][2]Value
	// Alike are lists of pairs, for Value.NewIf: if both values of each pair are equal, or the first is
	// an element of the second, a row has the changed instance in another role, too.
	Alike [][][2]Value
	// IfGroup, of a table with a row for each group of instances, is the state of the group after the
	// update in which the statement runs; the application finds it out.
	IfGroup Group
	// Missing are the columns whose values nothing finds: it cannot run before a lookup table
	// has them.
	Missing []string

	target *target
	binds  []bind
	// with are the deletions and insertions that a replacement pairs with this statement: each runs
	// only if the other can.
	with  []*Statement
	bytes proof.Amount
	// partial reports that the length of some column is not known.
	partial bool
}

// Group is the state of a group of instances.
type Group string

// The states of a group.
const (
	AnyGroup   Group = ""
	Left       Group = "not empty" // an instance is left
	EmptyGroup Group = "empty"
)

// The values of Value.Step that are no step of the plan.
const (
	// Given is a value that the update is given, or the new one that it writes.
	Given = -1
	// Computed is one that the application computes: a bucket, an aggregate.
	Computed = -2
	// Unknown is one that nothing finds.
	Unknown = -3
)

// Value is the value of a bind marker, with its source. From is a column of the rows that Step
// reads.
type Value struct {
	Column                 string
	Attribute, Participant model.ID
	Name                   string
	Step                   int
	From                   string
	// New reports that it is the value after the update, of an attribute that the update
	// changes. Element is one of several values.
	New, Element bool
	// Role names the instance of a given value in words, "" where there is one only: "Account
	// (payer)". Condition, in OnlyIf, describes the required instance.
	Role, Condition string
	named           string // the role, or the entity type
	// IfNull, of a copied value, is a column of the rows of step IfNullIn, -1 for none: if it is
	// null, nothing finds the value, and it stays empty.
	IfNull   string
	IfNullIn int
	// NewIf, of an old value, counts from 1 in Statement.Alike: if those pairs are equal, the value is
	// that after the update, as of New.
	NewIf int
}

// Keep is a condition on a column of the rows that a read returns.
type Keep struct {
	Value
	Operator access.Operator
}

// Difference is a pair of values of one column: Old in the row that a statement deletes, New in the
// row that another one writes.
type Difference struct{ Old, New Value }

// Conditional reports whether the statement is a lightweight transaction.
func (s *Statement) Conditional() bool {
	w := s.Write
	return w.Insert != nil && w.Insert.IfNotExists || w.Update != nil && (w.Update.IfExists || len(w.Update.If) > 0) ||
		w.Delete != nil && (w.Delete.IfExists || len(w.Delete.If) > 0)
}

// TableWrites summarizes the writes of an update to one table.
type TableWrites struct {
	Table            model.ID
	Statements       int
	Partitions, Rows proof.Amount
	// PerSecond is the number of rows per second.
	PerSecond proof.Amount
	// Blocked reports that none of the statements can run.
	Blocked bool
}

// Skipped is a table that is not written, with the reason.
type Skipped struct {
	Table  model.ID
	Reason string
}

// Supplied is a value that queries or updates before the update return.
type Supplied struct {
	Attribute model.ID
	Name      string
	From      []model.ID
}

// Copy is an attribute that several tables store.
type Copy struct {
	Attribute string
	Tables    []model.ID
}

// Lookup is a key that no table finds: the columns of Table that the application
// needs, and what it knows.
type Lookup struct {
	Table        model.ID
	Needed, From []model.ID // attributes
	Names, Known []string
	// NeededIn and FromIn are the roles of the instances that have the attributes, "" where
	// their type has one only.
	NeededIn, FromIn []model.ID
	// Path are the relationship types that relate the needed values to the known ones, Via those
	// that a query must name, including those that identify the known instances. Twice are the
	// types that the path follows twice.
	Path, Via, Twice []model.ID
	// Confused are attributes of two of the instances that no query can tell apart: no lookup table
	// can be derived.
	Confused []string
	// Copied reports that only a value outside of the key is not found: the row is written
	// without it.
	Copied bool
	// Without is an attribute without which a table does not find the values: there may be
	// instances that lack it. The statement runs for the others.
	Without string
	// Own reports that the values are of what the update inserts: it leaves them out.
	Own bool
	// PerSecond is the number of writes per second to the lookup table.
	PerSecond proof.Amount
}

// All plans the updates of a model, in their order.
func All(m *model.Model) []Plan { return WithSizes(m, nil) }

// WithSizes is like All, for a caller that knows the sizes of all relations.
func WithSizes(m *model.Model, sizes map[model.ID]sizing.Size) []Plan {
	if len(m.Workflow.Updates) == 0 {
		return nil
	}
	updates := model.Sorted(m.Workflow.Updates)
	plans := make([]Plan, len(updates))
	planners := min(runtime.GOMAXPROCS(0), 1+len(updates)/manyUpdates)
	if planners > 1 && sizes == nil {
		sizes = mapping.Sizes(m, sizing.Disk)
	}
	sideBySide(planners, func(first int) {
		p := newPlanner(m, sizes)
		for i := first; i < len(updates); i += planners {
			plans[i] = p.plan(updates[i].ID, updates[i].Value)
		}
	})
	return plans
}

// sideBySide calls a function with 0, 1, …, n-1 at the same time. If one of the calls panics, it does so itself.
func sideBySide(n int, do func(int)) {
	panics := make([]any, n)
	var others sync.WaitGroup
	for i := 1; i < n; i++ {
		others.Go(func() {
			defer func() { panics[i] = recover() }()
			do(i)
		})
	}
	defer func() {
		others.Wait()
		if at := slices.IndexFunc(panics, func(p any) bool { return p != nil }); at >= 0 {
			panic(panics[at])
		}
	}()
	do(0)
}

// manyUpdates is the number of updates from which it is worth to have one more planner: each
// describes all tables first.
const manyUpdates = 20

// Of plans one update. The model must have it.
func Of(m *model.Model, update model.ID) Plan {
	return newPlanner(m, nil).plan(update, m.Workflow.Updates[update])
}
