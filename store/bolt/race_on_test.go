//go:build race

package bolt

// checksPointers reports whether checkptr is on, which the race detector
// enables. It ends the process when bbolt follows a damaged length, before
// there is a memory fault that could be caught.
const checksPointers = true
