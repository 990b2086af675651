package tree

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Change is the new value of one element of a map, or nil if the element is gone.
type Change struct {
	Path  []string // of the element
	Value *Node
}

// Rewrite returns the canonical text of a document after changes, given the canonical
// text before them. It copies the lines of all other elements. It returns false if the
// changes need more than that: a map that begins or ends, or a key with escapes.
func Rewrite(text []byte, changes []Change) ([]byte, bool) {
	var regions []region
	for _, change := range changes {
		last := len(change.Path) - 1
		key := string(appendString(nil, change.Path[last]))
		if key != `"`+change.Path[last]+`"` {
			return nil, false
		}
		at := slices.IndexFunc(regions, func(r region) bool { return slices.Equal(r.path, change.Path[:last]) })
		if at < 0 {
			found, is := findRegion(text, change.Path[:last])
			if !is {
				return nil, false
			}
			at, regions = len(regions), append(regions, found)
		}
		regions[at].set(change.Path[last], change.Value)
	}
	slices.SortFunc(regions, func(a, b region) int { return cmp.Compare(a.start, b.start) })
	result, done := make([]byte, 0, len(text)+len(text)/16), 0
	for _, region := range regions {
		if region.start < done || len(region.elements) == 0 {
			return nil, false
		}
		result = region.append(append(result, text[done:region.start]...))
		done = region.end
	}
	return append(result, text[done:]...), true
}

// region is the part of a canonical text with the elements of one map, from after
// its opening brace to before the line of its closing one.
type region struct {
	path       []string
	start, end int
	elements   []element // sorted by key
}

// element is an object with its text, or its new value.
type element struct {
	key   string
	text  []byte
	value *Node
}

func (r *region) set(key string, value *Node) {
	at, found := slices.BinarySearchFunc(r.elements, key, func(e element, key string) int { return strings.Compare(e.key, key) })
	switch {
	case value == nil && found:
		r.elements = slices.Delete(r.elements, at, at+1)
	case value != nil && found:
		r.elements[at] = element{key: key, value: value}
	case value != nil:
		r.elements = slices.Insert(r.elements, at, element{key: key, value: value})
	}
}

func (r *region) append(buffer []byte) []byte {
	depth := len(r.path) + 1
	for i, element := range r.elements {
		buffer = append(appendString(appendBreak(buffer, i, depth), element.key), ": "...)
		if element.value != nil {
			buffer = appendSpread(buffer, element.value, depth)
		} else {
			buffer = append(buffer, element.text...)
		}
	}
	return buffer
}

// findRegion finds the map at a path. All of its members must be objects: such a map
// has a line for each, whatever they hold, and so have the maps around it.
func findRegion(text []byte, path []string) (region, bool) {
	if !bytes.HasPrefix(text, []byte("{\n")) {
		return region{}, false
	}
	start := 1
	for i, key := range path {
		opening := append(appendString(appendIndent(nil, i+1), key), ": {\n"...)
		at := bytes.Index(text[start:], opening)
		closing := bytes.Index(text[start:], append(appendIndent(nil, i), '}'))
		if at < 0 || closing < at {
			return region{}, false
		}
		start += at + len(opening) - 1
	}
	r := region{path: path, start: start, end: start}
	return r, r.read(text)
}

func (r *region) read(text []byte) bool {
	depth := len(r.path) + 1
	indent, closing := append(appendIndent(nil, depth), '"'), append(appendIndent(nil, depth), '}')
	for {
		if !bytes.HasPrefix(text[r.end:], indent) {
			return false
		}
		at := r.end + len(indent)
		quote := bytes.IndexByte(text[at:], '"')
		if quote < 0 || bytes.IndexByte(text[at:at+quote], '\\') >= 0 || !bytes.HasPrefix(text[at+quote:], []byte(`": {`)) {
			return false
		}
		value := at + quote + len(`": `)
		after, is := objectEnd(text, value, closing)
		if !is {
			return false
		}
		r.elements = append(r.elements, element{key: string(text[at : at+quote]), text: text[value:after]})
		if r.end = after; text[after] != ',' {
			return bytes.HasPrefix(text[after:], append(appendIndent(nil, depth-1), '}'))
		}
		r.end++
	}
}

// objectEnd returns the end of the object that begins at start: that of its line, or
// its closing brace on a line with the indent of its first one.
func objectEnd(text []byte, start int, closing []byte) (int, bool) {
	if text[start+1] == '\n' {
		at := bytes.Index(text[start:], closing)
		return start + at + len(closing), at >= 0 && start+at+len(closing) < len(text)
	}
	line := bytes.IndexByte(text[start:], '\n')
	if line < 0 {
		return 0, false
	}
	end := start + line
	if text[end-1] == ',' {
		end--
	}
	return end, text[end-1] == '}'
}
