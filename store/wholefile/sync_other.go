//go:build !unix

package wholefile

// syncFolder does nothing: other systems cannot sync a folder.
func syncFolder(string) error { return nil }
