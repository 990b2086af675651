package cli

import "widerow/model/sizing"

// byteSize is an amount of memory or disk, such as "512MB" or "2GiB".
type byteSize int64

// UnmarshalText reads a flag. It implements encoding.TextUnmarshaler.
func (b *byteSize) UnmarshalText(text []byte) error {
	bytes, err := sizing.ParseBytes(string(text))
	*b = byteSize(bytes)
	return err
}
