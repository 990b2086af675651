package store

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash is a SHA-256.
type Hash [sha256.Size]byte

// HashOf hashes a document.
func HashOf(document []byte) Hash { return sha256.Sum256(document) }

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero tells whether this is no hash at all.
func (h Hash) IsZero() bool { return h == Hash{} }
