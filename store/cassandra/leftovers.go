package cassandra

import (
	"context"
	"errors"
	"time"

	"widerow/store"
	"widerow/store/cluster"
)

// leftAge is the age from which what an attempt left is removed. It only spares running requests:
// what is removed cannot take effect any more, since the fence of its model is raised first.
const leftAge = 24 * time.Hour

// left are rows of one attempt that made no revision.
type left struct {
	model         store.ModelID
	life, attempt string
	remove        func(context.Context) error
}

// removeLeft removes the rows of attempts that made no revision.
func (s *Store) removeLeft(ctx context.Context, work *scrubbing) error {
	byRoot := map[store.ModelID][]left{}
	found := func(l left) {
		if !work.winners[binaryOf(l.attempt)] && s.isOld(l.attempt) {
			byRoot[l.model.Root()] = append(byRoot[l.model.Root()], l)
		}
	}
	for _, scan := range []func(context.Context, func(left)) error{s.leftEntries, s.leftChunks, s.leftOperations} {
		if err := scan(ctx, found); err != nil {
			return err
		}
	}
	removed := 0
	for root, all := range byRoot {
		n, err := s.removeLeftOf(ctx, work, root, all)
		if err != nil {
			return err
		}
		removed += n
	}
	n, err := s.removeLines(ctx)
	if err == nil {
		err = s.removeClaims(ctx, work)
	}
	if removed+n > 0 {
		s.log.Info("removed what interrupted saves had left", "rows", removed+n)
	}
	return err
}

func (s *Store) isOld(id string) bool { return time.Since(timeOf(id)) > s.leftAge }

// removeLeftOf removes what attempts on one model have left. After the fence, only revisions that
// were made since the check can still be theirs.
func (s *Store) removeLeftOf(ctx context.Context, work *scrubbing, root store.ModelID, all []left) (removed int, err error) {
	if err := s.raiseFence(ctx, root); err != nil {
		return 0, err
	}
	if err := s.noteSince(ctx, work, root); err != nil {
		return 0, err
	}
	for _, l := range all {
		if work.winners[binaryOf(l.attempt)] {
			continue
		}
		if err := l.remove(ctx); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// noteSince notes the revisions that were made since the check of a model.
func (s *Store) noteSince(ctx context.Context, work *scrubbing, root store.ModelID) error {
	chains, err := s.chainsOf(ctx, root)
	if err != nil {
		return err
	}
	for life, all := range chains {
		for _, h := range all {
			first := uint64(1)
			if before := work.seen[h.model]; before != nil && before.life == h.life {
				first = before.number + 1
			}
			if life != h.life || first > h.number {
				continue
			}
			links, err := s.links(ctx, h, first, h.number)
			if err != nil {
				return err
			}
			for _, linked := range links {
				work.note(linked)
			}
		}
	}
	return nil
}

// leftEntries calls found with all entries of revisions.
func (s *Store) leftEntries(ctx context.Context, found func(left)) error {
	read := cluster.Read{Text: "SELECT model, life, number, attempt, record_parts, snapshot, snapshot_attempt, snapshot_parts FROM revisions"}
	return s.data.Each(ctx, read, func(scan func(...any) error) error {
		var l left
		var e entry
		var number, whole int64
		err := scan((*string)(&l.model), &l.life, &number, &e.attempt, &e.parts, &whole, &e.snapshot.attempt, &e.snapshot.parts)
		l.attempt, e.number, e.snapshot.number = e.attempt, uint64(number), uint64(whole)
		l.remove = func(ctx context.Context) error { return s.forget(ctx, l.model, l.life, e, "") }
		if err == nil {
			found(l)
		}
		return err
	})
}

func (s *Store) leftChunks(ctx context.Context, found func(left)) error {
	read := cluster.Read{Text: "SELECT DISTINCT model, life, attempt, kind, slice FROM chunks"}
	return s.data.Each(ctx, read, func(scan func(...any) error) error {
		var l left
		var kind string
		var slice int
		err := scan((*string)(&l.model), &l.life, &l.attempt, &kind, &slice)
		l.remove = func(ctx context.Context) error {
			return s.removeChunks(ctx, chunkKey{l.model, l.life, l.attempt, kind}, (slice+1)*sliceParts)
		}
		if err == nil {
			found(l)
		}
		return err
	})
}

func (s *Store) leftOperations(ctx context.Context, found func(left)) error {
	read := cluster.Read{Text: "SELECT operation, model, life, number, attempt FROM operations"}
	return s.data.Each(ctx, read, func(scan func(...any) error) error {
		var l left
		var operation []byte
		var number int64
		err := scan(&operation, (*string)(&l.model), &l.life, &number, &l.attempt)
		l.remove = func(ctx context.Context) error {
			return s.removeOperation(ctx, string(operation), l.model, l.life, uint64(number), l.attempt)
		}
		if err == nil {
			found(l)
		}
		return err
	})
}

// removeLines removes lines of the list whose model never came to be, or was purged.
func (s *Store) removeLines(ctx context.Context) (removed int, err error) {
	for shard := range shards {
		lines, err := s.storedLines(ctx, shard)
		if err != nil {
			return removed, err
		}
		for _, l := range lines {
			if l.Revision >= l.claimed || !s.isOld(l.life) {
				continue
			}
			h, err := s.head(ctx, true, l.Model)
			if err == nil && h.life == l.life {
				continue
			}
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return removed, err
			}
			if err := s.removeLine(ctx, l.Model, l.life); err != nil {
				return removed, err
			}
			removed++
		}
	}
	return removed, nil
}

// removeClaims removes claims of operations that have created no model that is left.
func (s *Store) removeClaims(ctx context.Context, work *scrubbing) error {
	read := cluster.Read{Text: "SELECT operation, claim FROM creations"}
	return s.data.Each(ctx, read, func(scan func(...any) error) error {
		var operation []byte
		var claim string
		if err := scan(&operation, &claim); err != nil {
			return err
		}
		if work.creators[string(operation)] || !s.isOld(claim) {
			return nil
		}
		_, err := s.data.Apply(ctx, "DELETE FROM creations WHERE operation = ? IF claim = ?", operation, claim)
		return err
	})
}
