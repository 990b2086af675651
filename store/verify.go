package store

import "fmt"

// Verifier checks the history of one model, revision by revision. Set Options
// and Model; the zero values of the other fields are the state before
// revision 1.
type Verifier struct {
	Options Options
	Model   ModelID
	// SkipPatches leaves out the application of patches, which takes most of
	// the time. Every hash is still checked.
	SkipPatches bool

	Last     Revision // the last revision that passed
	document []byte   // nil if unknown: lost, or patches are skipped
}

// Skip passes over a revision that is recorded as lost. hash is the hash of the
// lost revision, or zero if that is unknown.
func (v *Verifier) Skip(number uint64, hash Hash) error {
	if number != v.Last.Number+1 {
		return &Corrupt{Model: v.Model, Revision: number, Reason: "the entry of a lost revision is in the wrong place"}
	}
	v.Last, v.document = LostRevision(v.Model, number, hash), nil
	return nil
}

// parentMatches reports whether revision follows Last, as far as that is known.
func (v *Verifier) parentMatches(revision Revision) bool {
	unknown := v.Last.Kind == KindLost && v.Last.Hash.IsZero()
	return unknown || revision.Parent == v.Last.Hash
}

// NextLost checks the revision after Last, whose document is recorded as lost.
func (v *Verifier) NextLost(revision Revision) error {
	if err := v.checkRecord(revision); err != nil {
		return err
	}
	v.Last, v.document = revision, nil
	return nil
}

// Next checks the revision after Last. snapshot is nil if it has none.
func (v *Verifier) Next(revision Revision, snapshot []byte) error {
	if err := v.checkRecord(revision); err != nil {
		return err
	}
	document, err := v.next(revision, snapshot)
	if err != nil {
		return err
	}
	v.document, v.Last = document, revision
	return nil
}

func (v *Verifier) checkRecord(revision Revision) error {
	number := v.Last.Number + 1
	switch {
	case revision.Model != v.Model || revision.Number != number:
		return v.damaged(number, fmt.Sprintf("revision %d of model %q is in its place", revision.Number, string(revision.Model)))
	case revision.Sum() != revision.Hash:
		return v.damaged(number, "it does not match its hash")
	case !v.parentMatches(revision):
		return v.damaged(number, "it does not follow the previous revision")
	}
	return nil
}

// next returns the document of a revision, or nil if patches are skipped.
func (v *Verifier) next(revision Revision, snapshot []byte) ([]byte, error) {
	hasPatch := revision.Number > 1 && (len(revision.Patch) > 0 || revision.Kind == KindDelete)
	switch {
	case snapshot != nil && HashOf(snapshot) != revision.DocumentHash:
		return nil, v.damaged(revision.Number, "its snapshot does not match the hash")
	case snapshot == nil && !hasPatch:
		return nil, v.damaged(revision.Number, "it has neither a patch nor a snapshot")
	case v.SkipPatches && hasPatch:
		return nil, nil
	case hasPatch && v.document != nil:
		return v.Options.next(v.document, revision)
	case snapshot == nil:
		return nil, v.damaged(revision.Number, "the revision before it is lost, and it has no snapshot")
	}
	return snapshot, nil
}

func (v *Verifier) damaged(number uint64, reason string) error {
	return &Corrupt{Model: v.Model, Revision: number, Reason: reason}
}

// End checks that Last is the head and that document is its document.
func (v *Verifier) End(head Hash, document []byte) error {
	switch {
	case v.Last.Hash != head:
		return &Corrupt{Model: v.Model, Revision: v.Last.Number, Reason: "the head is another revision"}
	case HashOf(document) != v.Last.DocumentHash:
		return &Corrupt{Model: v.Model, Revision: v.Last.Number, Reason: "the head's document does not match the hash"}
	}
	return nil
}
