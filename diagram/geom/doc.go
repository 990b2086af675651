// Package geom has the geometry of pictures: points, rectangles and paths in
// CSS pixels, where they meet, and indexes of what is where.
//
// Start with point.go, rect.go and path.go.
package geom
