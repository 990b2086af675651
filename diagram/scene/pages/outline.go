package pages

import (
	"fmt"

	"widerow/diagram/pdf"
	"widerow/diagram/scene"
)

// MostOpen is the largest number of bookmarks that open unfolded. If there are
// more, those in groups are folded.
const MostOpen = 60

// outlineWriter writes bookmarks as the items of a PDF's outline (ISO 32000-1,
// 12.3.3).
type outlineWriter struct {
	document *pdf.Document
	entries  []bookmark
	folded   bool
}

// bookmark is a bookmark with its destination.
type bookmark struct {
	name        string
	destination string
	inner       []bookmark
}

// add adds the bookmarks of a part, whose pages are given.
func (w *outlineWriter) add(part Part, pages []pdf.Ref) {
	list := bookmarksOf(part.Plan.sheetPlan, part.Plan.Picture.Bookmarks, pages)
	if part.Title != "" {
		list = []bookmark{{part.Title, fmt.Sprintf("[%v/Fit]", pages[0]), list}}
	}
	w.entries = append(w.entries, list...)
}

func bookmarksOf(sheet sheetPlan, list []scene.Bookmark, pages []pdf.Ref) []bookmark {
	var found []bookmark
	for _, b := range list {
		page, x, y := sheet.At(b.At)
		found = append(found, bookmark{b.Name, fmt.Sprintf("[%v/XYZ %.2f %.2f 0]", pages[page], x-8, y+8), bookmarksOf(sheet, b.Inner, pages)})
	}
	return found
}

// write writes the outline and returns its entry for the catalog.
func (w *outlineWriter) write() string {
	if len(w.entries) == 0 {
		return ""
	}
	all := countOf(w.entries)
	if w.folded = all > MostOpen; w.folded {
		all = len(w.entries)
	}
	outline := w.document.Reserve()
	w.document.Set(outline, fmt.Sprintf("<</Type/Outlines/Count %d%s>>", all, w.items(w.entries, outline)))
	return fmt.Sprintf("/Outlines %v/PageMode/UseOutlines", outline)
}

// countOf returns the number of bookmarks with those within.
func countOf(list []bookmark) int {
	count := len(list)
	for _, b := range list {
		count += countOf(b.inner)
	}
	return count
}

// items writes the items below parent and returns the entries that refer to
// them.
func (w *outlineWriter) items(list []bookmark, parent pdf.Ref) string {
	refs := make([]pdf.Ref, len(list))
	for i := range refs {
		refs[i] = w.document.Reserve()
	}
	for i, b := range list {
		entry := fmt.Sprintf("<</Title%s/Parent %v/Dest%s", pdf.Text(scene.Shorten(b.name)), parent, b.destination)
		if i > 0 {
			entry += fmt.Sprintf("/Prev %v", refs[i-1])
		}
		if i+1 < len(refs) {
			entry += fmt.Sprintf("/Next %v", refs[i+1])
		}
		if len(b.inner) > 0 {
			count := countOf(b.inner)
			if w.folded {
				count = -len(b.inner)
			}
			entry += fmt.Sprintf("/Count %d%s", count, w.items(b.inner, refs[i]))
		}
		w.document.Set(refs[i], entry+">>")
	}
	return fmt.Sprintf("/First %v/Last %v", refs[0], refs[len(refs)-1])
}
