// Package rollouts holds the rollouts of a model: migration plans whose steps are executed on a
// cluster, what of each is done, and what the cluster answered.
//
// Rollouts are immutable once shared, like a model: each change returns a changed copy.
package rollouts

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"widerow/model"
	"widerow/model/internal/codec"
)

// Limits.
const (
	MaxSteps = 5_000 // of a rollout
	maxKept  = 20    // of a model; the oldest that has ended goes first
)

// Rollouts is the saved document.
type Rollouts struct {
	Rollouts map[model.ID]*Rollout `json:"rollouts,omitempty"`

	unknown []codec.Unknown
}

// Rollout executes a plan on a cluster.
type Rollout struct {
	Connection string   `json:"connection"` // the ID of the connection
	Cluster    string   `json:"cluster"`    // its name at the start
	Revision   int      `json:"revision"`   // of the model that the plan leads to
	Keyspaces  []string `json:"keyspaces,omitempty"`
	// Before is the schema of the cluster before the first step, as a CQL script.
	Before string    `json:"before,omitempty"`
	By     string    `json:"by"` // the name of who started it
	At     time.Time `json:"at"`
	Steps  []*Step   `json:"steps,omitempty"`
	// Executor identifies who executes the steps: a new one takes over with each start.
	Executor string `json:"executor,omitempty"`
	// Stop asks the executor to send no further statement.
	Stop bool `json:"stop,omitempty"`
	// Cleanup permits the steps that remove what is no longer used.
	Cleanup bool `json:"cleanup,omitempty"`
	// Closed ends a rollout whose other steps nobody wants.
	Closed bool `json:"closed,omitempty"`
}

// State is the progress of a step.
type State string

// The states. A step without one waits.
const (
	Waiting State = ""
	Sent    State = "sent" // the cluster has not answered yet, or the answer is lost
	Done    State = "done"
	Failed  State = "failed"  // the cluster refused it
	Unknown State = "unknown" // it may have been executed
	Skipped State = "skipped"
)

// Step is a step of the plan, as in package cql/migration.
type Step struct {
	Kind        string `json:"kind"`
	Element     string `json:"element"`
	Statement   string `json:"statement,omitempty"` // empty: somebody does it by hand
	Instruction string `json:"instruction,omitempty"`
	Warning     string `json:"warning,omitempty"`
	Cleanup     bool   `json:"cleanup,omitempty"`

	State   State     `json:"state,omitempty"`
	Message string    `json:"message,omitempty"` // of the cluster, or about it
	At      time.Time `json:"at,omitempty"`      // of the last change of State
	By      string    `json:"by,omitempty"`      // of a step by hand: who said that it is done
}

// IsOver reports whether a step needs nothing any more.
func (s *Step) IsOver() bool { return s.State == Done || s.State == Skipped }

// Next is the index of the first step that is not over, the number of steps after the last.
func (r *Rollout) Next() int {
	at := slices.IndexFunc(r.Steps, func(s *Step) bool { return !s.IsOver() })
	if at < 0 {
		return len(r.Steps)
	}
	return at
}

// Count returns the number of steps in a state.
func (r *Rollout) Count(state State) (count int) {
	for _, step := range r.Steps {
		if step.State == state {
			count++
		}
	}
	return count
}

// HasEnded reports whether nothing of the rollout can be executed any more.
func (r *Rollout) HasEnded() bool { return r.Closed || r.Next() == len(r.Steps) }

// Pause is the reason why the next step waits, apart from its turn.
type Pause string

// The pauses.
const (
	NoPause      Pause = ""
	ByHand       Pause = "by hand"
	BeforeDrops  Pause = "before the cleanup"
	AfterTheLast Pause = "after the last step"
)

// Pause returns what holds the rollout before its next step.
func (r *Rollout) Pause() Pause {
	next := r.Next()
	switch {
	case next == len(r.Steps):
		return AfterTheLast
	case r.Steps[next].Cleanup && !r.Cleanup:
		return BeforeDrops
	case r.Steps[next].Statement == "":
		return ByHand
	}
	return NoPause
}

// Reached is the script that the steps executed so far are, after the schema before them.
func (r *Rollout) Reached() string {
	script := r.Before
	for _, step := range r.Steps {
		if step.State == Done && step.Statement != "" {
			script += "\n" + step.Statement + "\n"
		}
	}
	return script
}

// Mark returns the rollout with a step in a state. now is the time of the change.
func (r *Rollout) Mark(at int, state State, message string, now time.Time) *Rollout {
	next := *r
	next.Steps = slices.Clone(r.Steps)
	step := *r.Steps[at]
	step.State, step.Message, step.At = state, message, time.UnixMilli(now.UnixMilli()).UTC()
	next.Steps[at] = &step
	return &next
}

// With returns the rollouts with a new or changed one.
func (r *Rollouts) With(id model.ID, rollout *Rollout) (*Rollouts, error) {
	if len(rollout.Steps) > MaxSteps {
		return nil, fmt.Errorf("the plan has %d steps; the limit is %d", len(rollout.Steps), MaxSteps)
	}
	next := &Rollouts{Rollouts: maps.Clone(r.Rollouts), unknown: r.unknown}
	if next.Rollouts == nil {
		next.Rollouts = map[model.ID]*Rollout{}
	}
	next.Rollouts[id] = rollout
	listed := next.Listed()
	for _, old := range slices.Backward(listed) {
		if len(next.Rollouts) > maxKept && next.Rollouts[old].HasEnded() {
			delete(next.Rollouts, old)
		}
	}
	return next, nil
}

// Listed returns the rollouts, the one that was started last first.
func (r *Rollouts) Listed() []model.ID {
	return slices.SortedFunc(maps.Keys(r.Rollouts), func(a, b model.ID) int {
		return cmp.Or(r.Rollouts[b].At.Compare(r.Rollouts[a].At), cmp.Compare(a, b))
	})
}

// Open returns the rollout on a connection that has not ended, or "".
func (r *Rollouts) Open(connection model.ID) model.ID {
	for _, id := range r.Listed() {
		if rollout := r.Rollouts[id]; rollout.Connection == string(connection) && !rollout.HasEnded() {
			return id
		}
	}
	return ""
}
