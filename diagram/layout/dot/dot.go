package dot

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// PointsPerInch converts px to the inches of DOT and of the plain format.
const PointsPerInch = 72

// Node is the size of a box, without its text.
type Node struct {
	Width, Height float64
	Rank          int // a hint, 0 for none
}

// Edge joins nodes by their index.
type Edge struct {
	From, To int
	Weight   int
	Free     bool // does not affect ranks
	Beside   bool // may connect nodes of one rank
}

// Graph is a connected graph whose nodes are named t0, t1, … in DOT.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Text returns the graph in DOT. Only numbers enter it, so nothing that a user
// typed can reach the DOT parser. The label is Graphviz's default: without it
// the library would set it for each node, which takes a fifth of the time.
func (g *Graph) Text() string {
	var b strings.Builder
	b.WriteString("digraph{graph[rankdir=TB,nodesep=.5,ranksep=.5,splines=none")
	b.WriteString(g.limits())
	b.WriteString("]\nnode[shape=box,fixedsize=true,label=\"\\N\",margin=0]\n")
	for i, node := range g.Nodes {
		fmt.Fprintf(&b, "t%d[width=%s,height=%s]\n", i, Inches(node.Width), Inches(node.Height))
	}
	g.writeRanks(&b)
	for _, edge := range g.Edges {
		fmt.Fprintf(&b, "t%d->t%d", edge.From, edge.To)
		if edge.Weight > 1 {
			fmt.Fprintf(&b, "[weight=%d]", min(edge.Weight, 100))
		}
		if edge.Free {
			b.WriteString("[constraint=false]")
		}
		if edge.Beside {
			b.WriteString("[minlen=0]")
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// limits bounds the work of dot by the size of the graph. Only its ranks and
// the order within each rank are used, so the search for better coordinates is
// off (nslimit). Without limits 100 nodes with 500 edges take 23 s.
func (g *Graph) limits() string {
	switch size := len(g.Nodes) + len(g.Edges); {
	case size <= 150:
		return ",nslimit=0,mclimit=1"
	case size <= 400:
		return ",nslimit=0,nslimit1=1,mclimit=.3"
	default:
		return ",nslimit=0,nslimit1=.2,mclimit=.05"
	}
}

// writeRanks puts nodes of one rank hint into one rank, in the hints' order.
func (g *Graph) writeRanks(b *strings.Builder) {
	ranks := map[int][]int{}
	for i, node := range g.Nodes {
		if node.Rank > 0 {
			ranks[node.Rank] = append(ranks[node.Rank], i)
		}
	}
	hints := make([]int, 0, len(ranks))
	for hint := range ranks {
		hints = append(hints, hint)
	}
	slices.Sort(hints)
	for i, hint := range hints {
		b.WriteString("{rank=same")
		for _, node := range ranks[hint] {
			fmt.Fprintf(b, ";t%d", node)
		}
		b.WriteString("}\n")
		if i > 0 {
			fmt.Fprintf(b, "t%d->t%d[style=invis,weight=0]\n", ranks[hints[i-1]][0], ranks[hint][0])
		}
	}
}

// Inches formats a length in px as inches.
func Inches(pixels float64) string {
	return strconv.FormatFloat(pixels/PointsPerInch, 'f', 4, 64)
}

// ErrAnswer reports plain output that does not match the graph.
var ErrAnswer = errors.New("plain output is not what was asked for")

// place is the position of a node in dot's drawing: its centre in inches, with y upwards.
type place struct {
	x, y float64
	node int
}

// Ranks parses dot's plain output and returns the nodes' indexes rank by rank,
// each rank in dot's order. Every node must be present once and with the
// requested size, since Graphviz answers some failures with a default node and
// no error.
func (g *Graph) Ranks(plain string) ([][]int, error) {
	places, err := g.places(plain)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.y, a.y), cmp.Compare(a.x, b.x), cmp.Compare(a.node, b.node))
	})
	// Nodes of a rank share their centre line; ranks are ranksep apart.
	const sameRank = 0.01
	var ranks [][]int
	last := math.Inf(1)
	for _, place := range places {
		if last-place.y > sameRank {
			ranks = append(ranks, nil)
			last = place.y
		}
		ranks[len(ranks)-1] = append(ranks[len(ranks)-1], place.node)
	}
	for _, rank := range ranks {
		g.sortRank(rank, places)
	}
	return ranks, nil
}

// sortRank sorts a rank from left to right. The order by y alone depends on the
// last digits of the centre lines.
func (g *Graph) sortRank(rank []int, places []place) {
	x := make(map[int]float64, len(rank))
	for _, place := range places {
		x[place.node] = place.x
	}
	slices.SortFunc(rank, func(a, b int) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(a, b))
	})
}

func (g *Graph) places(plain string) ([]place, error) {
	places := make([]place, 0, len(g.Nodes))
	seen := make([]bool, len(g.Nodes))
	lines := bufio.NewScanner(strings.NewReader(plain))
	lines.Buffer(nil, len(plain)+1)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 6 || fields[0] != "node" {
			continue
		}
		place, err := g.place(fields)
		if err != nil {
			return nil, err
		}
		if seen[place.node] {
			return nil, fmt.Errorf("%w: node t%d twice", ErrAnswer, place.node)
		}
		seen[place.node] = true
		places = append(places, place)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if len(places) != len(g.Nodes) {
		return nil, fmt.Errorf("%w: %d of %d nodes", ErrAnswer, len(places), len(g.Nodes))
	}
	return places, nil
}

// place parses `node t3 x y width height …`.
func (g *Graph) place(fields []string) (place, error) {
	index, err := nodeIndex(fields[1], len(g.Nodes))
	if err != nil {
		return place{}, err
	}
	n, err := numbers(fields[2:6])
	if err != nil {
		return place{}, err
	}
	node := g.Nodes[index]
	width, height := node.Width/PointsPerInch, node.Height/PointsPerInch
	if !sameLength(n[2], width) || !sameLength(n[3], height) {
		return place{}, fmt.Errorf("%w: node t%d is %g × %g inches, not %g × %g", ErrAnswer, index, n[2], n[3], width, height)
	}
	return place{x: n[0], y: n[1], node: index}, nil
}
