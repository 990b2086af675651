// Package geom provides the geometry of diagrams: points, rectangles and paths
// in CSS pixels, intersection tests, and spatial indexes.
//
// Start with point.go, rect.go and path.go.
package geom
