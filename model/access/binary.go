package access

import (
	"math/bits"
	"unicode/utf8"

	"widerow/model"
)

// isBinary reports whether bytes are a value of a native type. It follows the
// method validate of the server's serializers.
func isBinary(name string, bytes []byte) bool {
	switch name {
	case "date":
		return len(bytes) == 4
	case "time":
		return len(bytes) == 8
	case "smallint":
		return len(bytes) == 2
	case "tinyint":
		return len(bytes) == 1
	case "duration":
		return isBinaryDuration(bytes)
	}
	if len(bytes) == 0 {
		return true
	}
	switch name {
	case "ascii":
		for _, b := range bytes {
			if b >= utf8.RuneSelf {
				return false
			}
		}
		return true
	case "text", "varchar":
		return utf8.Valid(bytes)
	case "inet":
		return len(bytes) == 4 || len(bytes) == 16
	case "decimal":
		return len(bytes) >= 4
	case "timeuuid":
		return len(bytes) == 16 && bytes[6]>>4 == 1
	}
	want := model.Native(name).FixedLength()
	return want == 0 || len(bytes) == want
}

// isBinaryDuration reports whether bytes are three variable-length integers of one
// sign: months, days and nanoseconds.
func isBinaryDuration(bytes []byte) bool {
	negative, positive := false, false
	for i := range 3 {
		value, size := signedVarint(bytes)
		if size == 0 || i < 2 && value != int64(int32(value)) {
			return false
		}
		negative, positive = negative || value < 0, positive || value > 0
		bytes = bytes[size:]
	}
	return !negative || !positive
}

// signedVarint reads an integer as the server's VIntCoding writes it, and returns
// its length, 0 if bytes are missing.
func signedVarint(bytes []byte) (value int64, size int) {
	if len(bytes) == 0 {
		return 0, 0
	}
	size = bits.LeadingZeros8(^bytes[0]) + 1
	if len(bytes) < size {
		return 0, 0
	}
	read := uint64(bytes[0]) & (0xFF >> size)
	for _, b := range bytes[1:size] {
		read = read<<8 | uint64(b)
	}
	return int64(read>>1) ^ -int64(read&1), size
}
