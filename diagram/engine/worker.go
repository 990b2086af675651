package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"widerow/diagram/engine/graphviz"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
)

// WorkerVerb is the hidden command that starts the binary as a worker.
const WorkerVerb = "__layout"

// job is a request to a worker: DOT texts for dot, or a graph to lay out
// completely.
type job struct {
	Texts []string `json:"texts,omitempty"`
	// Makeshift requests a layout without dot.
	Makeshift bool         `json:"makeshift,omitempty"`
	Graph     *graph.Graph `json:"graph,omitempty"`
	// Nice lowers the worker's priority below all other processes. The worker
	// keeps it afterwards.
	Nice bool `json:"nice,omitempty"`
}

// answer is a worker's response: one plain text for each DOT text, the layout,
// or the failure. A worker's first answer precedes any job and reports that it
// is ready.
type answer struct {
	Plain  []string      `json:"plain,omitempty"`
	Layout *graph.Layout `json:"layout,omitempty"`
	Error  string        `json:"error,omitempty"`
	Memory int64         `json:"memory"` // resident bytes of the worker
}

// WorkerMain serves layout jobs from stdin to stdout until stdin ends, then
// returns nil. It returns an error after a job that failed. The process must
// then end and a new one take over.
func WorkerMain(stdin io.Reader, stdout io.Writer) error {
	debug.SetPanicOnFault(true)
	limitProcessorTime()
	dot, err := graphviz.Open(context.Background(), ownCache())
	if err != nil {
		return fmt.Errorf("layout worker: %w", err)
	}
	defer dot.Close()
	if err := writeFrame(stdout, answer{Memory: residentMemory()}); err != nil {
		return fmt.Errorf("layout worker: %w", err)
	}
	for {
		var next job
		if err := readFrame(stdin, &next); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("layout worker: %w", err)
		}
		reply, failure := work(next, dot)
		if err := writeFrame(stdout, reply); err != nil {
			return fmt.Errorf("layout worker: %w", err)
		}
		if failure != nil {
			return fmt.Errorf("layout worker: %w", failure)
		}
	}
}

// work runs one job. A failure is both returned and part of the answer.
func work(next job, dot layout.Dot) (answer, error) {
	if next.Nice {
		LowerPriority(niceness)
	}
	reply, err := next.run(dot)
	if err != nil {
		reply = answer{Error: err.Error()}
	}
	reply.Memory = residentMemory()
	return reply, err
}

func (j *job) run(dot layout.Dot) (made answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("lay out: %v", cause)
		}
	}()
	ctx := context.Background()
	if j.Graph == nil {
		plain, err := dot.Plain(ctx, j.Texts)
		return answer{Plain: plain}, err
	}
	v, err := layout.NewView(j.Graph)
	if err != nil {
		return answer{}, err
	}
	if j.Makeshift {
		return answer{Layout: v.Makeshift()}, nil
	}
	layout, err := v.Layout(ctx, dot)
	return answer{Layout: layout}, err
}

// answers checks that an answer matches the job.
func (j *job) answers(reply answer) error {
	if len(reply.Plain) != len(j.Texts) {
		return fmt.Errorf("%d answers to %d texts", len(reply.Plain), len(j.Texts))
	}
	if j.Graph == nil {
		return nil
	}
	if l := reply.Layout; l == nil || len(l.Boxes) != len(j.Graph.Boxes) || len(l.Edges) != len(j.Graph.Edges) {
		return errors.New("no layout of the graph")
	}
	return nil
}

// residentMemory returns the process's memory in bytes: the kernel's figure if
// available, otherwise what the Go runtime has reserved.
func residentMemory() int64 {
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(statm)); len(fields) > 1 {
			if pages, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.Sys)
}
