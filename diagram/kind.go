package diagram

import "widerow/diagram/graph"

// Kind is one of the four diagrams.
type Kind = graph.Kind

// The four diagrams, in the order of the modelling process.
const (
	KindER       = graph.KindER
	KindWorkflow = graph.KindWorkflow
	KindLogical  = graph.KindLogical
	KindPhysical = graph.KindPhysical
)
