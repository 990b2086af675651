//go:build !linux

package process

// LowerPriority does nothing: there is no priority per thread here.
func LowerPriority(int) {}
