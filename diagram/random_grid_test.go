package diagram

import (
	"path/filepath"
	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"

	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestGridsAreRare lays out random models, as a whole and with random displays. In
// at most one of a hundred pictures the grid replaces dot's layout. Deadlines are
// compared with the processor time of workers, since the wall clock depends on the
// machine's other work.
func TestGridsAreRare(t *testing.T) {
	const deadline, largeDeadline = 3 * time.Second, 6 * time.Second // as in PoolOptions
	layouter := engine.New(enginetest.Pool(t, func(o *engine.PoolOptions) { o.Size, o.Deadline, o.LargeDeadline = 1, time.Hour, time.Hour }), nil)
	pictures, grids := 0, 0
	for i := range 2 * len(sizesOfModels) {
		seed, tables := *drawingSeed+uint64(i), sizesOfModels[i%len(sizesOfModels)]
		m := randomModel(seed, tables)
		maker := &modelMaker{Rand: rand.New(rand.NewPCG(seed, 13)), tables: tables}
		for _, kind := range kinds {
			for _, display := range []Display{{}, maker.display()} {
				drawing := Build(m, kind, display)
				if drawing.Empty() {
					continue
				}
				most := deadline
				if drawing.graph.Large() {
					most = largeDeadline
				}
				before := childrenTime(t)
				layout, err := layouter.Layout(context.Background(), drawing.Graph())
				if err != nil {
					t.Fatal(err)
				}
				pictures++
				if took := childrenTime(t) - before; layout.Notice != "" || took > most {
					grids++
					t.Logf("seed %d, %s, %d boxes and %d edges: %v, %s", seed, kind, len(drawing.graph.Boxes), len(drawing.graph.Edges), took, layout.Notice)
				}
			}
		}
	}
	t.Logf("%d of %d pictures are grids", grids, pictures)
	if pictures < 150 || grids*100 > pictures {
		t.Errorf("%d of %d pictures are grids, at most one of a hundred may be", grids, pictures)
	}
}

// childrenTime returns the processor time that the running workers have used.
func childrenTime(t *testing.T) time.Duration {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", os.Getpid()))
	if err != nil || len(lists) == 0 {
		t.Skip("no /proc to read the processor time of workers from")
	}
	var total time.Duration
	for _, list := range lists {
		children, _ := os.ReadFile(list) // a thread may have ended meanwhile
		for _, child := range strings.Fields(string(children)) {
			process, _ := strconv.Atoi(child)
			total += processorTime(process)
		}
	}
	return total
}

// processorTime returns the processor time that a process has used, from fields 14
// and 15 of its stat file (proc(5)), in hundredths of a second; 0 if it has ended.
func processorTime(process int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // two fields before
	fields := strings.Fields(rest)
	var total time.Duration
	for _, field := range fields[11:13] {
		hundredths, _ := strconv.Atoi(field)
		total += time.Duration(hundredths) * 10 * time.Millisecond
	}
	return total
}
