package reviewfile

import (
	"fmt"
	"strings"

	"widerow/diagram/prose"
	"widerow/diagram/scene/pages"
	"widerow/model/richtext"
	"widerow/web"
	webreview "widerow/web/review"
)

// PDF writes a proposal on sheets of paper.
func PDF(d webreview.ReviewDocument, pictures []prose.Picture) []byte {
	title := fmt.Sprintf("#%d %s · %s", d.Review.Number, d.Review.Title, d.Name)
	return prose.PDF(title, blocks(d, pictures), pages.PaperA4)
}

func blocks(d webreview.ReviewDocument, pictures []prose.Picture) []prose.Block {
	review := d.Review
	f := &blockFile{people: review.People}
	f.heading(1, "#%d %s", review.Number, review.Title)
	f.text(prose.Dim, "Proposal for %s by %s, %s · %s · %s", review.Model, review.Who, web.Minute(review.Exact), review.Phase, review.Saves)
	for _, more := range []string{review.Behind, review.Ended} {
		if more != "" {
			f.text(prose.Dim, "%s", more)
		}
	}
	if review.Text != "" {
		f.add(prose.Paragraph{})
		f.wrote(review.Text, 0)
	}
	f.checks(*review)
	f.changes(d, pictures)
	f.plan(d.Plan)
	f.talk(d)
	return f.blocks
}

// blockFile collects the blocks of a document.
type blockFile struct {
	blocks []prose.Block
	people []string // whom a comment can mention
}

func (f *blockFile) add(blocks ...prose.Block) { f.blocks = append(f.blocks, blocks...) }

func (f *blockFile) heading(level int, format string, arguments ...any) {
	f.add(prose.Heading{Level: level, Text: fmt.Sprintf(format, arguments...)})
}

func (f *blockFile) text(tone prose.Tone, format string, arguments ...any) {
	f.add(prose.Paragraph{Tone: tone, Text: fmt.Sprintf(format, arguments...)})
}

func (f *blockFile) checks(review webreview.Review) {
	if len(review.Checks)+len(review.Reviewers) == 0 {
		return
	}
	f.heading(2, "Checks")
	for _, check := range review.Checks {
		f.add(prose.Paragraph{Sign: check.Sign, SignTone: toneOf(check.Level), Text: check.Words})
		for _, detail := range check.Details {
			f.add(prose.Paragraph{Indent: 1, Tone: prose.Dim, Text: detail})
		}
	}
	for _, reviewer := range review.Reviewers {
		f.add(prose.Paragraph{Sign: reviewer.Sign, SignTone: toneOf(reviewer.Level), Text: reviewer.Name + ": " + reviewer.State})
	}
}

// toneOf returns the tone of a level, which is the class of a sign on pages.
func toneOf(level string) prose.Tone {
	switch tone := prose.Tone(level); tone {
	case prose.Good, prose.Warn, prose.Bad:
		return tone
	}
	return map[string]prose.Tone{"error": prose.Bad, "warning": prose.Warn}[level]
}

func (f *blockFile) changes(d webreview.ReviewDocument, pictures []prose.Picture) {
	f.heading(2, "Changes")
	f.text(prose.Plain, "%s", d.Summary)
	for _, change := range d.Changes {
		tone, words := prose.Plain, change.Words
		if change.Breaking {
			tone, words = prose.Bad, words+" (breaking)"
		}
		f.add(prose.Paragraph{Sign: change.Sign, SignTone: tone, Text: words})
	}
	for _, picture := range pictures {
		f.heading(3, "%s", picture.Title)
		f.add(picture)
	}
	f.rows("Partitions", d.Sizes)
	f.rows("Queries", d.Queries)
	if len(d.New)+len(d.Mended) > 0 {
		f.heading(2, "Findings")
	}
	for _, finding := range d.New {
		f.add(prose.Paragraph{Sign: "+", SignTone: toneOf(finding.Level), Text: fmt.Sprintf("%s: %s", finding.Severity, finding.Text)})
	}
	for _, finding := range d.Mended {
		f.add(prose.Paragraph{Sign: "✓", SignTone: prose.Good, Text: "mended: " + finding.Text})
	}
}

func (f *blockFile) rows(title string, rows []webreview.CompareRow) {
	if len(rows) == 0 {
		return
	}
	table := prose.Table{Head: []string{"Name", "Before", "After"}}
	for _, row := range rows {
		table.Rows = append(table.Rows, []string{row.Name, row.Before, row.After})
	}
	f.heading(2, "%s", title)
	f.add(table)
}

func (f *blockFile) plan(plan *webreview.ComparePlan) {
	if plan == nil || len(plan.Steps) == 0 {
		return
	}
	f.heading(2, "Migration of a running cluster")
	for i, step := range plan.Steps {
		f.add(prose.Paragraph{Bold: true, Text: fmt.Sprintf("%d. %s %s", i+1, step.Kind, step.Element)})
		if step.Instruction != "" {
			f.add(prose.Paragraph{Text: step.Instruction})
		}
		if step.Statement != "" {
			f.add(prose.Statement{Text: step.Statement})
		}
		if step.Warning != "" {
			f.add(prose.Paragraph{Sign: "▲", SignTone: prose.Warn, Tone: prose.Warn, Text: step.Warning})
		}
	}
}

func (f *blockFile) talk(d webreview.ReviewDocument) {
	threads := d.Threads()
	if len(threads) > 0 {
		f.heading(2, "Conversation")
	}
	for _, entry := range threads {
		if entry.Thread == nil {
			f.text(prose.Plain, "")
			f.add(prose.Paragraph{Bold: true, Text: entry.Who + " " + entry.Did + ", " + web.Minute(entry.Exact)})
			f.wrote(entry.Text, 1)
			continue
		}
		f.heading(3, "%s", strings.TrimSpace(strings.Join([]string{string(entry.Thread.About.Kind), entry.Thread.About.Title, entry.Thread.About.Note}, " ")))
		if line := entry.Thread.Line; line != nil {
			f.line(*line)
		}
		for _, comment := range entry.Thread.Comments {
			f.add(prose.Paragraph{Bold: true, Text: comment.Who + ", " + web.Minute(comment.Exact)})
			f.wrote(comment.Text, 1)
			f.suggestion(comment.Suggestion)
		}
		if entry.Thread.Resolved != "" {
			f.text(prose.Dim, "%s", entry.Thread.Resolved)
		}
	}
}

// line adds the line of CQL that a thread is about, now and then.
func (f *blockFile) line(line webreview.ThreadLine) {
	f.add(prose.Statement{Text: line.Text})
	if line.Was != "" {
		f.text(prose.Dim, "It was:")
		f.add(prose.Statement{Text: line.Was})
	}
	if line.Note != "" {
		f.text(prose.Dim, "%s", line.Note)
	}
}

// widestTable is the number of columns that a table on paper can have.
const widestTable = 12

// wrote adds what somebody has written, which is Markdown.
func (f *blockFile) wrote(text string, margin int) {
	for _, block := range richtext.Blocks(text, f.people) {
		rich := prose.Rich{Heading: block.Heading, Mark: block.Mark, Margin: margin, Quotes: block.Quotes, Indent: block.Indent}
		switch {
		case block.Rows != nil && len(block.Rows[0]) <= widestTable:
			f.add(prose.Table{Head: block.Rows[0], Rows: block.Rows[1:], Indent: margin + block.Indent})
		case block.Rows != nil:
			for _, row := range block.Rows {
				rich.Spans = []prose.Span{{Text: strings.Join(row, " | ")}}
				f.add(rich)
			}
		case block.Code != "":
			f.add(prose.Statement{Text: block.Code, Indent: margin + block.Indent})
		case block.Rule:
			f.add(prose.Rule{Indent: margin})
		default:
			rich.Spans = spansOf(block.Spans)
			f.add(rich)
		}
	}
}

func spansOf(written []richtext.Span) []prose.Span {
	spans := make([]prose.Span, len(written))
	for i, span := range written {
		spans[i] = prose.Span(span)
	}
	return spans
}

func (f *blockFile) suggestion(suggestion *webreview.Suggestion) {
	if suggestion == nil {
		return
	}
	f.add(prose.Paragraph{Indent: 1, Bold: true, Text: "Suggested change"})
	for _, change := range suggestion.Changes {
		f.add(prose.Paragraph{Indent: 1, Sign: "→", Text: change})
	}
	if suggestion.Applied != "" {
		f.add(prose.Paragraph{Indent: 1, Sign: "✓", SignTone: prose.Good, Text: strings.TrimSpace(suggestion.Applied + " " + suggestion.Result.Label)})
	}
}
