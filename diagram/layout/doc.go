// Package layout decides where the boxes of a graph are placed.
//
// Start with View in view.go and Layout in layout.go. A graph without places is
// ranked by Graphviz (package dot), arranged rank by rank (arrange.go,
// split.go) or in cells (arrange_cells.go), and composed of its parts
// (compose.go, pack.go, tile.go). Boxes that have places keep them, and new
// ones are placed near their neighbours (place*.go). Package route then draws
// the edges.
package layout
