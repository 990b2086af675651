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

	"github.com/goccy/go-graphviz"

	"widerow/diagram/graph"
	"widerow/diagram/layout"
)

// WorkerVerb is the hidden verb under which the binary starts as a worker.
const WorkerVerb = "__layout"

// job is what the server asks of a worker: DOT texts, each to be laid out by
// dot, or a graph of which the worker does the whole layout.
type job struct {
	Texts []string `json:"texts,omitempty"`
	// Makeshift is a layout of the graph without dot.
	Makeshift bool         `json:"makeshift,omitempty"`
	Graph     *graph.Graph `json:"graph,omitempty"`
	// Nice jobs leave the processor to all others. The worker does so ever after.
	Nice bool `json:"nice,omitempty"`
}

// answer is what a worker sends back: one plain text for each DOT text, or the
// layout, or what went wrong. The first answer of a worker, without a job, says
// that it is up.
type answer struct {
	Plain  []string      `json:"plain,omitempty"`
	Layout *graph.Layout `json:"layout,omitempty"`
	Error  string        `json:"error,omitempty"`
	Memory int64         `json:"memory"` // resident bytes of the worker
}

// WorkerMain serves layout jobs from stdin to stdout until stdin ends, then
// returns nil. It returns an error when a job failed in a way that leaves the
// engine's state in doubt: the process must end then and a new one take over.
func WorkerMain(stdin io.Reader, stdout io.Writer) error {
	graphviz.SetFileSystem(emptyFiles)
	debug.SetPanicOnFault(true)
	limitProcessorTime()
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
		reply, failure := work(next)
		if err := writeFrame(stdout, reply); err != nil {
			return fmt.Errorf("layout worker: %w", err)
		}
		if failure != nil {
			return fmt.Errorf("layout worker: %w", failure)
		}
	}
}

// work runs one job. A failure is both in the answer and returned.
func work(next job) (answer, error) {
	if next.Nice {
		stepBack()
	}
	reply, err := next.run()
	if err != nil {
		reply = answer{Error: err.Error()}
	}
	reply.Memory = residentMemory()
	return reply, err
}

func (j *job) run() (answer, error) {
	ctx := context.Background()
	if j.Graph == nil {
		plain, err := ownDot{}.Plain(ctx, j.Texts)
		return answer{Plain: plain}, err
	}
	v, err := layout.NewView(j.Graph)
	if err != nil {
		return answer{}, err
	}
	if j.Makeshift {
		return answer{Layout: v.Makeshift()}, nil
	}
	layout, err := v.Layout(ctx, ownDot{})
	return answer{Layout: layout}, err
}

// answers tells what is wrong with an answer to the job.
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

// ownDot runs dot in this very process.
type ownDot struct{}

func (ownDot) Plain(ctx context.Context, texts []string) ([]string, error) {
	return runDot(ctx, texts)
}

// residentMemory is the process's memory in bytes: the kernel's figure where
// there is one, else what the Go runtime has taken.
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
