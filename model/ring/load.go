package ring

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// Popularity is the distribution of uses over the partitions of a table: of Keys partitions, the
// k-th is used 1/k^Skew as often as the first (Zipf's law). Skew 0 is a uniform distribution.
type Popularity struct {
	Keys float64
	Skew float64
}

// Share returns the part of all uses that the most popular key has.
func (p Popularity) Share() float64 { return 1 / p.weights(max(p.Keys, 1)) }

// exactKeys is the number of keys whose weights are added one by one; an integral stands for the
// rest.
const exactKeys = 1000

// weights returns the sum of 1/k^s of the first n keys.
func (p Popularity) weights(n float64) float64 {
	sum := 0.0
	for k := 1.0; k <= min(n, exactKeys); k++ {
		sum += math.Pow(k, -p.Skew)
	}
	if n <= exactKeys {
		return sum
	}
	// By Euler and Maclaurin: the integral, and half of both ends.
	from, to := float64(exactKeys), n
	integral := math.Log(to / from)
	if p.Skew != 1 {
		integral = (math.Pow(to, 1-p.Skew) - math.Pow(from, 1-p.Skew)) / (1 - p.Skew)
	}
	return sum + integral + (math.Pow(to, -p.Skew)-math.Pow(from, -p.Skew))/2
}

// Load is the distribution of partitions and their uses over the nodes, each of which has a place.
type Load struct {
	// Partitions is the number of partitions on each node, with replicas. Uses is the
	// part of all uses for which a node is asked first; Copies the part of all copies of
	// uses, as all replicas take a write.
	Partitions, Uses, Copies []float64
	// Hottest is the node that owns the most popular key.
	Hottest int
	// Simulated is the number of keys whose tokens were computed. The rest is spread as
	// the nodes own the ring.
	Simulated int
}

// seed makes each simulation of the same cluster the same.
const seed = 18

// Simulate places nodes with random tokens on the ring, as Cassandra does without
// allocate_tokens_for_local_replication_factor, and the keys by their Murmur3 tokens, at
// most that many of them. A replica is on the next node of the ring that has none yet.
func (p Popularity) Simulate(nodes, tokens, replicas, most int) Load {
	nodes, tokens = max(nodes, 1), max(tokens, 1)
	replicas = max(1, min(replicas, nodes))
	circle := newCircle(nodes, tokens)
	simulated := int(min(p.Keys, float64(most)))
	keys, uses := make([]float64, len(circle.tokens)), make([]float64, len(circle.tokens))
	total := p.weights(max(p.Keys, 1))
	var key [8]byte
	counted := 0.0
	hottest := 0
	for i := range simulated {
		binary.BigEndian.PutUint64(key[:], uint64(i))
		at := circle.rangeOf(TokenOf(key[:]))
		share := 1 / total
		if p.Skew != 0 {
			share *= math.Pow(float64(i+1), -p.Skew)
		}
		keys[at]++
		uses[at] += share
		counted += share
		if i == 0 {
			hottest = at
		}
	}
	rest, restUses := max(0, p.Keys-float64(simulated)), max(0, 1-counted)
	load := Load{make([]float64, nodes), make([]float64, nodes), make([]float64, nodes), circle.owners[hottest], simulated}
	for at := range keys {
		owned := circle.owned(at)
		keys[at] += rest * owned
		uses[at] += restUses * owned
		load.Uses[circle.owners[at]] += uses[at]
		circle.eachReplica(at, replicas, func(node int) {
			load.Partitions[node] += keys[at]
			load.Copies[node] += uses[at] / float64(replicas)
		})
	}
	return load
}

// circle is the ring of many tokens a node. starts finds the range of a token fast: the
// first one whose token is not below each of equal parts of the ring.
type circle struct {
	tokens []Token
	owners []int
	starts []int
	shift  uint
	seen   []int
	round  int
}

func newCircle(nodes, tokens int) *circle {
	type owned struct {
		token Token
		node  int
	}
	r := rand.New(rand.NewPCG(seed, uint64(nodes)<<16|uint64(tokens)))
	all := make([]owned, 0, nodes*tokens)
	for node := range nodes {
		for range tokens {
			all = append(all, owned{Token(r.Uint64()), node})
		}
	}
	slices.SortFunc(all, func(a, b owned) int {
		if a.token < b.token {
			return -1
		}
		return 1
	})
	c := &circle{seen: make([]int, nodes)}
	for _, o := range all {
		c.tokens, c.owners = append(c.tokens, o.token), append(c.owners, o.node)
	}
	bits := uint(1)
	for 1<<bits < 4*len(all) {
		bits++
	}
	c.shift = 64 - bits
	c.starts = make([]int, 1<<bits)
	at := 0
	for part := range c.starts {
		low := Token(uint64(part)<<c.shift ^ 1<<63)
		for at < len(c.tokens) && c.tokens[at] < low {
			at++
		}
		c.starts[part] = at
	}
	return c
}

// rangeOf returns the range of a token: the first place with one that is not smaller.
func (c *circle) rangeOf(token Token) int {
	at := c.starts[(uint64(token)^1<<63)>>c.shift]
	for at < len(c.tokens) && c.tokens[at] < token {
		at++
	}
	if at == len(c.tokens) {
		return 0
	}
	return at
}

// owned returns the part of the ring that a range has.
func (c *circle) owned(at int) float64 {
	before := c.tokens[(at+len(c.tokens)-1)%len(c.tokens)]
	if len(c.tokens) == 1 {
		return 1
	}
	return float64(uint64(c.tokens[at])-uint64(before)) / math.Exp2(64)
}

// eachReplica calls use for the nodes that store a range.
func (c *circle) eachReplica(at, replicas int, use func(int)) {
	c.round++
	for i := 0; replicas > 0 && i < len(c.owners); i++ {
		node := c.owners[(at+i)%len(c.owners)]
		if c.seen[node] != c.round {
			c.seen[node] = c.round
			replicas--
			use(node)
		}
	}
}
