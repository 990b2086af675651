// Package svg writes a scene as SVG: for a page, with the page's classes and
// fonts, or alone, with its own. Start with Encode.
package svg
