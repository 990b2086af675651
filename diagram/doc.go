// Package diagram draws a model: model → Graph (boxes of known size and what
// joins them) → Layout (places and routes) → Scene → SVG, PNG or PDF.
//
// Start with Build in drawing.go, which makes the graph of one of the four
// diagrams, and Scene in painter.go, which paints it. The steps between have
// packages of their own: graph, layout and engine say where things go, scene,
// svg, png and pages what is drawn.
//
// Text is measured with the fonts that we ship, so the engine that lays out
// (Graphviz's dot, in child processes) sees empty boxes and no name.
package diagram
