package store

import (
	"errors"
	"fmt"
)

// Test with errors.Is; the message of the error that was returned says which
// model, file or field it is about and what to do.
var (
	ErrNotFound = errors.New("not found")
	// ErrDeleted is an ErrNotFound, too.
	ErrDeleted = fmt.Errorf("deleted: %w", ErrNotFound)
	ErrExists  = errors.New("exists already")
	// ErrConflict: the base of a write is not the head. See Conflict.
	ErrConflict = errors.New("conflict")
	// ErrInvalid: an argument breaks the contract. See Invalid.
	ErrInvalid = errors.New("invalid argument")
	// ErrOperationReused: the operation id belongs to another write.
	ErrOperationReused = errors.New("operation id used before")
	// ErrCorrupt: what is stored is not what was saved. See Corrupt.
	ErrCorrupt = errors.New("damaged")
	// ErrReadOnly: the store takes no writes, because of the file system or
	// because an earlier write failed in a way that needs a restart.
	ErrReadOnly = errors.New("read-only")
	// ErrFull: no space, quota or file size is left. Nothing was changed, and
	// writes work again when there is space.
	ErrFull = errors.New("disk full")
	// ErrUnknownOutcome: the disk failed while the revision was made durable.
	// It is there or it is not: FindOperation tells after a restart. Until
	// then the store is ErrReadOnly.
	ErrUnknownOutcome = errors.New("outcome unknown")
	// ErrNewerFormat: the data was written by a newer version of the program.
	ErrNewerFormat = errors.New("newer format")
	// ErrLocked: another process has the store open.
	ErrLocked = errors.New("in use by another process")
	ErrClosed = errors.New("store is closed")
)

// Conflict is an ErrConflict: somebody saved in between.
type Conflict struct {
	Model ModelID
	Base  uint64 // the revision that the write was based on
	Head  uint64 // the newest revision
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("model %s: based on revision %d, but the newest is %d", c.Model, c.Base, c.Head)
}

func (c *Conflict) Unwrap() error { return ErrConflict }

// Invalid is an ErrInvalid.
type Invalid struct {
	Field  string // as in Save: "Model"
	Reason string
}

func (i *Invalid) Error() string { return i.Field + " " + i.Reason }

func (i *Invalid) Unwrap() error { return ErrInvalid }

// Corrupt is an ErrCorrupt: where the damage is.
type Corrupt struct {
	Model    ModelID // empty: the damage is outside of any model
	Revision uint64  // 0: not of one revision
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
