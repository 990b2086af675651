package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"widerow/diagram/graph"
	"widerow/handlers/progress"
	"widerow/store"
)

// Link is a child's way to the server. It is the store and the layout engine of the
// app that runs in the child.
type Link struct {
	server parent
	broke  func(error) // ends the process

	mutex sync.Mutex
	told  time.Time // when the last step was sent
}

// parent is the part of process.Parent that a child uses.
type parent interface {
	Ask(question []byte) ([]byte, error)
	Note(text []byte) error
}

// betweenSteps is the time between two reports of a child.
const betweenSteps = 100 * time.Millisecond

// say reports a step to the server.
func (l *Link) say(step progress.Step) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if now := time.Now(); now.Sub(l.told) > betweenSteps {
		l.told = now
		if text, err := encode(step); err == nil {
			_ = l.server.Note(text) // a server that is gone is noticed by the next call
		}
	}
}

// ask sends a call and waits for the reply. Without the server a child can do
// nothing, so a link that breaks ends it.
func (l *Link) ask(ctx context.Context, asked call) (*reply, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	asked.Deadline, _ = ctx.Deadline()
	question, err := encode(asked)
	if err != nil {
		return nil, fmt.Errorf("ask the server: %w", err)
	}
	got := &reply{}
	text, err := l.server.Ask(question)
	if err == nil {
		err = decode(text, got)
	}
	if err != nil {
		l.broke(err)
		return nil, fmt.Errorf("ask the server: %w", err)
	}
	return got, got.Failure.err()
}

// Awaited reports whether the page that sent the request still waits for its parts.
func (l *Link) Awaited(ctx context.Context) bool {
	got, err := l.ask(ctx, call{Verb: callAwaited})
	return err == nil && got.Found
}

// EndTurn ends the turn to save a model.
func (l *Link) EndTurn(ctx context.Context, model store.ModelID) {
	_, _ = l.ask(ctx, call{Verb: callEndTurn, Model: model}) // at the latest the turn ends with the request
}

// Turn waits until the request may save a model. The turn ends with EndTurn, or else
// with the request.
func (l *Link) Turn(ctx context.Context, model store.ModelID) error {
	_, err := l.ask(ctx, call{Verb: callTurn, Model: model})
	return err
}

// Layout lays out a graph on the server. It implements graph.Layouter.
func (l *Link) Layout(ctx context.Context, wanted *graph.Graph) (*graph.Layout, error) {
	text, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("encode a graph: %w", err)
	}
	got, err := l.ask(ctx, call{Verb: callLayout, Graph: text})
	if err != nil {
		return nil, err
	}
	var made graph.Layout
	if err := json.Unmarshal(got.Layout, &made); err != nil {
		return nil, fmt.Errorf("decode a layout: %w", err)
	}
	return &made, nil
}

// Store returns the server's store. Delete, Purge and Verify are not for children.
func (l *Link) Store() store.Store { return linkedStore{l} }

type linkedStore struct{ link *Link }

func (s linkedStore) Head(ctx context.Context, model store.ModelID) ([]byte, store.Revision, error) {
	return document(s.link.ask(ctx, call{Verb: callHead, Model: model}))
}

func (s linkedStore) At(ctx context.Context, model store.ModelID, number uint64) ([]byte, store.Revision, error) {
	return document(s.link.ask(ctx, call{Verb: callAt, Model: model, Number: number}))
}

func document(got *reply, err error) ([]byte, store.Revision, error) {
	if err != nil {
		return nil, store.Revision{}, err
	}
	return got.Document, got.Revision, nil
}

func (s linkedStore) History(ctx context.Context, model store.ModelID, before uint64, limit int) ([]store.Revision, error) {
	got, err := s.link.ask(ctx, call{Verb: callHistory, Model: model, Number: before, Limit: limit})
	if err != nil {
		return nil, err
	}
	return got.Revisions, nil
}

func (s linkedStore) List(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return page(s.link.ask(ctx, call{Verb: callList, Text: cursor, Limit: limit}))
}

func (s linkedStore) ListDeleted(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return page(s.link.ask(ctx, call{Verb: callDeleted, Text: cursor, Limit: limit}))
}

func page(got *reply, err error) (store.Page, error) {
	if err != nil {
		return store.Page{}, err
	}
	return got.Page, nil
}

func (s linkedStore) FindOperation(ctx context.Context, operation string) (store.Revision, bool, error) {
	got, err := s.link.ask(ctx, call{Verb: callFind, Text: operation})
	if err != nil {
		return store.Revision{}, false, err
	}
	return got.Revision, got.Found, nil
}

func (s linkedStore) Create(ctx context.Context, save store.Save) (store.Revision, error) {
	return revision(s.link.ask(ctx, call{Verb: callCreate, Save: save}))
}

func (s linkedStore) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	return revision(s.link.ask(ctx, call{Verb: callSave, Save: save}))
}

func revision(got *reply, err error) (store.Revision, error) {
	if err != nil {
		return store.Revision{}, err
	}
	return got.Revision, nil
}

func (linkedStore) Delete(context.Context, store.Deletion) (store.Revision, error) {
	return store.Revision{}, errNotHere
}
func (linkedStore) Purge(context.Context, store.ModelID, uint64) error { return errNotHere }
func (linkedStore) Verify(context.Context, store.ModelID) error        { return errNotHere }
func (linkedStore) Ping(context.Context) error                         { return errNotHere }
func (linkedStore) Close() error                                       { return nil }

var errNotHere = fmt.Errorf("a worker does not do this")
