package model

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

// ID names one element for ever: 12 characters of [a-z2-7], the first a
// letter, so that an ID is valid as an XML id and in an address. IDs are
// unique in a document, whatever the kind of element.
type ID string

// IDs makes IDs.
type IDs interface{ New() ID }

const idAlphabet = "abcdefghijklmnopqrstuvwxyz234567"

// idLength gives 5 bits a character: 60 bits, so that a million elements
// meet with a probability below one in a million.
const idLength = 12

func encodeID(random []byte) ID {
	text := make([]byte, idLength)
	for i := range text {
		text[i] = idAlphabet[random[i]&31]
	}
	text[0] = idAlphabet[int(random[0])%26]
	return ID(text)
}

// Valid reports whether the ID has the form of one. The form is wider than
// what New makes, so that documents written by hand may use short words:
// idForm. The word "model" stands for the document itself where an element is
// named, so it is nobody's ID.
func (id ID) Valid() bool {
	if id == "model" || len(id) == 0 || len(id) > 40 || id[0] < 'a' || id[0] > 'z' {
		return false
	}
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// idForm is the form of an ID in words.
const idForm = "1 to 40 of a-z and 0-9, a letter first"

type randomIDs struct{}

func (randomIDs) New() ID {
	var random [idLength]byte
	rand.Read(random[:]) // never fails (crypto/rand, Go 1.24)
	return encodeID(random[:])
}

// RandomIDs makes IDs that nobody can guess. It is safe for concurrent use.
func RandomIDs() IDs { return randomIDs{} }

type seededIDs struct {
	// seed has the number of the last ID behind it.
	seed  [sha256.Size + 8]byte
	count uint64
}

func (s *seededIDs) New() ID {
	s.count++
	binary.BigEndian.PutUint64(s.seed[sha256.Size:], s.count)
	sum := sha256.Sum256(s.seed[:])
	return encodeID(sum[:])
}

// SeededIDs makes the same IDs for the same seed: an import takes the text
// of its script, so that the same script gives the same document. It is not
// safe for concurrent use.
func SeededIDs(seed []byte) IDs {
	ids := &seededIDs{}
	sum := sha256.Sum256(seed)
	copy(ids.seed[:], sum[:])
	return ids
}
