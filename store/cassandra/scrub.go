package cassandra

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"widerow/store"
)

// scrubbing is the state of a Scrub.
type scrubbing struct {
	*Store
	*store.Report
	rate  int64
	begun time.Time
	// winners are the attempts that made the revisions which were read; creators the operations
	// that made the first ones.
	winners  map[[16]byte]bool
	creators map[string]bool
	// seen is the last revision of each chain whose winners are known.
	seen map[store.ModelID]*head
}

// Scrub checks all chains like Verify, and removes what purges and killed writers have left. rate
// bounds the reading, in bytes a second; 0 is no bound.
func (s *Store) Scrub(ctx context.Context, rate int64) (store.Report, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return store.Report{}, err
	}
	defer end()
	report := store.Report{}
	work := &scrubbing{Store: s, Report: &report, rate: rate, begun: time.Now(), winners: map[[16]byte]bool{}, creators: map[string]bool{},
		seen: map[store.ModelID]*head{}}
	if err := work.scrub(ctx); err != nil {
		return report, s.translate("check", err)
	}
	slices.SortFunc(report.Sizes, func(a, b store.Size) int { return cmp.Compare(b.Bytes, a.Bytes) })
	report.Ended, report.Took = time.Now(), time.Since(work.begun)
	s.scrubbed.Store(&report)
	if len(report.Damage) == 0 {
		s.clean.Store(&report)
	}
	return report, nil
}

func (w *scrubbing) scrub(ctx context.Context) error {
	roots, err := w.roots(ctx)
	if err != nil {
		return err
	}
	for _, root := range roots {
		if err := w.scrubModel(ctx, root); err != nil {
			return err
		}
	}
	if len(w.Damage) > 0 {
		return nil // what belongs to a damaged chain is not known
	}
	return w.removeLeft(ctx)
}

// scrubModel checks the chains of a model, and goes on with a purge that was interrupted.
func (w *scrubbing) scrubModel(ctx context.Context, root store.ModelID) error {
	chains, err := w.chainsOf(ctx, root)
	if err != nil {
		return err
	}
	for life, all := range chains {
		if life != all[0].life {
			if err := w.cleanUp(ctx, root, life); err != nil {
				return err
			}
			continue
		}
		for _, h := range all {
			if err := w.scrubChain(ctx, h); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *scrubbing) scrubChain(ctx context.Context, h *head) error {
	size := store.Size{Model: h.model}
	err := w.verify(ctx, h, func(of link, bytes int) {
		size.Revisions++
		size.Bytes += int64(bytes)
		w.note(of)
	})
	if errors.Is(err, store.ErrCorrupt) {
		if now, gone := w.head(ctx, true, h.model); errors.Is(gone, store.ErrNotFound) || gone == nil && now.life != h.life {
			return nil // it was purged meanwhile
		}
		w.Damage = append(w.Damage, err)
	} else if err != nil {
		return err
	}
	if h.model.IsModel() {
		w.Models++
	}
	w.Revisions += size.Revisions
	w.Bytes += size.Bytes
	w.Sizes = append(w.Sizes, size)
	w.seen[h.model] = h
	return w.slow(ctx)
}

func (w *scrubbing) note(of link) {
	w.winners[binaryOf(of.attempt)] = true
	if of.Number == 1 {
		w.creators[of.Operation] = true
	}
}

// slow waits until no more was read than the rate allows.
func (w *scrubbing) slow(ctx context.Context) error {
	if w.rate <= 0 {
		return ctx.Err()
	}
	due := w.begun.Add(time.Duration(float64(w.Bytes) / float64(w.rate) * float64(time.Second)))
	select {
	case <-time.After(time.Until(due)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Status returns what an operator wants to know.
func (s *Store) Status() store.Status {
	status := store.Status{Path: s.address.String(), Scrub: s.scrubbed.Load(), Clean: s.clean.Load(), Backup: s.backedUp.Load()}
	if status.Scrub != nil {
		status.Bytes = status.Scrub.Bytes
	}
	return status
}

// NoteBackup keeps the last backup for Status.
func (s *Store) NoteBackup(backup store.Backup) { s.backedUp.Store(&backup) }

// Describe says where the store is, and how it is kept, for a person.
func (s *Store) Describe(ctx context.Context) (string, error) {
	server, err := s.session.Server(ctx)
	if err != nil {
		return "", s.failed("check", err)
	}
	level := "QUORUM and SERIAL"
	if s.address.Local {
		level = "LOCAL_QUORUM and LOCAL_SERIAL"
	}
	return fmt.Sprintf("%s %s, %s in %s, layout %d, consistency %s", server.Name, server.Version,
		store.Count(len(server.Nodes), "node"), store.Count(len(server.Datacenters), "datacenter"), layoutVersion, level), nil
}
