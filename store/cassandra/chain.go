package cassandra

import (
	"context"
	"errors"
	"fmt"
	"math"

	"widerow/store"
	"widerow/store/cluster"
)

// link is a revision of a chain and where it is stored.
type link struct {
	store.Revision
	entry
}

// rows are the entries of a part of a chain by number, with those of attempts that had no effect.
type rows map[uint64][]entry

func bucketOf(number uint64) int64 { return int64(number / bucketSize) }

// entryRows is the table revisions.
type entryRows struct{ data *cluster.Data }

func (t entryRows) put(ctx context.Context, model store.ModelID, life string, e entry, record []byte) error {
	return t.data.Write(ctx, "INSERT INTO revisions (model, life, bucket, number, attempt, record, record_parts, snapshot, snapshot_attempt, snapshot_parts) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?",
		string(model), life, bucketOf(e.number), int64(e.number), e.attempt, record, e.parts,
		int64(e.snapshot.number), orNull(e.snapshot.attempt), e.snapshot.parts, int64(writeTime))
}

func (t entryRows) remove(ctx context.Context, model store.ModelID, life string, e entry) error {
	return t.data.Write(ctx, "DELETE FROM revisions USING TIMESTAMP ? WHERE model = ? AND life = ? AND bucket = ? AND number = ? AND attempt = ?",
		int64(removeTime), string(model), life, bucketOf(e.number), int64(e.number), e.attempt)
}

// read returns the entries with the numbers from first to last.
func (t entryRows) read(ctx context.Context, model store.ModelID, life string, first, last uint64) (rows, error) {
	found := rows{}
	for bucket := bucketOf(first); bucket <= bucketOf(last); bucket++ {
		read := cluster.Read{Values: []any{string(model), life, bucket, int64(first), int64(min(last, math.MaxInt64))}, Page: 256,
			Text: "SELECT number, attempt, record, record_parts, snapshot, snapshot_attempt, snapshot_parts FROM revisions " +
				"WHERE model = ? AND life = ? AND bucket = ? AND number >= ? AND number <= ?"}
		err := t.data.Each(ctx, read, func(scan func(...any) error) error {
			var e entry
			var number, whole int64
			err := scan(&number, &e.attempt, &e.record, &e.parts, &whole, &e.snapshot.attempt, &e.snapshot.parts)
			e.number, e.snapshot.number = uint64(number), uint64(whole)
			found[e.number] = append(found[e.number], e)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// extension is the number of revisions above a range whose entries are read, too, if the last
// number has several.
const extension = 32

// links returns the revisions from first to last of the chain with head h. Each is found by the
// hash that the next one has for it, so that what attempts without effect have left is skipped.
func (s *Store) links(ctx context.Context, h *head, first, last uint64) ([]link, error) {
	top := min(last+1, h.number)
	for {
		found, err := s.revisions.read(ctx, h.model, h.life, first, top)
		if err != nil {
			return nil, err
		}
		if top < h.number && len(found[top]) > 1 {
			top = min(top+extension, h.number)
			continue
		}
		return s.follow(ctx, h, found, first, last, top)
	}
}

// follow goes down from top, whose entry is known: it is the head's, or the only one.
func (s *Store) follow(ctx context.Context, h *head, found rows, first, last, top uint64) ([]link, error) {
	chain := make([]link, last-first+1)
	var above store.Revision
	for number := top; number >= first; number-- {
		isWanted := func(e entry, r store.Revision) bool { return r.Hash == above.Parent || above.Kind == store.KindLost }
		if number == top {
			isWanted = func(e entry, r store.Revision) bool {
				return top < h.number || e.attempt == h.attempt && r.Hash == h.hash
			}
		}
		linked, err := s.pick(ctx, h, number, found[number], isWanted)
		if err != nil {
			return nil, err
		}
		above = linked.Revision
		if number <= last {
			chain[number-first] = linked
		}
	}
	return chain, nil
}

// pick returns the entry that belongs to the chain.
func (s *Store) pick(ctx context.Context, h *head, number uint64, entries []entry, isWanted func(entry, store.Revision) bool) (link, error) {
	damage := error(&store.Corrupt{Model: h.model, Revision: number, Reason: "its record is missing"})
	for _, e := range entries {
		revision, err := s.decode(ctx, h, e)
		switch {
		case errors.Is(err, store.ErrCorrupt):
			damage = err
		case err != nil:
			return link{}, err
		case isWanted(e, revision):
			return link{revision, e}, nil
		default:
			damage = &store.Corrupt{Model: h.model, Revision: number, Reason: "it does not precede the next revision"}
		}
	}
	return link{}, damage
}

// linkAt returns one revision.
func (s *Store) linkAt(ctx context.Context, h *head, number uint64) (link, error) {
	chain, err := s.links(ctx, h, number, number)
	if err != nil {
		return link{}, err
	}
	return chain[0], nil
}

// document returns the document of a revision of h's chain, from the last snapshot and the patches
// after it. The caller must not change it.
func (s *Store) document(ctx context.Context, h *head, of link) ([]byte, error) {
	if document := s.documents.get(of.Hash); document != nil {
		return document, nil
	}
	whole := of.snapshot
	if whole.number == 0 {
		return nil, fmt.Errorf("revision %d of model %s: its document was %w before it was copied here: open another revision",
			of.Number, h.model, store.ErrLost)
	}
	if whole.number > of.Number {
		return nil, &store.Corrupt{Model: h.model, Revision: of.Number, Reason: "it names no snapshot"}
	}
	chain := []link{of}
	if whole.number < of.Number {
		var err error
		if chain, err = s.links(ctx, h, whole.number, of.Number); err != nil {
			return nil, err
		}
	}
	document, after, err := s.begun(ctx, h, whole, chain)
	if err != nil {
		return nil, err
	}
	revisions := make([]store.Revision, len(after))
	for i, link := range after {
		revisions[i] = link.Revision
	}
	if document, err = s.options.Replay(document, revisions); err != nil {
		return nil, err
	}
	s.documents.put(of.Hash, document)
	return document, nil
}

// begun returns the document from which to replay, and what is to be replayed: the newest one in
// memory, or the snapshot.
func (s *Store) begun(ctx context.Context, h *head, whole snapshot, chain []link) (document []byte, after []link, err error) {
	for i := len(chain) - 1; i >= 0; i-- {
		if document := s.documents.get(chain[i].Hash); document != nil {
			return document, chain[i+1:], nil
		}
	}
	document, err = s.snapshot(ctx, h, chain[0])
	return document, chain[1:], err
}

// snapshot returns the document that was stored whole with a revision.
func (s *Store) snapshot(ctx context.Context, h *head, of link) ([]byte, error) {
	whole := of.snapshot
	if whole.number != of.Number || whole.attempt != of.attempt {
		return nil, &store.Corrupt{Model: h.model, Revision: of.Number, Reason: fmt.Sprintf("it names the snapshot of revision %d", whole.number)}
	}
	document, err := s.chunks.read(ctx, chunkKey{h.model, h.life, whole.attempt, documentKind}, whole.parts)
	if err != nil {
		return nil, at(of.Number, err)
	}
	if store.HashOf(document) != of.DocumentHash {
		return nil, &store.Corrupt{Model: h.model, Revision: of.Number, Reason: "its snapshot does not match the hash"}
	}
	return document, nil
}
