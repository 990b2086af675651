package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
)

// WrittenBlock is a block of what somebody has written in Markdown, for files that are
// not HTML: spans, the lines of code, the rows of a table, or a rule.
type WrittenBlock struct {
	Heading int    // its level, 0 for none
	Quotes  int    // how many quotes it is in
	Indent  int    // how many lists it is in
	Mark    string // what begins an item of a list: "•", "3."
	Spans   []WrittenSpan
	Code    string // each line with a line feed
	Rule    bool
	Rows    [][]string // of a table; the first one is its head
}

// WrittenSpan is a piece of text in one style. A line feed breaks the line.
type WrittenSpan struct {
	Text                       string
	Bold, Italic, Code, Struck bool
	Href                       string // an address on the web, or ""
}

// WrittenBlocks reads what somebody has written. Names are those that a mention may
// consist of.
func WrittenBlocks(typed string, names []string) []WrittenBlock {
	all := &blockList{}
	all.add(People(names).read(typed), WrittenBlock{})
	return all.blocks
}

type blockList struct{ blocks []WrittenBlock }

// add lists the blocks of a part. Around has the quotes and lists that it is in.
func (l *blockList) add(w written, around WrittenBlock) {
	for _, part := range w.parts() {
		if part.depth > deepest {
			l.append(around, WrittenBlock{Spans: []WrittenSpan{{Text: part.typed()}}})
			continue
		}
		switch node := part.node.(type) {
		case *ast.Blockquote:
			around.Quotes++
			l.add(part, around)
			around.Quotes--
		case *ast.List:
			l.addItems(part, node, around)
		case *ast.Heading:
			l.append(around, WrittenBlock{Heading: node.Level, Spans: part.spans(WrittenSpan{})})
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			l.append(around, WrittenBlock{Code: part.code() + "\n"})
		case *extended.Table:
			l.append(around, WrittenBlock{Rows: part.rows()})
		case *ast.ThematicBreak:
			l.append(around, WrittenBlock{Rule: true})
		default:
			l.append(around, WrittenBlock{Spans: part.spans(WrittenSpan{})})
		}
		around.Mark = "" // an item has one at its first block
	}
}

func (l *blockList) append(around, block WrittenBlock) {
	block.Quotes, block.Indent, block.Mark = around.Quotes, around.Indent, around.Mark
	l.blocks = append(l.blocks, block)
}

func (l *blockList) addItems(w written, list *ast.List, around WrittenBlock) {
	around.Indent++
	for i, item := range w.parts() {
		around.Mark = "•"
		if list.IsOrdered() {
			around.Mark = fmt.Sprintf("%d.", list.Start+i)
		}
		if item.node.FirstChild() == nil {
			l.append(around, WrittenBlock{Spans: []WrittenSpan{{}}})
		}
		l.add(item, around)
	}
}

// rows are the texts of the cells of a table.
func (w written) rows() (rows [][]string) {
	for _, row := range w.parts() {
		var cells []string
		for _, cell := range row.parts() {
			cells = append(cells, textOf(cell.spans(WrittenSpan{})))
		}
		rows = append(rows, cells)
	}
	return rows
}

func textOf(spans []WrittenSpan) string {
	var all strings.Builder
	for _, span := range spans {
		all.WriteString(span.Text)
	}
	return all.String()
}

// spans are the pieces of a part, in the style around it and their own.
func (w written) spans(style WrittenSpan) (spans []WrittenSpan) {
	for _, part := range w.parts() {
		if part.depth > deepest {
			style.Text = part.typed()
			spans = append(spans, style)
			continue
		}
		spans = append(spans, part.span(style)...)
	}
	return spans
}

func (w written) span(style WrittenSpan) []WrittenSpan {
	switch node := w.node.(type) {
	case *ast.Text:
		style.Text = w.words(node.Value(w.source), node.IsRaw())
		if node.SoftLineBreak() || node.HardLineBreak() {
			style.Text += "\n"
		}
	case *ast.String:
		style.Text = w.words(node.Value, node.IsRaw())
	case *mention:
		style.Text, style.Bold = node.text, true
	case *ast.CodeSpan:
		style.Text, style.Code = w.typed(), true
	case *ast.AutoLink:
		style.Text, style.Href = string(node.Label(w.source)), safeAddress(node.URL(w.source))
	case *ast.Emphasis:
		style.Italic, style.Bold = style.Italic || node.Level == 1, style.Bold || node.Level > 1
		return w.spans(style)
	case *extended.Strikethrough:
		style.Struck = true
		return w.spans(style)
	case *ast.Link:
		return w.linked(style, "[", node.Destination)
	case *ast.Image:
		return w.linked(style, "![", node.Destination)
	default:
		return w.spans(style)
	}
	return []WrittenSpan{style}
}

// linked shows a link that is not safe as it was typed, as link does.
func (w written) linked(style WrittenSpan, mark string, destination []byte) []WrittenSpan {
	if address := safeAddress(destination); address != "" {
		style.Href = address
		return w.spans(style)
	}
	before, after := style, style
	before.Text, after.Text = mark, "]("+string(destination)+")"
	return append(append([]WrittenSpan{before}, w.spans(style)...), after)
}
