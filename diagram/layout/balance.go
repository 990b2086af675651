package layout

// mostStraight is the size of the largest component in which straight edges
// matter more than short ones. In a larger one readers do not follow edges from
// end to end.
const mostStraight = 40

// balanced reports whether a component is placed by balance. Its chains are
// single boxes and the columns of its broad ranks.
func (a *arranger) balanced() bool {
	return len(a.part.stacks) > 0 || len(a.part.boxes) > mostStraight
}

// balance moves each chain as close to its connected boxes as its neighbours in the ranks allow.
func (a *arranger) balance() {
	a.compact()
	lines := a.chainLines()
	const sweeps = 12
	for sweep := range sweeps {
		for i := range lines {
			line := lines[i]
			if sweep%2 == 1 {
				line = lines[len(lines)-1-i]
			}
			a.spreadLine(line)
		}
	}
}

// chainLines returns the chains that begin in each rank, in order.
func (a *arranger) chainLines() [][]int {
	var lines [][]int
	for _, rank := range a.part.ranks {
		var line []int
		for _, box := range rank {
			if chain := a.chainOf[box]; a.chains[chain].boxes[0] == box {
				line = append(line, chain)
			}
		}
		if len(line) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// spreadLine positions the chains of a line, keeping their order and distances,
// so that the sum of the squared deviations from their preferred positions is
// minimal (pool adjacent violators).
func (a *arranger) spreadLine(line []int) {
	type pool struct {
		sum    float64
		chains int
	}
	var pools []pool
	offsets := make([]float64, len(line))
	for i, chain := range line {
		if i > 0 {
			offsets[i] = offsets[i-1] + a.distance(line[i-1], chain)
		}
		pools = append(pools, pool{a.wish(chain) - offsets[i], 1})
		for n := len(pools) - 1; n > 0 && pools[n].sum*float64(pools[n-1].chains) < pools[n-1].sum*float64(pools[n].chains); n-- {
			pools[n-1].sum += pools[n].sum
			pools[n-1].chains += pools[n].chains
			pools = pools[:n]
		}
	}
	i := 0
	for _, p := range pools {
		for range p.chains {
			a.chains[line[i]].at = p.sum/float64(p.chains) + offsets[i]
			i++
		}
	}
}

// distance returns the minimum distance between a chain and the one before it
// in a line.
func (a *arranger) distance(first, second int) float64 {
	most := 0.0
	for _, next := range a.chains[first].after {
		if next.chain == second {
			most = max(most, next.distance)
		}
	}
	return most
}

// wish returns the preferred position of a chain: the mean of its neighbours,
// or its own if it has none.
func (a *arranger) wish(chain int) float64 {
	sum, count := 0.0, 0.0
	for _, box := range a.chains[chain].boxes {
		for _, other := range a.neighbours[box] {
			if next := a.chainOf[other]; next != chain {
				sum += a.middle(other) - a.middle(box) + a.chains[chain].at
				count++
			}
		}
	}
	if count == 0 {
		return a.chains[chain].at
	}
	return sum / count
}
