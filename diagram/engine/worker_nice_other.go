//go:build !linux

package engine

// lowerPriority does nothing: there is no priority per thread here.
func lowerPriority() {}
