package parse

import (
	"slices"

	"widerow/cql/syntax"
)

const hashComment = "unexpected `#`: a comment begins with `--` or `//`"

// remark is a comment that is not assigned to a node yet.
type remark struct {
	syntax.Remark
	endLine int32
}

func (p *parser) keepRemark() {
	text := p.scanner.Text(p.token)
	if text[0] == '#' {
		p.report(hashComment, true)
		text = "--" + text[1:]
	}
	p.remarks = append(p.remarks, remark{syntax.Remark{Position: p.token.Start, Text: text}, p.token.EndLine})
}

// takeBefore takes the comments read so far, which are above or in front of the
// token.
func (p *parser) takeBefore() []syntax.Remark {
	if len(p.remarks) == 0 {
		return nil
	}
	taken := make([]syntax.Remark, len(p.remarks))
	for i, r := range p.remarks {
		next := p.token.Start.Line
		if i+1 < len(p.remarks) {
			next = p.remarks[i+1].Line
		}
		taken[i] = r.Remark
		taken[i].Blank = next > r.endLine+1
	}
	p.remarks = p.remarks[:0]
	return taken
}

// remarksBefore takes the comments read so far, for a part of a statement.
func (p *parser) remarksBefore() *syntax.Remarks {
	if len(p.remarks) == 0 {
		return nil
	}
	return &syntax.Remarks{Before: p.takeBefore()}
}

// takeInside takes the comments before the token that was read last.
func (p *parser) takeInside() []syntax.Remark {
	var inside []syntax.Remark
	for _, r := range p.remarks {
		if r.Offset >= p.lastEnd {
			break
		}
		inside = append(inside, r.Remark)
	}
	p.remarks = append(p.remarks[:0], p.remarks[len(inside):]...)
	return inside
}

// takeAfter takes the comments after the last token, on its line. Unless inside is
// set, a comment followed by something else on its line belongs to that. A `--`
// comment ends its line, so it is the last one.
func (p *parser) takeAfter(inside bool) []syntax.Remark {
	if len(p.remarks) == 0 {
		return nil
	}
	taken, line := 0, p.lastLine
	for taken < len(p.remarks) && p.remarks[taken].Line == line {
		line = p.remarks[taken].endLine
		taken++
		if syntax.IsLineComment(p.remarks[taken-1].Text) {
			break
		}
	}
	if !inside && taken > 0 && p.token.Kind != syntax.EndOfText && line == p.nextLine(taken) {
		return nil
	}
	var after []syntax.Remark
	for _, r := range p.remarks[:taken] {
		after = append(after, r.Remark)
	}
	p.remarks = append(p.remarks[:0], p.remarks[taken:]...)
	return after
}

// nextLine returns the line of the token after the first taken comments.
func (p *parser) nextLine(taken int) int32 {
	if taken < len(p.remarks) {
		return p.remarks[taken].Line
	}
	return p.token.Start.Line
}

// dropRemarks drops the comments before an offset, which are part of text that is
// kept as written.
func (p *parser) dropRemarks(end int32) {
	kept := p.remarks[:0]
	for _, r := range p.remarks {
		if r.Offset >= end {
			kept = append(kept, r)
		}
	}
	p.remarks = kept
}

// allowHashes drops the errors about # in a range, since the text of a cqlsh
// command is kept as written.
func (p *parser) allowHashes(start, end int32) {
	p.script.Errors = slices.DeleteFunc(p.script.Errors, func(err *syntax.Error) bool {
		return err.Text == hashComment && err.Offset >= start && err.Offset < end
	})
}

// takeItemAfter takes the comments after a part of a statement. Those after the
// last part belong to the statement.
func (p *parser) takeItemAfter() []syntax.Remark {
	ends := p.at(";") || p.token.Kind == syntax.EndOfText
	if len(p.remarks) == 0 || ends || p.beginsStatement() || p.inBatch && p.continuesBatch() {
		return nil
	}
	return p.takeAfter(true)
}

// comma takes the comma after an element of a list and the comments after the
// element. It reports whether there is a comma.
func (p *parser) comma(on **syntax.Remarks) bool {
	if len(p.remarks) > 0 {
		*on = (*on).Behind(p.takeAfter(true))
	}
	if !p.accept(",") {
		return false
	}
	if after := (*on).CommentsAfter(); len(p.remarks) > 0 && (len(after) == 0 || !syntax.IsLineComment(after[len(after)-1].Text)) {
		*on = (*on).Behind(p.takeAfter(false))
	}
	return true
}
