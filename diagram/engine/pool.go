package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"widerow/diagram/engine/process"
	"widerow/diagram/graph"
)

// PoolOptions configures a Pool. Zero values select the defaults.
type PoolOptions struct {
	// Options configure the processes. By default two of this binary do up to 100 jobs
	// each, until they take 200 MB, and end after five minutes without a job.
	process.Options
	// Cache is the folder that PrivateFolder returned, for the compiled code of
	// Graphviz. All workers share it, and it outlives them. Without one each
	// worker compiles, which takes half a second.
	Cache    string
	Deadline time.Duration // of a job for dot; default 3 s
	// LargeDeadline is the deadline of the whole layout of a large graph. The
	// default is 6 s.
	LargeDeadline time.Duration
}

func (o *PoolOptions) setDefaults() error {
	if len(o.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return fmt.Errorf("find own binary: %w", err)
		}
		o.Command = []string{self, process.Verb, Work}
	}
	setDefault(&o.Name, "layout worker")
	setDefault(&o.Size, 2)
	setDefault(&o.Deadline, 3*time.Second*patience)
	setDefault(&o.LargeDeadline, 6*time.Second*patience)
	setDefault(&o.MaxJobs, 100)
	setDefault(&o.Memory, 160<<20)
	setDefault(&o.MaxMemory, 200<<20)
	setDefault(&o.MaxFrame, maxFrame)
	setDefault(&o.Idle, 5*time.Minute)
	o.Env = append([]string{cacheEnv + "=" + o.Cache}, o.Env...)
	return nil
}

// maxFrame is the largest message between server and worker, in bytes. A graph of
// 1,000 boxes takes about 150 KB.
const maxFrame = 8 << 20

// patience multiplies the default deadlines.
var patience time.Duration = 1

// BePatient makes the default deadlines of later pools a hundred times as long: for
// tests, which may run on a machine that is busy.
func BePatient() { patience = 100 }

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Pool runs layouts in child processes. Jobs that are likely to be late have a lower
// priority and leave one worker to the others.
type Pool struct {
	options   PoolOptions
	processes *process.Pool
	suspects  *suspects
}

// NewPool starts no process.
func NewPool(options PoolOptions) (*Pool, error) {
	if err := options.setDefaults(); err != nil {
		return nil, fmt.Errorf("open layout engine: %w", err)
	}
	return &Pool{options: options, processes: process.NewPool(options.Options), suspects: newSuspects()}, nil
}

// Plain lays out DOT texts in one worker, one after the other, and returns them
// in the plain format.
func (p *Pool) Plain(ctx context.Context, texts []string) ([]string, error) {
	return p.plain(ctx, texts, p.options.Deadline)
}

func (p *Pool) plain(ctx context.Context, texts []string, deadline time.Duration) ([]string, error) {
	reply, err := p.do(ctx, job{Texts: texts}, deadline, p.suspects.suspect(texts))
	if errors.Is(err, process.ErrLate) && !errors.Is(err, process.ErrBusy) {
		p.suspects.wasLate(texts)
	}
	return reply.Plain, err
}

// layout computes the whole layout of a graph in a worker.
func (p *Pool) layout(ctx context.Context, graph *graph.Graph) (*graph.Layout, error) {
	reply, err := p.do(ctx, job{Graph: graph.Bare()}, p.options.LargeDeadline, true)
	return reply.Layout, err
}

func (p *Pool) makeshift(ctx context.Context, graph *graph.Graph) (*graph.Layout, error) {
	reply, err := p.do(ctx, job{Graph: graph.Bare(), Makeshift: true}, p.options.Deadline, true)
	return reply.Layout, err
}

func (p *Pool) do(ctx context.Context, next job, deadline time.Duration, suspect bool) (made answer, err error) {
	body, err := json.Marshal(next)
	if err != nil {
		return answer{}, fmt.Errorf("encode a layout job: %w", err)
	}
	err = p.processes.Do(ctx, process.Job{Body: body, Within: deadline, Low: suspect, Read: func(reply []byte) error {
		if err := json.Unmarshal(reply, &made); err != nil {
			return fmt.Errorf("decode a layout: %w", err)
		}
		return next.answers(made)
	}})
	if err != nil {
		return answer{}, err
	}
	return made, nil
}

// Close ends all workers once their jobs are done, and waits for them.
func (p *Pool) Close() error { return p.processes.Close() }
