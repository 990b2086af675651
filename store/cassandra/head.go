package cassandra

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"widerow/store"
	"widerow/store/cluster"
)

// standing is the state of a model with all that belongs to it: the static columns of heads.
type standing struct {
	life    string // "": there is no such model
	deleted *bool
	fence   *int64
}

// head is a row of heads: the newest revision of a chain.
type head struct {
	standing
	model   store.ModelID
	hash    store.Hash
	created time.Time
	entry
}

// entry is a revision as it is stored.
type entry struct {
	number   uint64
	attempt  string
	record   []byte
	parts    int // of the record, if it is in chunks
	snapshot snapshot
}

// snapshot is the last document that was stored whole, of the revision or before it.
type snapshot struct {
	number  uint64
	attempt string
	parts   int
}

const headColumns = "model, life, current, deleted, fence, attempt, number, hash, created, record, record_parts, snapshot, snapshot_attempt, snapshot_parts"

// heads reads the heads of chains of one model. Chains that do not exist are missing. serial
// completes conditional writes that are under way.
func (s *Store) heads(ctx context.Context, serial bool, models ...store.ModelID) (map[store.ModelID]*head, error) {
	values := []any{string(models[0].Root())}
	for _, model := range models {
		values = append(values, string(model))
	}
	read := cluster.Read{Serial: serial, Values: values,
		Text: "SELECT " + headColumns + " FROM heads WHERE root = ? AND model IN (?" + strings.Repeat(", ?", len(models)-1) + ")"}
	found := map[store.ModelID]*head{}
	err := s.data.Each(ctx, read, func(scan func(...any) error) error {
		h, life, err := scanHead(scan)
		if err == nil && life == h.life {
			found[h.model] = h
		}
		return err
	})
	return found, err
}

// scanHead reads a row. life is its own, which is not the one of the model if that was purged.
func scanHead(scan func(...any) error) (h *head, life string, err error) {
	var model string
	var hash []byte
	var number, whole int64
	h = &head{}
	err = scan(&model, &life, &h.life, &h.deleted, &h.fence, &h.attempt, &number, &hash, &h.created, &h.record, &h.parts,
		&whole, &h.snapshot.attempt, &h.snapshot.parts)
	h.model, h.number, h.snapshot.number = store.ModelID(model), uint64(number), uint64(whole)
	copy(h.hash[:], hash)
	return h, life, err
}

// head reads the head of one chain: ErrNotFound if there is none.
func (s *Store) head(ctx context.Context, serial bool, model store.ModelID) (*head, error) {
	if model == "" || store.CheckModel(model) != nil {
		return nil, notFound(model)
	}
	found, err := s.heads(ctx, serial, model)
	if err != nil {
		return nil, err
	}
	if found[model] == nil {
		return nil, notFound(model)
	}
	return found[model], nil
}

func notFound(model store.ModelID) error {
	const shown = 2 * store.MaxModelID
	return fmt.Errorf("model %q: %w", string(model[:min(len(model), shown)]), store.ErrNotFound)
}

// standing reads the state of a model that may have no rows.
func (s *Store) standing(ctx context.Context, serial bool, root store.ModelID) (is standing, err error) {
	read := cluster.Read{Serial: serial, Values: []any{string(root)}, Text: "SELECT DISTINCT root, current, deleted, fence FROM heads WHERE root = ?"}
	err = s.data.Each(ctx, read, func(scan func(...any) error) error {
		var id string
		return scan(&id, &is.life, &is.deleted, &is.fence)
	})
	return is, err
}

// revision returns the revision of a head.
func (s *Store) revision(ctx context.Context, h *head) (store.Revision, error) {
	revision, err := s.decode(ctx, h, h.entry)
	if err == nil && revision.Hash != h.hash {
		err = &store.Corrupt{Model: h.model, Revision: h.number, Reason: "the head is another revision"}
	}
	return revision, err
}

// lostRecord stands for the parts of a record that was lost before it came here: its entry has only
// the hash.
const lostRecord = -1

// decode returns the revision of an entry of h's chain.
func (s *Store) decode(ctx context.Context, h *head, e entry) (store.Revision, error) {
	if e.parts == lostRecord {
		var hash store.Hash
		copy(hash[:], e.record)
		return store.LostRevision(h.model, e.number, hash), nil
	}
	record := e.record
	if e.parts > 0 {
		var err error
		if record, err = s.chunks.read(ctx, chunkKey{h.model, h.life, e.attempt, recordKind}, e.parts); err != nil {
			return store.Revision{}, at(e.number, err)
		}
	}
	revision, err := store.Decode(record)
	switch {
	case err != nil:
		return store.Revision{}, &store.Corrupt{Model: h.model, Revision: e.number, Reason: err.Error()}
	case revision.Model != h.model || revision.Number != e.number:
		return store.Revision{}, &store.Corrupt{Model: h.model, Revision: e.number,
			Reason: fmt.Sprintf("revision %d of model %q is in its place", revision.Number, string(revision.Model))}
	}
	return revision, nil
}

// at adds the number of the revision to damage.
func at(number uint64, err error) error {
	if damage := (*store.Corrupt)(nil); errors.As(err, &damage) && damage.Revision == 0 {
		return &store.Corrupt{Model: damage.Model, Revision: number, Reason: damage.Reason}
	}
	return err
}

// family returns the chains on which a write to model depends: itself and its owners.
func family(model store.ModelID) []store.ModelID {
	models := []store.ModelID{model}
	for owner := model.Owner(); owner != ""; owner = owner.Owner() {
		models = append(models, owner)
	}
	return models
}

// ownerOf returns what decides about a companion, given the heads of its family.
func (s *Store) ownerOf(ctx context.Context, model store.ModelID, heads map[store.ModelID]*head) (*store.Revision, error) {
	return store.OwnerHead(model, func(id store.ModelID) (*store.Revision, error) {
		h := heads[id]
		if h == nil {
			return nil, nil
		}
		revision, err := s.revision(ctx, h)
		return &revision, err
	})
}
