package check

import (
	"widerow/model/advice"
	"widerow/model/proof"
)

// sameFact maps rules to the older codes of findings that state the same fact.
var sameFact = map[string]string{"view/experimental": "cql/disabled", "index/sasi": "cql/disabled", "update/batch-size": "update/batch-size"}

// isSaid reports whether a report has a finding of an older code about the fact of a rule at an element or a place.
func (r *Report) isSaid(finding *Finding) bool {
	older, found := sameFact[finding.Code]
	if !found {
		return false
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Code == older && (f.Element == finding.Element && f.Element != "" || f.Line > 0 && f.Line == finding.Line) {
			if finding.IsPolicy() || finding.Accepted != nil { // the policy decides, or somebody has
				f.Severity, f.Message, f.Hint, f.Advised = finding.Severity, finding.Message, finding.Hint, finding.Advised
				return true
			}
			if f.Advised == nil || f.Advised.Fix == nil || f.Advised.Fix.Statement == "" {
				advised := *finding.Advised
				advised.kind = ofCheck
				f.Advised = &advised
			}
			return true
		}
	}
	return false
}

// explain adds advice to the findings that check makes by itself: their numbers and their repair.
func (r *Report) explain() {
	for i := range r.Findings {
		f := &r.Findings[i]
		rule := advice.Find(f.Code)
		if rule == nil || f.Advised != nil {
			continue
		}
		words := f.Hint
		if words == "" {
			words = rule.Do
		}
		f.Advised = &Advised{Fix: &Fix{Words: words}, Numbers: map[string]Figure{}}
		r.numbers(f)
	}
}

// units holds the units of the numbers that a query reads.
var units = map[string]string{"bytes": "B"}

// numbers adds the numbers of the query or the update that a finding is about.
func (r *Report) numbers(f *Finding) {
	add := func(name string, value *float64, unit string) {
		if value != nil {
			f.Numbers[name] = Figure{*value, unit}
		}
	}
	if r.Proofs == nil {
		return
	}
	for i := range r.Queries {
		if q := &r.Queries[i]; q.Query == f.Element {
			for name, amount := range map[string]proof.Amount{"partitions": q.Reads.Partitions, "rows": q.Reads.Rows, "bytes": q.Reads.Bytes} {
				typical, _ := amount.Rounded()
				add(name, typical, units[name])
			}
			f.Assumed = f.Assumed || q.Reads.Assumed
			for j := range q.Lookups {
				add("lookups", q.Lookups[j].Times, "per run")
			}
		}
	}
	for i := range r.Updates {
		u := &r.Updates[i]
		if u.Update != f.Element {
			continue
		}
		add("rate", u.Rate, "per second")
		for j := range u.Steps {
			if step := &u.Steps[j]; f.Code == "update/batch-size" && (f.Numbers["bytes"].Value == 0 || step.Bytes != nil && *step.Bytes > f.Numbers["bytes"].Value) {
				add("bytes", step.Bytes, "B")
				add("worst_bytes", step.WorstBytes, "B")
			}
		}
	}
}
