package route

import (
	"slices"

	"widerow/diagram/geom"
)

// state is the best known way to pass a crossing with some heading.
type state struct {
	cost   float64 // lowest so far
	before int32   // heading of the preceding state, or -1-port for a start
	run    int32   // the run in which the other fields were set
}

// stateTable holds the states of one search. It is divided into tiles that are
// allocated where the search goes: a diagram of a thousand tables has millions
// of states, of which an edge visits few.
type stateTable struct {
	columns int // tiles per row of the grid
	tiles   []*stateTile
	used    []int // indexes of the tiles that this run uses
	spare   []*stateTile
	run     int32
}

// tileSide is the number of crossings in a row of a tile.
const (
	tileBits = 3
	tileSide = 1 << tileBits
	inTile   = tileSide - 1
)

type stateTile [tileSide * tileSide * 4]state

// unknown is the tile of unexplored places. It is never written.
var unknown stateTile

func newStateTable(grid *routeGrid) *stateTable {
	columns, rows := len(grid.xs)/tileSide+1, len(grid.ys)/tileSide+1
	return &stateTable{columns: columns, tiles: slices.Repeat([]*stateTile{&unknown}, columns*rows)}
}

// forget starts a new run with no known states.
func (t *stateTable) forget() {
	t.run++
	for _, place := range t.used {
		t.spare = append(t.spare, t.tiles[place])
		t.tiles[place] = &unknown
	}
	t.used = t.used[:0]
}

// at returns the state at a crossing for reading. It is meaningful only if this
// run set it.
func (t *stateTable) at(i, j int, way geom.Heading) *state {
	return &t.tiles[j>>tileBits*t.columns+i>>tileBits][(j&inTile)<<(tileBits+2)|(i&inTile)<<2|int(way&3)]
}

// set stores the state at a crossing.
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
