//go:build !linux

package engine

// stepBack has no way to lower the priority of one thread here.
func stepBack() {}
