package worker

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"time"

	"widerow/diagram/engine/process"
)

// Options configure a Pool.
type Options struct {
	// Options configure the child processes.
	process.Options
	// Longest is the time limit of a request.
	Longest time.Duration
}

// Work names the jobs of this package after process.Verb.
const Work = "requests"

// Pool lets child processes carry out requests.
type Pool struct {
	processes *process.Pool
	longest   time.Duration
}

var (
	// ErrEnded reports that a child ended before it had answered: it crashed, or took too
	// much memory or time. What it had saved by then is saved.
	ErrEnded = errors.New("the process of a large request has ended")
	// ErrNotStarted reports that no child can be started. Nothing was done.
	ErrNotStarted = errors.New("no process for a large request can be started")
)

// NewPool returns a pool without a child. Its owner closes it.
func NewPool(options Options) *Pool {
	options.Name = "worker"
	return &Pool{processes: process.NewPool(options.Options), longest: options.Longest}
}

// Do carries out a request in a child.
func (p *Pool) Do(ctx context.Context, request *Request, services Services) (*Answer, error) {
	body, err := encode(request)
	if err != nil {
		return nil, fmt.Errorf("large request: %w", err)
	}
	answer := &Answer{}
	err = p.processes.Do(ctx, process.Job{
		Body: body, Within: p.longest, Reply: services.reply, Note: services.note,
		Read: func(text []byte) error { return decode(text, answer) },
	})
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, process.ErrNotStarted):
		return nil, fmt.Errorf("%w: %w", ErrNotStarted, err)
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	return nil, fmt.Errorf("%w: %w", ErrEnded, known(err))
}

// Close ends all children, once their requests are completed.
func (p *Pool) Close() error { return p.processes.Close() }

// known returns the error that the app distinguishes, if that is why a child has ended.
func known(err error) error {
	var failed process.Failed
	if !errors.As(err, &failed) {
		return err
	}
	if at := slices.IndexFunc(distinguished, func(one error) bool { return one.Error() == string(failed) }); at >= 0 {
		return distinguished[at]
	}
	return err
}

func encode(message any) ([]byte, error) {
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(message)
	return text.Bytes(), err
}

func decode(text []byte, message any) error {
	return gob.NewDecoder(bytes.NewReader(text)).Decode(message)
}
