package connections

import (
	"fmt"

	"widerow/web"
)

// ClustersPage lists what can be done with a model on clusters.
type ClustersPage struct {
	web.Page
	Model, Name string
	Clusters    []Cluster
	Rollouts    []RolloutRow
	Problem     string
	// Missing are the nodes that did not answer a measurement of Connection, which was not kept.
	Connection string
	Missing    []string
}

// Cluster is a connection beside the model.
type Cluster struct {
	Row
	Drift, Apply string // addresses
}

// RolloutRow is a rollout in short.
type RolloutRow struct {
	Href, Cluster, By, When string
	Revision, Done, Of      int
	Status                  Status
}

// Status is the state of a rollout: what it does, or why it waits.
type Status string

// The statuses.
const (
	Running  Status = "running"
	Finished Status = "finished"
	Failed   Status = "failed"
	Unknown  Status = "unknown"
	ByHand   Status = "by hand"
	Cleanup  Status = "cleanup"
	Stopped  Status = "stopped"
	Closed   Status = "closed"
)

// statusWords describe the statuses in lists.
var statusWords = map[Status]string{Running: "running", Finished: "done", Failed: "stopped at a failure", Unknown: "stopped: an answer is lost",
	ByHand: "waits for a step by hand", Cleanup: "waits before the cleanup", Stopped: "stopped", Closed: "ended early"}

// Step is a step of a plan, and how far it is.
type Step struct {
	Number                                         int
	Kind, Element, Statement, Instruction, Warning string
	Cleanup                                        bool
	State, Message, At, By                         string
}

// Touch is a statement that removes something, and how much.
type Touch struct{ Statement, Size string }

// stateWords are the words of the states of a step; a step without one waits.
var stateWords = map[string]string{"sent": "sent", "done": "done", "failed": "failed", "unknown": "answer lost", "skipped": "skipped"}

// stateBadges are the classes of their badges.
var stateBadges = map[string]string{"done": "ok", "failed": "bad", "unknown": "warn", "skipped": "warn"}

// ApplyPage shows the steps that bring a cluster to a model, before anything is sent.
type ApplyPage struct {
	web.Page
	Model, Name, Connection, Cluster string
	Revision                         uint64
	Writes                           bool
	Problem, Note, Drift, Mark       string
	Steps                            []Step
	// First counts the statements that are sent before the cleanup, ByHand the steps that somebody does,
	// Later those of the cleanup.
	First, ByHand, Later int
	Touches              []Touch // what the statements that are confirmed drop
	Typed, Wrong         string
}

// sum describes the steps of the page in numbers.
func (p ApplyPage) sum() string {
	words := web.Count(p.First, "statement")
	if p.ByHand > 0 {
		words += ", " + web.Counted(p.ByHand, "step by hand", "steps by hand")
	}
	if p.Later > 0 {
		words += ", then the cleanup: " + web.Count(p.Later, "step")
	}
	return words
}

// confirmed describes what the confirmation permits.
func (p ApplyPage) confirmed() string {
	switch {
	case p.First == 0:
		return "Nothing but the cleanup is left."
	case p.Later > 0:
		return "The cleanup is asked for again before it begins."
	}
	return ""
}

// RolloutState is the ID of the part of a rollout's page that changes.
const RolloutState = "rollout-state"

// RolloutPage shows a rollout while it goes on, and afterwards.
type RolloutPage struct {
	web.Page
	ID, Model, Name, Connection, Cluster, By, When string
	Revision, Newest                               int
	Address, Drift                                 string
	Status                                         Status
	Stopping, WasRunning                           bool
	Steps                                          []Step
	Done, Skipped, Next                            int
	Touches                                        []Touch
	Typed, Wrong                                   string
	// Changed reports that the cluster does not have the expected schema, and asks what to do; ""
	// if it has.
	Changed string
}

// next returns the step that the rollout is at.
func (p RolloutPage) next() Step {
	if p.Next < len(p.Steps) {
		return p.Steps[p.Next]
	}
	return Step{}
}

// progress describes how many steps are done and left.
func (p RolloutPage) progress() string {
	words := fmt.Sprintf("%d of %s done", p.Done, web.Count(len(p.Steps), "step"))
	if p.Skipped > 0 {
		words += fmt.Sprintf(", %d skipped", p.Skipped)
	}
	if left := len(p.Steps) - p.Done - p.Skipped; left > 0 {
		words += fmt.Sprintf(", %d left", left)
	}
	return words
}
