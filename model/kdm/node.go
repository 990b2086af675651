package kdm

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Limits on the XML of a project. A large project has a few thousand elements.
const (
	maxDepth = 200
	maxNodes = 200_000
)

// node is an element of XML.
type node struct {
	name       string
	attributes map[string]string
	children   []*node
	text       strings.Builder // of the element itself
}

// parse reads XML into nodes. Entities of HTML are known; a document type declares no others, so
// nothing is loaded and nothing grows.
func parse(text string) (*node, error) {
	decoder := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) { return input, nil } // the text is UTF-8
	var root *node
	var open []*node
	for count := 0; ; {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read the XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > maxNodes || len(open) >= maxDepth {
				return nil, fmt.Errorf("the XML is too large for a KDM project: it has over %d elements, or %d inside each other", maxNodes, maxDepth)
			}
			if root != nil && len(open) == 0 {
				return nil, errors.New("the XML has a second element after its first one")
			}
			n := newNode(t)
			if len(open) == 0 {
				root = n
			} else {
				parent := open[len(open)-1]
				parent.children = append(parent.children, n)
			}
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text.Write(t)
			}
		}
	}
	if root == nil {
		return nil, errors.New("the XML has no element")
	}
	return root, nil
}

func newNode(start xml.StartElement) *node {
	n := &node{name: start.Name.Local, attributes: make(map[string]string, len(start.Attr))}
	for _, a := range start.Attr {
		n.attributes[a.Name.Local] = a.Value
	}
	return n
}

// child returns the first child of a name, or an empty element.
func (n *node) child(name string) *node {
	if found := n.optional(name); found != nil {
		return found
	}
	return &node{}
}

func (n *node) optional(name string) *node {
	for _, child := range n.children {
		if strings.EqualFold(child.name, name) {
			return child
		}
	}
	return nil
}

// all calls visit for the element and all inside it.
func (n *node) all(visit func(*node)) {
	visit(n)
	for _, child := range n.children {
		child.all(visit)
	}
}

// content returns the text of the element and of all inside it, in one line.
func (n *node) content() string {
	var parts []string
	n.all(func(inner *node) { parts = append(parts, inner.text.String()) })
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// plain removes the tags and the entities of HTML, which the labels of a diagram may have.
func plain(text string) string {
	var b strings.Builder
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "<")
		b.WriteString(before)
		if !found {
			break
		}
		_, rest, found = strings.Cut(after, ">")
		if !found {
			b.WriteString("<" + after)
			break
		}
		b.WriteByte(' ')
	}
	for _, entity := range []struct{ name, text string }{{"&nbsp;", " "}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&amp;", "&"}} {
		replaced := strings.ReplaceAll(b.String(), entity.name, entity.text)
		b.Reset()
		b.WriteString(replaced)
	}
	return b.String()
}
