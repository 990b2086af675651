package raster

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"io"
	"math"
	"runtime"
	"sync"
)

// turns bounds how many bands are painted at once by all who ask, and so the
// memory that pictures take: a band of the widest one is 3 MB.
var turns = make(chan struct{}, runtime.GOMAXPROCS(0))

// PNG writes the picture with 8 bits a colour. The bands are painted and
// packed side by side. Format: https://www.w3.org/TR/png-3/
func (p *Picture) PNG(ctx context.Context, w io.Writer) error {
	packed, err := p.pack(ctx)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(p.width))
	header = binary.BigEndian.AppendUint32(header, uint32(p.height))
	chunk(&out, "IHDR", append(header, 8, 2, 0, 0, 0)) // 8 bits, red green blue
	perMetre := uint32(math.Round(96 * p.scale / 0.0254))
	density := binary.BigEndian.AppendUint32(nil, perMetre)
	chunk(&out, "pHYs", append(binary.BigEndian.AppendUint32(density, perMetre), 1))
	sum, length := uint32(1), 0
	for i, band := range packed {
		body := band.body
		if i == 0 {
			body = append([]byte{0x78, 0x01}, body...)
		}
		sum, length = joinSums(sum, band.sum, band.length), length+band.length
		if i == len(packed)-1 {
			body = binary.BigEndian.AppendUint32(body, sum)
		}
		chunk(&out, "IDAT", body)
	}
	chunk(&out, "IEND", nil)
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return nil
}

func chunk(out *bytes.Buffer, kind string, body []byte) {
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(body))))
	start := out.Len()
	out.WriteString(kind)
	out.Write(body)
	out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(out.Bytes()[start:])))
}

// packedBand is a part of the compressed stream.
type packedBand struct {
	body   []byte
	sum    uint32 // Adler-32 of the bytes before they were packed
	length int    // of these
}

func (p *Picture) pack(ctx context.Context) ([]packedBand, error) {
	bands := p.bands()
	packed := make([]packedBand, len(bands))
	errs := make([]error, len(bands))
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(len(bands), cap(turns)) {
		wait.Go(func() {
			for i := range next {
				packed[i], errs[i] = p.packBand(ctx, bands[i], i)
			}
		})
	}
	for i := range bands {
		next <- i
	}
	close(next)
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("paint: %w", err)
		}
	}
	return packed, nil
}

func (p *Picture) packBand(ctx context.Context, layers []*layer, index int) (packedBand, error) {
	select {
	case turns <- struct{}{}:
		defer func() { <-turns }()
	case <-ctx.Done():
		return packedBand{}, ctx.Err()
	}
	top := index * bandHeight
	height := min(bandHeight, p.height-top)
	stride := 3 * p.width
	pixels, lines := buffers.take(stride*height), buffers.take((stride+1)*height)
	defer buffers.give(pixels, lines)
	if err := p.paintBand(ctx, pixels, layers, top, height); err != nil {
		return packedBand{}, err
	}
	packer := packers.Get().(*packer)
	defer packers.Put(packer)
	packer.changed = filter(packer.changed[:0], lines, pixels, stride)
	return packedBand{packer.pack(lines, top+height == p.height), sumOf(lines, packer.changed), len(lines)}, nil
}

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

// sumOf is the Adler-32 of lines, where all is zero but what has changed.
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

// pool keeps buffers for the next band.
type pool struct{ sync.Pool }

var buffers pool

func (p *pool) take(size int) []byte {
	if kept, ok := p.Get().(*[]byte); ok && cap(*kept) >= size {
		return (*kept)[:size]
	}
	return make([]byte, size)
}

func (p *pool) give(used ...[]byte) {
	for _, buffer := range used {
		p.Put(&buffer)
	}
}

// sumBase is what the two halves of an Adler-32 are counted modulo.
const sumBase = 65521

// joinSums gives the Adler-32 of two texts after each other; the second one
// is length bytes long. The sum is two numbers modulo sumBase: a, of 1 and all
// bytes, and b, of every a.
func joinSums(first, second uint32, length int) uint32 {
	const base = sumBase
	a1, b1 := uint64(first&0xffff), uint64(first>>16)
	a2, b2 := uint64(second&0xffff), uint64(second>>16)
	a := (a1 + a2 + base - 1) % base
	b := (b1 + b2 + uint64(length)%base*(a1+base-1)) % base
	return uint32(b<<16 | a)
}
