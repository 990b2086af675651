package sizes

import "widerow/web"

// SizeInput is the input of a number. Note names where the number comes from, Needs
// which quantity it waits for, Clears that it can be set back to what is assumed.
type SizeInput struct {
	Field  web.Field
	Note   string
	Needs  *QuantityLink
	Clears bool
}

// ClusterInput is a number of the cluster. Why names the assumption.
type ClusterInput struct {
	Label, Hint, Why, Problem string
	Input                     SizeInput
}
