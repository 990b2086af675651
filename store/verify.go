package store

import "fmt"

// Verifier checks the history of one model, revision by revision. Set Options
// and Model; the zero values of the other fields are the state before
// revision 1.
type Verifier struct {
	Options Options
	Model   ModelID

	Last     Revision // the last revision that passed
	document []byte
}

// Next checks the revision after Last. snapshot is nil if it has none.
func (v *Verifier) Next(revision Revision, snapshot []byte) error {
	number := v.Last.Number + 1
	damaged := func(reason string) error {
		return &Corrupt{Model: v.Model, Revision: number, Reason: reason}
	}
	switch {
	case revision.Model != v.Model || revision.Number != number:
		return damaged(fmt.Sprintf("revision %d of model %q is in its place", revision.Number, string(revision.Model)))
	case revision.Sum() != revision.Hash:
		return damaged("it does not match its hash")
	case revision.Parent != v.Last.Hash:
		return damaged("it does not follow the previous revision")
	case snapshot != nil && HashOf(snapshot) != revision.DocumentHash:
		return damaged("its snapshot does not match the hash")
	}
	document := snapshot
	if number > 1 && (len(revision.Patch) > 0 || revision.Kind == KindDelete) {
		var err error
		if document, err = v.Options.next(v.document, revision); err != nil {
			return err
		}
	}
	if document == nil {
		return damaged("it has neither a patch nor a snapshot")
	}
	v.document, v.Last = document, revision
	return nil
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
