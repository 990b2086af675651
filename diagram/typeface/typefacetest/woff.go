package typefacetest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"testing"
)

// UnpackWOFF returns the TrueType font in a WOFF file. It fails the test on a
// wrong size or checksum.
func UnpackWOFF(t testing.TB, woff []byte) []byte {
	t.Helper()
	if string(woff[:4]) != "wOFF" || int(binary.BigEndian.Uint32(woff[8:])) != len(woff) {
		t.Fatalf("%d bytes are not a WOFF file", len(woff))
	}
	count := int(binary.BigEndian.Uint16(woff[12:]))
	header := []byte{0, 1, 0, 0}
	header = binary.BigEndian.AppendUint16(header, uint16(count))
	header = append(header, 0, 0, 0, 0, 0, 0)
	var body []byte
	for i := range count {
		entry := woff[44+20*i:]
		offset, packed, size := binary.BigEndian.Uint32(entry[4:]), binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		table := woff[offset : offset+packed]
		if packed < size {
			r, err := zlib.NewReader(bytes.NewReader(table))
			if err != nil {
				t.Fatal(err)
			}
			if table, err = io.ReadAll(r); err != nil || len(table) != int(size) {
				t.Fatalf("table %s: %d bytes, want %d (%v)", entry[:4], len(table), size, err)
			}
		}
		if sum := checksum(table); sum != binary.BigEndian.Uint32(entry[16:]) {
			t.Errorf("table %s: checksum %08x", entry[:4], sum)
		}
		header = append(header, entry[:4]...)
		header = binary.BigEndian.AppendUint32(header, checksum(table))
		header = binary.BigEndian.AppendUint32(header, uint32(12+16*count+len(body)))
		header = binary.BigEndian.AppendUint32(header, size)
		body = append(body, table...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	if total := int(binary.BigEndian.Uint32(woff[16:])); total != len(header)+len(body) {
		t.Errorf("WOFF declares a font of %d bytes, want %d", total, len(header)+len(body))
	}
	return append(header, body...)
}

func checksum(table []byte) uint32 {
	sum := uint32(0)
	for i := 0; i < len(table); i += 4 {
		var word [4]byte
		copy(word[:], table[i:])
		sum += binary.BigEndian.Uint32(word[:])
	}
	return sum
}
