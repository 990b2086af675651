package capacity

import (
	"math"
	"slices"

	"widerow/model"
	"widerow/model/ring"
	"widerow/model/sizing"
)

// Hot is the most popular partition of a table in a datacenter.
type Hot struct {
	Relation   model.ID
	Popularity ring.Popularity
	// Share is the partition's share of all reads and writes of the table. Reads and Writes are the
	// operations per second of its replicas, each of which gets a part of the reads.
	Share         float64
	Reads, Writes model.Value
	// Node is the share of a node's capacity that this takes: above 1 no number of nodes helps.
	Node model.Value
}

// The part of a node above which a partition is hot, and above which no cluster bears it.
const (
	hotPart    = 0.25
	tooHotPart = 1.0
)

// Level returns the level of the load, at worst.
func (h *Hot) Level() sizing.Level {
	switch {
	case h.Node.Worst > tooHotPart:
		return sizing.Bad
	case h.Node.Worst > hotPart:
		return sizing.Warn
	}
	return sizing.OK
}

// Skewed describes how unevenly the nodes of a datacenter are used.
type Skewed struct {
	// Table is the simulated table: the one with the most reads and writes, or else the largest.
	// Nodes and Tokens describe the simulated ring.
	Table         model.ID
	Popularity    ring.Popularity
	Nodes, Tokens int
	Load          ring.Load
	// Hot are the hottest partitions of all tables with reads or writes, the hottest first.
	Hot []Hot
}

// Least and Most of the numbers of the nodes, and their mean.
func spread(numbers []float64) (least, mean, most float64) {
	for _, n := range numbers {
		mean += n / float64(len(numbers))
	}
	return slices.Min(numbers), mean, slices.Max(numbers)
}

// Partitions returns the fewest, the mean and the most partitions on a node.
func (s *Skewed) Partitions() (least, mean, most float64) { return spread(s.Load.Partitions) }

// Writes returns the smallest, the mean and the largest part of all writes of a node.
func (s *Skewed) Writes() (least, mean, most float64) { return spread(s.Load.Copies) }

// What is simulated at most: nodes, and tokens of all of them together.
const (
	mostNodes  = 512
	mostTokens = 20_000
)

// Skew simulates at most that many keys of the busiest table on the nodes of a
// datacenter, and finds the hottest partitions. It is false without a table.
func (c *Cluster) Skew(centre *Centre, most int) (Skewed, bool) {
	if len(centre.shares) == 0 {
		return Skewed{}, false
	}
	busiest := slices.MaxFunc(centre.shares, func(a, b share) int { return less(a.table, b.table) })
	skew := c.setting(Skew).Typical
	s := Skewed{Table: busiest.table.Relation, Popularity: ring.Popularity{Keys: busiest.table.Partitions.Typical, Skew: skew}}
	s.Nodes = int(min(centre.Nodes.Typical, mostNodes))
	s.Tokens = max(1, min(int(c.setting(Tokens).Typical), mostTokens/max(s.Nodes, 1)))
	s.Load = s.Popularity.Simulate(s.Nodes, s.Tokens, int(math.Ceil(busiest.replicas)), most)
	for _, of := range centre.shares {
		if hot := c.hot(of, skew); hot.Node.Worst > 0 {
			s.Hot = append(s.Hot, hot)
		}
	}
	slices.SortStableFunc(s.Hot, func(a, b Hot) int {
		if a.Node.Worst > b.Node.Worst {
			return -1
		}
		return 1
	})
	return s, true
}

// less compares tables by what is done with them, then by their size.
func less(a, b *Table) int {
	for _, pair := range [][2]float64{{a.Reads.Typical + a.Writes.Typical, b.Reads.Typical + b.Writes.Typical}, {a.Disk.Typical, b.Disk.Typical}} {
		if pair[0] != pair[1] {
			if pair[0] < pair[1] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (c *Cluster) hot(of share, skew float64) Hot {
	table := of.table
	hot := Hot{Relation: table.Relation, Popularity: ring.Popularity{Keys: table.Partitions.Typical, Skew: skew}}
	hot.Share = hot.Popularity.Share()
	var asked model.Value
	for level, reads := range table.copies {
		asked = plus(asked, times(reads, exactly(replicasAsked(level, of.replicas))))
	}
	hot.Reads, hot.Writes = times(table.Reads, exactly(hot.Share)), times(table.Writes, exactly(hot.Share))
	// Drivers spread reads over the replicas; a write goes to all of them.
	ofReplica := times(asked, exactly(hot.Share/max(of.replicas, 1)))
	hot.Node = plus(per(hot.Writes, c.setting(NodeWrites)), per(ofReplica, c.setting(NodeReads)))
	return hot
}

// setting returns the value of a setting.
func (c *Cluster) setting(field string) model.Value {
	at := slices.IndexFunc(c.Settings, func(s Setting) bool { return s.Field == field })
	return c.Settings[at].Value
}
