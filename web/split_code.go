package web

// SplitStatement is a statement that runs once for each of several partitions.
type SplitStatement struct {
	Query, Runs string
	Code        []Span
}

// SplitScript is the statement that creates a changed table.
type SplitScript struct {
	Table string
	Lines []SplitLine
}

// SplitLine is a line of it. Changed reports that it was not there before.
type SplitLine struct {
	Changed bool
	Code    []Span
}
