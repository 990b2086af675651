//go:build race

package bolt

// The race detector brings checkptr with it, which ends the process when bbolt
// follows a damaged length, before there is a fault that could be caught.
const checksPointers = true
