package worker

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// startTimeout limits the start of a child, which takes 0.02 s.
const startTimeout = 15 * time.Second

// ErrEnded reports that a child ended before it had answered: it crashed, or took too
// much memory or time. What it had saved by then is saved.
var ErrEnded = errors.New("the process of a large request has ended")

// errNotBegun reports that the child had ended before it could read the request.
var errNotBegun = errors.New("not begun")

// process is the server's side of a child. It carries out one request at a time.
// After an error only close may be called.
type process struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	in      *gob.Decoder
	out     *gob.Encoder
	used    time.Time
	closing sync.Once
}

func start(options Options) (*process, error) {
	p := &process{command: exec.Command(options.Command[0], options.Command[1:]...), used: time.Now()}
	p.command.Env, p.command.Stderr = options.Env, options.Stderr
	stdin, err := p.command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a worker: %w", err)
	}
	stdout, err := p.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a worker: %w", err)
	}
	p.stdin, p.in, p.out = stdin, gob.NewDecoder(bufio.NewReader(stdout)), gob.NewEncoder(stdin)
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start a worker: %w", err)
	}
	defer time.AfterFunc(startTimeout, p.kill).Stop()
	var ready fromChild
	if err := p.in.Decode(&ready); err != nil {
		p.close()
		return nil, fmt.Errorf("start a worker: %w", err)
	}
	return p, nil
}

// do lets the child carry out a request. If ctx ends first it kills the child, which
// also ends a pending read or write.
func (p *process) do(ctx context.Context, request *Request, services Services) (*Answer, error) {
	stop := context.AfterFunc(ctx, p.kill)
	answer, err := p.exchange(ctx, request, services)
	p.used = time.Now()
	if !stop() {
		return nil, context.Cause(ctx)
	}
	return answer, err
}

func (p *process) exchange(ctx context.Context, request *Request, services Services) (*Answer, error) {
	next := toChild{Request: request}
	for {
		if err := p.out.Encode(next); err != nil {
			if next.Request != nil {
				return nil, fmt.Errorf("%w: %w: %w", errNotBegun, ErrEnded, err)
			}
			return nil, fmt.Errorf("%w: %w", ErrEnded, err)
		}
		var got fromChild
		if err := p.in.Decode(&got); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrEnded, err)
		}
		for got.Step != nil {
			if services.Step != nil {
				services.Step(*got.Step)
			}
			got = fromChild{}
			if err := p.in.Decode(&got); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrEnded, err)
			}
		}
		switch {
		case got.Failure != nil:
			return nil, fmt.Errorf("%w: %w", ErrEnded, got.Failure.err())
		case got.Call == nil:
			return got.Answer, nil
		}
		next = toChild{Reply: services.answer(ctx, got.Call)}
	}
}

func (p *process) kill() { _ = p.command.Process.Kill() }

// close ends the child and waits for it, so that no zombie remains.
func (p *process) close() {
	p.closing.Do(func() {
		_ = p.stdin.Close()
		p.kill()
		_ = p.command.Wait()
	})
}
