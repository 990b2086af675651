package cassandra

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// newID returns a UUID of version 7: 48 bits of the time in milliseconds, then random ones. The
// time only tells the age of what nobody finished (leftovers.go).
func newID(now time.Time) string {
	var id [16]byte
	rand.Read(id[:])
	var at [8]byte
	binary.BigEndian.PutUint64(at[:], uint64(now.UnixMilli())<<16)
	copy(id[:6], at[:6])
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// timeOf returns the time in an id of newID.
func timeOf(id string) time.Time {
	if len(id) < 13 {
		return time.Time{}
	}
	digits, err := hex.DecodeString("0000" + id[:8] + id[9:13])
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(digits)))
}

// binaryOf returns the 16 bytes of an id.
func binaryOf(id string) (b [16]byte) {
	digits, _ := hex.DecodeString(strings.ReplaceAll(id, "-", ""))
	copy(b[:], digits)
	return b
}
