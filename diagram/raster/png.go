package raster

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"runtime"
	"sync"

	"github.com/klauspost/compress/flate"
)

// turns limits the number of bands that all callers paint at once, and with it the
// memory: a band of the widest picture takes 3 MB.
var turns = make(chan struct{}, runtime.GOMAXPROCS(0))

// PNG writes the picture with 8 bits per channel. Bands are painted and compressed
// in parallel. Format: https://www.w3.org/TR/png-3/
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
	perMetre := uint32(math.Round(p.perInch / 0.0254))
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

// packedBand is the part of a PNG's deflate stream (RFC 1951) for one band.
type packedBand struct {
	body   []byte
	sum    uint32 // Adler-32 of the uncompressed bytes
	length int    // number of uncompressed bytes
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
	body, err := packer.pack(lines, top+height == p.height)
	return packedBand{body, sumOf(lines, packer.changed), len(lines)}, err
}

// pool reuses buffers.
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

// packer compresses one band after another.
type packer struct {
	changed []run
	out     bytes.Buffer
	stream  *flate.Writer
}

var packers = sync.Pool{New: func() any {
	stream, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // only an invalid level fails
	}
	return &packer{stream: stream}
}}

// pack ends at a byte boundary, so that the next band can follow.
func (p *packer) pack(lines []byte, last bool) ([]byte, error) {
	p.out.Reset()
	p.stream.Reset(&p.out)
	end := p.stream.Flush
	if last {
		end = p.stream.Close
	}
	_, err := p.stream.Write(lines)
	err = errors.Join(err, end())
	return bytes.Clone(p.out.Bytes()), err
}
