package diagram

// state is what the search knows of a crossing that an edge passes under some
// heading.
type state struct {
	cost float64 // the least so far
	from int32   // the state before, as crossing × 4 + heading; -1-port for a start
	run  int32   // the run that set the others
}

// stateTable holds the states of one search. It is cut into tiles that are
// there only where the search went: a picture of a thousand tables has many
// millions of states, and an edge sees few of them.
type stateTable struct {
	columns int // tiles in a row of the grid
	tiles   []*stateTile
	used    []int // places of the tiles that this run uses
	spare   []*stateTile
	run     int32
}

// tileSide is how many crossings a tile has in a row, a power of two.
const tileSide = 8

type stateTile [tileSide * tileSide * 4]state

func newStateTable(grid *routeGrid) *stateTable {
	columns, rows := len(grid.xs)/tileSide+1, len(grid.ys)/tileSide+1
	return &stateTable{columns: columns, tiles: make([]*stateTile, columns*rows)}
}

// forget begins a new run, in which nothing is known.
func (t *stateTable) forget() {
	t.run++
	for _, place := range t.used {
		t.spare = append(t.spare, t.tiles[place])
		t.tiles[place] = nil
	}
	t.used = t.used[:0]
}

// at is the state at a crossing; it means something if this run set it.
func (t *stateTable) at(i, j int, way heading) *state {
	place := j/tileSide*t.columns + i/tileSide
	tile := t.tiles[place]
	if tile == nil {
		tile = t.add(place)
	}
	return &tile[(j%tileSide*tileSide+i%tileSide)*4+int(way)]
}

func (t *stateTable) add(place int) *stateTile {
	var tile *stateTile
	if last := len(t.spare) - 1; last >= 0 {
		tile, t.spare = t.spare[last], t.spare[:last]
	} else {
		tile = new(stateTile)
	}
	t.tiles[place] = tile
	t.used = append(t.used, place)
	return tile
}
