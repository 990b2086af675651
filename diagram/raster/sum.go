package raster

import "hash/adler32"

// sumOf returns the Adler-32 of lines, which are zero outside of the changed runs.
func sumOf(lines []byte, changed []run) uint32 {
	sum, at := uint32(1), 0
	for _, r := range append(changed, run{len(lines), len(lines)}) {
		sum = joinSums(sum, sumOfZeros(r.from-at), r.from-at)
		sum = joinSums(sum, adler32.Checksum(lines[r.from:r.to]), r.to-r.from)
		at = r.to
	}
	return sum
}

func sumOfZeros(count int) uint32 { return uint32(count%sumBase)<<16 | 1 }

// sumBase is the modulus of the two halves of an Adler-32.
const sumBase = 65521

// joinSums returns the Adler-32 of two concatenated texts. length is the length of
// the second one in bytes. The sum consists of two numbers modulo sumBase: a, the
// sum of 1 and all bytes, and b, the sum of all intermediate values of a.
func joinSums(first, second uint32, length int) uint32 {
	const base = sumBase
	a1, b1 := uint64(first&0xffff), uint64(first>>16)
	a2, b2 := uint64(second&0xffff), uint64(second>>16)
	a := (a1 + a2 + base - 1) % base
	b := (b1 + b2 + uint64(length)%base*(a1+base-1)) % base
	return uint32(b<<16 | a)
}
