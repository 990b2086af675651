package sizes

import (
	"fmt"
	"math"
	"strings"
)

// The ring is drawn in a box of 380 by 280 units around its centre.
const (
	ringRadius      = 96.
	nodeRadius      = 116. // of the names of the nodes
	partitionRadius = 68.
	stackRadius     = 22. // between partitions whose tokens are close
	closeTurn       = 0.05
)

// ringMark is something drawn on the ring.
type ringMark struct {
	Words string // of a node its name, of a partition its number among the cards
	Title string
	X, Y  float64
	// Anchor aligns the words of a node, as text-anchor of SVG: start, middle or end.
	Anchor string
	// Arc leads from a partition outwards to its token, then clockwise to the node that owns it.
	Arc string
}

// ringPoint is a place on a circle: turn 0 is at the top, and tokens grow clockwise.
func ringPoint(turn, radius float64) (x, y float64) {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return radius * sin, -radius * cos
}

// nodeMarks are the nodes of a ring with their names beside it.
func (r KeyRing) nodeMarks() []ringMark {
	var marks []ringMark
	for _, node := range r.Nodes {
		mark := ringMark{Words: nodeName(node.Number), Title: node.Tokens}
		mark.X, mark.Y = ringPoint(node.Turn, ringRadius)
		mark.Anchor = map[bool]string{true: "start", false: "end"}[mark.X > 0]
		if math.Abs(mark.X) < ringRadius/4 {
			mark.Anchor = "middle"
		}
		marks = append(marks, mark)
	}
	return marks
}

// partitionMarks are the partitions, those with close tokens towards the centre.
func (r KeyRing) partitionMarks(partitions []KeyPartition) []ringMark {
	var marks []ringMark
	depth, before := 0, -1.
	for i, partition := range partitions {
		depth++
		if before < 0 || partition.Turn-before > closeTurn {
			depth = 0
		}
		before = partition.Turn
		mark := ringMark{Words: fmt.Sprint(i + 1), Title: partition.Name}
		mark.X, mark.Y = ringPoint(partition.Turn, partitionRadius-stackRadius*float64(depth%3))
		mark.Arc = fmt.Sprintf("M%.1f %.1f", mark.X, mark.Y) + ringArc(partition.Turn, r.owner(partition.Turn))
		marks = append(marks, mark)
	}
	return marks
}

// owner is the place of the first node clockwise from a token.
func (r KeyRing) owner(turn float64) float64 {
	best := math.Inf(1)
	for _, node := range r.Nodes {
		best = min(best, math.Mod(node.Turn-turn+1, 1))
	}
	return turn + best
}

// ringArc continues a path to a place on the ring, and from there clockwise along it.
func ringArc(from, to float64) string {
	var path strings.Builder
	x, y := ringPoint(from, ringRadius)
	fmt.Fprintf(&path, "L%.1f %.1f", x, y)
	x, y = ringPoint(to, ringRadius)
	long := 0
	if to-from > .5 {
		long = 1
	}
	fmt.Fprintf(&path, "A%v %v 0 %d 1 %.1f %.1f", ringRadius, ringRadius, long, x, y)
	return path.String()
}

// ringWords describes the picture to those who do not see it.
func (r KeyRing) ringWords(partitions []KeyPartition) string {
	return fmt.Sprintf("The ring of tokens with %d nodes and %d partitions, in the order of the tables beside and below", len(r.Nodes), len(partitions))
}
