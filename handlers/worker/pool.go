package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Options configure a Pool.
type Options struct {
	Command []string // starts a child, which calls Serve
	Env     []string
	Stderr  io.Writer // what children write there, such as their log
	Size    int       // children at the same time
	// Idle is the time for which a child is kept without a request: it holds memory.
	Idle time.Duration
	// Longest is the time limit of a request.
	Longest time.Duration
}

// Pool starts children when there is something to do, and ends those that have
// nothing to do.
type Pool struct {
	options Options
	turns   chan struct{} // as many as children may run
	stop    context.CancelFunc
	stopped sync.WaitGroup

	mutex sync.Mutex
	idle  []*process // the last one used last
}

// errLate is the cause with which a request ends that takes too long.
var errLate = fmt.Errorf("%w: it took too long", ErrEnded)

// NewPool returns a pool without a child. Its owner closes it.
func NewPool(options Options) *Pool {
	pool := &Pool{options: options, turns: make(chan struct{}, options.Size)}
	ctx, cancel := context.WithCancel(context.Background())
	pool.stop = cancel
	pool.stopped.Go(func() { pool.endIdle(ctx) })
	return pool
}

// ErrNotStarted reports that no child can be started. Nothing was done.
var ErrNotStarted = errors.New("no process for a large request can be started")

// Do carries out a request in a child.
func (p *Pool) Do(ctx context.Context, request *Request, services Services) (*Answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, p.options.Longest, errLate)
	defer cancel()
	select {
	case p.turns <- struct{}{}:
		defer func() { <-p.turns }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	answer, err := p.once(ctx, request, services)
	if errors.Is(err, errNotBegun) { // somebody has ended an idle child
		answer, err = p.once(ctx, request, services)
	}
	return answer, err
}

func (p *Pool) once(ctx context.Context, request *Request, services Services) (*Answer, error) {
	child, err := p.take()
	if err != nil {
		return nil, err
	}
	answer, err := child.do(ctx, request, services)
	if err != nil {
		child.close()
		return nil, err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.idle = append(p.idle, child)
	return answer, nil
}

// take returns the child that was used last, or a new one.
func (p *Pool) take() (*process, error) {
	p.mutex.Lock()
	if last := len(p.idle) - 1; last >= 0 {
		defer p.mutex.Unlock()
		child := p.idle[last]
		p.idle = p.idle[:last]
		return child, nil
	}
	p.mutex.Unlock()
	child, err := start(p.options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	return child, nil
}

// endIdle ends children that have had nothing to do for a while.
func (p *Pool) endIdle(ctx context.Context) {
	ticker := time.NewTicker(max(p.options.Idle/4, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			p.end(func(child *process) bool { return time.Since(child.used) > p.options.Idle })
		case <-ctx.Done():
			return
		}
	}
}

// end ends the idle children that ended returns.
func (p *Pool) end(ended func(*process) bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.idle = slices.DeleteFunc(p.idle, func(child *process) bool {
		if ended(child) {
			child.close()
			return true
		}
		return false
	})
}

// Close ends all children, once their requests are completed.
func (p *Pool) Close() error {
	p.stop()
	p.stopped.Wait()
	for range p.options.Size {
		p.turns <- struct{}{}
	}
	p.end(func(*process) bool { return true })
	return nil
}
