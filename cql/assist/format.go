package assist

import (
	"strings"

	"widerow/cql/syntax"
)

// Format returns the text as the printer writes it. A statement that cannot be
// parsed is left as it is.
func (t *Text) Format() string {
	var parts []string
	run := &syntax.Script{}
	flush := func() {
		if len(run.Statements) > 0 || len(run.Tail) > 0 {
			parts = append(parts, strings.TrimSpace(syntax.Print(run)))
		}
		run = &syntax.Script{}
	}
	statements := t.parsed().Statements
	for i, statement := range statements {
		if _, bad := statement.(*syntax.Bad); !bad {
			run.Statements = append(run.Statements, statement)
			continue
		}
		flush()
		end := len(t.text)
		if i+1 < len(statements) {
			end = begin(statements[i+1])
		} else if tail := t.parsed().Tail; len(tail) > 0 {
			end = int(tail[0].Offset)
		}
		if from := begin(statement); from < end {
			parts = append(parts, strings.TrimSpace(t.text[from:end]))
		}
	}
	run.Tail = t.parsed().Tail
	flush()
	return strings.Join(parts, "\n\n") + "\n"
}

// begin returns where a statement begins, including the comments above it.
func begin(statement syntax.Statement) int {
	base := syntax.Place(statement)
	if len(base.Before) > 0 && base.Before[0].Offset < base.Start.Offset {
		return int(base.Before[0].Offset)
	}
	return int(base.Start.Offset)
}
