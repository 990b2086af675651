package web

// CQLView is the script of a model, to read or to write.
type CQLView struct {
	// Text is the script as it was typed, or else that of the model.
	Text string
	// Target is the name of the database that the model is made for.
	Target string
	// Typed says that the text is as it was typed.
	Typed bool
	// Revision is the one that the text began from.
	Revision uint64
	// Findings are what a check of the text found; Checked says that there
	// was one.
	Checked  bool
	Findings []ScriptFinding
	// Chosen is how the visitor wants the script to be taken, or empty.
	Chosen  string
	Preview *ScriptPreview
	// Lines is the text line by line, highlighted: shown where it cannot be
	// typed into, and where findings lead to.
	Lines []ScriptLine
	// Diagram is the physical diagram beside the text.
	Diagram *Canvas
	// Statements is the other pane, shown in place of the script.
	Statements *StatementsView
}

// ScriptLine is a line of a script. Level is that of the worst finding in it,
// or empty.
type ScriptLine struct {
	Spans []Span
	Level string
}

// Span is a piece of a line in one class of the highlighting.
type Span struct{ Class, Text string }

// ScriptFinding is something to say about a script, with its place.
type ScriptFinding struct {
	Level        string // bad, warn, info
	Line, Column int
	// Offset is where that is, in UTF-16 code units, as browsers count.
	Offset  int
	Message string
	Hint    string
	Text    string // of the statement
}

// count is how many findings are of a level.
func (v CQLView) count(level string) int {
	count := 0
	for _, finding := range v.Findings {
		if finding.Level == level {
			count++
		}
	}
	return count
}
