package check

import (
	"fmt"
	"slices"

	"widerow/cql"
)

// CodeForbidden is about a statement or a query that reads in a way that the caller forbids.
const CodeForbidden = "query/forbidden"

// Forbid adds an error for each statement of a script and each query of a document with one of some verdicts: several, index,
// filtering, scan or rejected.
func (r *Report) Forbid(file string, verdicts []string) {
	for i := range r.Listed {
		if l := &r.Listed[i]; slices.Contains(verdicts, forbiddenNames[l.Verdict]) {
			r.Findings = append(r.Findings, forbidden(Finding{File: l.File, Line: l.Line, Column: 1}, l.Verb, l.Verdict))
		}
	}
	if r.Proofs == nil {
		return
	}
	for i := range r.Queries {
		if q := &r.Queries[i]; slices.Contains(verdicts, forbiddenNames[string(q.Verdict)]) {
			r.Findings = append(r.Findings, forbidden(Finding{File: file, Element: q.Query}, q.Query, string(q.Verdict)))
		}
	}
}

// forbiddenNames are the names of verdicts for --forbid, by those of statements and of queries.
var forbiddenNames = map[string]string{"several partitions": "several", "partitions": "several", "index": "index", "filtering": "filtering",
	"scan": "scan", "rejected": "rejected", "none": "rejected"}

func forbidden(f Finding, what, verdict string) Finding {
	f.Severity, f.Code = cql.Error, CodeForbidden
	f.Message = fmt.Sprintf("%s reads by %s, which --forbid does not allow.", what, verdict)
	if name := forbiddenNames[verdict]; name == "several" || name == "rejected" {
		f.Message = fmt.Sprintf("%s: %s, which --forbid does not allow.", what, verdict)
	}
	return f
}
