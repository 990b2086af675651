// Package ring shows where Cassandra stores rows: the token of a partition key,
// the nodes that keep its replicas, and the order of the rows in a partition.
//
// Read Explain first, then token.go (the hash), value.go (the bytes of a value),
// compare.go (the order of values) and sample.go (rows to begin with).
package ring

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Token is a place on the ring, as token() returns it.
type Token int64

// Limits on the number of nodes in a data centre of the picture.
const (
	MinNodes = 1
	MaxNodes = 12
)

// Node is a node with one token. It owns the tokens after the previous node's up
// to its own.
type Node struct {
	Number int // from 1
	Token  Token
}

// DataCentre is one data centre of the cluster. Name is empty if the replication
// does not name it. Factor is its replication factor.
type DataCentre struct {
	Name   string
	Factor int
	Nodes  []Node
}

// Cluster returns the data centres that a keyspace's replication names, each with
// nodes at even distances. With nodes 0 a data centre has one node more than
// replicas, but at least 3.
func Cluster(replication map[string]string, nodes int) []DataCentre {
	factors := Factors(replication)
	if nodes == 0 {
		nodes = max(3, min(slices.Max(slices.Collect(maps.Values(factors)))+1, MaxNodes))
	}
	var centres []DataCentre
	for i, name := range slices.Sorted(maps.Keys(factors)) {
		centres = append(centres, DataCentre{Name: name, Factor: factors[name], Nodes: evenNodes(nodes, i)})
	}
	return centres
}

// Factors returns the replication factor of each data centre. The name is empty
// for SimpleStrategy and for a factor that applies to all data centres.
func Factors(replication map[string]string) map[string]int {
	factors := map[string]int{}
	for option, value := range replication {
		if option == "class" {
			continue
		}
		if option == "replication_factor" {
			option = ""
		}
		all, _, _ := strings.Cut(value, "/") // 3/1 are three replicas, one of them transient
		if factor, err := strconv.Atoi(strings.TrimSpace(all)); err == nil && factor >= 0 {
			factors[option] = factor
		}
	}
	if len(factors) > 1 {
		delete(factors, "")
	}
	if len(factors) == 0 {
		factors[""] = 1
	}
	return factors
}

// evenNodes places nodes at even distances from the smallest token on. The tokens
// of a further data centre are shifted: no two nodes may have the same one.
func evenNodes(count, centre int) []Node {
	const shift = 100
	nodes := make([]Node, count)
	for i := range nodes {
		place := new(big.Int).Lsh(big.NewInt(int64(i)), 64)
		place.Div(place, big.NewInt(int64(count))).Add(place, big.NewInt(math.MinInt64)).Add(place, big.NewInt(int64(centre*shift)))
		nodes[i] = Node{Number: i + 1, Token: Token(place.Int64())}
	}
	return nodes
}

// Replicas returns the nodes that store a token: the first node at or after it,
// then the next ones clockwise. There are fewer than Factor if the data centre has
// fewer nodes.
func (d DataCentre) Replicas(token Token) []Node {
	first := slices.IndexFunc(d.Nodes, func(n Node) bool { return n.Token >= token })
	if first < 0 {
		first = 0
	}
	var replicas []Node
	for i := range min(d.Factor, len(d.Nodes)) {
		replicas = append(replicas, d.Nodes[(first+i)%len(d.Nodes)])
	}
	return replicas
}
