package store

import (
	"bytes"
	"fmt"
	"time"
)

// The rules that all backends share are in this file, as functions without
// state. In one transaction a backend reads a State, asks Options for the
// Step, and stores it.

// State holds the facts that a backend reads before it writes.
type State struct {
	Seen     *Revision // the revision that the operation made earlier; nil if the operation is new
	Head     *Revision // the model's newest revision, deleted or not; nil if there is no such model
	Owner    *Revision // the same of the model that a companion belongs to
	Document []byte    // of Head
	Newest   time.Time // of the last write to any model; zero if unknown
}

// Step is the outcome of a write: what the backend has to store.
type Step struct {
	Revision Revision
	Repeated bool // Revision exists, made by the same operation: store nothing

	Document []byte // the head's new document
	Snapshot bool   // also store Document as a snapshot of this revision
}

type verb int

const (
	create verb = iota
	save
	remove
)

// Create returns the step of a Store.Create.
func (o Options) Create(state State, change Save) (Step, error) {
	return o.step(create, state, change)
}

// Save returns the step of a Store.Save.
func (o Options) Save(state State, change Save) (Step, error) {
	return o.step(save, state, change)
}

// Delete returns the step of a Store.Delete.
func (o Options) Delete(state State, deletion Deletion) (Step, error) {
	change := Save{
		Model: deletion.Model, Base: deletion.Base, Operation: deletion.Operation,
		Author: deletion.Author, At: deletion.At, Words: deletion.Words,
		Kind: KindDelete, Document: state.Document,
	}
	if state.Head != nil {
		change.Title = state.Head.Title
	}
	return o.step(remove, state, change)
}

func (o Options) step(verb verb, state State, change Save) (Step, error) {
	if err := change.check(verb); err != nil {
		return Step{}, err
	}
	if state.Seen != nil {
		return repeat(verb, *state.Seen, change)
	}
	if err := CheckOwner(change.Model, state.Owner); err != nil {
		return Step{}, err
	}
	if err := checkHead(verb, state.Head, change); err != nil {
		return Step{}, err
	}
	if limit := o.maxDocument(); verb != remove && len(change.Document) > limit {
		return Step{}, &TooLarge{Model: change.Model, Size: len(change.Document), Limit: limit}
	}
	return o.link(state, change), nil
}

// CheckPurge returns an error unless the model whose head is given may be
// purged: a deleted one, and its deletion is revision base.
func CheckPurge(head Revision, base uint64) error {
	switch {
	case head.Kind != KindDelete:
		return &Invalid{"Model", "is not deleted: delete it first"}
	case head.Number != base:
		return &Conflict{Model: head.Model, Base: base, Head: head.Number}
	}
	return nil
}

// repeat returns the step of a write whose operation was seen before.
func repeat(verb verb, seen Revision, change Save) (Step, error) {
	was := save
	switch {
	case seen.Number == 1:
		was = create
	case seen.Kind == KindDelete:
		was = remove
	}
	if was != verb || verb != create && seen.Model != change.Model {
		return Step{}, fmt.Errorf("operation %q made revision %d of model %s: %w",
			change.Operation, seen.Number, seen.Model, ErrOperationReused)
	}
	return Step{Revision: seen, Repeated: true}, nil
}

func checkHead(verb verb, head *Revision, change Save) error {
	switch {
	case verb == create && head == nil:
		return nil
	case verb == create:
		return fmt.Errorf("model %s: %w", change.Model, ErrExists)
	case head == nil:
		return fmt.Errorf("model %s: %w", change.Model, ErrNotFound)
	case head.Kind == KindDelete && change.Kind != KindRestore:
		return fmt.Errorf("model %s: %w", change.Model, ErrDeleted)
	case head.Number != change.Base:
		return &Conflict{Model: change.Model, Base: change.Base, Head: head.Number}
	}
	return nil
}

// link appends the new head to the chain.
func (o Options) link(state State, change Save) Step {
	revision := Revision{
		Model: change.Model, Number: change.Base + 1,
		Author: change.Author, At: o.timestamp(change.At, state), Words: change.Words,
		Kind: change.Kind, Reverts: change.Reverts, From: change.From, Operation: change.Operation,
		Title: change.Title, DocumentHash: HashOf(change.Document),
	}
	if state.Head != nil {
		revision.Parent = state.Head.Hash
	}
	snapshot := (revision.Number-1)%o.snapshotInterval() == 0
	if change.Kind != KindDelete {
		if state.Head != nil && o.patchYields(state.Document, change.Patch, change.Document) {
			revision.Patch = bytes.Clone(change.Patch)
		} else {
			snapshot = true
		}
	}
	revision.Hash = revision.Sum()
	return Step{Revision: revision, Document: change.Document, Snapshot: snapshot}
}

func (o Options) snapshotInterval() uint64 {
	if o.SnapshotEvery == 0 {
		return 50
	}
	return o.SnapshotEvery
}

func (o Options) maxDocument() int {
	if o.MaxDocument == 0 {
		return MaxDocument
	}
	return o.MaxDocument
}

// maxClockStep bounds the backward step of a clock that keeps the order of the list of models. A
// time further ahead is taken for the mistake of another clock and is not carried on.
const maxClockStep = 24 * time.Hour

// timestamp returns the time of a revision: after that of every earlier write,
// so that the list of models has the order of the writes even if the clock goes
// back.
func (o Options) timestamp(at time.Time, state State) time.Time {
	at = o.clock(at)
	newest := state.Newest
	if state.Head != nil && state.Head.At.After(newest) {
		newest = state.Head.At
	}
	if ahead := newest.Sub(at); ahead >= 0 && ahead < maxClockStep {
		at = newest.Add(time.Millisecond)
	}
	return at
}

func (o Options) clock(at time.Time) time.Time {
	switch {
	case !at.IsZero():
	case o.Now != nil:
		at = o.Now()
	default:
		at = time.Now()
	}
	return time.UnixMilli(at.UnixMilli()).UTC()
}

func (o Options) patchYields(document, patch, want []byte) bool {
	if len(patch) == 0 {
		return false
	}
	got, err := o.apply(document, patch)
	return err == nil && bytes.Equal(got, want)
}

// apply calls Apply and turns a panic into an error, so that a bad patch
// cannot stop the process.
func (o Options) apply(document []byte, patches ...[]byte) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("apply patch: panic: %v", p)
		}
	}()
	return o.Apply(document, patches...)
}

// Replay applies the patches of revisions to document and returns the document
// of the last one. The first of them must follow document's own revision, and
// none may be missing. Without revisions Replay returns document.
func (o Options) Replay(document []byte, revisions []Revision) ([]byte, error) {
	if last, whole := o.replayed(document, revisions); whole {
		return last, nil
	}
	for _, revision := range revisions {
		var err error
		if document, err = o.next(document, revision); err != nil {
			return nil, err
		}
	}
	return document, nil
}

// replayed applies all patches at once, which takes less time than comparing the document of each
// revision with its hash. whole reports whether the last document matches its hash; if it does not,
// some revision is damaged.
func (o Options) replayed(document []byte, revisions []Revision) (last []byte, whole bool) {
	if len(revisions) < 2 {
		return nil, false
	}
	var patches [][]byte
	for _, revision := range revisions {
		if revision.Kind != KindDelete {
			patches = append(patches, revision.Patch)
		}
	}
	last, err := o.apply(document, patches...)
	return last, err == nil && HashOf(last) == revisions[len(revisions)-1].DocumentHash
}

// next returns the document of revision, given the one before it.
func (o Options) next(document []byte, revision Revision) ([]byte, error) {
	damaged := func(reason string) error {
		return &Corrupt{Model: revision.Model, Revision: revision.Number, Reason: reason}
	}
	if revision.Kind != KindDelete {
		if len(revision.Patch) == 0 {
			return nil, damaged("it has neither a patch nor a snapshot")
		}
		var err error
		if document, err = o.apply(document, revision.Patch); err != nil {
			return nil, damaged("its patch cannot be applied: " + err.Error())
		}
	}
	if HashOf(document) != revision.DocumentHash {
		return nil, damaged("its document does not match the hash")
	}
	return document, nil
}
