package raster

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

// packer writes a part of a deflate stream (RFC 1951). It is told where
// zeros are, which is nearly everywhere in a filtered picture, and takes them
// without a look; compress/flate looks at every byte.
type packer struct {
	bitWriter
	changed   []run
	tokens    []token
	literals  [286]int // how often each symbol occurs
	distances [30]int
	recent    [1 << hashBits]int32 // where four bytes were met last, plus 1
}

// token is a byte, or a match of an earlier place.
type token uint32

const (
	hashBits    = 14
	isMatch     = 1 << 31
	longest     = 258 // match
	shortest    = 3
	farthest    = 32768
	blockTokens = 1 << 16 // the most that a block holds
	endOfBlock  = 256
)

func matchOf(length, distance int) token {
	return token(isMatch | (length-shortest)<<16 | (distance - 1))
}

var packers = sync.Pool{New: func() any { return new(packer) }}

// pack packs lines, where everything outside of changed is zero. It ends at a
// whole byte, so that the next band can follow.
func (p *packer) pack(lines []byte, last bool) []byte {
	p.bitWriter = bitWriter{}
	clear(p.recent[:])
	at := 0
	for _, r := range p.changed {
		p.zeros(r.from - at)
		p.scan(lines, r)
		at = r.to
	}
	p.zeros(len(lines) - at)
	p.block()
	p.end(last)
	return p.out
}

func (p *packer) literal(value byte) { p.add(token(value), int(value)) }

func (p *packer) match(length, distance int) {
	symbol, _, _ := lengthSymbol(length)
	far, _, _ := distanceSymbol(distance)
	p.distances[far]++
	p.add(matchOf(length, distance), symbol)
}

func (p *packer) add(t token, symbol int) {
	p.literals[symbol]++
	p.tokens = append(p.tokens, t)
	if len(p.tokens) == blockTokens {
		p.block()
	}
}

func (p *packer) zeros(count int) {
	if count == 0 {
		return
	}
	p.literal(0)
	for count--; count >= shortest; {
		length := min(count, longest)
		p.match(length, 1)
		count -= length
	}
	for range count {
		p.literal(0)
	}
}

// scan looks for what was met before.
func (p *packer) scan(lines []byte, r run) {
	for at := r.from; at < r.to; {
		length, distance := p.earlier(lines[:r.to], at)
		if length == 0 {
			p.literal(lines[at])
			at++
			continue
		}
		p.match(length, distance)
		at += length
	}
}

// earlier finds four bytes or more that were met before; a match that is
// short and far takes more room than its bytes.
func (p *packer) earlier(lines []byte, at int) (length, distance int) {
	if at+4 > len(lines) {
		return 0, 0
	}
	next := binary.LittleEndian.Uint32(lines[at:])
	slot := &p.recent[next*0x9e3779b1>>(32-hashBits)]
	before := int(*slot) - 1
	*slot = int32(at + 1)
	if distance = at - before; before < 0 || distance > farthest || binary.LittleEndian.Uint32(lines[before:]) != next {
		return 0, 0
	}
	length = 4 + alike(lines[before+4:], lines[at+4:min(len(lines), at+longest)])
	if length < 6 && distance > 2048 {
		return 0, 0
	}
	return length, distance
}

// alike is how many bytes are the same; b is the shorter one.
func alike(a, b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if apart := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); apart != 0 {
			return i + bits.TrailingZeros64(apart)/8
		}
	}
	for i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// lengthSymbol and distanceSymbol give a number's symbol, with how many bits
// follow it and which.
func lengthSymbol(length int) (symbol int, width uint, extra uint32) {
	n := uint(length - shortest)
	switch {
	case length == longest:
		return 285, 0, 0
	case n < 8:
		return 257 + int(n), 0, 0
	}
	width = uint(bits.Len(n)) - 3
	return 257 + 4*int(width) + int(n>>width), width, uint32(n & (1<<width - 1))
}

func distanceSymbol(distance int) (symbol int, width uint, extra uint32) {
	n := uint(distance - 1)
	if n < 2 {
		return int(n), 0, 0
	}
	width = uint(bits.Len(n)) - 2
	return 2*int(width) + int(n>>width), width, uint32(n & (1<<width - 1))
}

// block writes the tokens with codes of their own.
func (p *packer) block() {
	p.literals[endOfBlock] = 1
	literals, distances := newCode(p.literals[:], 15), newCode(p.distances[:], 15)
	p.bits(2<<1, 3) // own codes, not the last block
	p.header(literals, distances)
	for _, t := range p.tokens {
		if t&isMatch == 0 {
			p.symbol(literals, int(t))
			continue
		}
		symbol, width, extra := lengthSymbol(int(t&^isMatch)>>16 + shortest)
		p.symbol(literals, symbol)
		p.bits(extra, width)
		symbol, width, extra = distanceSymbol(int(t&0xffff) + 1)
		p.symbol(distances, symbol)
		p.bits(extra, width)
	}
	p.symbol(literals, endOfBlock)
	p.tokens = p.tokens[:0]
	clear(p.literals[:])
	clear(p.distances[:])
}

// lengthOrder is that in which the lengths of the lengths' codes are told.
var lengthOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

const repeatZero = 18 // 11 zeros, and as many more as 7 bits say

// header tells the lengths of both codes: plainly, but for long runs of
// symbols that do not occur.
func (p *packer) header(literals, distances code) {
	type told struct {
		length int
		extra  uint32
	}
	var list []told
	var counts [19]int
	all := append(append(make([]uint8, 0, 316), literals.length...), distances.length...)
	for i := 0; i < len(all); {
		zeros := 0
		for zeros < 138 && i+zeros < len(all) && all[i+zeros] == 0 {
			zeros++
		}
		one := told{length: int(all[i])}
		if zeros >= 11 {
			one = told{repeatZero, uint32(zeros - 11)}
		}
		list = append(list, one)
		counts[one.length]++
		i += max(1, zeros*(one.length/repeatZero))
	}
	lengths := newCode(counts[:], 7)
	p.bits(uint32(len(literals.length)-257), 5)
	p.bits(uint32(len(distances.length)-1), 5)
	p.bits(uint32(len(lengthOrder)-4), 4)
	for _, symbol := range lengthOrder {
		p.bits(uint32(lengths.length[symbol]), 3)
	}
	for _, one := range list {
		p.symbol(lengths, one.length)
		if one.length == repeatZero {
			p.bits(one.extra, 7)
		}
	}
}

// end fills the last byte with a block of no bytes.
func (p *packer) end(last bool) {
	final := uint32(0)
	if last {
		final = 1
	}
	p.bits(final, 3)
	p.flush()
	p.out = append(p.out, 0, 0, 0xff, 0xff)
}

// bitWriter appends bits, the lowest first.
type bitWriter struct {
	out   []byte
	held  uint64
	count uint
}

func (w *bitWriter) bits(value uint32, width uint) {
	w.held |= uint64(value) << w.count
	if w.count += width; w.count >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.held))
		w.held >>= 32
		w.count -= 32
	}
}

func (w *bitWriter) symbol(c code, symbol int) {
	w.bits(uint32(c.bits[symbol]), uint(c.length[symbol]))
}

func (w *bitWriter) flush() {
	for ; w.count > 0; w.count -= min(w.count, 8) {
		w.out = append(w.out, byte(w.held))
		w.held >>= 8
	}
}
