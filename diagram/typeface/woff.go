package typeface

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"maps"
	"slices"
	"sync"
)

// packers reuses compressors. Each takes 800 KB, more than the rest of a
// diagram of 30 tables.
var packers = sync.Pool{New: func() any {
	packer, _ := zlib.NewWriterLevel(nil, zlib.BestCompression) // the level is valid
	return packer
}}

// writeWOFF writes tables as WOFF. Each is compressed if that makes it smaller.
func writeWOFF(tables sfntTables) []byte {
	tags := slices.SortedFunc(maps.Keys(tables), func(a, b string) int { return cmp.Compare(a, b) })
	directory, offset, sfntSize := []byte(nil), 44+20*len(tags), 12+16*len(tags)
	packer := packers.Get().(*zlib.Writer)
	defer packers.Put(packer)
	var body []byte
	for _, tag := range tags {
		table := tables[tag]
		packed := compress(packer, table)
		directory = append(directory, tag...)
		for _, value := range []int{offset + len(body), len(packed), len(table)} {
			directory = binary.BigEndian.AppendUint32(directory, uint32(value))
		}
		directory = binary.BigEndian.AppendUint32(directory, checksum(table))
		body = append(body, packed...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
		sfntSize += (len(table) + 3) &^ 3
	}
	header := []byte("wOFF\x00\x01\x00\x00")
	header = binary.BigEndian.AppendUint32(header, uint32(offset+len(body)))
	header = binary.BigEndian.AppendUint16(header, uint16(len(tags)))
	header = binary.BigEndian.AppendUint16(header, 0)
	header = binary.BigEndian.AppendUint32(header, uint32(sfntSize))
	header = append(header, make([]byte, 24)...) // no version, metadata or private data
	return slices.Concat(header, directory, body)
}

// WriteTrueType writes tables as a TrueType font, as PDF embeds it.
func WriteTrueType(tables sfntTables) []byte {
	tags := slices.Sorted(maps.Keys(tables))
	header := binary.BigEndian.AppendUint32(nil, 0x00010000)
	header = binary.BigEndian.AppendUint16(header, uint16(len(tags)))
	header = append(header, 0, 0, 0, 0, 0, 0) // for binary search, unused
	var body []byte
	start := len(header) + 16*len(tags)
	for _, tag := range tags {
		header = append(header, tag...)
		for _, value := range []uint32{checksum(tables[tag]), uint32(start + len(body)), uint32(len(tables[tag]))} {
			header = binary.BigEndian.AppendUint32(header, value)
		}
		body = append(body, tables[tag]...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(header, body...)
}

func compress(packer *zlib.Writer, table []byte) []byte {
	var out bytes.Buffer
	packer.Reset(&out)
	packer.Write(table) // writing to a bytes.Buffer cannot fail
	packer.Close()
	packer.Reset(nil)
	if out.Len() >= len(table) {
		return table
	}
	return out.Bytes()
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
