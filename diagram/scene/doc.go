// Package scene represents a drawn diagram independently of file formats: items
// with their places in painting order, and the style sheet for their looks.
// Packages svg, png and pages below it write one format each.
//
// Start with Scene and its items in scene.go. brush.go draws a scene on a
// Canvas, and sheet.go applies style.css to an item.
package scene
