package journey

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// drawing describes an SVG without its geometry: one line for each thing, with
// its texts and the meaning of its shape. A table is a block with its columns in
// order. Blocks and lines are sorted.
func drawing(t *testing.T, svg string) string {
	t.Helper()
	reader := &drawingReader{lines: map[string]int{}}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no valid XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			reader.start(token)
		case xml.CharData:
			reader.text(string(token))
		case xml.EndElement:
			reader.end()
		}
	}
	return reader.String()
}

// things maps the classes of elements to the words that describe them.
var things = map[string]string{
	"keyspace": "keyspace", "table": "table", "view": "view", "type-box": "type", "column": "  ", "entity": "entity",
	"relationship": "relationship", "attribute": "attribute", "participant": "participant", "hierarchy": "isa",
	"task": "step", "access": "access", "transition": "access", "arrow": "arrow",
}

type drawingReader struct {
	open   []*thing // the open elements; nil for one that is not a thing
	inText bool
	blocks []string
	lines  map[string]int // the number of lines between things, by style
}

type thing struct {
	kind  string
	texts []string
	marks []string
}

func (r *drawingReader) start(element xml.StartElement) {
	classes := strings.Fields(attribute(element, "class"))
	r.inText = element.Name.Local == "text" && !slices.Contains(classes, "note")
	inner := r.inner()
	var made *thing
	for _, class := range classes {
		if kind, known := things[class]; known && element.Name.Local == "g" {
			made = &thing{kind: kind}
		}
	}
	if slices.Contains(classes, "changed") && made != nil {
		made.marks = append(made.marks, "changed")
	}
	if inner != nil && made == nil {
		for _, mark := range []string{"inner", "underline", "dotted", "derived", "dashed", "frozen", "view-tag"} {
			if slices.Contains(classes, mark) {
				inner.marks = append(inner.marks, mark)
			}
		}
	}
	if slices.Contains(classes, "derived") && made != nil {
		made.marks = append(made.marks, "derived")
	}
	if slices.Contains(classes, "line") && inner == nil {
		r.lines[strings.Join(classes, " ")]++
	}
	r.open = append(r.open, made)
}

func attribute(element xml.StartElement, name string) string {
	for _, attribute := range element.Attr {
		if attribute.Name.Local == name {
			return attribute.Value
		}
	}
	return ""
}

// inner returns the innermost open thing.
func (r *drawingReader) inner() *thing {
	for _, thing := range slices.Backward(r.open) {
		if thing != nil {
			return thing
		}
	}
	return nil
}

func (r *drawingReader) text(text string) {
	if inner := r.inner(); r.inText && inner != nil && strings.TrimSpace(text) != "" {
		inner.texts = append(inner.texts, strings.TrimSpace(text))
	}
}

func (r *drawingReader) end() {
	r.inText = false
	last := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if last == nil {
		return
	}
	line := last.String()
	if outer := r.inner(); outer != nil && last.kind == things["column"] {
		outer.marks = append(outer.marks, "\n"+line)
		return
	}
	r.blocks = append(r.blocks, line)
}

func (t *thing) String() string {
	words := append([]string{t.kind}, t.texts...)
	for _, mark := range t.marks {
		if !strings.HasPrefix(mark, "\n") {
			mark = "(" + mark + ")"
		}
		words = append(words, mark)
	}
	return strings.ReplaceAll(strings.Join(words, " "), " \n", "\n")
}

func (r *drawingReader) String() string {
	for kind, count := range r.lines {
		r.blocks = append(r.blocks, strings.Repeat("~", count)+" "+kind)
	}
	slices.Sort(r.blocks)
	return strings.Join(r.blocks, "\n") + "\n"
}
