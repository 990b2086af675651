package check

import (
	"slices"

	"widerow/model/advice"
)

// Listed is a statement on rows with its verdict: one partition, several partitions, index, filtering, scan or rejected;
// "write" for a batch.
type Listed struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Verb    string   `json:"verb"`
	Tables  []string `json:"tables"`
	Verdict string   `json:"verdict"`
	// Partitions is the number of partitions that it names, or that a batch writes at most, 0 if that is open.
	Partitions int `json:"partitions,omitempty"`
	// Idempotent reports whether a repetition does no harm.
	Idempotent bool `json:"idempotent"`
	// Advice are the codes of what is found at the statement.
	Advice []string `json:"advice"`
}

func listed(s *advice.Statement) Listed {
	l := Listed{Verb: s.Verb, Tables: []string{s.Name}, Verdict: string(s.Verdict), Partitions: s.Partitions, Advice: []string{}}
	l.Idempotent = len(s.Calls)+len(s.Lists) == 0 && !s.Conditional && !s.Counts
	if s.Batch != nil {
		l.Tables, l.Partitions, l.Verdict = append([]string{}, s.Batch.Tables...), s.Batch.Partitions, "write"
		l.Idempotent = s.Batch.Idempotent
	}
	return l
}

// list adds the statements on rows to the reports of their files, with the codes of what was found there.
func (r *Report) list(l Listed) {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Line == l.Line && !slices.Contains(l.Advice, f.Code) {
			l.Advice = append(l.Advice, f.Code)
		}
	}
	r.Listed = append(r.Listed, l)
}
