package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
)

func (m *Memory) Head(ctx context.Context, model ModelID) ([]byte, Revision, error) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	kept, err := m.find(ctx, model)
	if err != nil {
		return nil, Revision{}, err
	}
	if err := CheckOwner(model, m.owner(model)); err != nil {
		return nil, Revision{}, err
	}
	if kept.head().Kind == KindDelete {
		return nil, Revision{}, fmt.Errorf("model %s: %w", model, ErrDeleted)
	}
	return bytes.Clone(kept.document), copyOf(kept.head()), nil
}

func (m *Memory) At(ctx context.Context, model ModelID, number uint64) ([]byte, Revision, error) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	kept, err := m.find(ctx, model)
	if err != nil {
		return nil, Revision{}, err
	}
	if number == 0 || number > kept.head().Number {
		return nil, Revision{}, fmt.Errorf("revision %d of model %s: %w", number, model, ErrNotFound)
	}
	whole := number
	for kept.snapshots[whole] == nil {
		whole--
	}
	document, err := m.options.Replay(bytes.Clone(kept.snapshots[whole]), kept.revisions[whole:number])
	if err != nil {
		return nil, Revision{}, err
	}
	return document, copyOf(kept.revisions[number-1]), nil
}

func (m *Memory) History(ctx context.Context, model ModelID, before uint64, limit int) ([]Revision, error) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	kept, err := m.find(ctx, model)
	if err != nil {
		return nil, err
	}
	last := kept.head().Number
	if before > 0 {
		last = min(last, before-1)
	}
	var page []Revision
	for number := last; number > 0 && len(page) < PageLimit(limit); number-- {
		page = append(page, copyOf(kept.revisions[number-1]))
	}
	return page, nil
}

func (m *Memory) List(ctx context.Context, cursor string, limit int) (Page, error) {
	return m.list(ctx, cursor, limit, false)
}

func (m *Memory) ListDeleted(ctx context.Context, cursor string, limit int) (Page, error) {
	return m.list(ctx, cursor, limit, true)
}

func (m *Memory) list(ctx context.Context, cursor string, limit int, deleted bool) (Page, error) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	if err := m.checkOpen(ctx); err != nil {
		return Page{}, err
	}
	after, err := ParseCursor(cursor)
	if err != nil {
		return Page{}, err
	}
	var summaries []Summary
	for id, kept := range m.models {
		if id.IsModel() && (kept.head().Kind == KindDelete) == deleted {
			summaries = append(summaries, SummaryOf(kept.revisions[0], kept.head()))
		}
	}
	return PageOf(summaries, after, limit), nil
}

func (m *Memory) FindOperation(ctx context.Context, operation string) (Revision, bool, error) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	if err := m.checkOpen(ctx); err != nil {
		return Revision{}, false, err
	}
	revision, found := m.operations[operation]
	return copyOf(revision), found, nil
}

func (m *Memory) Verify(ctx context.Context, model ModelID) error {
	m.mutex.RLock()
	kept, err := m.find(ctx, model)
	if err != nil {
		m.mutex.RUnlock()
		return err
	}
	revisions, document := slices.Clone(kept.revisions), kept.document
	snapshots := make(map[uint64][]byte, len(kept.snapshots))
	for number, snapshot := range kept.snapshots {
		snapshots[number] = snapshot
	}
	m.mutex.RUnlock()

	verifier := Verifier{Options: m.options, Model: model}
	for _, revision := range revisions {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := verifier.Next(revision, snapshots[revision.Number]); err != nil {
			return err
		}
	}
	return verifier.End(revisions[len(revisions)-1].Hash, document)
}
