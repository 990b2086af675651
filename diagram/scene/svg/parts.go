package svg

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"widerow/diagram/scene"
)

// Parts is a drawing inside a page in its parts, in which no element is selected.
type Parts struct {
	opening  []byte   // the tag
	children [][]byte // its title, its description, and each item of the scene
	size     int64
}

// Size is the approximate size of the parts in bytes.
func (p *Parts) Size() int64 { return p.size }

// Digest identifies the drawing.
func (p *Parts) Digest() string {
	sum := sha256.New()
	sum.Write(p.opening)
	for _, child := range p.children {
		sum.Write(child)
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// EncodeParts is like [Encode] for a scene inside a page, but also returns the parts of the picture.
func EncodeParts(s *scene.Scene) ([]byte, *Parts) {
	w := newWriter(s)
	w.open(s)
	title, description := bytes.Index(w.out, []byte("<title")), bytes.Index(w.out, []byte("<desc"))
	ends := []int{title, description, len(w.out)}
	for _, item := range s.Items {
		w.item(item)
		ends = append(ends, len(w.out))
	}
	w.raw("</svg>\n")
	parts := &Parts{opening: w.out[:title], size: int64(len(w.out))}
	for i, end := range ends[1:] {
		parts.children = append(parts.children, w.out[ends[i]:end:end])
	}
	for i, item := range s.Items {
		if isChosen(item) {
			plain := &writer{hooked: w.hooked, plain: true}
			plain.item(item)
			parts.children[i+2] = plain.out
		}
	}
	return w.out, parts
}

// isChosen reports whether the item is selected, or has a part that is.
func isChosen(item scene.Item) bool {
	e, is := item.(*scene.Element)
	return is && (e.Chosen || slices.ContainsFunc(e.Items, isChosen))
}

// Since returns the drawing with only those children that before, called name, does not
// have, none of them selected. A run of others is <g data-kept="FIRST LAST">: children of
// before, counted from 0. swap.js puts the drawing together.
func (p *Parts) Since(before *Parts, name string) []byte {
	at := make(map[string][]int, len(before.children))
	for i, child := range before.children {
		at[string(child)] = append(at[string(child)], i)
	}
	out := fmt.Appendf(bytes.Clone(bytes.TrimSuffix(p.opening, []byte(">"))), ` data-since="%s">`, name)
	first, last := 0, -1
	keep := func() {
		if last >= first {
			out = fmt.Appendf(out, `<g data-kept="%d %d"></g>`, first, last)
		}
	}
	for _, child := range p.children {
		places := at[string(child)]
		switch {
		case len(places) == 0:
			keep()
			out, first, last = append(out, child...), 0, -1
		case last >= first && places[0] == last+1:
			last++
		default:
			keep()
			first, last = places[0], places[0]
		}
		if len(places) > 0 {
			at[string(child)] = places[1:]
		}
	}
	keep()
	return append(out, "</svg>\n"...)
}
