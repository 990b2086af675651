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
	sheet    sheetPlan
	pages    []pdf.Ref
	folded   bool
}

// bookmarks writes the outline and returns its entry for the catalog.
func (c *canvas) bookmarks(list []scene.Bookmark, pages []pdf.Ref) string {
	if len(list) == 0 {
		return ""
	}
	all := len(list)
	for _, b := range list {
		all += len(b.Inner)
	}
	w := outlineWriter{c.document, c.plan.sheetPlan, pages, all > MostOpen}
	if w.folded {
		all = len(list)
	}
	outline := c.document.Reserve()
	c.document.Set(outline, fmt.Sprintf("<</Type/Outlines/Count %d%s>>", all, w.items(list, outline)))
	return fmt.Sprintf("/Outlines %v/PageMode/UseOutlines", outline)
}

// items writes the items below parent and returns the entries that refer to
// them.
func (w *outlineWriter) items(list []scene.Bookmark, parent pdf.Ref) string {
	refs := make([]pdf.Ref, len(list))
	for i := range refs {
		refs[i] = w.document.Reserve()
	}
	for i, b := range list {
		page, x, y := w.sheet.At(b.At)
		entry := fmt.Sprintf("<</Title%s/Parent %v/Dest[%v/XYZ %.2f %.2f 0]", pdf.Text(scene.Shorten(b.Name)), parent, w.pages[page], x-8, y+8)
		if i > 0 {
			entry += fmt.Sprintf("/Prev %v", refs[i-1])
		}
		if i+1 < len(refs) {
			entry += fmt.Sprintf("/Next %v", refs[i+1])
		}
		if len(b.Inner) > 0 {
			count := len(b.Inner)
			if w.folded {
				count = -count
			}
			entry += fmt.Sprintf("/Count %d%s", count, w.items(b.Inner, refs[i]))
		}
		w.document.Set(refs[i], entry+">>")
	}
	return fmt.Sprintf("/First %v/Last %v", refs[0], refs[len(refs)-1])
}
