package bolt

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"widerow/store"
)

// check returns the damage of the whole file: first the damage of its pages, then the first damage
// of each model.
func (s *survey) check(ctx context.Context, patches bool) (store.Report, error) {
	report := store.Report{}
	checked := 0
	for _, id := range s.ids() {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		revisions, err := s.checkModel(id, patches)
		if id.IsModel() {
			report.Models++
		}
		report.Sizes = append(report.Sizes, store.Size{Model: id, Revisions: revisions, Bytes: s.models[id].bytes()})
		report.Revisions += revisions
		checked += revisions
		if err != nil {
			report.Damage = append(report.Damage, err)
		}
	}
	if len(report.Damage) == 0 && checked != len(s.operations) {
		s.note(fmt.Sprintf("there are %d operations for %d revisions", len(s.operations), checked))
	}
	slices.SortFunc(report.Sizes, func(a, b store.Size) int { return cmp.Compare(b.Bytes, a.Bytes) })
	report.Damage = slices.Concat(s.tree.damage, s.damage, report.Damage)
	return report, nil
}

// bytes returns the size of all values of a model.
func (f *found) bytes() (total int64) {
	if f == nil {
		return 0
	}
	for _, entries := range []map[uint64]entry{f.revisions, f.snapshots} {
		for _, e := range entries {
			total += int64(e.size)
		}
	}
	if f.document != nil {
		total += int64(f.document.size)
	}
	return total
}

// checkModel reads the whole history of a model and returns its first damage.
// revisions counts the records that it read.
func (s *survey) checkModel(id store.ModelID, patches bool) (revisions int, err error) {
	damaged := func(number uint64, reason string) error {
		return &store.Corrupt{Model: id, Revision: number, Reason: reason}
	}
	f := s.models[id]
	switch {
	case f == nil:
		return 0, damaged(0, "all of it is missing")
	case f.head == nil || f.document == nil:
		return 0, damaged(0, "the entry for its head cannot be read")
	case f.unknown:
		return 0, damaged(0, "it has an entry in the wrong place")
	}
	for number := range f.numbers() {
		if number == 0 || number > f.head.number {
			return 0, damaged(number, "there is an entry for it beyond the head")
		}
	}
	verifier := store.Verifier{Options: s.options, Model: id, SkipPatches: !patches}
	for number := uint64(1); number <= f.head.number; number++ {
		read, err := s.checkRevision(f, &verifier, number)
		if read {
			revisions++
		}
		if err != nil {
			return revisions, err
		}
	}
	return revisions, s.checkEnd(f, &verifier)
}

// numbers are the keys of all the model's entries.
func (f *found) numbers() map[uint64]bool {
	numbers := map[uint64]bool{}
	for number := range f.revisions {
		numbers[number] = true
	}
	for number := range f.snapshots {
		numbers[number] = true
	}
	for number := range f.lost {
		numbers[number] = true
	}
	return numbers
}

func (s *survey) checkRevision(f *found, verifier *store.Verifier, number uint64) (read bool, err error) {
	hash, lost := f.lost[number]
	place, present := f.revisions[number]
	switch {
	case !present && lost:
		return false, verifier.Skip(number, hash)
	case !present:
		return false, &store.Corrupt{Model: verifier.Model, Revision: number, Reason: "its record is missing"}
	}
	revision, err := store.Decode(s.readValue(place))
	if err != nil {
		return false, &store.Corrupt{Model: verifier.Model, Revision: number, Reason: err.Error()}
	}
	if lost {
		return true, verifier.NextLost(revision)
	}
	var snapshot []byte
	if place, ok := f.snapshots[number]; ok {
		snapshot = append([]byte{}, s.readValue(place)...)
	}
	if err := verifier.Next(revision, snapshot); err != nil {
		return true, err
	}
	if s.operations[revision.Operation] != (operationEntry{number, verifier.Model}) {
		return true, &store.Corrupt{Model: verifier.Model, Revision: number,
			Reason: fmt.Sprintf("operation %q is not recorded for it", revision.Operation)}
	}
	return true, nil
}

func (s *survey) checkEnd(f *found, verifier *store.Verifier) error {
	if err := verifier.End(f.head.hash, s.readValue(*f.document)); err != nil {
		return err
	}
	listed := s.recent[verifier.Model]
	want := []store.Position{verifier.Last.Position()}
	if verifier.Last.Kind == store.KindDelete {
		want = nil
	}
	if !slices.Equal(listed, want) {
		return &store.Corrupt{Model: verifier.Model, Revision: verifier.Last.Number, Reason: "its place in the list of models is wrong"}
	}
	return nil
}

// parts returns what is left of a damaged model.
func (s *survey) parts(id store.ModelID) store.Parts {
	f := s.model(id)
	parts := store.Parts{Model: id, Revisions: map[uint64][]store.Revision{}, Lost: f.lost}
	documents := map[store.Hash]entry{}
	for _, place := range f.snapshots {
		documents[store.HashOf(s.readValue(place))] = place
	}
	if f.document != nil {
		documents[store.HashOf(s.readValue(*f.document))] = *f.document
	}
	for _, place := range f.revisions {
		s.addRecord(&parts, place)
	}
	for _, places := range f.stray {
		for _, place := range places {
			s.addRecord(&parts, place)
		}
	}
	parts.Last = s.last(id, f, parts.Revisions)
	if f.head != nil && f.head.number == parts.Last {
		parts.Head = f.head.hash
	}
	parts.Document = func(hash store.Hash) []byte { return s.documentOf(documents, hash) }
	return parts
}

// last returns the number of the newest revision that anything refers to. A
// number that was damaged must not add millions of lost revisions, so it counts
// only if it continues the numbers that are known.
func (s *survey) last(id store.ModelID, f *found, records map[uint64][]store.Revision) uint64 {
	named := map[uint64]bool{}
	for _, number := range s.numbers[id] {
		named[number] = true
	}
	for number := range f.lost {
		named[number] = true
	}
	last, known := uint64(0), false
	for number, revisions := range records {
		last = max(last, number)
		for _, revision := range revisions {
			known = known || f.head != nil && revision.Hash == f.head.hash
		}
	}
	for named[last+1] {
		last++
	}
	if f.head != nil && !known && f.head.number > last && f.head.number-last < maxMissing {
		last = f.head.number
	}
	return last
}

// maxMissing bounds how many revisions may be missing at the end of a history.
const maxMissing = 4096

func (s *survey) addRecord(parts *store.Parts, place entry) {
	revision, err := store.Decode(s.readValue(place))
	if err == nil && revision.Model == parts.Model && revision.Number > 0 {
		parts.Revisions[revision.Number] = append(parts.Revisions[revision.Number], revision)
	}
}

func (s *survey) documentOf(documents map[store.Hash]entry, hash store.Hash) []byte {
	place, ok := documents[hash]
	if !ok {
		place, ok = s.stray[hash]
	}
	if !ok {
		return nil
	}
	if document := s.readValue(place); store.HashOf(document) == hash {
		return document
	}
	return nil
}
