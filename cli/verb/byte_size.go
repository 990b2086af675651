package verb

import "widerow/model/sizing"

// ByteSize is an amount of memory or disk, such as "512MB" or "2GiB".
type ByteSize int64

// UnmarshalText reads a flag. It implements encoding.TextUnmarshaler.
func (b *ByteSize) UnmarshalText(text []byte) error {
	bytes, err := sizing.ParseBytes(string(text))
	*b = ByteSize(bytes)
	return err
}
