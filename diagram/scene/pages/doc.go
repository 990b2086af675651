// Package pages writes a scene as PDF, on one page of the size of the diagram
// or on sheets of paper, or several scenes as one document.
//
// Start with Encode in pages.go, and Book in book.go for several. sheet.go chooses the number of sheets,
// share.go where they end, leftout.go what a page shows of a box that is on another one, and plan.go puts the legend and the key on separate
// sheets.
package pages
