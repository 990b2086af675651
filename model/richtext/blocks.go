package richtext

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
)

// Block is a block of what somebody has written in Markdown, for files that are
// not HTML: spans, the lines of code, the rows of a table, or a rule.
type Block struct {
	Heading int    // its level, 0 for none
	Quotes  int    // how many quotes it is in
	Indent  int    // how many lists it is in
	Mark    string // what begins an item of a list: "•", "3."
	Spans   []Span
	Code    string // each line with a line feed
	Rule    bool
	Rows    [][]string // of a table; the first one is its head
}

// Span is a piece of text in one style. A line feed breaks the line.
type Span struct {
	Text                       string
	Bold, Italic, Code, Struck bool
	Href                       string // an address on the web, or ""
}

// Blocks reads what somebody has written. Names are those that a mention may
// consist of.
func Blocks(typed string, names []string) []Block {
	all := &blockList{}
	all.add(People(names).Read(typed), Block{})
	return all.blocks
}

type blockList struct{ blocks []Block }

// add lists the blocks of a part. Around has the quotes and lists that it is in.
func (l *blockList) add(w Part, around Block) {
	for _, part := range w.Parts() {
		if part.Depth > Deepest {
			l.append(around, Block{Spans: []Span{{Text: part.Typed()}}})
			continue
		}
		switch node := part.Node.(type) {
		case *ast.Blockquote:
			around.Quotes++
			l.add(part, around)
			around.Quotes--
		case *ast.List:
			l.addItems(part, node, around)
		case *ast.Heading:
			l.append(around, Block{Heading: node.Level, Spans: part.spans(Span{})})
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			l.append(around, Block{Code: part.Code() + "\n"})
		case *extended.Table:
			l.append(around, Block{Rows: part.rows()})
		case *ast.ThematicBreak:
			l.append(around, Block{Rule: true})
		default:
			l.append(around, Block{Spans: part.spans(Span{})})
		}
		around.Mark = "" // an item has one at its first block
	}
}

func (l *blockList) append(around, block Block) {
	block.Quotes, block.Indent, block.Mark = around.Quotes, around.Indent, around.Mark
	l.blocks = append(l.blocks, block)
}

func (l *blockList) addItems(w Part, list *ast.List, around Block) {
	around.Indent++
	for i, item := range w.Parts() {
		around.Mark = "•"
		if list.IsOrdered() {
			around.Mark = fmt.Sprintf("%d.", list.Start+i)
		}
		if item.Node.FirstChild() == nil {
			l.append(around, Block{Spans: []Span{{}}})
		}
		l.add(item, around)
	}
}

// rows are the texts of the cells of a table.
func (w Part) rows() (rows [][]string) {
	for _, row := range w.Parts() {
		var cells []string
		for _, cell := range row.Parts() {
			cells = append(cells, textOf(cell.spans(Span{})))
		}
		rows = append(rows, cells)
	}
	return rows
}

func textOf(spans []Span) string {
	var all strings.Builder
	for _, span := range spans {
		all.WriteString(span.Text)
	}
	return all.String()
}

// spans are the pieces of a part, in the style around it and their own.
func (w Part) spans(style Span) (spans []Span) {
	for _, part := range w.Parts() {
		if part.Depth > Deepest {
			style.Text = part.Typed()
			spans = append(spans, style)
			continue
		}
		spans = append(spans, part.span(style)...)
	}
	return spans
}

func (w Part) span(style Span) []Span {
	switch node := w.Node.(type) {
	case *ast.Text:
		style.Text = w.Words(node.Value(w.source), node.IsRaw())
		if node.SoftLineBreak() || node.HardLineBreak() {
			style.Text += "\n"
		}
	case *ast.String:
		style.Text = w.Words(node.Value, node.IsRaw())
	case *Mention:
		style.Text, style.Bold = node.Name, true
	case *ast.CodeSpan:
		style.Text, style.Code = w.Typed(), true
	case *ast.AutoLink:
		style.Text, style.Href = string(node.Label(w.source)), SafeAddress(node.URL(w.source))
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
	return []Span{style}
}

// linked shows a link that is not safe as it was typed, as link does.
func (w Part) linked(style Span, mark string, destination []byte) []Span {
	if address := SafeAddress(destination); address != "" {
		style.Href = address
		return w.spans(style)
	}
	before, after := style, style
	before.Text, after.Text = mark, "]("+string(destination)+")"
	return append(append([]Span{before}, w.spans(style)...), after)
}
