package oracle

import (
	"fmt"
	"slices"
	"strings"
)

// kind classifies the outcome of judging a query or an update.
type kind string

const (
	right     kind = "right"
	wrong     kind = "wrong"
	question  kind = "question" // the derivation asks, or says that it cannot be done
	missing   kind = "missing lookup"
	notJudged kind = "not judged"
)

// outcome is a kind with its reason and details.
type outcome struct {
	kind            kind
	reason, details string
}

// counts are the outcomes of a run, by kind and reason.
type counts map[string]int

func (c counts) add(what string, o outcome) {
	name := what + " " + string(o.kind)
	if o.reason != "" {
		name += ": " + o.reason
	}
	c[name]++
}

func (c counts) String() string {
	var lines []string
	for name, count := range c {
		lines = append(lines, fmt.Sprintf("%5d %s", count, name))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[6:], b[6:]) })
	return strings.Join(lines, "\n")
}
