package diagram

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"widerow/diagram/graph"
)

// TestGridsAreRare lays out random models, as a whole and as readers may ask
// for them: in at most one of a hundred pictures the grid takes the place of
// dot's layout. A worker's time is its processor time here, as the wall clock
// tells more of the machine's other work.
func TestGridsAreRare(t *testing.T) {
	clocked := &clockedWorker{pool: testPool(t, "real", func(o *PoolOptions) { o.Deadline, o.LargeDeadline = 0, 0 })} // the usual ones
	defer clocked.end()
	engine := newEngine(clocked, nil)
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
				layout, err := engine.Layout(context.Background(), drawing.Graph())
				if err != nil {
					t.Fatal(err)
				}
				pictures++
				if layout.Notice != "" {
					grids++
					t.Logf("seed %d, %s, %d boxes and %d edges: %s", seed, kind, len(drawing.graph.Boxes), len(drawing.graph.Edges), layout.Notice)
				}
			}
		}
	}
	t.Logf("%d of %d pictures are grids", grids, pictures)
	if pictures < 150 || grids*100 > pictures {
		t.Errorf("%d of %d pictures are grids, at most one of a hundred may be", grids, pictures)
	}
}

// clockedWorker has a worker take as long as it needs, and says that it was late
// if that was more processor time than a job may take.
type clockedWorker struct {
	pool   *Pool
	worker *workerProcess
}

func (c *clockedWorker) Plain(_ context.Context, texts []string) ([]string, error) {
	reply, err := c.run(job{Texts: texts}, c.pool.options.Deadline)
	return reply.Plain, err
}

func (c *clockedWorker) layout(_ context.Context, graph *graph.Graph) (*graph.Layout, error) {
	reply, err := c.run(job{Graph: graph.Bare()}, c.pool.options.LargeDeadline)
	return reply.Layout, err
}

func (c *clockedWorker) makeshift(context.Context, *graph.Graph) (*graph.Layout, error) {
	return nil, errLate
}

func (c *clockedWorker) run(next job, most time.Duration) (answer, error) {
	if c.worker == nil || c.worker.jobs == c.pool.options.MaxJobs {
		c.end()
		worker, err := c.pool.start()
		if err != nil {
			return answer{}, err
		}
		c.worker = worker
	}
	before := processorTime(c.worker.command.Process.Pid)
	reply, err := c.worker.run(context.Background(), next)
	if err != nil {
		c.end()
		return answer{}, err
	}
	if processorTime(c.worker.command.Process.Pid)-before > most {
		return answer{}, errLate
	}
	return reply, nil
}

func (c *clockedWorker) end() {
	if c.worker != nil {
		c.worker.close()
		c.worker = nil
	}
}

// processorTime is what a process has worked so far, from fields 14 and 15 of
// its stat (proc(5)), in hundredths of a second; without /proc it is the time.
func processorTime(process int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return time.Duration(time.Now().UnixNano())
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
