// Package secret makes the secrets of tokens and links, and the hashes under which
// documents keep them.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// New returns 256 random bits as one word of letters, digits, '-' and '_'.
func New() string {
	bits := make([]byte, 32)
	_, _ = rand.Read(bits) // never fails
	return base64.RawURLEncoding.EncodeToString(bits)
}

// Hash returns the SHA-256 of a secret in hexadecimal. A secret has too many bits to be
// guessed, so that a fast hash is enough.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
