// Package typeface measures and sets text with the fonts that we ship, and cuts
// fonts down to the letters that a picture or a page shows.
//
// Start with Measure in text.go; font.go has the faces, shape.go puts the glyphs
// of a line in their order, subset.go writes fonts of fewer letters.
package typeface
