package store

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Parts holds the readable parts of a damaged model.
type Parts struct {
	Model ModelID

	// Revisions holds, by number, the records that match their own hash, the
	// most credible first. A number may have none.
	Revisions map[uint64][]Revision
	// Document returns a document by its hash, or nil if none was read.
	Document func(Hash) []byte

	Head Hash            // the hash of the head as recorded; zero if unknown
	Last uint64          // the highest number of a revision that anything refers to
	Lost map[uint64]Hash // what earlier repairs recorded as lost
}

// Repaired is the history of a model after Options.Repair, in which every
// revision can be read or is marked as lost.
type Repaired struct {
	// Revisions are numbered from 1. KindLost marks a revision of which
	// nothing is left.
	Revisions []Revision
	Snapshots map[uint64][]byte
	Document  []byte // of the last revision

	// Lost holds the revisions whose record or document is lost, with the
	// hash of the revision, which is zero if unknown.
	Lost map[uint64]Hash
}

// repairAuthor is the author of the revisions that Repair adds.
var repairAuthor = Author{Name: "Widerow"}

// Repair rebuilds a model from its remaining parts, and appends a revision of KindRepair that
// describes the repair. It rebuilds every document that follows from a snapshot and the patches
// after it, and records the rest as lost. The newest rebuilt document becomes the newest revision.
// A deleted model stays deleted. ok is false if no document is left.
func (o Options) Repair(parts Parts) (repaired Repaired, ok bool) {
	r := Repaired{Snapshots: map[uint64][]byte{}, Lost: map[uint64]Hash{}}
	r.Revisions = parts.chain()
	newest := o.rebuild(parts, &r)
	if newest == 0 {
		return r, false
	}
	last := r.Revisions[len(r.Revisions)-1]
	deleted := last.Kind == KindDelete
	if deleted && newest == last.Number {
		return r, true
	}
	words := repairWords(parts, r.Lost, newest, last.Number)
	r.add(o, Revision{Kind: KindRepair, Words: words, Title: r.Revisions[newest-1].Title})
	r.Snapshots[last.Number+1] = r.Document
	if deleted {
		r.add(o, Revision{Kind: KindDelete, Words: last.Words, Title: last.Title})
	}
	return r, true
}

// chain returns the revisions from 1 to the last. Each record names the hash of
// the one before it, which decides between several records of one number.
func (p Parts) chain() []Revision {
	last := p.Last
	for number := range p.Revisions {
		last = max(last, number)
	}
	revisions := make([]Revision, last)
	want := p.Head
	for number := last; number > 0; number-- {
		revision, found := pick(p.Revisions[number], want, number == last)
		if !found {
			if want.IsZero() {
				want = p.Lost[number]
			}
			revision = LostRevision(p.Model, number, want)
		}
		revisions[number-1], want = revision, revision.Parent
	}
	dateLost(revisions)
	return revisions
}

// pick returns the record with the hash that is wanted. At the head, whose
// entry may itself be damaged, any record will do.
func pick(records []Revision, want Hash, isHead bool) (Revision, bool) {
	for _, record := range records {
		if record.Hash == want {
			return record, true
		}
	}
	if len(records) > 0 && (isHead || want.IsZero()) {
		return records[0], true
	}
	return Revision{}, false
}

// LostRevision returns the entry of a history for a revision of which nothing is
// left.
func LostRevision(model ModelID, number uint64, hash Hash) Revision {
	return Revision{Model: model, Number: number, Hash: hash, Kind: KindLost, Words: "lost by damage on the disk"}
}

// dateLost gives lost revisions the time of the revision before, for display.
func dateLost(revisions []Revision) {
	at := time.UnixMilli(0).UTC()
	for i, revision := range revisions {
		if revision.Kind == KindLost {
			revisions[i].At = at
		}
		at = revisions[i].At
	}
}

// rebuild fills in the documents, and returns the newest revision that has one,
// or 0.
func (o Options) rebuild(parts Parts, r *Repaired) (newest uint64) {
	var document []byte
	for _, revision := range r.Revisions {
		document = o.documentOf(parts, revision, document, r.Snapshots)
		if document == nil {
			r.Lost[revision.Number] = revision.Hash
			continue
		}
		newest, r.Document = revision.Number, document
	}
	return newest
}

// documentOf returns the document of a revision, or nil if it is lost.
func (o Options) documentOf(parts Parts, revision Revision, before []byte, snapshots map[uint64][]byte) []byte {
	if revision.Kind == KindLost {
		return nil
	}
	whole := len(revision.Patch) == 0 && revision.Kind != KindDelete
	if before != nil && !whole {
		if document, err := o.next(before, revision); err == nil {
			if (revision.Number-1)%o.snapshotInterval() == 0 {
				snapshots[revision.Number] = document
			}
			return document
		}
	}
	document := parts.Document(revision.DocumentHash)
	if document != nil {
		snapshots[revision.Number] = document
	}
	return document
}

// add appends a revision to a repaired history.
func (r *Repaired) add(o Options, revision Revision) {
	last := r.Revisions[len(r.Revisions)-1]
	revision.Model, revision.Number, revision.Parent = last.Model, last.Number+1, last.Hash
	revision.Author, revision.At = repairAuthor, o.timestamp(time.Time{}, State{Head: &last})
	revision.Operation = fmt.Sprintf("%s-%s-%d", revision.Kind, last.Model, revision.Number)
	revision.Operation = revision.Operation[:min(len(revision.Operation), MaxOperation)]
	revision.DocumentHash = HashOf(r.Document)
	revision.Hash = revision.Sum()
	r.Revisions = append(r.Revisions, revision)
}

// repairWords describes a repair to the users of the model.
func repairWords(parts Parts, lost map[uint64]Hash, newest, last uint64) string {
	var numbers []uint64
	for number := range lost {
		if _, old := parts.Lost[number]; !old {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	words := "repaired after damage on the server's disk: "
	switch {
	case len(numbers) > 0:
		words += "lost " + ranges(numbers)
	case parts.Head.IsZero():
		words += fmt.Sprintf("found all revisions up to r%d", last)
	default:
		words += "nothing is lost"
	}
	if newest != last {
		words += fmt.Sprintf("; this is r%d again", newest)
	}
	if parts.Head.IsZero() {
		words += "; newer revisions may be lost too"
	}
	return words
}

// ranges returns numbers in order as text: "r3, r5 to r9".
func ranges(numbers []uint64) string {
	var parts []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		part := fmt.Sprintf("r%d", numbers[i])
		if end > i {
			part += fmt.Sprintf(" to r%d", numbers[end])
		}
		parts, i = append(parts, part), end+1
	}
	const most = 20
	if len(parts) > most {
		parts = append(parts[:most], fmt.Sprintf("and %d more", len(parts)-most))
	}
	return strings.Join(parts, ", ")
}
