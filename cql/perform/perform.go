// Package perform carries out the plan of an update step by step: which requests a step sends, given what a person
// gave and what earlier steps read, and what is left. It sends nothing itself, so that each request can be confirmed.
//
// Read State and Performance first, then parameter.go (what the person gives), runs.go (for which rows a statement
// runs), value.go and text.go (its values and its text).
package perform

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/write"
)

// State is the progress of a plan that is being carried out. It can be saved as JSON between two steps.
type State struct {
	// Given are the values of parameters as CQL, by their keys, and Asked the answers to questions.
	Given map[string]string `json:"given,omitempty"`
	Asked map[string]string `json:"asked,omitempty"`
	// Reads are the rows that reads have returned, by step.
	Reads map[int]*Rows `json:"reads,omitempty"`
	// Step is the next step, and Sent the number of its requests that were sent.
	Step int `json:"step,omitempty"`
	Sent int `json:"sent,omitempty"`
	// Log lists what was sent, and steps that had nothing to do.
	Log []Entry `json:"log,omitempty"`
	// Stopped says why the plan ends before its last step, "" if it does not.
	Stopped string `json:"stopped,omitempty"`
}

// Entry is a request that was sent, with its outcome in words. Text is empty for a step that had nothing to do.
type Entry struct {
	Step    int    `json:"step"`
	Text    string `json:"text,omitempty"`
	Outcome string `json:"outcome"`
}

// Rows are the rows that a read returned.
type Rows struct {
	Rows []Row `json:"rows,omitempty"`
}

// Row is a row that a read returned, with the rows of earlier reads and the elements of values for which it was read.
type Row struct {
	Values   map[string]string `json:"values,omitempty"`
	Parents  map[int]int       `json:"parents,omitempty"`
	Elements map[string]string `json:"elements,omitempty"`
}

// Performance is a plan that is carried out.
type Performance struct {
	model  *model.Model
	plan   *write.Plan
	update *model.Update
	State  *State
	params []Parameter
}

// New returns the performance of a plan in a state.
func New(m *model.Model, plan *write.Plan, state *State) *Performance {
	for _, kept := range []*map[string]string{&state.Given, &state.Asked} {
		if *kept == nil {
			*kept = map[string]string{}
		}
	}
	if state.Reads == nil {
		state.Reads = map[int]*Rows{}
	}
	p := &Performance{model: m, plan: plan, update: m.Workflow.Updates[plan.Update], State: state}
	p.params = Parameters(m, plan)
	return p
}

// Impossible says why a plan cannot be carried out on a cluster, "" if it can.
func Impossible(plan *write.Plan) string {
	if len(plan.Steps) == 0 {
		return "No table stores what this update writes."
	}
	for i := range plan.Steps {
		for k := range plan.Steps[i].Statements {
			s := &plan.Steps[i].Statements[k]
			switch {
			case s.Logical:
				return s.Access.Name + " is a logical table: no physical table realizes it."
			}
		}
	}
	return ""
}

// Action is the work of a step: questions to ask, or requests to send.
type Action struct {
	Step *write.Step
	// Questions are to be answered before the requests are known.
	Questions []Question
	Requests  []Request
}

// Request is one statement or batch to send.
type Request struct {
	Text string
	// Tables are those that it writes or reads. Conditional requests return whether they were applied.
	Tables      []string
	Conditional bool

	statement *write.Statement
	run       run
}

// Question is about a value that the application computes.
type Question struct {
	Key, Name, About string
	Type             model.Type
	// Table is the one whose column Name has the value, "" for a Choice.
	Table model.ID
	// Choice asks for yes or no.
	Choice bool
}

// errAsk reports a value that is to be asked for.
var errAsk = errors.New("the application computes a value")

// Done reports whether nothing is left to do.
func (p *Performance) Done() bool {
	return p.State.Stopped != "" || p.State.Step >= len(p.plan.Steps) || p.plan.Steps[p.State.Step].Kind == write.Blocked
}

// Advance passes over steps without a request, up to one that asks or sends something, and returns that; nil after the last one.
func (p *Performance) Advance() (*Action, error) {
	for !p.Done() {
		action, err := p.Next()
		if err != nil || len(action.Requests)+len(action.Questions) > 0 {
			return action, err
		}
		p.State.Log = append(p.State.Log, Entry{Step: p.State.Step, Outcome: "nothing to do"})
		p.finish(action.Step)
	}
	return nil, nil
}

// Next returns what the next step does.
func (p *Performance) Next() (*Action, error) {
	step := &p.plan.Steps[p.State.Step]
	action := &Action{Step: step}
	if isRecovered(p.plan) {
		action.Requests = []Request{p.recoveredRequest(step)}
		return action, nil
	}
	asked := &asking{Performance: p, step: p.State.Step}
	var requests []Request
	for k := range step.Statements {
		found, err := asked.requests(&step.Statements[k], k)
		if err != nil {
			return nil, err
		}
		requests = append(requests, found...)
	}
	if action.Questions = asked.questions; len(action.Questions) == 0 {
		action.Requests = joined(step, requests)
	}
	return action, nil
}

// Unbatched requests of a step are sent one after the other.
func joined(step *write.Step, all []Request) []Request {
	var distinct []Request
	for _, one := range all {
		if !slices.ContainsFunc(distinct, func(had Request) bool { return had.Text == one.Text && step.Kind != write.Read }) {
			distinct = append(distinct, one)
		}
	}
	if len(distinct) < 2 || !step.IsBatch() {
		return distinct
	}
	batch := Request{}
	var text strings.Builder
	text.WriteString(map[bool]string{true: "BEGIN UNLOGGED BATCH\n", false: "BEGIN BATCH\n"}[step.Kind == write.UnloggedBatch])
	for _, one := range distinct {
		text.WriteString("    " + one.Text + ";\n")
		batch.Conditional = batch.Conditional || one.Conditional
		for _, table := range one.Tables {
			if !slices.Contains(batch.Tables, table) {
				batch.Tables = append(batch.Tables, table)
			}
		}
	}
	batch.Text = text.String() + "APPLY BATCH"
	return []Request{batch}
}

// Read notes the rows that a request returned. Values are CQL, null for NULL.
func (p *Performance) Read(request *Request, rows []map[string]string) error {
	found := p.State.Reads[p.State.Step]
	if found == nil {
		found = &Rows{}
		p.State.Reads[p.State.Step] = found
	}
	for _, values := range rows {
		keeps, err := p.keeps(request.statement, values, request.run)
		if err != nil {
			return err
		}
		if keeps && !isRowless(request.statement, values) {
			found.Rows = append(found.Rows, Row{values, request.run.rows, request.run.elements})
		}
	}
	return nil
}

// isRowless reports whether the server returned what is left of a partition without rows.
func isRowless(s *write.Statement, values map[string]string) bool {
	for _, column := range s.Access.Clustering {
		if value, read := values[column.Name]; read && isNull(value) {
			return true
		}
	}
	return false
}

// Sent notes that a request of the step was carried out, and goes on to the next step after the last one.
func (p *Performance) Sent(action *Action, outcome string) {
	p.State.Log = append(p.State.Log, Entry{p.State.Step, action.Requests[p.State.Sent].Text, outcome})
	if p.State.Sent++; p.State.Sent >= len(action.Requests) {
		p.finish(action.Step)
	}
}

func (p *Performance) finish(step *write.Step) {
	if step.Kind == write.Read {
		if p.State.Reads[p.State.Step] == nil {
			p.State.Reads[p.State.Step] = &Rows{}
		}
		if step.Statements[0].Stops && len(p.State.Reads[p.State.Step].Rows) > 0 {
			p.State.Stopped = fmt.Sprintf("Step %d found a row that must not be there.", p.State.Step+1)
		}
	}
	p.State.Step, p.State.Sent = p.State.Step+1, 0
}

// Refused notes that a lightweight transaction was not applied.
func (p *Performance) Refused(action *Action, outcome string) {
	p.State.Log = append(p.State.Log, Entry{p.State.Step, action.Requests[p.State.Sent].Text, outcome})
	p.State.Stopped = fmt.Sprintf("The condition of step %d did not hold: [applied] is false, and nothing of it was written.", p.State.Step+1)
}
