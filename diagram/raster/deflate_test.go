package raster

import (
	"bytes"
	"compress/flate"
	"hash/adler32"
	"io"
	"math/rand/v2"
	"testing"
)

// sample is bytes that are zero but in runs: few values, all values, what was
// met before, or the same over and over.
func sample(random *rand.Rand, size int) (lines []byte, changed []run) {
	lines = make([]byte, size)
	for at := random.IntN(300); at < size; at += random.IntN(70_000) {
		end := min(size, at+1+random.IntN(4_000))
		changed = append(changed, run{at, end})
		kind := random.IntN(4)
		for i := at; i < end; i++ {
			switch {
			case kind == 0:
				lines[i] = byte(random.IntN(3))
			case kind == 1:
				lines[i] = byte(random.Uint32())
			case kind == 2 && i > 40_000:
				lines[i] = lines[i-random.IntN(2)-30_000]
			default:
				lines[i] = lines[max(0, i-3)] | 1
			}
		}
		at = end
	}
	return lines, changed
}

func TestPackedIsUnpacked(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		size := 1 + random.IntN(300_000)
		lines, changed := sample(random, size)
		p := &packer{changed: changed}
		packed := p.pack(lines, false)
		packed = append(packed, (&packer{}).pack(make([]byte, 5), true)...)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil || !bytes.Equal(got, append(bytes.Clone(lines), 0, 0, 0, 0, 0)) {
			t.Fatalf("%d bytes with %d runs come back as %d: %v", size, len(changed), len(got), err)
		}
		if got, want := sumOf(lines, changed), adler32.Checksum(lines); got != want {
			t.Fatalf("sum of %d bytes with %d runs: %08x, want %08x", size, len(changed), got, want)
		}
	}
}

// Every length and every kind of distance that the format has.
func TestMatches(t *testing.T) {
	lines := make([]byte, 2*farthest)
	for i := range farthest {
		lines[i] = byte(i*i>>3) ^ byte(i>>7)
	}
	p := &packer{}
	for _, value := range lines[:farthest] {
		p.literal(value)
	}
	at := farthest
	for length := shortest; length <= longest; length++ {
		for distance := length; distance <= farthest; distance = 2*distance + length%3 {
			if at+length > len(lines) {
				break
			}
			copy(lines[at:], lines[at-distance:at-distance+length])
			p.match(length, distance)
			at += length
		}
	}
	p.block()
	p.end(true)
	got, err := io.ReadAll(flate.NewReader(bytes.NewReader(p.out)))
	if err != nil || !bytes.Equal(got, lines[:at]) {
		t.Errorf("%d bytes come back as %d: %v", at, len(got), err)
	}
}

// With counts like Fibonacci's numbers the best code has the longest bits.
func TestCodesAreLimited(t *testing.T) {
	counts := make([]int, 40)
	before, now := 1, 1
	for i := range counts {
		counts[i] = before
		before, now = now, before+now
	}
	c := newCode(counts, 15)
	room := 0.0
	for symbol, length := range c.length {
		if length == 0 || length > 15 {
			t.Errorf("symbol %d has %d bits", symbol, length)
		}
		room += 1 / float64(int(1)<<length)
	}
	if room != 1 {
		t.Errorf("the code takes %g of its room", room)
	}
}
