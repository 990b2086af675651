// Package route finds the routes of edges around placed boxes, and the places
// of their labels.
//
// Start with Edges in route.go. It draws entry arrows (entry.go) and straight
// edges (straight.go), searches the other routes on a grid (grid_lines.go,
// grid.go, search.go), joins many edges to one box (bus*.go), spreads edges that share a line (spread*.go) and places
// the labels (label.go).
package route
