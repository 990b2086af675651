package raster

import (
	"cmp"
	"math/bits"
	"slices"
)

// code is a Huffman code: the length and the bits of each symbol, the bits
// in the order in which they are written. A symbol of the length 0 has none.
type code struct {
	length []uint8
	bits   []uint16
}

// newCode makes the best code of at most limit bits for symbols that occur
// so often, or nearly: where the best one is longer, rare symbols are taken
// for less rare.
func newCode(counts []int, limit uint8) code {
	lengths := huffman(counts)
	for slices.Max(lengths) > limit {
		for i, count := range counts {
			counts[i] = (count + 1) / 2
		}
		lengths = huffman(counts)
	}
	return code{lengths, canonical(lengths)}
}

// huffman gives the lengths of the best code.
func huffman(counts []int) []uint8 {
	lengths := make([]uint8, len(counts))
	var leaves []int
	for symbol, count := range counts {
		if count > 0 {
			leaves = append(leaves, symbol)
		}
	}
	if len(leaves) < 2 {
		for _, symbol := range leaves {
			lengths[symbol] = 1
		}
		return lengths
	}
	slices.SortStableFunc(leaves, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })
	// Leaves by their weight, then the nodes that join two, which come to be
	// by their weight too: the two lightest are at the heads of these queues.
	weights, parents := make([]int, 0, 2*len(leaves)-1), make([]int, 2*len(leaves)-1)
	for _, symbol := range leaves {
		weights = append(weights, counts[symbol])
	}
	leaf, node := 0, len(leaves)
	lightest := func() int {
		if leaf < len(leaves) && (node == len(weights) || weights[leaf] <= weights[node]) {
			leaf++
			return leaf - 1
		}
		node++
		return node - 1
	}
	for len(weights) < cap(weights) {
		first, second := lightest(), lightest()
		parents[first], parents[second] = len(weights), len(weights)
		weights = append(weights, weights[first]+weights[second])
	}
	depths := make([]uint8, len(weights)) // the root's is 0
	for i := len(weights) - 2; i >= 0; i-- {
		depths[i] = depths[parents[i]] + 1
	}
	for i, symbol := range leaves {
		lengths[symbol] = depths[i]
	}
	return lengths
}

// canonical numbers the symbols of each length in their order.
func canonical(lengths []uint8) []uint16 {
	var count, next [17]uint16
	for _, length := range lengths {
		count[length]++
	}
	count[0] = 0
	for length := 1; length < len(next); length++ {
		next[length] = (next[length-1] + count[length-1]) << 1
	}
	codes := make([]uint16, len(lengths))
	for symbol, length := range lengths {
		if length > 0 {
			codes[symbol] = bits.Reverse16(next[length]) >> (16 - length)
			next[length]++
		}
	}
	return codes
}
