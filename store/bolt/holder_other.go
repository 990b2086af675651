//go:build !linux

package bolt

func holder(string) string { return "" }
