package web

import (
	"github.com/a-h/templ"

	"widerow/model"
)

// explanation describes a kind of element whose name is not self-explanatory.
// The help page has the terms in full.
func explanation(kind model.Kind) string {
	switch kind {
	case model.HierarchyKind:
		return "Subtypes inherit the attributes and the key of their supertype."
	case model.ParticipantKind:
		return "An entity type in a relationship, with its cardinality."
	case model.StepKind:
		return "A task or screen of the application."
	case model.TransitionKind:
		return "Leads from one step to the next, with the query or update that the next step runs."
	case model.ArrowKind:
		return "Shows which table answers a query, and which table supplies the query's values."
	case model.QuantityKind:
		return "A named number, typical and worst case, for estimating partition sizes."
	}
	return ""
}

// explained is the title of a heading that names a kind of element.
func explained(kind model.Kind) templ.Attributes {
	if text := explanation(kind); text != "" {
		return templ.Attributes{"title": text}
	}
	return nil
}
