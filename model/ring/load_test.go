package ring

import (
	"math"
	"slices"
	"testing"
)

func sum(numbers []float64) float64 {
	total := 0.0
	for _, n := range numbers {
		total += n
	}
	return total
}

// The share of the first key is 1/H(n, s): H(10⁶, 1) is 14.392727 and H(1000, 2) is
// 1.643934567; ζ(1.5) − ∑ from 10⁶ + 1 on is 2.610375 (tables of harmonic numbers).
func TestShareOfTheFirstKey(t *testing.T) {
	for _, test := range []struct{ keys, skew, want float64 }{
		{1e6, 1, 1 / 14.392726722865}, {1000, 2, 1 / 1.6439345666816}, {1e6, 1.5, 1 / (2.612375348685 - 0.002)}, {10, 0, 0.1}, {1e6, 0, 1e-6}, {1, 1, 1}, {0, 1, 1},
	} {
		if got := (Popularity{test.keys, test.skew}).Share(); math.Abs(got/test.want-1) > 1e-6 {
			t.Errorf("%v keys, skew %v: %v, want %v", test.keys, test.skew, got, test.want)
		}
	}
}

func TestSimulate(t *testing.T) {
	for _, p := range []Popularity{{100_000, 0}, {100_000, 1}, {1e9, 1.2}, {3, 2}} {
		load := p.Simulate(9, 16, 3, 100_000)
		if got, want := sum(load.Partitions), 3*p.Keys; math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%+v: %v copies of partitions, want %v", p, got, want)
		}
		if math.Abs(sum(load.Uses)-1) > 1e-3 || math.Abs(sum(load.Copies)-1) > 1e-3 {
			t.Errorf("%+v: uses add up to %v, copies to %v", p, sum(load.Uses), sum(load.Copies))
		}
		if hot := load.Uses[load.Hottest]; hot < p.Share() {
			t.Errorf("%+v: the node of the first key has %v of the uses, the key alone %v", p, hot, p.Share())
		}
	}
	// Nodes with one random token differ by far, with very many hardly.
	spread := func(tokens int) float64 {
		load := Popularity{1e6, 0}.Simulate(12, tokens, 1, 200_000)
		return slices.Max(load.Partitions) / (1e6 / 12)
	}
	if one, few, many := spread(1), spread(16), spread(256); one < 1.8 || many > 1.25 || few > one {
		t.Errorf("the largest node has %.2f times the mean with a token, %.2f with 16, %.2f with 256", one, few, many)
	}
	// More copies than nodes, no nodes, no tokens.
	if load := (Popularity{1000, 1}).Simulate(2, 8, 3, 1000); math.Abs(load.Partitions[0]-1000) > 1e-9 {
		t.Errorf("two nodes store %v of 1,000 partitions", load.Partitions)
	}
	if load := (Popularity{1000, 1}).Simulate(0, 0, 0, 1000); len(load.Partitions) != 1 || load.Partitions[0] != 1000 {
		t.Errorf("no nodes: %+v", load)
	}
}

// Keys are on the nodes that their tokens say.
func TestRangeOf(t *testing.T) {
	c := newCircle(7, 16)
	for i := range 10_000 {
		token := TokenOf([]byte{byte(i), byte(i >> 8)})
		want := slices.IndexFunc(c.tokens, func(t Token) bool { return t >= token })
		if got := c.rangeOf(token); got != max(want, 0) {
			t.Fatalf("token %d is in range %d, want %d", token, got, want)
		}
	}
	total := 0.0
	for at := range c.tokens {
		total += c.owned(at)
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("the ranges have %v of the ring", total)
	}
}

// BenchmarkSimulate: a million keys by Zipf's law on 48 nodes with 16 tokens each.
func BenchmarkSimulate(b *testing.B) {
	for b.Loop() {
		Popularity{1e6, 1.1}.Simulate(48, 16, 3, 1e6)
	}
}
