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
func (w *scrubbing) removeLeft(ctx context.Context) error {
	byRoot := map[store.ModelID][]left{}
	found := func(l left) {
		if !w.winners[binaryOf(l.attempt)] && w.isOld(l.attempt) {
			byRoot[l.model.Root()] = append(byRoot[l.model.Root()], l)
		}
	}
	for _, scan := range []func(context.Context, func(left)) error{w.leftEntries, w.leftChunks, w.leftOperations} {
		if err := scan(ctx, found); err != nil {
			return err
		}
	}
	removed := 0
	for root, all := range byRoot {
		n, err := w.removeLeftOf(ctx, root, all)
		if err != nil {
			return err
		}
		removed += n
	}
	n, err := w.removeLines(ctx)
	if err == nil {
		err = w.removeClaims(ctx)
	}
	if removed+n > 0 {
		w.log.Info("removed what interrupted saves had left", "rows", removed+n)
	}
	return err
}

func (w *scrubbing) isOld(id string) bool { return time.Since(timeOf(id)) > w.leftAge }

// removeLeftOf removes what attempts on one model have left. After the fence, only revisions that
// were made since the check can still be theirs.
func (w *scrubbing) removeLeftOf(ctx context.Context, root store.ModelID, all []left) (removed int, err error) {
	if err := w.raiseFence(ctx, root); err != nil {
		return 0, err
	}
	if err := w.noteSince(ctx, root); err != nil {
		return 0, err
	}
	for _, l := range all {
		if w.winners[binaryOf(l.attempt)] {
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
func (w *scrubbing) noteSince(ctx context.Context, root store.ModelID) error {
	chains, err := w.chainsOf(ctx, root)
	if err != nil {
		return err
	}
	for life, all := range chains {
		for _, h := range all {
			first := uint64(1)
			if before := w.seen[h.model]; before != nil && before.life == h.life {
				first = before.number + 1
			}
			if life != h.life || first > h.number {
				continue
			}
			links, err := w.links(ctx, h, first, h.number)
			if err != nil {
				return err
			}
			for _, linked := range links {
				w.note(linked)
			}
		}
	}
	return nil
}

// leftEntries calls found with all entries of revisions.
func (w *scrubbing) leftEntries(ctx context.Context, found func(left)) error {
	read := cluster.Read{Text: "SELECT model, life, number, attempt, record_parts, snapshot, snapshot_attempt, snapshot_parts FROM revisions"}
	return w.data.Each(ctx, read, func(scan func(...any) error) error {
		var l left
		var e entry
		var number, whole int64
		err := scan((*string)(&l.model), &l.life, &number, &e.attempt, &e.parts, &whole, &e.snapshot.attempt, &e.snapshot.parts)
		l.attempt, e.number, e.snapshot.number = e.attempt, uint64(number), uint64(whole)
		l.remove = func(ctx context.Context) error { return w.forget(ctx, l.model, l.life, e, "") }
		if err == nil {
			found(l)
		}
		return err
	})
}

func (w *scrubbing) leftChunks(ctx context.Context, found func(left)) error {
	read := cluster.Read{Text: "SELECT DISTINCT model, life, attempt, kind, slice FROM chunks"}
	return w.data.Each(ctx, read, func(scan func(...any) error) error {
		var l left
		var kind string
		var slice int
		err := scan((*string)(&l.model), &l.life, &l.attempt, &kind, &slice)
		l.remove = func(ctx context.Context) error {
			return w.chunks.remove(ctx, chunkKey{l.model, l.life, l.attempt, kind}, (slice+1)*sliceParts)
		}
		if err == nil {
			found(l)
		}
		return err
	})
}

func (w *scrubbing) leftOperations(ctx context.Context, found func(left)) error {
	read := cluster.Read{Text: "SELECT operation, model, life, number, attempt FROM operations"}
	return w.data.Each(ctx, read, func(scan func(...any) error) error {
		var l left
		var operation []byte
		var number int64
		err := scan(&operation, (*string)(&l.model), &l.life, &number, &l.attempt)
		l.remove = func(ctx context.Context) error {
			return w.operations.remove(ctx, string(operation), l.model, l.life, uint64(number), l.attempt)
		}
		if err == nil {
			found(l)
		}
		return err
	})
}

// removeLines removes lines of the list whose model never came to be, or was purged.
func (w *scrubbing) removeLines(ctx context.Context) (removed int, err error) {
	for shard := range shards {
		lines, err := w.summaries.shard(ctx, shard)
		if err != nil {
			return removed, err
		}
		for _, l := range lines {
			if l.Revision >= l.claimed || !w.isOld(l.life) {
				continue
			}
			h, err := w.head(ctx, true, l.Model)
			if err == nil && h.life == l.life {
				continue
			}
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return removed, err
			}
			if err := w.summaries.remove(ctx, l.Model, l.life); err != nil {
				return removed, err
			}
			removed++
		}
	}
	return removed, nil
}

// removeClaims removes claims of operations that have created no model that is left.
func (w *scrubbing) removeClaims(ctx context.Context) error {
	read := cluster.Read{Text: "SELECT operation, claim FROM creations"}
	return w.data.Each(ctx, read, func(scan func(...any) error) error {
		var operation []byte
		var claim string
		if err := scan(&operation, &claim); err != nil {
			return err
		}
		if w.creators[string(operation)] || !w.isOld(claim) {
			return nil
		}
		_, err := w.data.Apply(ctx, "DELETE FROM creations WHERE operation = ? IF claim = ?", operation, claim)
		return err
	})
}
