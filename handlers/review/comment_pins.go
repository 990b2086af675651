package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/web"
	webreview "widerow/web/review"
)

// OpenComments counts the open threads on an element and on its parts.
func OpenComments(b *feature.Context, element model.Element) int {
	if b.Talk.OpenThreads() == 0 {
		return 0
	}
	return withParts(b, b.Talk.OpenOn, element)
}

// withParts adds the numbers of an element and of its parts.
func withParts(b *feature.Context, numberOn func(model.ID) int, element model.Element) int {
	number := numberOn(element.ID)
	for _, part := range b.Model.Children(element) {
		if feature.IsPart(part.Kind) {
			number += withParts(b, numberOn, part)
		}
	}
	return number
}

// NewComments reports whether there are new comments on an element or on its parts.
func NewComments(b *feature.Context, element model.Element) bool {
	return len(b.Talk.NewOn) > 0 && withParts(b, func(id model.ID) int { return b.Talk.NewOn[id] }, element) > 0
}

// BoxPins are the counts of threads at the boxes of a diagram.
func BoxPins(b *feature.Context) []webreview.CommentPin {
	return CommentPins(b, b.BoxOf, b.Link)
}

// CommentPins are the numbers of threads at the elements of a drawing. at returns the element that
// carries the pin: the element itself, or the one that contains it; "" for none.
func CommentPins(b *feature.Context, at func(model.ID) model.ID, href func(model.ID) string) []webreview.CommentPin {
	counts, fresh := map[model.ID]int{}, map[model.ID]bool{}
	var pins []webreview.CommentPin
	for about, open := range b.Talk.Anchors() {
		if place := at(about.Element); open > 0 && place != "" && about.Spot == nil {
			counts[place] += open
		}
	}
	for _, entry := range b.Talk.Unread {
		if entry.Value.Resolved == nil && entry.Value.About.Spot == nil {
			fresh[at(entry.Value.About.Element)] = true
		}
	}
	spots, _ := b.Talk.About(func(about discussion.About) bool { return about.Spot != nil && at(about.Element) != "" }, math.MaxInt)
	for _, entry := range spots {
		if spot, place := entry.Value.About.Spot, at(entry.Value.About.Element); entry.Value.Resolved == nil {
			pins = append(pins, webreview.CommentPin{Element: place, Spot: fmt.Sprintf("%d %d", spot.X, spot.Y), Title: placeWords(b.Model.Title(place)),
				Count: 1, New: b.Talk.New(entry) > 0, Href: web.SafeHref(href(place))})
		}
	}
	for id, number := range counts {
		pins = append(pins, webreview.CommentPin{Element: id, Title: b.Model.Title(id), Count: number, New: fresh[id], Href: web.SafeHref(href(id))})
	}
	slices.SortFunc(pins, func(x, y webreview.CommentPin) int {
		return cmp.Or(cmp.Compare(x.Element, y.Element), cmp.Compare(x.Spot, y.Spot))
	})
	return pins
}

// placeWords name a place in a drawing.
func placeWords(beside string) string { return "a place beside " + beside }
