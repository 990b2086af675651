// Package typeface measures and typesets text with the embedded fonts, and
// subsets fonts to the characters that a diagram or a page shows.
//
// Start with Measure in text.go. font.go has the faces, shape.go orders the
// glyphs of a line, and subset.go writes font subsets.
package typeface
