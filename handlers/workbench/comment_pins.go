package workbench

import (
	"cmp"
	"fmt"
	"slices"

	"widerow/model"
	"widerow/web"
)

// openComments counts the open threads on an element and on its parts.
func (b *Builder) openComments(element model.Element) int {
	return b.withParts(b.Talk.OpenOn, element)
}

// withParts adds the numbers of an element and of its parts.
func (b *Builder) withParts(numbers map[model.ID]int, element model.Element) int {
	if len(numbers) == 0 {
		return 0
	}
	number := numbers[element.ID]
	for _, part := range b.Model.Children(element) {
		if IsPart(part.Kind) {
			number += b.withParts(numbers, part)
		}
	}
	return number
}

// newComments reports whether there are new comments on an element or on its parts.
func (b *Builder) newComments(element model.Element) bool {
	return b.withParts(b.Talk.NewOn, element) > 0
}

// commentPins are the counts at the boxes of a diagram.
func (b *Builder) commentPins() []web.CommentPin {
	return b.CommentPins(b.boxOf, b.link)
}

// boxOf is the element in whose form another one is edited: a part's owner. It is "" if
// the element is gone.
func (b *Builder) boxOf(id model.ID) model.ID {
	for IsPart(b.index.kinds[id]) {
		id = b.index.parents[id]
	}
	if _, found := b.index.kinds[id]; !found {
		return ""
	}
	return id
}

// CommentPins are the numbers of threads at the elements of a drawing. at returns where
// the pin of an element is: at the element, or at the one that contains it; "" for none.
func (b *Builder) CommentPins(at func(model.ID) model.ID, href func(model.ID) string) []web.CommentPin {
	counts, fresh := map[model.ID]int{}, map[model.ID]bool{}
	var pins []web.CommentPin
	for _, entry := range b.Talk.Threads {
		about, place := entry.Value.About, at(entry.Value.About.Element)
		switch {
		case entry.Value.Resolved != nil || place == "":
		case about.Spot != nil:
			pins = append(pins, web.CommentPin{Element: place, Spot: fmt.Sprintf("%d %d", about.Spot.X, about.Spot.Y), Title: placeWords(b.Model.Title(place)),
				Count: 1, New: b.Talk.New(entry) > 0, Href: web.SafeHref(href(place))})
		default:
			counts[place]++
			fresh[place] = fresh[place] || b.Talk.New(entry) > 0
		}
	}
	for id, number := range counts {
		pins = append(pins, web.CommentPin{Element: id, Title: b.Model.Title(id), Count: number, New: fresh[id], Href: web.SafeHref(href(id))})
	}
	slices.SortFunc(pins, func(x, y web.CommentPin) int {
		return cmp.Or(cmp.Compare(x.Element, y.Element), cmp.Compare(x.Spot, y.Spot))
	})
	return pins
}

// placeWords name a place in a drawing.
func placeWords(beside string) string { return "a place beside " + beside }
