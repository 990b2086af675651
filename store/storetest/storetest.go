// Package storetest is the test suite that every backend of package store must
// pass. Read Run first: it lists the tests.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"testing"
	"time"

	"widerow/store"
)

// Open returns an empty store for one test. Run closes it.
type Open func(t *testing.T, options store.Options) store.Store

// SnapshotEvery is small, so that short histories have several snapshots.
const SnapshotEvery = 7

// MaxDocument is the largest document of the suite.
const MaxDocument = 6 << 20

// Start is the first time that the clock of Options returns. The clock advances
// by a millisecond with each revision.
var Start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// Run tests a backend.
func Run(t *testing.T, open Open) {
	for _, test := range []struct {
		name string
		run  func(*suite)
	}{
		{"create", (*suite).create},
		{"save", (*suite).save},
		{"conflict", (*suite).conflict},
		{"times", (*suite).times},
		{"invalid", (*suite).invalid},
		{"unusable patch", (*suite).unusablePatch},
		{"delete", (*suite).delete},
		{"restore deleted", (*suite).restoreDeleted},
		{"repeat", (*suite).repeat},
		{"repeat create", (*suite).repeatCreate},
		{"operation reused", (*suite).operationReused},
		{"find operation", (*suite).findOperation},
		{"not found", (*suite).notFound},
		{"at", (*suite).at},
		{"history", (*suite).history},
		{"list", (*suite).list},
		{"list while changing", (*suite).listWhileChanging},
		{"list deleted", (*suite).listDeleted},
		{"purge", (*suite).purge},
		{"companion", (*suite).companion},
		{"companion deleted", (*suite).companionDeleted},
		{"people", (*suite).people},
		{"branch", (*suite).branch},
		{"clock back", (*suite).clockBack},
		{"large", (*suite).large},
		{"too large", (*suite).tooLarge},
		{"no aliasing", (*suite).noAliasing},
		{"context", (*suite).context},
		{"closed", (*suite).closed},
		{"concurrent saves", (*suite).concurrentSaves},
		{"concurrent retries", (*suite).concurrentRetries},
		{"concurrent reads", (*suite).concurrentReads},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel() // most of the time is spent waiting for the disk
			s := &suite{t, open(t, Options())}
			t.Cleanup(func() {
				if err := s.store.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
			test.run(s)
		})
	}
}

// Options returns the suite's options, with a clock that starts at Start.
func Options() store.Options {
	clock := make(chan time.Time, 1)
	clock <- Start
	return store.Options{
		Apply:         Apply,
		SnapshotEvery: SnapshotEvery,
		MaxDocument:   MaxDocument,
		Now: func() time.Time {
			now := <-clock
			clock <- now.Add(time.Millisecond)
			return now
		},
	}
}

// Apply applies patches of the suite. A document is a list of lines; the patch
// `2=text` replaces line 2, counted from 0, and `panic` panics. Any other
// patch is an error.
func Apply(document []byte, patches ...[]byte) (next []byte, err error) {
	next = bytes.Clone(document)
	for _, patch := range patches {
		if next, err = applyOne(next, patch); err != nil {
			return nil, err
		}
	}
	return next, nil
}

func applyOne(document, patch []byte) ([]byte, error) {
	if string(patch) == "panic" {
		panic("codec of the suite")
	}
	at, text, ok := bytes.Cut(patch, []byte("="))
	line, err := strconv.Atoi(string(at))
	lines := bytes.Split(document, []byte("\n"))
	if !ok || err != nil || line < 0 || line >= len(lines) {
		return nil, fmt.Errorf("patch %q does not fit", patch)
	}
	lines[line] = text
	return bytes.Join(lines, []byte("\n")), nil
}

type suite struct {
	*testing.T
	store store.Store
}

var ctx = context.Background()

// Document returns the document that First and Edit give to a revision: its
// three lines are the numbers of the last three revisions.
func Document(number uint64) []byte {
	var lines [3]string
	for n := uint64(1); n <= number; n++ {
		lines[n%3] = strconv.FormatUint(n, 10)
	}
	return []byte(lines[0] + "\n" + lines[1] + "\n" + lines[2])
}

// First returns the Save that creates a model for Edit.
func First(model store.ModelID) store.Save {
	return store.Save{
		Model: model, Operation: fmt.Sprintf("%s-1", model), Author: store.Author{ID: "u1", Name: "Ada"},
		Words: "created", Kind: store.KindCreate, Title: "Model " + string(model), Document: Document(1),
	}
}

// Edit returns the Save that makes revision base+1, with a patch.
func Edit(model store.ModelID, base uint64) store.Save {
	number := base + 1
	return store.Save{
		Model: model, Base: base, Operation: fmt.Sprintf("%s-%d", model, number),
		Author: store.Author{ID: "u2", Name: "Grace"}, Words: fmt.Sprintf("edit %d", number),
		Kind: store.KindEdit, Title: "Model " + string(model),
		Patch: fmt.Appendf(nil, "%d=%d", number%3, number), Document: Document(number),
	}
}

// fill creates a model and edits it up to revision last.
func (s *suite) fill(model store.ModelID, last uint64) {
	s.Helper()
	must(s)(s.store.Create(ctx, First(model)))
	for base := uint64(1); base < last; base++ {
		must(s)(s.store.Save(ctx, Edit(model, base)))
	}
}

// must returns a function that stops the test on an error.
func must(s *suite) func(store.Revision, error) store.Revision {
	return func(revision store.Revision, err error) store.Revision {
		s.Helper()
		if err != nil {
			s.Fatal(err)
		}
		return revision
	}
}

func (s *suite) wantError(what string, err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// wantHead checks the number and document of a model's head.
func (s *suite) wantHead(model store.ModelID, number uint64, document []byte) {
	s.Helper()
	got, revision, err := s.store.Head(ctx, model)
	if err != nil || revision.Number != number || !bytes.Equal(got, document) {
		s.Errorf("head of %s: %q at revision %d, error %v; want %q at %d", model, got, revision.Number, err, document, number)
	}
}

func (s *suite) wantWhole(model store.ModelID) {
	s.Helper()
	if err := s.store.Verify(ctx, model); err != nil {
		s.Errorf("verify %s: %v", model, err)
	}
}

func (s *suite) wantEqual(what string, got, want any) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}
