package cluster

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// maxTypeDepth bounds the nesting of types.
const maxTypeDepth = 32

// literal returns a value as CQL writes it. A value that does not fit its type reads
// as a blob, so that one damaged value does not hide the others.
func literal(t *columnType, data []byte) string {
	text, ok := write(t, data)
	if !ok {
		return blob(data)
	}
	return text
}

func blob(data []byte) string { return "0x" + hex.EncodeToString(data) }

// write returns the literal of a value. ok is false if the bytes do not fit the type.
func write(t *columnType, data []byte) (text string, ok bool) {
	if data == nil {
		return "null", true
	}
	switch t.code {
	case gocql.TypeList, gocql.TypeSet:
		elements, ok := splitElements(data)
		brackets := "[]"
		if t.code == gocql.TypeSet {
			brackets = "{}"
		}
		return writeAll(brackets, elements, ok, func(int) (string, *columnType) { return "", t.elements[0] })
	case gocql.TypeMap:
		return writeMap(t, data)
	case gocql.TypeTuple:
		elements, ok := splitFields(data, len(t.elements))
		return writeAll("()", elements, ok, func(i int) (string, *columnType) { return "", t.elements[i] })
	case gocql.TypeUDT:
		elements, ok := splitFields(data, len(t.elements))
		return writeAll("{}", elements, ok, func(i int) (string, *columnType) { return quoteName(t.fields[i]) + ": ", t.elements[i] })
	case gocql.TypeCustom:
		if t.isVector() {
			elements, ok := splitVector(t, data)
			return writeAll("[]", elements, ok, func(int) (string, *columnType) { return "", t.elements[0] })
		}
		return blob(data), true
	}
	return writeScalar(t, data)
}

// writeAll writes elements between brackets. label returns what precedes an element,
// and its type.
func writeAll(brackets string, elements [][]byte, ok bool, label func(i int) (string, *columnType)) (string, bool) {
	if !ok {
		return "", false
	}
	var text strings.Builder
	text.WriteByte(brackets[0])
	for i, element := range elements {
		if i > 0 {
			text.WriteString(", ")
		}
		before, t := label(i)
		value, ok := write(t, element)
		if !ok {
			return "", false
		}
		text.WriteString(before + value)
	}
	text.WriteByte(brackets[1])
	return text.String(), true
}

func writeMap(t *columnType, data []byte) (string, bool) {
	elements, ok := splitPairs(data)
	if !ok {
		return "", false
	}
	var text strings.Builder
	text.WriteByte('{')
	for i := 0; i < len(elements); i += 2 {
		if i > 0 {
			text.WriteString(", ")
		}
		key, isKey := write(t.elements[0], elements[i])
		value, isValue := write(t.elements[1], elements[i+1])
		if !isKey || !isValue {
			return "", false
		}
		text.WriteString(key + ": " + value)
	}
	text.WriteByte('}')
	return text.String(), true
}

// splitElements splits a list or a set: the number of elements, and each with its length.
func splitElements(data []byte) ([][]byte, bool) {
	if len(data) < 4 {
		return nil, false
	}
	return splitBytes(data[4:], int(int32(binary.BigEndian.Uint32(data))))
}

// splitPairs splits a map: the number of entries, and each key and value with its length.
func splitPairs(data []byte) ([][]byte, bool) {
	if len(data) < 4 {
		return nil, false
	}
	return splitBytes(data[4:], 2*int(int32(binary.BigEndian.Uint32(data))))
}

// splitBytes reads count values with their lengths; a negative length is NULL.
func splitBytes(data []byte, count int) ([][]byte, bool) {
	if count < 0 || count > len(data)/4 {
		return nil, false
	}
	elements := make([][]byte, count)
	for i := range elements {
		if len(data) < 4 {
			return nil, false
		}
		size := int(int32(binary.BigEndian.Uint32(data)))
		data = data[4:]
		if size < 0 {
			continue
		}
		if size > len(data) {
			return nil, false
		}
		elements[i], data = data[:size:size], data[size:]
	}
	return elements, true
}

// splitFields splits a tuple or a user-defined type. One that was written before a field
// was added is shorter: the others are NULL.
func splitFields(data []byte, count int) ([][]byte, bool) {
	elements := make([][]byte, count)
	for i := range elements {
		if len(data) == 0 {
			break
		}
		if len(data) < 4 {
			return nil, false
		}
		size := int(int32(binary.BigEndian.Uint32(data)))
		data = data[4:]
		if size < 0 {
			continue
		}
		if size > len(data) {
			return nil, false
		}
		elements[i], data = data[:size:size], data[size:]
	}
	return elements, true
}

// splitVector splits a vector. Elements of a fixed size follow each other; others have
// their length before them.
func splitVector(t *columnType, data []byte) ([][]byte, bool) {
	if t.size < 0 || t.size > len(data) {
		return nil, false
	}
	fixed := fixedSize(t.elements[0])
	if fixed > 0 && t.size*fixed != len(data) {
		return nil, false
	}
	elements := make([][]byte, t.size)
	for i := range elements {
		size, skip := uint64(fixed), 0
		if fixed == 0 {
			size, skip = unsignedVarint(data)
			if skip == 0 {
				return nil, false
			}
		}
		data = data[skip:]
		if size > uint64(len(data)) {
			return nil, false
		}
		elements[i], data = data[:size:size], data[size:]
	}
	return elements, true
}

// fixedSize returns the bytes of an element of a vector, 0 if they vary.
func fixedSize(t *columnType) int {
	if t.isVector() {
		return t.size * fixedSize(t.elements[0])
	}
	for _, n := range native {
		if n.code == t.code {
			return n.fixed
		}
	}
	return 0
}

// unsignedVarint reads Cassandra's variable-length integer: the leading ones of the
// first byte count the bytes that follow. It returns the number of bytes, 0 if there
// are too few.
func unsignedVarint(data []byte) (value uint64, size int) {
	if len(data) == 0 {
		return 0, 0
	}
	more := bits.LeadingZeros8(^data[0])
	if len(data) <= more {
		return 0, 0
	}
	value = uint64(data[0]) & (0xff >> more)
	for _, b := range data[1 : 1+more] {
		value = value<<8 | uint64(b)
	}
	return value, 1 + more
}

// quoteName writes an identifier as CQL does, with quotes if it needs them.
func quoteName(name string) string {
	plain := name != "" && name[0] >= 'a' && name[0] <= 'z'
	for _, r := range name {
		plain = plain && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_')
	}
	if plain {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// quoteText writes a string as CQL does.
func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// emptyOf returns the literal of a value without bytes, which is not NULL: old clients
// could write it to columns of every type.
func emptyOf(t *columnType) string {
	return fmt.Sprintf("blobAs%s%s(0x)", strings.ToUpper(t.name[:1]), t.name[1:])
}
