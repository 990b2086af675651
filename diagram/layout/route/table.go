package route

import (
	"slices"

	"widerow/diagram/geom"
)

// state is what the search knows of a crossing that an edge passes under some
// heading.
type state struct {
	cost   float64 // the least so far
	before int32   // the heading of the state before; -1-port for a start
	run    int32   // the run that set the others
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

// tileSide is how many crossings a tile has in a row.
const (
	tileBits = 3
	tileSide = 1 << tileBits
	inTile   = tileSide - 1
)

type stateTile [tileSide * tileSide * 4]state

// unknown is the tile where the search was not; nothing is written to it.
var unknown stateTile

func newStateTable(grid *routeGrid) *stateTable {
	columns, rows := len(grid.xs)/tileSide+1, len(grid.ys)/tileSide+1
	return &stateTable{columns: columns, tiles: slices.Repeat([]*stateTile{&unknown}, columns*rows)}
}

// forget begins a new run, in which nothing is known.
func (t *stateTable) forget() {
	t.run++
	for _, place := range t.used {
		t.spare = append(t.spare, t.tiles[place])
		t.tiles[place] = &unknown
	}
	t.used = t.used[:0]
}

// at is the state at a crossing, to be read; it means something if this run
// set it.
func (t *stateTable) at(i, j int, way geom.Heading) *state {
	return &t.tiles[j>>tileBits*t.columns+i>>tileBits][(j&inTile)<<(tileBits+2)|(i&inTile)<<2|int(way&3)]
}

// set writes the state at a crossing.
func (t *stateTable) set(i, j int, way geom.Heading, to state) {
	if place := j>>tileBits*t.columns + i>>tileBits; t.tiles[place] == &unknown {
		t.add(place)
	}
	*t.at(i, j, way) = to
}

func (t *stateTable) add(place int) {
	var tile *stateTile
	if last := len(t.spare) - 1; last >= 0 {
		tile, t.spare = t.spare[last], t.spare[:last]
	} else {
		tile = new(stateTile)
	}
	t.tiles[place] = tile
	t.used = append(t.used, place)
}
