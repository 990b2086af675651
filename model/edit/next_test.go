package edit

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"widerow/model"
)

// TestNextWritesWhatEncodeWrites applies random commands, each to the successor of the model before, and
// compares the text that grows from revision to revision with one that is written from nothing.
func TestNextWritesWhatEncodeWrites(t *testing.T) {
	for seed := range uint64(25) {
		random := rand.New(rand.NewPCG(seed, 7))
		ids := model.SeededIDs(fmt.Append(nil, seed))
		m := shop(t)
		for range 60 {
			command := randomCommand(random, m)
			after, err := Apply(m, ids, command)
			if err != nil {
				continue
			}
			was, next := string(m.Encode()), model.Next(m, after)
			checkSame(t, after, next)
			text, read, err := next.CanonicalAfter(m)
			if want := string(after.Encode()); err != nil || string(text) != want {
				t.Fatalf("after %+v: CanonicalAfter = %v\n%s\nwant\n%s", command, err, text, want)
			}
			if string(m.Encode()) != was {
				t.Fatalf("after %+v: the model before has changed", command)
			}
			if len(model.ChangedPaths(m, next)) == 0 && len(model.ChangedPaths(m, after)) > 0 {
				t.Fatalf("after %+v: the change is lost", command)
			}
			m = read
		}
	}
}
