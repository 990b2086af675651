package raster

import (
	"hash/adler32"
	"math/rand/v2"
	"testing"
)

// sample returns bytes that are zero except in some runs.
func sample(random *rand.Rand, size int) (lines []byte, changed []run) {
	lines = make([]byte, size)
	for at := random.IntN(300); at < size; at += random.IntN(70_000) {
		end := min(size, at+1+random.IntN(4_000))
		changed = append(changed, run{at, end})
		for i := at; i < end; i++ {
			lines[i] = byte(random.Uint32())
		}
		at = end
	}
	return lines, changed
}

func TestSumOf(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		size := 1 + random.IntN(300_000)
		lines, changed := sample(random, size)
		if got, want := sumOf(lines, changed), adler32.Checksum(lines); got != want {
			t.Fatalf("sum of %d bytes with %d runs: %08x, want %08x", size, len(changed), got, want)
		}
	}
}
