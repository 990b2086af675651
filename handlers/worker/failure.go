package worker

import (
	"context"
	"errors"

	"widerow/diagram/graph"
	"widerow/handlers/limit"
	"widerow/store"
)

// Refusal is the server's refusal of something that a child asked for, as its page
// shows it.
type Refusal struct {
	Status        int
	Title, Advice string
}

func (r *Refusal) Error() string { return r.Title }

// distinguished lists the errors that the app distinguishes. Server and child are the same binary, so their
// places in the list are the same.
var distinguished = []error{
	store.ErrNotFound, store.ErrDeleted, store.ErrExists, store.ErrConflict, store.ErrInvalid, store.ErrOperationReused,
	store.ErrCorrupt, store.ErrLost, store.ErrReadOnly, store.ErrTooLarge, store.ErrReplaced, store.ErrFull, store.ErrLimit,
	store.ErrUnknownOutcome, store.ErrUnavailable, store.ErrClosed,
	limit.ErrBusy, limit.ErrManySaves, limit.ErrCostly, graph.ErrGraph, graph.ErrTooLarge, context.Canceled, context.DeadlineExceeded,
}

// failure is an error on its way to a child.
type failure struct {
	Text     string
	Known    []int
	Conflict *store.Conflict
	Refusal  *Refusal
}

func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	sent := &failure{Text: err.Error()}
	for i, one := range distinguished {
		if errors.Is(err, one) {
			sent.Known = append(sent.Known, i)
		}
	}
	errors.As(err, &sent.Conflict)
	errors.As(err, &sent.Refusal)
	return sent
}

func (f *failure) err() error {
	if f == nil {
		return nil
	}
	return (*remote)(f)
}

// remote is an error of the server, in the child.
type remote failure

func (r *remote) Error() string { return r.Text }

func (r *remote) Unwrap() (causes []error) {
	if r.Refusal != nil {
		causes = append(causes, r.Refusal)
	}
	if r.Conflict != nil {
		causes = append(causes, r.Conflict)
	}
	for _, i := range r.Known {
		if i >= 0 && i < len(distinguished) {
			causes = append(causes, distinguished[i])
		}
	}
	return causes
}
