package raster

import (
	"bytes"
	"encoding/binary"
)

// The PNG filter types of a row: unfiltered, or as the difference from the row
// above.
const plain, up = 0, 2

// run is a range of bytes.
type run struct{ from, to int }

// filter writes each row with its filter type to lines. The first row of a band is
// unfiltered. It returns changed with the runs outside of which all bytes are zero:
// most rows equal the one above.
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

// Rows are compared by blocks, then by words. A run continues across at most near
// equal bytes.
const block, word, near = 256, 8, 64

// differ writes the differences of a row from the one above to lines from start on,
// and returns changed with the runs of bytes that differ.
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

// subtract subtracts bytes, eight at a time. It treats their high bits separately,
// so that no byte borrows from its neighbour.
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
