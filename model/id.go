package model

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
)

// ID identifies an element and never changes: 12 characters of [a-z2-7], the
// first a letter, so that an ID is valid as an XML id and in a URL. IDs are
// unique in a document across all kinds of elements.
type ID string

// IDs generates IDs.
type IDs interface{ New() ID }

const idAlphabet = "abcdefghijklmnopqrstuvwxyz234567"

// idLength is the number of characters, of 5 bits each. With 60 bits, the
// probability of a collision among a million elements is below one in a million.
const idLength = 12

func encodeID(random []byte) ID {
	text := make([]byte, idLength)
	for i := range text {
		text[i] = idAlphabet[random[i]&31]
	}
	text[0] = idAlphabet[int(random[0])%26]
	return ID(text)
}

// Valid reports whether the ID has a valid form (idForm). It accepts more than
// New generates, so that documents written by hand may use short words. "model"
// is reserved for the document itself.
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

// idForm describes the form of an ID.
const idForm = "1 to 40 of a-z and 0-9, a letter first"

type randomIDs struct{}

func (randomIDs) New() ID {
	var random [idLength]byte
	rand.Read(random[:]) // never fails (crypto/rand, Go 1.24)
	return encodeID(random[:])
}

// RandomIDs returns a generator of IDs that cannot be guessed. It is safe for
// concurrent use.
func RandomIDs() IDs { return randomIDs{} }

type seededIDs struct {
	// seed ends with the number of the last ID.
	seed  [sha256.Size + 8]byte
	count uint64
}

func (s *seededIDs) New() ID {
	s.count++
	binary.BigEndian.PutUint64(s.seed[sha256.Size:], s.count)
	sum := sha256.Sum256(s.seed[:])
	return encodeID(sum[:])
}

// SeededIDs returns a generator that yields the same IDs for the same seed. An
// import uses the text of its script as the seed, so that the same script
// yields the same document. It is not safe for concurrent use.
func SeededIDs(seed []byte) IDs {
	ids := &seededIDs{}
	sum := sha256.Sum256(seed)
	copy(ids.seed[:], sum[:])
	return ids
}

// PreviewIDs returns a generator that yields the same IDs for the same model, and none that the model has: its elements
// may have been made with the same seed.
func PreviewIDs(m *Model) IDs {
	return &freshIDs{ids: SeededIDs([]byte(m.Name)), model: m}
}

// freshIDs leaves out the IDs of a model. taken are its IDs, nil before the first is asked for.
type freshIDs struct {
	ids   IDs
	model *Model
	taken map[ID]bool
}

func (f *freshIDs) New() ID {
	if f.taken == nil {
		f.taken = map[ID]bool{}
		for element := range f.model.Elements() {
			f.taken[element.ID] = true
		}
	}
	for {
		if id := f.ids.New(); !f.taken[id] {
			return id
		}
	}
}

// IDSet is a set of references. It is saved as an object {"id": true}, so that
// concurrent additions merge. false means that the ID is not a member, and is
// never saved.
type IDSet map[ID]bool

// SetOfIDs returns a set with these members.
func SetOfIDs(ids ...ID) IDSet {
	set := make(IDSet, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// Sorted returns the members in ascending order. Most sets have one or none.
func (s IDSet) Sorted() []ID {
	if len(s) == 0 {
		return nil
	}
	ids := slices.AppendSeq(make([]ID, 0, len(s)), maps.Keys(s))
	slices.Sort(ids)
	return ids
}
