package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"
)

// recordFormat is the first byte of a revision's canonical encoding. This encoding is hashed, and
// backends store it. Numbers are varints, strings and byte slices follow their length, hashes are
// 32 bytes. The order of the fields is part of the format: old records are decoded and hashed for
// ever.
const recordFormat = 1

// takenFormat is the format of revisions that have a From: it is at the end.
const takenFormat = 2

var errRecord = errors.New("the record cannot be decoded")

// Sum computes the hash of the revision from its other fields.
func (r Revision) Sum() Hash { return sha256.Sum256(r.canonical()) }

// Encode returns the revision as a backend stores it: Hash, then the canonical
// encoding of everything else.
func (r Revision) Encode() []byte {
	return append(bytes.Clone(r.Hash[:]), r.canonical()...)
}

// Decode reads the output of Encode. It returns an error if even one bit of it
// was changed. The revision shares no memory with record.
func Decode(record []byte) (Revision, error) {
	if len(record) < len(Hash{}) {
		return Revision{}, errors.New("the record is truncated")
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
	// A revision must have exactly one encoding, or equal revisions could have
	// different hashes.
	if !bytes.Equal(revision.canonical(), rest) {
		return Revision{}, errRecord
	}
	return revision, nil
}

func (r Revision) canonical() []byte {
	size := 256 + len(r.Words) + len(r.Title) + len(r.Patch) + len(r.Author.ID) + len(r.Author.Name)
	e := make(encoder, 0, size)
	if r.From == (Source{}) {
		e = append(e, recordFormat)
	} else {
		e = append(e, takenFormat)
	}
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
	e = append(e, r.DocumentHash[:]...)
	if e[0] == takenFormat {
		e.text(string(r.From.Model))
		e.number(r.From.Number)
	}
	return e
}

func decodeCanonical(data []byte) (Revision, error) {
	if len(data) == 0 || data[0] != recordFormat && data[0] != takenFormat {
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
	if data[0] == takenFormat {
		r.From = Source{ModelID(d.text()), d.number()}
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

// A decoder sets failed at the first error and returns zero values from then on.
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
