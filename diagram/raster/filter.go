package raster

import (
	"bytes"
	"encoding/binary"
)

// How a row is told: plainly, or by how it differs from the one above.
const plain, up = 0, 2

// run is a range of bytes.
type run struct{ from, to int }

// filter puts before each row how it is told; the first one of a band is
// plain. It adds the runs outside of which all bytes are zero: most of a
// picture is as the row above.
func filter(changed []run, lines, pixels []byte, stride int) []run {
	clear(lines)
	lines[0] = plain
	copy(lines[1:], pixels[:stride])
	changed = append(changed, run{0, stride + 1})
	for at := stride; at < len(pixels); at += stride {
		above, row := pixels[at-stride:at], pixels[at:at+stride]
		start := at + at/stride
		lines[start] = up
		changed = append(changed, run{start, start + 1})
		if !bytes.Equal(above, row) {
			changed = differ(changed, lines, start+1, row, above)
		}
	}
	return changed
}

// Of a row, blocks are compared at once, and then words. near is how many
// bytes that are the same do not end a run.
const block, word, near = 256, 8, 64

// differ sets the row's bytes from start on to what they are more than those
// above, and adds the runs where they are.
func differ(changed []run, lines []byte, start int, row, above []byte) []run {
	for from := 0; from < len(row); from += block {
		end := min(from+block, len(row))
		if bytes.Equal(row[from:end], above[from:end]) {
			continue
		}
		for i := from; i < end; i += word {
			to := min(i+word, end)
			if to == i+word && binary.LittleEndian.Uint64(row[i:]) == binary.LittleEndian.Uint64(above[i:]) {
				continue
			}
			subtract(lines[start+i:start+to], row[i:to], above[i:to])
			if last := &changed[len(changed)-1]; start+i-last.to <= near {
				last.to = start + to
			} else {
				changed = append(changed, run{start + i, start + to})
			}
		}
	}
	return changed
}

// subtract takes bytes from bytes, eight at a time: with their high bits
// apart, none borrows from its neighbour.
func subtract(result, from, what []byte) {
	const high = 0x8080808080808080
	i := 0
	for ; i+8 <= len(from); i += 8 {
		a, b := binary.LittleEndian.Uint64(from[i:]), binary.LittleEndian.Uint64(what[i:])
		binary.LittleEndian.PutUint64(result[i:], ((a|high)-(b&^high))^((a^^b)&high))
	}
	for ; i < len(from); i++ {
		result[i] = from[i] - what[i]
	}
}
