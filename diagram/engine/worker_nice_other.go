//go:build !linux

package engine

// stepBack does nothing: there is no priority per thread here.
func stepBack() {}
