// Package store keeps models and their whole history.
//
// A model is a chain of revisions, numbered from 1 without a gap. A revision
// is never changed or removed: what a save did is undone by another save. Each
// revision names the hash of the one before it, so that damage anywhere in
// the history is found (see Revision).
//
// The store sees a document as bytes: what is in it, and how two documents
// differ, is its caller's knowledge. A revision holds a patch and, now and
// then, a snapshot of the whole document; Options.Apply tells how a patch is
// applied when an old revision is opened.
//
// Memory is a store for tests and demonstrations, store/bolt keeps one file.
// Both pass the suite of store/storetest, and so must any further backend.
package store

import (
	"context"
	"time"
)

// Store is the contract of every backend.
//
// All methods may be called concurrently. Nothing is shared with the caller:
// what is passed in is copied or not kept, what comes back belongs to the
// caller. A context that is done before the work begins makes a method return
// its error and change nothing; once a write has begun it is carried through.
// After Close every method returns ErrClosed.
//
// Writes (Create, Save, Delete) are atomic and durable: a nil error means that
// the revision is on disk, as far as the backend has a disk. An error means
// that nothing was changed, with the one exception of ErrUnknownOutcome.
//
// Writes carry an operation id, chosen by the caller once for each action of
// a user and kept when it is tried again. Operation ids are kept for ever. A
// write whose operation was already carried out returns the revision that it
// made then, no error, and changes nothing, even if its base is stale by now,
// the content differs or the model was deleted since. An operation id that was
// used for another model or another kind of write gives ErrOperationReused.
//
// Any method that reads may return ErrCorrupt; it never returns bytes that are
// not those that were saved.
type Store interface {
	// Create makes a model with revision 1. Save.Base must be 0, Save.Patch is
	// not used, Save.Kind is KindCreate or KindImport. ErrExists if there
	// is, or was, a model with this id. When the operation was already carried
	// out the revision of that time is returned, and its Model tells the id
	// that the model got then: it may differ from Save.Model.
	Create(ctx context.Context, save Save) (Revision, error)

	// Save appends a revision to a model whose head is revision Save.Base.
	// If the head is another one: ErrConflict (a *Conflict with its number).
	// ErrNotFound if there is no such model; ErrDeleted if it is deleted, unless
	// Save.Kind is KindRestore, which brings it back.
	Save(ctx context.Context, save Save) (Revision, error)

	// Delete appends a revision of KindDelete. The model is hidden from List,
	// and Head and Save return ErrDeleted; At, History, FindOperation and Verify
	// work on. ErrNotFound, ErrDeleted, ErrConflict as for Save.
	Delete(ctx context.Context, deletion Deletion) (Revision, error)

	// Head returns the newest document of a model and its revision.
	// ErrNotFound if there is no such model, ErrDeleted if it is deleted.
	Head(ctx context.Context, model ModelID) (document []byte, revision Revision, err error)

	// At returns a model's document as it was at a revision, also for
	// a deleted model. Its cost does not grow with the length of the history.
	// ErrNotFound if there is no such model or no such revision.
	At(ctx context.Context, model ModelID, number uint64) (document []byte, revision Revision, err error)

	// History returns a model's revisions, newest first, also for a deleted
	// model: those with a number below before (0: from the head), at most
	// limit. To page on, pass the number of the last one; fewer than the limit
	// means that revision 1 was reached. ErrNotFound if there is no such model.
	// For limit see PageLimit.
	History(ctx context.Context, model ModelID, before uint64, limit int) ([]Revision, error)

	// List returns the models that are not deleted, latest change first, models
	// of one millisecond by id. cursor is empty or the Next of the page before.
	// A model that changes between two pages moves to the front: the later page
	// may lack it, no page shows it twice at one time of change. A model that
	// cannot be read is in the list as Damaged and spoils no other.
	// ErrInvalid if the cursor is none of ours. For limit see PageLimit.
	List(ctx context.Context, cursor string, limit int) (Page, error)

	// FindOperation tells whether a write was carried out, and which revision
	// it made. While that cannot be known (see ErrUnknownOutcome) the answer
	// is that error.
	FindOperation(ctx context.Context, operation string) (revision Revision, found bool, err error)

	// Verify reads the whole history of a model, recomputes every hash, applies
	// every patch, and compares documents and snapshots. The first damage comes
	// back as ErrCorrupt (a *Corrupt). Other work goes on meanwhile.
	Verify(ctx context.Context, model ModelID) error

	// Ping returns nil if the store can be read and takes writes.
	Ping(ctx context.Context) error

	// Close waits for running work and releases everything. A second Close
	// does nothing.
	Close() error
}

// ModelID names a model: 1 to 64 letters, digits, '-' and '_' of ASCII.
// It is chosen by the caller, at random, and never used for another model.
type ModelID string

// Author is who made a revision, as known when it was made.
type Author struct {
	ID   string // stable over changes of the name; may be empty
	Name string
}

// Kind tells how a revision came about.
type Kind string

const (
	KindCreate  Kind = "create"  // the first revision, of a new model or a copy
	KindImport  Kind = "import"  // from a script or a file
	KindEdit    Kind = "edit"    // somebody's change
	KindUndo    Kind = "undo"    // reverts revision Reverts
	KindRedo    Kind = "redo"    // reverts revision Reverts, an undo
	KindRestore Kind = "restore" // makes the document of revision Reverts the newest
	KindDelete  Kind = "delete"  // the model is deleted, its document stays as it was
)

// Revision is one link in the history of a model.
//
// Hash is the SHA-256 of the canonical encoding of all other fields
// (Revision.Sum). As Parent is one of them, a hash vouches for the whole
// history up to its revision.
type Revision struct {
	Model  ModelID
	Number uint64 // from 1
	Parent Hash   // Hash of revision Number-1; zero for revision 1
	Hash   Hash

	Author    Author
	At        time.Time // UTC, whole milliseconds. To be shown; the order is Number's
	Words     string    // what changed: `renamed column a to b`
	Kind      Kind
	Reverts   uint64 // see Kind; else 0
	Operation string
	Title     string // the model's title from this revision on

	// Patch makes the document from the one before it (Options.Apply). Empty
	// when the document was saved whole: the first revision, a save without
	// a patch, or one whose patch did not give the document that came with it.
	Patch        []byte
	DocumentHash Hash // SHA-256 of the document
}

// Save is what Create and Save store.
type Save struct {
	Model     ModelID
	Base      uint64 // the revision that the change was made on; 0 in Create
	Operation string // 1 to 128 bytes, unique to this action of this user
	Author    Author
	At        time.Time // zero: now. Kept in whole milliseconds, UTC
	Words     string
	Kind      Kind   // KindCreate in Create only, KindDelete never
	Reverts   uint64 // for undo, redo and restore: a revision from 1 to Base
	Title     string
	Document  []byte // the new document, whole, not empty

	// Patch from Base's document to Document, for Options.Apply. It is tried
	// before it is stored: if it does not give Document exactly, or is
	// empty, the document is kept whole, so that no fault in a patch can make
	// the history unreadable.
	Patch []byte
}

// Deletion is what Delete stores; the fields mean the same as in Save.
type Deletion struct {
	Model     ModelID
	Base      uint64
	Operation string
	Author    Author
	At        time.Time
	Words     string
}

// Summary is a line in the list of models.
type Summary struct {
	Model     ModelID
	Title     string
	Revision  uint64 // the head's number
	Author    Author // the head's
	CreatedAt time.Time
	UpdatedAt time.Time

	// Damaged: the model's head cannot be read (Verify tells why), and only
	// Model is set.
	Damaged bool
}

// Page is a part of the list of models.
type Page struct {
	Models []Summary
	Next   string // the cursor of the next page; empty at the end
}

// Page sizes.
const (
	DefaultPage = 50
	MaxPage     = 500
)

// PageLimit is how many lines a limit stands for: DefaultPage for 0 or less,
// at most MaxPage.
func PageLimit(limit int) int {
	if limit <= 0 {
		return DefaultPage
	}
	return min(limit, MaxPage)
}

// Apply makes a document from the one before it and a patch. It must give the
// same bytes each time, now and in later versions of the program, and neither
// keep nor change its arguments.
type Apply func(document, patch []byte) ([]byte, error)

// Options are common to all backends.
type Options struct {
	Apply         Apply            // required
	SnapshotEvery uint64           // a whole document each so many revisions; 0: 50
	Now           func() time.Time // nil: time.Now
}
