package ring

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"math/big"

	"widerow/model"
)

// comparators compare the bytes of two values, by native type. Values of the other
// types are compared byte by byte.
var comparators = map[string]func(a, b []byte) int{
	"tinyint": compareIntegers, "smallint": compareIntegers, "int": compareIntegers, "bigint": compareIntegers,
	"varint": compareIntegers, "timestamp": compareIntegers, "decimal": compareDecimals,
	"float": compareFloats, "double": compareFloats, "uuid": compareUUIDs, "timeuuid": compareTimeUUIDs,
}

// Compare compares two values of a type as Cassandra orders clustering columns. It
// is 0 for values that are the same in a key, such as the decimals 1.0 and 1.00.
func Compare(t model.Type, a, b []byte) int {
	if compare := comparators[t.Name]; compare != nil {
		return compare(a, b)
	}
	return bytes.Compare(a, b)
}

func compareIntegers(a, b []byte) int { return integerOf(a).Cmp(integerOf(b)) }

// integerOf reads a number in two's complement.
func integerOf(value []byte) *big.Int {
	number := new(big.Int).SetBytes(value)
	if len(value) > 0 && value[0] >= 0x80 {
		number.Sub(number, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
	}
	return number
}

func compareDecimals(a, b []byte) int {
	scaleA, scaleB := int32(binary.BigEndian.Uint32(a)), int32(binary.BigEndian.Uint32(b))
	scale := max(scaleA, scaleB)
	return scaled(a[4:], scale-scaleA).Cmp(scaled(b[4:], scale-scaleB))
}

// scaled returns a number with zeros appended.
func scaled(digits []byte, zeros int32) *big.Int {
	return new(big.Int).Mul(integerOf(digits), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(zeros)), nil))
}

// compareFloats puts -0 before 0 and NaN last.
func compareFloats(a, b []byte) int { return cmp.Compare(floatOrder(a), floatOrder(b)) }

// floatOrder maps the bits of a float to a number with the same order.
func floatOrder(value []byte) int64 {
	if len(value) == 4 {
		bits := int32(binary.BigEndian.Uint32(value))
		return int64(bits ^ bits>>31&math.MaxInt32)
	}
	bits := int64(binary.BigEndian.Uint64(value))
	return bits ^ bits>>63&math.MaxInt64
}

// compareUUIDs orders by version, those of version 1 by time.
func compareUUIDs(a, b []byte) int {
	version := a[6] >> 4
	if order := cmp.Compare(version, b[6]>>4); order != 0 {
		return order
	}
	if version == 1 {
		return cmp.Or(cmp.Compare(timeOf(a), timeOf(b)), bytes.Compare(a[8:], b[8:]))
	}
	return bytes.Compare(a, b)
}

// compareTimeUUIDs orders by time. The rest is compared as signed bytes.
func compareTimeUUIDs(a, b []byte) int {
	if order := cmp.Compare(timeOf(a), timeOf(b)); order != 0 {
		return order
	}
	for i := 8; i < 16; i++ {
		if order := cmp.Compare(int8(a[i]), int8(b[i])); order != 0 {
			return order
		}
	}
	return 0
}

// timeOf returns the time of a UUID of version 1, in 100 ns since 1582.
func timeOf(uuid []byte) uint64 {
	low, mid, high := binary.BigEndian.Uint32(uuid), binary.BigEndian.Uint16(uuid[4:]), binary.BigEndian.Uint16(uuid[6:])
	return uint64(high&0xfff)<<48 | uint64(mid)<<32 | uint64(low)
}
