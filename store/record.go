package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"
)

// The canonical encoding of a revision, for its hash and for backends to
// store. It starts with a format byte; numbers are varints, strings and bytes
// stand after their length, hashes are 32 bytes. The order of the fields is
// part of the format: old records are decoded and hashed for ever.
const recordFormat = 1

var errRecord = errors.New("the record cannot be decoded")

// Sum is the hash that the revision must have.
func (r Revision) Sum() Hash { return sha256.Sum256(r.canonical()) }

// Encode returns the revision as a backend stores it: Hash, then the canonical
// encoding of everything else.
func (r Revision) Encode() []byte {
	return append(bytes.Clone(r.Hash[:]), r.canonical()...)
}

// Decode reads what Encode wrote. Any change to it, be it one bit, is an error.
// The revision shares no memory with record.
func Decode(record []byte) (Revision, error) {
	if len(record) < len(Hash{}) {
		return Revision{}, errors.New("the record is cut off")
	}
	hash, rest := Hash(record[:len(Hash{})]), record[len(Hash{}):]
	if sha256.Sum256(rest) != hash {
		return Revision{}, errors.New("the record does not match its hash")
	}
	revision, err := decodeCanonical(rest)
	if err != nil {
		return Revision{}, err
	}
	revision.Hash = hash
	// One revision has one encoding, or hashes would not tell revisions apart.
	if !bytes.Equal(revision.canonical(), rest) {
		return Revision{}, errRecord
	}
	return revision, nil
}

func (r Revision) canonical() []byte {
	size := 256 + len(r.Words) + len(r.Title) + len(r.Patch) + len(r.Author.ID) + len(r.Author.Name)
	e := make(encoder, 0, size)
	e = append(e, recordFormat)
	e.text(string(r.Model))
	e.number(r.Number)
	e = append(e, r.Parent[:]...)
	e.text(r.Author.ID)
	e.text(r.Author.Name)
	e = binary.AppendVarint(e, r.At.UnixMilli())
	e.text(r.Words)
	e.text(string(r.Kind))
	e.number(r.Reverts)
	e.text(r.Operation)
	e.text(r.Title)
	e.text(string(r.Patch))
	return append(e, r.DocumentHash[:]...)
}

func decodeCanonical(data []byte) (Revision, error) {
	if len(data) == 0 || data[0] != recordFormat {
		return Revision{}, errors.New("the record has an unknown format")
	}
	d := decoder{rest: data[1:]}
	r := Revision{
		Model:        ModelID(d.text()),
		Number:       d.number(),
		Parent:       d.hash(),
		Author:       Author{ID: d.text(), Name: d.text()},
		At:           d.time(),
		Words:        d.text(),
		Kind:         Kind(d.text()),
		Reverts:      d.number(),
		Operation:    d.text(),
		Title:        d.text(),
		Patch:        []byte(d.text()),
		DocumentHash: d.hash(),
	}
	if d.failed || len(d.rest) > 0 {
		return Revision{}, errRecord
	}
	if len(r.Patch) == 0 {
		r.Patch = nil
	}
	return r, nil
}

type encoder []byte

func (e *encoder) number(n uint64) { *e = binary.AppendUvarint(*e, n) }

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	*e = append(*e, s...)
}

// A decoder remembers that something was wrong; its results are zero then.
type decoder struct {
	rest   []byte
	failed bool
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.failed, d.rest = true, nil
		return nil
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		d.failed = true
		return 0
	}
	d.take(uint64(size))
	return n
}

func (d *decoder) text() string { return string(d.take(d.number())) }

func (d *decoder) hash() (h Hash) {
	copy(h[:], d.take(uint64(len(h))))
	return h
}

func (d *decoder) time() time.Time {
	milliseconds, size := binary.Varint(d.rest)
	if size <= 0 {
		d.failed = true
		return time.Time{}
	}
	d.take(uint64(size))
	return time.UnixMilli(milliseconds).UTC()
}
