package syntax

import "strings"

// Print writes a script in canonical form: one layout for each kind of
// statement, keywords in capitals, names quoted only where they must be,
// comments where they belong. What is kept as text stays as it is; what could
// not be read comes as comments. Printing what was parsed from printed text
// gives the same text.
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

// PrintStatement writes one statement with its comments and its `;`.
func PrintStatement(statement Statement) string {
	var p printer
	p.statement(statement)
	return p.String()
}

// together: a run of like statements that make nothing, such as INSERTs, has
// no blank lines inside.
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

// printer writes text. After a `--` comment it breaks the line before
// anything else, so that nothing becomes part of the comment.
type printer struct {
	strings.Builder
	inComment bool
	// margin is in front of the lines of a statement in a batch.
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

// remarks writes comments, each on a line of its own. spaced keeps the blank
// line behind the last one.
func (p *printer) remarks(remarks []Remark, indent string, spaced bool) {
	for i, remark := range remarks {
		p.write(indent, remarkText(remark), "\n")
		if remark.Blank && (spaced || i+1 < len(remarks)) {
			p.write("\n")
		}
	}
}

// behind writes comments at the end of a line.
func (p *printer) behind(remarks []Remark) {
	for _, remark := range remarks {
		p.write(" ", remarkText(remark))
		p.inComment = isLineComment(remark.Text)
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

// endsWithLine: a command of cqlsh may hold what would swallow a `;`, so it
// is written without; only COPY needs one.
func endsWithLine(statement Statement) bool {
	other, isOther := statement.(*Other)
	return isOther && other.Keyword != "COPY"
}

// print writes what was no statement as comments, so that no server ever runs
// it.
func (s *Bad) print(p *printer) {
	text := strings.ReplaceAll(strings.ReplaceAll(s.Text, "\r\n", "\n"), "\r", "\n")
	for line := range strings.SplitSeq(text, "\n") {
		p.write(strings.TrimRight("-- "+line, " \t\f"), "\n")
	}
}

func (s *Other) print(p *printer) { p.write(s.Text) }

func (s *Foreign) print(p *printer) { p.write(s.Text) }

func (s *Use) print(p *printer) { p.write("USE ", QuoteName(s.Keyspace.Name)) }

func (p *printer) create(what string, ifNotExists bool, name string) {
	p.write("CREATE ", what, " ")
	if ifNotExists {
		p.write("IF NOT EXISTS ")
	}
	p.write(name)
}

func (s *CreateKeyspace) print(p *printer) {
	p.create("KEYSPACE", s.IfNotExists, QuoteName(s.Name.Name))
	p.options(s.Options)
}

func (s *CreateType) print(p *printer) {
	p.create("TYPE", s.IfNotExists, typeNameText(s.Name))
	p.write(" (\n")
	for i, field := range s.Fields {
		p.element(field.Remarks, i == len(s.Fields)-1, func() {
			p.write(QuoteName(field.Name.Name), " ", field.Type.String())
		})
	}
	p.remarks(s.Closing, indent, false)
	p.write(")")
}

func (s *CreateTable) print(p *printer) {
	p.create("TABLE", s.IfNotExists, s.Name.String())
	p.write(" (\n")
	for i, element := range s.Elements {
		p.element(element.Remarks, i == len(s.Elements)-1, func() {
			if element.Column == nil {
				p.primaryKey(*element.Key)
			} else {
				p.column(element.Column)
			}
		})
	}
	p.remarks(s.Closing, indent, false)
	p.write(")")
	p.options(s.Options)
}

// element writes one line of a list in parentheses.
func (p *printer) element(remarks *Remarks, last bool, content func()) {
	p.remarks(remarks.before(), indent, false)
	p.write(indent)
	content()
	if !last {
		p.write(",")
	}
	p.behind(remarks.after())
	p.write("\n")
}

func (p *printer) column(column *ColumnDefinition) {
	p.write(QuoteName(column.Name.Name), " ", column.Type.String())
	if column.Static {
		p.write(" STATIC")
	}
	if column.Mask != nil {
		p.write(" ", column.Mask.String())
	}
	if column.PrimaryKey {
		p.write(" PRIMARY KEY")
	}
}

func (p *printer) primaryKey(key PrimaryKey) {
	partition := identifiers(key.Partition)
	if len(key.Partition) != 1 {
		partition = "(" + partition + ")"
	}
	if len(key.Clustering) > 0 {
		partition += ", " + identifiers(key.Clustering)
	}
	p.write("PRIMARY KEY (", partition, ")")
}

func identifiers(names []Identifier) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = QuoteName(name.Name)
	}
	return strings.Join(texts, ", ")
}

// options writes a WITH clause, one option a line.
func (p *printer) options(options []Option) {
	for i, option := range options {
		word := "AND "
		if i == 0 {
			word = "WITH "
		}
		switch {
		case len(option.before()) > 0:
			p.write("\n")
			p.remarks(option.before(), indent, false)
			p.write(indent, word)
		case i == 0:
			p.write(" ", word)
		default:
			p.write("\n", indent, word)
		}
		p.write(option.String())
		p.behind(option.after())
	}
}

func (s *CreateIndex) print(p *printer) {
	what := "INDEX"
	if s.Custom {
		what = "CUSTOM INDEX"
	}
	name := ""
	if s.Name.Name != "" {
		name = QuoteName(s.Name.Name) + " "
	}
	p.create(what, s.IfNotExists, name)
	p.write("ON ", s.Table.String(), " (")
	p.targets(s)
	p.write(")")
	if s.HasUsing {
		p.write(" USING ", QuoteString(s.Using))
	}
	p.options(s.Options)
}

// targets writes the indexed columns on one line, or one a line if there are
// comments among them.
func (p *printer) targets(s *CreateIndex) {
	commented := len(s.Closing) > 0
	for _, target := range s.Targets {
		commented = commented || target.Remarks != nil
	}
	if !commented {
		for i, target := range s.Targets {
			if i > 0 {
				p.write(", ")
			}
			p.write(target.String())
		}
		return
	}
	p.write("\n")
	for i, target := range s.Targets {
		p.element(target.Remarks, i == len(s.Targets)-1, func() { p.write(target.String()) })
	}
	p.remarks(s.Closing, indent, false)
}

func (s *CreateView) print(p *printer) {
	p.create("MATERIALIZED VIEW", s.IfNotExists, s.Name.String())
	p.write(" AS\n")
	selected := selectClauses(&Select{Selectors: s.Selectors, Table: s.Table})
	if selected[0].commented() {
		p.items(indent, selected[0], true)
	} else {
		p.write(indent, selected[0].line())
	}
	p.write("\n", indent, selected[1].words)
	for _, where := range conditionClauses("WHERE", s.Where) {
		p.write("\n")
		p.items("", where, false)
	}
	p.write("\n", indent)
	p.primaryKey(s.Key)
	p.options(s.Options)
}
