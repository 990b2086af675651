package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"widerow/diagram/engine/graphviz"
	"widerow/diagram/engine/process"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
)

// Work names the jobs of this package after process.Verb.
const Work = "drawing"

// job is a request to a worker: DOT texts for dot, or a graph to lay out
// completely.
type job struct {
	Texts []string `json:"texts,omitempty"`
	// Makeshift requests a layout without dot.
	Makeshift bool         `json:"makeshift,omitempty"`
	Graph     *graph.Graph `json:"graph,omitempty"`
}

// answer is a worker's response: one plain text for each DOT text, or the layout.
type answer struct {
	Plain  []string      `json:"plain,omitempty"`
	Layout *graph.Layout `json:"layout,omitempty"`
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
	err = process.NewParent(stdin, stdout).Serve(func(ctx context.Context, body []byte) ([]byte, error) {
		var next job
		if err := json.Unmarshal(body, &next); err != nil {
			return nil, fmt.Errorf("decode a layout job: %w", err)
		}
		made, err := next.run(ctx, dot)
		if err != nil {
			return nil, err
		}
		return json.Marshal(made)
	})
	if err != nil {
		return fmt.Errorf("layout worker: %w", err)
	}
	return nil
}

func (j *job) run(ctx context.Context, dot layout.Dot) (made answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("lay out: %v", cause)
		}
	}()
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
