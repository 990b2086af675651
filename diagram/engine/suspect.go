package engine

import (
	"context"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"widerow/diagram/digest"
)

const (
	// suspectSize is the bytes of DOT of about 400 tables: more may take dot long.
	suspectSize = 24 << 10
	// suspectEdges is how many edges may take dot long, since they may run
	// criss-cross: 300 take 0.3 s of processor time then, 900 take 2 s.
	suspectEdges = 300
	// lateKept is how many jobs that were late are remembered.
	lateKept = 256
	// niceness is how far a suspect job steps back behind our other work, on
	// Unix's scale that ends at lowest.
	niceness = 10
	lowest   = 19
)

// suspects are the jobs that may keep a worker busy until the deadline: large
// ones, and those that were late before. They leave one worker to the others.
type suspects struct {
	turns chan struct{}
	late  *lru.Cache[digest.Sum, struct{}]
}

func newSuspects(workers int) *suspects {
	late, err := lru.New[digest.Sum, struct{}](lateKept)
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	return &suspects{turns: make(chan struct{}, max(1, workers-1)), late: late}
}

// suspect tells whether a job may take long.
func (s *suspects) suspect(texts []string) bool {
	size, edges := 0, 0
	for _, text := range texts {
		size, edges = size+len(text), edges+strings.Count(text, "->")
	}
	return size > suspectSize || edges > suspectEdges || s.late.Contains(keyOfTexts(texts))
}

// wasLate makes a job a suspect from now on.
func (s *suspects) wasLate(texts []string) { s.late.Add(keyOfTexts(texts), struct{}{}) }

// wait waits for the turn of a suspect job; done ends the turn.
func (s *suspects) wait(ctx context.Context) (done func(), err error) {
	select {
	case s.turns <- struct{}{}:
		return func() { <-s.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func keyOfTexts(texts []string) digest.Sum {
	return digest.Of(texts)
}
