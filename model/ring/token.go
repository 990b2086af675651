package ring

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// TokenOf returns the token of a partition key as Murmur3Partitioner computes it:
// the first half of Cassandra's 128-bit hash. The smallest token is reserved, so
// it becomes the largest.
func TokenOf(key []byte) Token {
	if len(key) == 0 {
		return math.MinInt64
	}
	if hash := int64(murmur3(key)); hash != math.MinInt64 {
		return Token(hash)
	}
	return math.MaxInt64
}

// PartitionKey returns the bytes of a partition key. A key of several columns is a
// composite: for each column two bytes of length, the value, and a zero byte.
func PartitionKey(values [][]byte) []byte {
	if len(values) == 1 {
		return values[0]
	}
	var key []byte
	for _, value := range values {
		key = binary.BigEndian.AppendUint16(key, uint16(len(value)))
		key = append(append(key, value...), 0)
	}
	return key
}

const (
	multiplier1 = 0x87c37b91114253d5
	multiplier2 = 0x4cf5ad432745937f
)

// murmur3 returns the first half of murmur3_x64_128 with seed 0. Cassandra differs
// from the original in the last block, where it extends the sign of each byte.
func murmur3(key []byte) uint64 {
	var h1, h2 uint64
	rest := key
	for ; len(rest) >= 16; rest = rest[16:] {
		h1 ^= scramble1(binary.LittleEndian.Uint64(rest))
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= scramble2(binary.LittleEndian.Uint64(rest[8:]))
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	h1 ^= scramble1(lastBlock(rest[:min(len(rest), 8)]))
	h2 ^= scramble2(lastBlock(rest[min(len(rest), 8):]))
	h1 ^= uint64(len(key))
	h2 ^= uint64(len(key))
	h1 += h2
	h2 += h1
	return mix(h1) + mix(h2)
}

func scramble1(k uint64) uint64 { return bits.RotateLeft64(k*multiplier1, 31) * multiplier2 }

func scramble2(k uint64) uint64 { return bits.RotateLeft64(k*multiplier2, 33) * multiplier1 }

// lastBlock reads up to eight bytes, each as a signed number.
func lastBlock(tail []byte) uint64 {
	var block uint64
	for i, b := range tail {
		block ^= uint64(int64(int8(b))) << (8 * i)
	}
	return block
}

func mix(k uint64) uint64 {
	k = (k ^ k>>33) * 0xff51afd7ed558ccd
	k = (k ^ k>>33) * 0xc4ceb9fe1a85ec53
	return k ^ k>>33
}
