// Package store keeps models and their whole history.
//
// A model is a chain of revisions, numbered from 1 without a gap. A revision
// is never changed or removed: a change is undone by saving another revision.
// Each revision contains the hash of the one before it, so that damage
// anywhere in the history is detected (see Revision).
//
// To the store a document is only bytes; its content and how two documents
// differ are the caller's concern. A revision holds a patch and, at regular
// intervals, a snapshot of the whole document. Opening an old revision applies
// the patches since the last snapshot with Options.Apply.
//
// Read Store first: it is the contract. Options.Create, Save and Delete
// (chain.go) then decide what a write does, for every backend alike. Memory is
// a backend for tests and demonstrations; package store/bolt keeps one file.
// Both pass the test suite of store/storetest, as must any other backend.
package store

import (
	"context"
	"time"
)

// Store is the contract of every backend.
//
// All methods may be called concurrently. Nothing is shared with the caller:
// arguments are copied or not retained, and results belong to the caller. If
// the context is done before the work begins, a method returns the context's
// error and changes nothing; once a write has begun it runs to completion.
// After Close every method returns ErrClosed.
//
// Writes (Create, Save, Delete, Purge) are atomic and durable: a nil error means that
// the revision is on disk, if the backend has a disk. An error means that
// nothing was changed, with the single exception of ErrUnknownOutcome.
//
// Writes carry an operation id. The caller chooses it once for each action of
// a user and sends the same one with every retry. Operation ids are kept as
// long as their model. A write whose operation was already carried out changes nothing and
// returns the revision that it made then, with no error, even if its base is
// now stale, its content differs, or the model has been deleted. An operation
// id that was used for another model or another kind of write returns
// ErrOperationReused.
//
// Any method that reads may return ErrCorrupt. It never returns bytes other
// than those that were saved.
type Store interface {
	// Create makes a model with revision 1. Save.Base must be 0, Save.Patch is
	// ignored, and Save.Kind is KindCreate or KindImport. It returns ErrExists
	// if there is or was a model with this id that was not purged. A companion
	// (companion.go) needs its model: ErrNotFound or ErrDeleted without it. If the operation was already
	// carried out, the revision that it made is returned; its Model may differ
	// from Save.Model.
	Create(ctx context.Context, save Save) (Revision, error)

	// Save appends a revision to a model whose head is revision Save.Base.
	// If the head is another revision, it returns ErrConflict (a *Conflict
	// with the head's number). It returns ErrNotFound if there is no such
	// model, and ErrDeleted if the model is deleted, unless Save.Kind is
	// KindRestore, which restores it. Create and Save return ErrTooLarge (a
	// *TooLarge) for a document above Options.MaxDocument.
	Save(ctx context.Context, save Save) (Revision, error)

	// Delete appends a revision of KindDelete. The model is hidden from List, and Head and Save
	// return ErrDeleted, also of its companions; At, History, FindOperation and Verify still work.
	// It returns the errors of Save. A companion or a branch cannot be deleted by itself
	// (ErrInvalid).
	Delete(ctx context.Context, deletion Deletion) (Revision, error)

	// Purge removes a deleted model with its companions and all history for good, if its
	// deletion is revision base. It returns ErrNotFound if there is no such
	// model, ErrInvalid if it is not deleted, and ErrConflict if it was
	// restored and deleted again since.
	Purge(ctx context.Context, model ModelID, base uint64) error

	// Head returns the newest document of a model and its revision.
	// It returns ErrNotFound if there is no such model, ErrDeleted if it is
	// deleted.
	Head(ctx context.Context, model ModelID) (document []byte, revision Revision, err error)

	// At returns a model's document as of a revision, also for a deleted
	// model. Its cost does not grow with the length of the history.
	// It returns ErrNotFound if there is no such model or revision.
	At(ctx context.Context, model ModelID, number uint64) (document []byte, revision Revision, err error)

	// History returns the revisions of a model whose number is below before
	// (0: all), newest first, also for a deleted model. For the next page,
	// pass the number of the last revision returned; fewer than limit
	// revisions means that revision 1 was reached. It returns ErrNotFound if
	// there is no such model. For limit see PageLimit.
	History(ctx context.Context, model ModelID, before uint64, limit int) ([]Revision, error)

	// List returns the models that are not deleted, without companions, the last changed first,
	// also if the clock has gone back by less than a day. cursor is empty or the Next
	// of the previous page. A model that changes between two pages moves to
	// the front, so the later page may lack it, but no page shows it twice
	// with one time of change. A model that cannot be read is listed as
	// Damaged and does not affect the others. List returns ErrInvalid if the
	// cursor did not come from it. For limit see PageLimit.
	List(ctx context.Context, cursor string, limit int) (Page, error)

	// ListDeleted returns the deleted models, the last deleted first, like List. Author and
	// UpdatedAt describe the deletion, and Revision is its number. Models that cannot be read are
	// left out.
	ListDeleted(ctx context.Context, cursor string, limit int) (Page, error)

	// FindOperation reports whether a write was carried out, and which
	// revision it made. It returns ErrUnknownOutcome while that cannot be
	// known.
	FindOperation(ctx context.Context, operation string) (revision Revision, found bool, err error)

	// Verify reads the whole history of a model, recomputes every hash, applies
	// every patch, and compares documents and snapshots. It returns the first
	// damage as ErrCorrupt (a *Corrupt). Other calls can proceed meanwhile.
	Verify(ctx context.Context, model ModelID) error

	// Ping returns nil if the store can be read and accepts writes.
	Ping(ctx context.Context) error

	// Close waits for running calls and releases all resources. A second Close
	// does nothing.
	Close() error
}

// ModelID identifies a model: 1 to 64 ASCII letters, digits, '-' and '_'.
// The caller chooses it at random and never uses it for another model. A
// companion has an id of its model's (see Companion).
type ModelID string

// Author is the person who made a revision, as known when it was made.
type Author struct {
	ID   string // does not change with the name; may be empty
	Name string
}

// Kind is the reason why a revision was made.
type Kind string

const (
	KindCreate  Kind = "create"  // the first revision, of a new model or a copy
	KindImport  Kind = "import"  // from a script or a file
	KindEdit    Kind = "edit"    // an edit by a user
	KindUndo    Kind = "undo"    // reverts revision Reverts
	KindRedo    Kind = "redo"    // reverts revision Reverts, an undo
	KindRestore Kind = "restore" // makes the document of revision Reverts the newest
	KindDelete  Kind = "delete"  // the model is deleted; its document is unchanged
	KindRepair  Kind = "repair"  // added by the store after damage; see Options.Repair
	KindLost    Kind = "lost"    // not a revision, but the gap that a lost one left in the history
)

// Revision is one link in the history of a model.
//
// Hash is the SHA-256 of the canonical encoding of all other fields
// (Revision.Sum). Since Parent is one of them, a hash covers the whole history
// up to its revision.
type Revision struct {
	Model  ModelID
	Number uint64 // from 1
	Parent Hash   // Hash of revision Number-1; zero for revision 1
	Hash   Hash

	Author    Author
	At        time.Time // UTC, whole milliseconds; later than that of any write before, if the clock went back by less than a day
	Words     string    // what changed: `renamed column a to b`
	Kind      Kind
	Reverts   uint64 // see Kind; else 0
	From      Source // what it took over: the begin of a copy or branch, a merge; else zero
	Operation string
	Title     string // the model's title from this revision on

	// Patch turns the previous document into this one (Options.Apply). It is
	// empty if the document was stored whole: in the first revision, in a save
	// without a patch, and in one whose patch did not yield its document.
	Patch        []byte
	DocumentHash Hash // SHA-256 of the document
}

// Source is a revision of another chain.
type Source struct {
	Model  ModelID
	Number uint64
}

// Save is the argument of Create and Save.
type Save struct {
	Model     ModelID
	Base      uint64 // the revision that the change was made on; 0 in Create
	Operation string // 1 to 128 bytes, unique to this user's action
	Author    Author
	At        time.Time // zero: now; truncated to milliseconds, UTC; see Revision
	Words     string
	Kind      Kind   // KindCreate in Create only, KindDelete never
	Reverts   uint64 // for undo, redo and restore: a revision from 1 to Base
	From      Source // for create and edit: see Revision; or zero
	Title     string
	Document  []byte // the new document, whole, not empty

	// Patch turns the document of Base into Document, for Options.Apply. It is
	// applied before it is stored: if it is empty or does not yield Document
	// exactly, the whole document is stored instead, so that a wrong patch
	// cannot make the history unreadable.
	Patch []byte
}

// Deletion is the argument of Delete. Its fields mean the same as in Save.
type Deletion struct {
	Model     ModelID
	Base      uint64
	Operation string
	Author    Author
	At        time.Time
	Words     string
}

// Summary describes a model in the list of models.
type Summary struct {
	Model     ModelID
	Title     string
	Revision  uint64 // the head's number
	Author    Author // the head's
	CreatedAt time.Time
	UpdatedAt time.Time

	// Damaged reports that the model's head cannot be read. Only Model is
	// set then; Verify returns the reason.
	Damaged bool
}

// Page is one page of the list of models.
type Page struct {
	Models []Summary
	Next   string // the cursor of the next page; empty at the end
}

// Page sizes.
const (
	DefaultPage = 50
	MaxPage     = 500
)

// PageLimit returns the page size for a limit that a caller asked for:
// DefaultPage if it is 0 or less, and at most MaxPage.
func PageLimit(limit int) int {
	if limit <= 0 {
		return DefaultPage
	}
	return min(limit, MaxPage)
}

// Apply applies patches to a document, one after another, and returns the last
// document. It must return the same bytes every time, in this and in later versions
// of the program, and must neither retain nor modify its arguments.
type Apply func(document []byte, patches ...[]byte) ([]byte, error)

// Options are common to all backends.
type Options struct {
	Apply         Apply            // required
	SnapshotEvery uint64           // revisions from one snapshot to the next; 0: 50
	MaxDocument   int              // bytes of a document that can be opened again; 0: the constant MaxDocument
	Now           func() time.Time // nil: time.Now
}
