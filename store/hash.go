package store

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash is a SHA-256 hash.
type Hash [sha256.Size]byte

// HashOf returns the hash of a document.
func HashOf(document []byte) Hash { return sha256.Sum256(document) }

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether h is the zero value, as the parent of revision 1 is.
func (h Hash) IsZero() bool { return h == Hash{} }
