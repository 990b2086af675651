package syntax

import "strings"

// Print returns a script in canonical form: one layout for each kind of
// statement, keywords in capitals, names quoted only where necessary, and
// comments next to their nodes. Statements kept as text are unchanged, and text
// that could not be parsed becomes comments. Printing is idempotent: parsing
// and printing the result yields the same text.
func Print(script *Script) string {
	var p printer
	var previous Statement
	for _, statement := range script.Statements {
		if previous != nil && !together(previous, statement) {
			p.write("\n")
		}
		p.statement(statement)
		previous = statement
	}
	if previous != nil && len(script.Tail) > 0 {
		p.write("\n")
	}
	p.remarks(script.Tail, "", false)
	return p.String()
}

// PrintStatement returns one statement with its comments and its `;`.
func PrintStatement(statement Statement) string {
	var p printer
	p.statement(statement)
	return p.String()
}

// together reports whether two statements are of the same kind and create
// nothing, such as INSERTs. No blank line separates them.
func together(a, b Statement) bool {
	keyword, _ := Keyword(a)
	next, _ := Keyword(b)
	return keyword == next && !makes(a) && !isBad(a) && !isBad(b) && len(b.base().Before) == 0
}

// makes reports whether a statement is printed on its own, with blank lines
// around it.
func makes(statement Statement) bool {
	switch statement.(type) {
	case *CreateKeyspace, *CreateType, *CreateTable, *CreateIndex, *CreateView, *CreateFunction, *CreateAggregate, *Use, *Batch:
		return true
	}
	return false
}

func isBad(statement Statement) bool {
	_, bad := statement.(*Bad)
	return bad
}

const indent = "    "

// printer builds the text. After a `--` comment it starts a new line before
// anything else, so that nothing becomes part of the comment.
type printer struct {
	strings.Builder
	inComment bool
	// margin is the indentation of a statement in a batch.
	margin string
}

func (p *printer) write(parts ...string) {
	for _, part := range parts {
		if p.inComment && part != "" {
			p.inComment = false
			if part[0] != '\n' {
				p.WriteByte('\n')
			}
		}
		p.WriteString(part)
	}
}

// remarks prints comments, each on its own line. spaced keeps the blank line
// after the last one.
func (p *printer) remarks(remarks []Remark, indent string, spaced bool) {
	for i, remark := range remarks {
		p.write(indent, remarkText(remark), "\n")
		if remark.Blank && (spaced || i+1 < len(remarks)) {
			p.write("\n")
		}
	}
}

// behind prints comments at the end of a line.
func (p *printer) behind(remarks []Remark) {
	for _, remark := range remarks {
		p.write(" ", remarkText(remark))
		p.inComment = IsLineComment(remark.Text)
	}
}

func remarkText(remark Remark) string { return strings.ReplaceAll(remark.Text, "\r\n", "\n") }

func (p *printer) statement(statement Statement) {
	base := statement.base()
	p.remarks(base.Before, "", true)
	statement.print(p)
	if isBad(statement) {
		p.remarks(base.After, "", false)
		return
	}
	if base.Extension != "" {
		p.write(" ", base.Extension)
	}
	if !endsWithLine(statement) {
		p.write(";")
	}
	p.behind(base.After)
	p.write("\n")
}

// endsWithLine reports whether a command of cqlsh ends without a `;`, which
// could become part of it. Only COPY needs one.
func endsWithLine(statement Statement) bool {
	other, isOther := statement.(*Other)
	return isOther && other.Keyword != "COPY"
}

// print prints text that is not a statement as comments, so that no server ever
// executes it.
func (s *Bad) print(p *printer) {
	text := strings.ReplaceAll(strings.ReplaceAll(s.Text, "\r\n", "\n"), "\r", "\n")
	for line := range strings.SplitSeq(text, "\n") {
		p.write(strings.TrimRight("-- "+line, " \t\f"), "\n")
	}
}

func (s *Other) print(p *printer) { p.write(s.Text) }

func (s *Foreign) print(p *printer) { p.write(s.Text) }

func (p *printer) create(what string, ifNotExists bool, name string) {
	p.write("CREATE ", what, " ")
	if ifNotExists {
		p.write("IF NOT EXISTS ")
	}
	p.write(name)
}

// element prints one line of a list in parentheses.
func (p *printer) element(remarks *Remarks, last bool, content func()) {
	p.remarks(remarks.before(), indent, false)
	p.write(indent)
	content()
	if !last {
		p.write(",")
	}
	p.behind(remarks.CommentsAfter())
	p.write("\n")
}

func IsLineComment(text string) bool {
	return strings.HasPrefix(text, "--") || strings.HasPrefix(text, "//")
}
