// Package pages writes a scene as PDF: on one page as large as the picture, or on
// sheets of paper.
//
// Start with Encode in pages.go. sheet.go chooses how many sheets, share.go where
// they part, and plan.go puts legend and key on sheets of their own.
package pages
