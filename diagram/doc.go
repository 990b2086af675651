// Package diagram draws a model: model → Graph (boxes of known size and the
// edges between them) → Layout (places and routes) → Scene → SVG, PNG or PDF.
//
// Start with Build in drawing.go, which makes the graph of one of the four
// diagrams, and Scene in painter.go, which paints it. The steps between have
// packages of their own: graph, layout, engine and radial decide where boxes and
// edges go; scene, svg, png and pages hold and write the picture.
//
// The notation has packages of its own: chen (concepts), flow (workflow), chebotko
// (tables, and when a column has a mark), linework (labels and arrows) and legend
// draw with what figure has: symbols, titles, signs. er.go, workflow.go, chebotko.go
// and physical.go build the diagrams from them.
//
// Text is measured with the embedded fonts, so the layout engine (Graphviz's dot,
// in child processes) gets sizes and no texts.
package diagram
