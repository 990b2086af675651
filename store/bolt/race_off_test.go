//go:build !race

package bolt

const checksPointers = false
