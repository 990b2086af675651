package queries

import "widerow/model"

// Flows are the values that flow along the arrows of a workflow.
type Flows []Flow

// Flow lists the sources of a query's parameters, at an arrow of the workflow.
type Flow struct {
	Transition model.ID
	Query      string // its label
	Parameters []FlowParameter
	More       int
}

// FlowParameter is an attribute with its source: "Q4", "user", or a constant.
type FlowParameter struct {
	Name, Source string
	Missing      bool
}
