// Package digest computes the key of a value from the value itself, for
// caches: values that differ in any field have different keys.
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

// Sum is the SHA-256 hash of a value.
type Sum [sha256.Size]byte

// Of returns the digest of everything that value holds: fields, exported or
// not, the items of slices, and what pointers point to. It panics on a type
// without a fixed order or without contents, such as a map or a function.
func Of(value any) Sum {
	encoded := encode(make([]byte, 0, 16<<10), reflect.ValueOf(value))
	return sha256.Sum256(encoded)
}

// encode appends a value. It writes the length before a string or slice, and
// whether a pointer is nil, so that different values of a type have different
// encodings.
func encode(out []byte, value reflect.Value) []byte {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return append(out, 0)
		}
		return encode(append(out, 1), value.Elem())
	case reflect.Struct:
		for i := range value.NumField() {
			out = encode(out, value.Field(i))
		}
		return out
	case reflect.Slice:
		out = binary.AppendVarint(out, int64(value.Len()))
		for i := range value.Len() {
			out = encode(out, value.Index(i))
		}
		return out
	case reflect.String:
		out = binary.AppendVarint(out, int64(value.Len()))
		return append(out, value.String()...)
	case reflect.Bool:
		if value.Bool() {
			return append(out, 1)
		}
		return append(out, 0)
	case reflect.Int:
		return binary.AppendVarint(out, value.Int())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(out, math.Float64bits(value.Float()))
	}
	panic(fmt.Sprintf("digest of a %s", value.Type()))
}
