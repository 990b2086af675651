package markdown

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Heading is a heading of a manual page, with the part of the address that leads to it.
type Heading struct{ Text, ID string }

// manual reads and writes the pages of the manual, which are files of the program. HTML in them is left out.
var manual = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// Manual draws a page of the manual, and returns its headings of the second level. address returns the address of a
// link to another file, "" for one that the manual lacks.
func Manual(page string, address func(link string) string) (templ.Component, []Heading, error) {
	source := []byte(page)
	root := manual.Parser().Parse(text.NewReader(source))
	var headings []Heading
	var lost []*ast.Link
	err := ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch node := node.(type) {
		case *ast.Heading:
			if id, has := node.AttributeString("id"); entering && node.Level == 2 && has {
				headings = append(headings, Heading{plainText(node, source), string(id.([]byte))})
			}
		case *ast.Link:
			if link := string(node.Destination); entering && isFile(link) {
				if node.Destination = []byte(address(link)); len(node.Destination) == 0 {
					lost = append(lost, node)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	for _, link := range lost {
		unlink(link)
	}
	var drawn bytes.Buffer
	if err == nil {
		err = manual.Renderer().Render(&drawn, source, root)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("draw a page of the manual: %w", err)
	}
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(drawn.Bytes())
		return err
	}), headings, nil
}

func isFile(link string) bool {
	return !strings.Contains(link, "://") && !strings.HasPrefix(link, "#")
}

// unlink replaces a link by what it contains.
func unlink(link *ast.Link) {
	parent := link.Parent()
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		parent.InsertBefore(parent, link, child)
	}
	parent.RemoveChild(parent, link)
}

func plainText(node ast.Node, source []byte) string {
	var words strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if letters, is := child.(*ast.Text); is {
			words.Write(letters.Segment.Value(source))
		} else {
			words.WriteString(plainText(child, source))
		}
	}
	return words.String()
}
