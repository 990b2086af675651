//go:build !linux

package bolt

func lockHolder(string) string { return "" }
