package web

// CQLView is the script of a model, to read or to write.
type CQLView struct {
	// Text is the script that was typed, or else the model's.
	Text string
	// Target is the name of the model's target database.
	Target string
	// Typed reports that Text was typed.
	Typed bool
	// Revision is the one that the text is based on.
	Revision uint64
	// Findings are the results of a check. Checked reports that there was
	// one.
	Checked  bool
	Findings []ScriptFinding
	// Chosen is the mode that the user chose, or empty.
	Chosen  string
	Preview *ScriptPreview
	// Lines is the highlighted text, line by line. It is shown where the text
	// cannot be edited and where findings link to.
	Lines []ScriptLine
	// Diagram is the physical diagram beside the text.
	Diagram *Canvas
	// Statements is the other pane, shown in place of the script.
	Statements *StatementsView
}

// ScriptLine is a line of a script. Level is the level of the worst finding
// on it, or empty.
type ScriptLine struct {
	Spans []Span
	Level string
}

// Span is a piece of a line with one highlighting class.
type Span struct{ Class, Text string }

// ScriptFinding is a finding about a script, with its place.
type ScriptFinding struct {
	Level        string // bad, warn, info
	Line, Column int
	// Offset is the place in UTF-16 code units, which browsers count in.
	Offset  int
	Message string
	Hint    string
	Text    string // of the statement
}

// count returns the number of findings of a level.
func (v CQLView) count(level string) int {
	count := 0
	for _, finding := range v.Findings {
		if finding.Level == level {
			count++
		}
	}
	return count
}
