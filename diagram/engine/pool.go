package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"widerow/diagram/graph"
)

// PoolOptions configures a Pool. Zero values select the defaults.
type PoolOptions struct {
	// Cache is the folder that PrivateFolder returned, for the compiled code of
	// Graphviz. All workers share it, and it outlives them. Without one each
	// worker compiles, which takes half a second.
	Cache string
	// Command starts a worker. The default is this binary with WorkerVerb.
	Command []string
	// Env is added to the worker's environment.
	Env      []string
	Size     int           // number of workers; default 2
	Deadline time.Duration // of a job for dot; default 3 s
	// LargeDeadline is the deadline of the whole layout of a large graph. The
	// default is 6 s.
	LargeDeadline time.Duration
	MaxJobs       int           // jobs of one worker before it is replaced; default 100
	MaxMemory     int64         // resident bytes of a worker before it is replaced; default 200 MB
	Idle          time.Duration // how long a worker may be without work before it ends; default 5 min
	Logger        *slog.Logger
}

func (o *PoolOptions) setDefaults() error {
	if len(o.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return fmt.Errorf("find own binary: %w", err)
		}
		o.Command = []string{self, WorkerVerb}
	}
	setDefault(&o.Size, 2)
	setDefault(&o.Deadline, 3*time.Second*patience)
	setDefault(&o.LargeDeadline, 6*time.Second*patience)
	setDefault(&o.MaxJobs, 100)
	setDefault(&o.MaxMemory, 200<<20)
	setDefault(&o.Idle, 5*time.Minute)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return nil
}

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

var (
	errPoolClosed = errors.New("the layout engine is closed")
	errBusy       = fmt.Errorf("all workers are busy: %w", errLate)
)

// Pool runs layouts in child processes, Size at a time. A job that is late or
// breaks its worker ends that worker and affects no other job. Jobs that are
// likely to be late have a lower priority and leave one worker to the others.
// Workers start when they are first needed.
type Pool struct {
	options  PoolOptions
	slots    chan *slot
	suspects *suspects
	ctx      context.Context // cancelled by Close
	cancel   context.CancelFunc
	starts   sync.WaitGroup // replacements that are starting
	// equipping counts the jobs that wait for their worker to start.
	equipping atomic.Int32
	closing   sync.Once
}

// slot is the right to run one job at a time, with the worker that runs it.
// Whoever receives the slot from the channel owns it.
type slot struct {
	worker      *workerProcess
	replacement chan *workerProcess // receives the next worker once it is ready
	replacing   bool
	used        time.Time
}

// NewPool starts no process.
func NewPool(options PoolOptions) (*Pool, error) {
	if err := options.setDefaults(); err != nil {
		return nil, fmt.Errorf("open layout engine: %w", err)
	}
	pool := &Pool{options: options, slots: make(chan *slot, options.Size), suspects: newSuspects(options.Size)}
	pool.ctx, pool.cancel = context.WithCancel(context.Background())
	for range options.Size {
		pool.slots <- &slot{replacement: make(chan *workerProcess, 1)}
	}
	pool.starts.Go(pool.endIdle)
	return pool, nil
}

// Plain lays out DOT texts in one worker, one after the other, and returns them
// in the plain format.
func (p *Pool) Plain(ctx context.Context, texts []string) ([]string, error) {
	reply, err := p.do(ctx, job{Texts: texts, Nice: p.suspects.suspect(texts)}, p.options.Deadline)
	return reply.Plain, err
}

// layout computes the whole layout of a graph in a worker.
func (p *Pool) layout(ctx context.Context, graph *graph.Graph) (*graph.Layout, error) {
	reply, err := p.do(ctx, job{Graph: graph.Bare(), Nice: true}, p.options.LargeDeadline)
	return reply.Layout, err
}

func (p *Pool) makeshift(ctx context.Context, graph *graph.Graph) (*graph.Layout, error) {
	reply, err := p.do(ctx, job{Graph: graph.Bare(), Makeshift: true, Nice: true}, p.options.Deadline)
	return reply.Layout, err
}

// do runs a job on a worker. It waits for a worker as long as the job may run,
// then reports the job as late. Time in which workers start does not count: a
// start may be slow on a busy machine regardless of the jobs.
func (p *Pool) do(ctx context.Context, next job, deadline time.Duration) (answer, error) {
	held, done, err := p.admitWhileStarting(ctx, next.Nice, deadline)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return answer{}, errBusy
	}
	if err != nil {
		return answer{}, err
	}
	giveBack := func() { p.put(held); done() }
	if err := p.equip(held); err != nil {
		giveBack()
		return answer{}, err
	}
	reply, err := p.run(ctx, held, next, deadline)
	if next.Nice {
		p.starts.Go(func() { p.renew(held); giveBack() })
	} else {
		giveBack()
	}
	return reply, err
}

// admitWhileStarting waits as long as the limit, anew while workers start and after the
// last start, but not longer than a start may take.
func (p *Pool) admitWhileStarting(ctx context.Context, suspect bool, limit time.Duration) (held *slot, done func(), err error) {
	for begun, wait := time.Now(), limit; ; wait = min(limit, startTimeout-time.Since(begun)) {
		starting := p.equipping.Load() > 0
		held, done, err = p.admitWithin(ctx, suspect, wait)
		isLate := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
		if !isLate || !starting && p.equipping.Load() == 0 || time.Since(begun) >= startTimeout {
			return held, done, err
		}
	}
}

func (p *Pool) admitWithin(ctx context.Context, suspect bool, limit time.Duration) (held *slot, done func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return p.admit(waiting, suspect)
}

// admit waits for a worker. A suspect job first waits for its turn.
func (p *Pool) admit(ctx context.Context, suspect bool) (held *slot, done func(), err error) {
	done = func() {}
	if suspect {
		if done, err = p.suspects.wait(ctx); err != nil {
			return nil, nil, err
		}
	}
	if held, err = p.take(ctx); err != nil {
		done()
		return nil, nil, err
	}
	return held, done, nil
}

// run runs a job on the slot's worker. It replaces a worker that failed or has
// reached a limit.
func (p *Pool) run(ctx context.Context, held *slot, next job, deadline time.Duration) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	reply, err := held.worker.run(ctx, next)
	if errors.Is(err, errLate) && next.Graph == nil {
		p.suspects.wasLate(next.Texts)
	}
	if err != nil {
		p.options.Logger.Warn("layout worker ended", "cause", err, "jobs", held.worker.jobs)
		held.worker.close()
		held.worker = nil
		p.replace(held)
		return answer{}, err
	}
	if next.Nice || held.worker.jobs >= p.options.MaxJobs || held.worker.memory > p.options.MaxMemory {
		p.replace(held)
	}
	return reply, nil
}

func (p *Pool) take(ctx context.Context) (*slot, error) {
	select {
	case <-p.ctx.Done():
		return nil, errPoolClosed
	default:
	}
	select {
	case held := <-p.slots:
		return held, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.ctx.Done():
		return nil, errPoolClosed
	}
}

func (p *Pool) put(held *slot) {
	held.used = time.Now()
	p.slots <- held
}

// renew waits for the slot's next worker. No job may run on one that has
// lowered its priority.
func (p *Pool) renew(held *slot) {
	p.equipping.Add(1)
	defer p.equipping.Add(-1)
	if held.replacing {
		p.adopt(held, <-held.replacement)
	}
}

// equip gives the slot a worker: the replacement if it is ready, else the
// current one, else a new one.
func (p *Pool) equip(held *slot) error {
	p.equipping.Add(1)
	defer p.equipping.Add(-1)
	if held.replacing && held.worker == nil {
		p.adopt(held, <-held.replacement)
	} else if held.replacing {
		select {
		case next := <-held.replacement:
			p.adopt(held, next)
		default:
		}
	}
	if held.worker != nil {
		return nil
	}
	worker, err := p.start()
	held.worker = worker
	return err
}

// adopt makes next the slot's worker and retires the previous one. If next is
// nil because it could not start, the previous one stays.
func (p *Pool) adopt(held *slot, next *workerProcess) {
	held.replacing = false
	if next == nil {
		return
	}
	if held.worker != nil {
		held.worker.close()
	}
	held.worker = next
}

// replace starts the slot's next worker in the background.
func (p *Pool) replace(held *slot) {
	if held.replacing || p.ctx.Err() != nil {
		return
	}
	held.replacing = true
	p.starts.Go(func() {
		worker, err := p.start()
		if err != nil {
			p.options.Logger.Warn("no layout worker", "cause", err)
		}
		held.replacement <- worker
	})
}

func (p *Pool) start() (*workerProcess, error) {
	return startWorker(p.ctx, p.options.Command, workerEnv(p.options.Cache, p.options.Env))
}

// endIdle ends workers that have been without work for long, which frees their
// memory.
func (p *Pool) endIdle() {
	tick := time.NewTicker(max(p.options.Idle/4, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-tick.C:
		}
		for range p.options.Size {
			select {
			case held := <-p.slots:
				p.endIfIdle(held)
				p.slots <- held
			default:
			}
		}
	}
}

func (p *Pool) endIfIdle(held *slot) {
	if held.worker == nil || held.replacing || time.Since(held.used) < p.options.Idle {
		return
	}
	held.worker.close()
	held.worker = nil
}

// Close ends all workers once their jobs are done, and waits for them.
func (p *Pool) Close() error {
	p.closing.Do(func() {
		p.cancel()
		for range p.options.Size {
			held := <-p.slots
			if held.worker != nil {
				held.worker.close()
			}
			if held.replacing {
				if next := <-held.replacement; next != nil {
					next.close()
				}
			}
		}
		p.starts.Wait()
	})
	return nil
}
