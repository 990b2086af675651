package store

import (
	"errors"
	"fmt"
)

// Test for these with errors.Is. The message of a returned error names the
// model, file or field, and says what to do.
var (
	ErrNotFound = errors.New("not found")
	// ErrDeleted wraps ErrNotFound.
	ErrDeleted = fmt.Errorf("deleted: %w", ErrNotFound)
	ErrExists  = errors.New("exists already")
	// ErrConflict: the base of a write is not the head. See Conflict.
	ErrConflict = errors.New("conflict")
	// ErrInvalid: an argument violates the contract. See Invalid.
	ErrInvalid = errors.New("invalid argument")
	// ErrOperationReused: the operation id belongs to another write.
	ErrOperationReused = errors.New("operation id used before")
	// ErrCorrupt: the stored data differs from what was saved. See Corrupt.
	ErrCorrupt = errors.New("damaged")
	// ErrLost: the revision's document was lost by damage on the disk, which was
	// found and repaired as far as possible (see Options.Repair).
	ErrLost = errors.New("lost")
	// ErrReadOnly: the store accepts no writes, because of the file system or
	// because an earlier write failed and the disk does not work yet.
	ErrReadOnly = errors.New("read-only")
	// ErrTooLarge: the document is larger than Options.MaxDocument, so that it
	// could not be opened again. Nothing was changed. See TooLarge.
	ErrTooLarge = errors.New("too large")
	// ErrReplaced wraps ErrReadOnly: the data file was removed, replaced or cut
	// off while it was in use.
	ErrReplaced = fmt.Errorf("data file removed or replaced: %w", ErrReadOnly)
	// ErrFull: a limit of the disk, the quota or the file size was reached.
	// Nothing was changed, and writes work again once there is space.
	ErrFull = errors.New("disk full")
	// ErrLimit wraps ErrFull: the data has reached the size that the server's
	// configuration allows.
	ErrLimit = fmt.Errorf("limit of the data file's size: %w", ErrFull)
	// ErrUnknownOutcome: the disk failed while the revision was being made
	// durable, so it may or may not be stored. Once the disk works,
	// or after a restart, FindOperation reports which; until then writes return ErrReadOnly.
	ErrUnknownOutcome = errors.New("outcome unknown")
	// ErrUnavailable: the database in which the store is does not answer, or too few of its nodes do.
	// Nothing was changed.
	ErrUnavailable = errors.New("store not available")
	// ErrNewerFormat: the data was written by a newer version of the program.
	ErrNewerFormat = errors.New("newer format")
	// ErrLocked: another process has the store open.
	ErrLocked = errors.New("in use by another process")
	ErrClosed = errors.New("store is closed")
)

// Conflict is an ErrConflict: another revision was saved in the meantime.
type Conflict struct {
	Model ModelID
	Base  uint64 // the revision that the write was based on
	Head  uint64 // the newest revision
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("model %s: based on revision %d, but the newest is %d", c.Model, c.Base, c.Head)
}

func (c *Conflict) Unwrap() error { return ErrConflict }

// TooLarge is an ErrTooLarge with the sizes in bytes.
type TooLarge struct {
	Model       ModelID
	Size, Limit int
}

func (t *TooLarge) Error() string {
	return fmt.Sprintf("model %s: the document has %d bytes, the limit is %d", t.Model, t.Size, t.Limit)
}

func (t *TooLarge) Unwrap() error { return ErrTooLarge }

// Invalid is an ErrInvalid with the argument at fault.
type Invalid struct {
	Field  string // a field of Save, such as "Model", or "cursor"
	Reason string
}

func (i *Invalid) Error() string { return i.Field + " " + i.Reason }

func (i *Invalid) Unwrap() error { return ErrInvalid }

// Corrupt is an ErrCorrupt with the place of the damage.
type Corrupt struct {
	Model    ModelID // empty if the damage is outside any model
	Revision uint64  // 0 if no single revision is damaged
	Reason   string
}

func (c *Corrupt) Error() string {
	switch {
	case c.Model == "":
		return "stored data is damaged: " + c.Reason
	case c.Revision == 0:
		return fmt.Sprintf("model %q is damaged: %s", string(c.Model), c.Reason)
	}
	return fmt.Sprintf("model %q is damaged at revision %d: %s", string(c.Model), c.Revision, c.Reason)
}

func (c *Corrupt) Unwrap() error { return ErrCorrupt }
