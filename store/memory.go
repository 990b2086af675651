package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Memory is a Store that keeps its data in memory until it is closed.
type Memory struct {
	options Options

	mutex      sync.RWMutex
	closed     bool
	models     map[ModelID]*history
	operations map[string]Revision
	newest     time.Time // of the last write
}

// history is one model. Its revisions and snapshots do not change once they
// are stored, so that a reader may keep using them without the mutex.
type history struct {
	revisions []Revision
	snapshots map[uint64][]byte
	document  []byte
}

func (h *history) head() Revision { return h.revisions[len(h.revisions)-1] }

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store. It panics if options has no Apply.
func NewMemory(options Options) *Memory {
	if options.Apply == nil {
		panic("store: Options.Apply is missing")
	}
	return &Memory{
		options:    options,
		models:     map[ModelID]*history{},
		operations: map[string]Revision{},
	}
}

func (m *Memory) Create(ctx context.Context, change Save) (Revision, error) {
	return m.write(ctx, change.Model, change.Operation, func(state State) (Step, error) {
		return m.options.Create(state, change)
	})
}

func (m *Memory) Save(ctx context.Context, change Save) (Revision, error) {
	return m.write(ctx, change.Model, change.Operation, func(state State) (Step, error) {
		return m.options.Save(state, change)
	})
}

func (m *Memory) Delete(ctx context.Context, deletion Deletion) (Revision, error) {
	return m.write(ctx, deletion.Model, deletion.Operation, func(state State) (Step, error) {
		return m.options.Delete(state, deletion)
	})
}

func (m *Memory) write(ctx context.Context, model ModelID, operation string, decide func(State) (Step, error)) (Revision, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if err := m.checkOpen(ctx); err != nil {
		return Revision{}, err
	}
	step, err := decide(m.state(model, operation))
	if err != nil {
		return Revision{}, err
	}
	if !step.Repeated {
		m.put(step)
	}
	return copyOf(step.Revision), nil
}

func (m *Memory) state(model ModelID, operation string) State {
	state := State{Newest: m.newest}
	if seen, ok := m.operations[operation]; ok {
		state.Seen = &seen
	}
	if kept := m.models[model]; kept != nil {
		head := kept.head()
		state.Head, state.Document = &head, kept.document
	}
	state.Owner = m.owner(model)
	return state
}

// owner returns the head of a companion's model, or nil.
func (m *Memory) owner(companion ModelID) *Revision {
	owner, _ := OwnerHead(companion, func(id ModelID) (*Revision, error) {
		kept := m.models[id]
		if kept == nil {
			return nil, nil
		}
		head := kept.head()
		return &head, nil
	})
	return owner
}

func (m *Memory) put(step Step) {
	revision := step.Revision
	kept := m.models[revision.Model]
	if kept == nil {
		kept = &history{snapshots: map[uint64][]byte{}}
		m.models[revision.Model] = kept
	}
	kept.document = bytes.Clone(step.Document)
	kept.revisions = append(kept.revisions, revision)
	if step.Snapshot {
		kept.snapshots[revision.Number] = kept.document
	}
	m.operations[revision.Operation], m.newest = revision, revision.At
}

func (m *Memory) Purge(ctx context.Context, model ModelID, base uint64) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	kept, err := m.find(ctx, model)
	if err != nil {
		return err
	}
	if err := CheckPurge(kept.head(), base); err != nil {
		return err
	}
	for id, kept := range m.models {
		if id.Root() != model {
			continue
		}
		for _, revision := range kept.revisions {
			delete(m.operations, revision.Operation)
		}
		delete(m.models, id)
	}
	return nil
}

// Ping returns nil unless the store is closed.
func (m *Memory) Ping(ctx context.Context) error {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	return m.checkOpen(ctx)
}

// Close discards all data.
func (m *Memory) Close() error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.closed, m.models, m.operations = true, nil, nil
	return nil
}

func (m *Memory) checkOpen(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.closed {
		return ErrClosed
	}
	return nil
}

// find returns a model's history. The caller holds the mutex.
func (m *Memory) find(ctx context.Context, model ModelID) (*history, error) {
	if err := m.checkOpen(ctx); err != nil {
		return nil, err
	}
	kept := m.models[model]
	if kept == nil {
		return nil, fmt.Errorf("model %q: %w", string(model), ErrNotFound)
	}
	return kept, nil
}

func copyOf(revision Revision) Revision {
	revision.Patch = slices.Clone(revision.Patch)
	return revision
}
