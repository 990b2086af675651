//go:build !unix

package engine

import "io/fs"

func limitProcessorTime() {}

// checkOwner has nothing to check: the folder inherits the user's own rights.
func checkOwner(string, fs.FileInfo) error { return nil }

// othersMayWrite cannot tell from the mode bits, which stand for nothing here.
func othersMayWrite(fs.FileInfo) bool { return false }
