package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Options configure a Pool.
type Options struct {
	Name string // of a child, in errors and in the log
	// Command starts a child, which calls Parent.Serve.
	Command []string
	// Env is added to the environment of a child, which has no PATH, HOME and TMPDIR.
	Env []string
	// Stderr receives the standard error of the children, such as their log. If nil, its first line becomes part of
	// the error when a child fails.
	Stderr io.Writer
	Size   int // jobs at the same time
	// Memory is the size of a child from which it collects garbage all the time; 0: no limit.
	Memory    int64
	MaxFrame  int           // largest message, in bytes; 0: a gigabyte
	MaxJobs   int           // jobs of a child before it is replaced; 0: no limit
	MaxMemory int64         // resident bytes of a child before it is replaced; 0: no limit
	Idle      time.Duration // how long a child may be without a job before it ends
	Logger    *slog.Logger
}

// environment returns the environment of a child.
func (o *Options) environment() []string {
	env := []string{"GOMAXPROCS=1"}
	if o.Memory > 0 {
		env = append(env, "GOMEMLIMIT="+strconv.FormatInt(o.Memory, 10))
	}
	if root := os.Getenv("SYSTEMROOT"); root != "" {
		env = append(env, "SYSTEMROOT="+root) // required on Windows
	}
	return append(env, o.Env...)
}

// Job is a job for a child.
type Job struct {
	Body []byte
	// Within bounds the time of the job once it has a child, and also its wait for one.
	Within time.Duration
	// Low is set for a job that is likely to be late: it has a lower priority, and leaves a
	// child to the others.
	Low bool
	// Read reads the answer. A child whose answer cannot be read ends.
	Read func(answer []byte) error
	// Reply replies to what the child asks, and Note hears what it says. They are nil for
	// jobs of which a child does neither.
	Reply func(ctx context.Context, question []byte) []byte
	Note  func([]byte)
}

var (
	// ErrBusy reports that a job found no child in time. Nothing was done.
	ErrBusy = fmt.Errorf("all workers are busy: %w", ErrLate)
	// ErrNotStarted reports that no child can be started. Nothing was done.
	ErrNotStarted = errors.New("no process can be started")
	// ErrClosed reports that the pool was closed.
	ErrClosed = errors.New("the pool is closed")
)

// Pool lets child processes do jobs, Size at a time. A job that is late or breaks its
// child ends that child and affects no other job. Children start when they are
// first needed.
type Pool struct {
	options  Options
	turns    chan struct{}   // as many as jobs may run
	lowTurns chan struct{}   // as many as of them may have a low priority
	ctx      context.Context // cancelled by Close
	cancel   context.CancelFunc
	starts   sync.WaitGroup // replacements that are starting
	// equipping counts the jobs that wait for their child to start.
	equipping atomic.Int32
	closing   sync.Once

	mutex sync.Mutex
	free  []*slot // without a job; the one used last is the last
}

// NewPool starts no process.
func NewPool(options Options) *Pool {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.MaxFrame == 0 {
		options.MaxFrame = maxFrame
	}
	pool := &Pool{
		options: options, turns: make(chan struct{}, options.Size), lowTurns: make(chan struct{}, max(1, options.Size-1)),
	}
	pool.ctx, pool.cancel = context.WithCancel(context.Background())
	for range options.Size {
		pool.free = append(pool.free, &slot{pool: pool, replacement: make(chan *child, 1)})
	}
	pool.starts.Go(pool.endIdle)
	return pool
}

// Do lets a child do a job. It waits for a child as long as the job may run. Time in
// which children start does not count: a start may be slow on a busy machine
// regardless of the jobs.
func (p *Pool) Do(ctx context.Context, job Job) error {
	if len(job.Body) > p.options.MaxFrame {
		return fmt.Errorf("%s: job of %d bytes: %w", p.options.Name, len(job.Body), errFrameSize)
	}
	held, done, err := p.admitWhileStarting(ctx, job.Low, job.Within)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	giveBack := func() { p.put(held); done() }
	err = held.do(ctx, job)
	if errors.Is(err, errNotBegun) && ctx.Err() == nil { // somebody has ended a child that had no job
		err = held.do(ctx, job)
	}
	if job.Low {
		p.starts.Go(func() { held.renew(); giveBack() })
	} else {
		giveBack()
	}
	return err
}

// admitWhileStarting waits as long as the limit, anew while children start and after the
// last start, but not longer than a start may take.
func (p *Pool) admitWhileStarting(ctx context.Context, low bool, limit time.Duration) (held *slot, done func(), err error) {
	for begun, wait := time.Now(), limit; ; wait = min(limit, startTimeout-time.Since(begun)) {
		starting := p.equipping.Load() > 0
		held, done, err = p.admitWithin(ctx, low, wait)
		isLate := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
		if !isLate || !starting && p.equipping.Load() == 0 || time.Since(begun) >= startTimeout {
			return held, done, err
		}
	}
}

func (p *Pool) admitWithin(ctx context.Context, low bool, limit time.Duration) (held *slot, done func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return p.admit(waiting, low)
}

// admit waits for a slot. A job of low priority first waits for its turn among these.
func (p *Pool) admit(ctx context.Context, low bool) (held *slot, done func(), err error) {
	done = func() {}
	if low {
		if err := wait(ctx, p.lowTurns); err != nil {
			return nil, nil, err
		}
		done = func() { <-p.lowTurns }
	}
	if held, err = p.take(ctx); err != nil {
		done()
		return nil, nil, err
	}
	return held, done, nil
}

// wait waits for one of the turns.
func wait(ctx context.Context, turns chan<- struct{}) error {
	select {
	case turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// take waits for a slot. Whoever has it owns it until put.
func (p *Pool) take(ctx context.Context) (*slot, error) {
	if p.ctx.Err() != nil {
		return nil, ErrClosed
	}
	select {
	case p.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-p.ctx.Done():
		return nil, ErrClosed
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.pick(), nil
}

// pick removes the slot that was used last from those that are free, if possible one with
// a child.
func (p *Pool) pick() *slot {
	at := len(p.free) - 1
	for i := at; i >= 0; i-- {
		if p.free[i].child != nil {
			at = i
			break
		}
	}
	held := p.free[at]
	p.free = append(p.free[:at], p.free[at+1:]...)
	return held
}

func (p *Pool) put(held *slot) {
	held.used = time.Now()
	p.mutex.Lock()
	p.free = append(p.free, held)
	p.mutex.Unlock()
	<-p.turns
}

// endIdle ends children that have been without a job for long, which frees their
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
		p.mutex.Lock()
		for _, held := range p.free {
			held.endIfIdle()
		}
		p.mutex.Unlock()
	}
}

// Close ends all children once their jobs are done, and waits for them.
func (p *Pool) Close() error {
	p.closing.Do(func() {
		p.cancel()
		for range p.options.Size {
			p.turns <- struct{}{}
		}
		p.mutex.Lock()
		for _, held := range p.free {
			held.close()
		}
		p.mutex.Unlock()
		p.starts.Wait()
	})
	return nil
}
