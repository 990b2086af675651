package engine

import (
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"widerow/diagram/digest"
)

const (
	// suspectSize is the number of bytes of DOT above which dot may take long:
	// about 400 tables.
	suspectSize = 24 << 10
	// suspectEdges is the number of edges above which dot may take long. If
	// they run criss-cross, 300 take 0.3 s of processor time and 900 take 2 s.
	suspectEdges = 300
	// lateKept is the number of late jobs remembered.
	lateKept = 256
)

// suspects remembers the jobs that were late before. They, and large ones, may keep a worker
// busy until the deadline.
type suspects struct {
	late *lru.Cache[digest.Sum, struct{}]
}

func newSuspects() *suspects {
	late, err := lru.New[digest.Sum, struct{}](lateKept)
	if err != nil {
		panic(err) // only a size below 1 fails
	}
	return &suspects{late: late}
}

// suspect reports whether a job may take long.
func (s *suspects) suspect(texts []string) bool {
	size, edges := 0, 0
	for _, text := range texts {
		size, edges = size+len(text), edges+strings.Count(text, "->")
	}
	return size > suspectSize || edges > suspectEdges || s.late.Contains(keyOfTexts(texts))
}

// wasLate marks a job as suspect from now on.
func (s *suspects) wasLate(texts []string) { s.late.Add(keyOfTexts(texts), struct{}{}) }

func keyOfTexts(texts []string) digest.Sum {
	return digest.Of(texts)
}
