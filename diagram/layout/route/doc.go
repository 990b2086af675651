// Package route finds the routes of edges round boxes that have their places, and
// the places of their labels.
//
// Start with Edges in route.go: it draws entry arrows (entry.go) and straight
// edges (straight.go), searches the ways of the others on a grid (grid.go,
// search.go), spreads edges that share a line (spread.go) and places the labels
// (label.go).
package route
