//go:build !linux

package engine

// LowerPriority does nothing: there is no priority per thread here.
func LowerPriority(int) {}
