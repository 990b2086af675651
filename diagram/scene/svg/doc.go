// Package svg writes a scene as SVG, either for a page, with the page's classes
// and fonts, or standalone, with its own. Start with Encode.
package svg
