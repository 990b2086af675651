package worker

import (
	"context"
	"encoding/json"
	"fmt"

	"widerow/diagram/graph"
	"widerow/handlers/progress"
	"widerow/store"
)

// Services are the calls that a child may make to the server while it carries out a request.
type Services struct {
	Store    store.Store
	Layouter graph.Layouter
	// Turn waits until the request may save a model; the turn ends with EndTurn, or else
	// with the request.
	Turn    func(ctx context.Context, model store.ModelID) error
	EndTurn func(model store.ModelID)
	// Step is told what the request does; nil if nobody wants to know.
	Step func(progress.Step)
	// Awaited reports whether the page that sent the request still waits for its parts.
	// Once it has said so, the page goes on waiting. nil: it does.
	Awaited func() bool
}

// reply replies to a call.
func (s Services) reply(ctx context.Context, question []byte) []byte {
	var asked call
	r := &reply{}
	if err := decode(question, &asked); err != nil {
		r.Failure = failureOf(fmt.Errorf("worker: read a call: %w", err))
	} else {
		r = s.answer(ctx, &asked)
	}
	text, err := encode(r)
	if err != nil {
		text, _ = encode(&reply{Failure: failureOf(fmt.Errorf("worker: reply: %w", err))})
	}
	return text
}

// note hears of a step.
func (s Services) note(text []byte) {
	var step progress.Step
	if s.Step != nil && decode(text, &step) == nil {
		s.Step(step)
	}
}

// answer carries out a call. A write that has begun is completed even if ctx ends.
func (s Services) answer(ctx context.Context, asked *call) *reply {
	var r reply
	var err error
	s.tell(asked.Verb)
	switch asked.Verb {
	case callHead:
		r.Document, r.Revision, err = s.Store.Head(ctx, asked.Model)
	case callAt:
		r.Document, r.Revision, err = s.Store.At(ctx, asked.Model, asked.Number)
	case callHistory:
		r.Revisions, err = s.Store.History(ctx, asked.Model, asked.Number, asked.Limit)
	case callList:
		r.Page, err = s.Store.List(ctx, asked.Text, asked.Limit)
	case callDeleted:
		r.Page, err = s.Store.ListDeleted(ctx, asked.Text, asked.Limit)
	case callFind:
		r.Revision, r.Found, err = s.Store.FindOperation(ctx, asked.Text)
	case callCreate:
		r.Revision, err = s.Store.Create(context.WithoutCancel(ctx), asked.Save)
	case callSave:
		r.Revision, err = s.Store.Save(context.WithoutCancel(ctx), asked.Save)
	case callLayout:
		r.Layout, err = s.layout(ctx, asked)
	case callTurn:
		err = s.Turn(ctx, asked.Model)
	case callEndTurn:
		s.EndTurn(asked.Model)
	case callAwaited:
		r.Found = s.Awaited == nil || s.Awaited()
	default:
		err = fmt.Errorf("worker: unknown call %q", asked.Verb)
	}
	r.Failure = failureOf(err)
	return &r
}

// tell reports the step that a call begins, if it may take long.
func (s Services) tell(asked verb) {
	what := map[verb]string{callLayout: "Placing the boxes of a diagram", callTurn: "Waiting to save", callSave: "Saving", callCreate: "Saving"}[asked]
	if what != "" && s.Step != nil {
		s.Step(progress.Step{What: what})
	}
}

func (s Services) layout(ctx context.Context, asked *call) ([]byte, error) {
	var wanted graph.Graph
	if err := json.Unmarshal(asked.Graph, &wanted); err != nil {
		return nil, fmt.Errorf("worker: decode a graph: %w", err)
	}
	if !asked.Deadline.IsZero() {
		limited, cancel := context.WithDeadline(ctx, asked.Deadline)
		defer cancel()
		ctx = limited
	}
	made, err := s.Layouter.Layout(ctx, &wanted)
	if err != nil {
		return nil, err
	}
	return json.Marshal(made)
}
