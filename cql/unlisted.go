package cql

import (
	"fmt"

	"widerow/cql/syntax"
)

// unlisted counts the findings beyond the limit of a script.
type unlisted struct {
	count int
	// last is the finding that ends the list: the first that is not listed,
	// with the severity of the worst.
	last Finding
	// scratch is a finding that the caller may change.
	scratch Finding
}

func (u *unlisted) add(severity Severity, at syntax.Position, statement int) *Finding {
	if u.count++; u.count == 1 {
		u.last = Finding{Severity: severity, Code: CodeLimit, Position: at, Statement: statement}
	}
	if severity == Error || u.last.Severity == Info {
		u.last.Severity = severity
	}
	return &u.scratch
}

func (r *resolver) isFull() bool {
	return r.limits.Findings > 0 && len(r.findings) >= r.limits.Findings
}

// rowsLeftOut counts the statements on rows that are not part of a schema.
// They have one finding, at the first.
type rowsLeftOut struct{ count, finding int }

// leaveOut counts a statement on rows, unless it is kept.
func (r *resolver) leaveOut(statement syntax.Statement) {
	if r.keepsRows {
		r.keepRows(statement)
		return
	}
	if r.leftOut.count++; r.leftOut.count > 1 {
		return
	}
	r.leftOut.finding = -1
	if !r.isFull() {
		r.leftOut.finding = len(r.findings)
		r.note(Info, CodeKept, statement, "This statement on rows is not part of the schema.")
	}
}

// count completes the findings that count others.
func (r *resolver) count() {
	if r.leftOut.count > 1 && r.leftOut.finding >= 0 {
		r.findings[r.leftOut.finding].Message = fmt.Sprintf("%d statements on rows, from here on, are not part of the schema.", r.leftOut.count)
	}
	if r.unlisted.count > 0 {
		r.unlisted.last.Message = fmt.Sprintf("%d more findings are not listed", r.unlisted.count)
		r.findings = append(r.findings, r.unlisted.last)
	}
}
