//go:build !unix

package engine

import "io/fs"

func limitProcessorTime() {}

// checkOwner accepts any folder: it inherits the user's own permissions.
func checkOwner(string, fs.FileInfo) error { return nil }

// othersMayWrite returns false since mode bits have no meaning here.
func othersMayWrite(fs.FileInfo, fs.FileMode) bool { return false }
