// Package scene holds what is drawn and where: items with their places, in the
// order of painting, and the style sheet that gives them their looks. It knows
// no file format; svg, png and pages below it write one each.
//
// Start with Scene and its items in scene.go. brush.go draws a scene on a Canvas,
// sheet.go reads what style.css says of an item.
package scene
