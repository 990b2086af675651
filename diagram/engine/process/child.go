package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// startTimeout limits the start of a child, which takes less than half a second on an idle
// machine.
const startTimeout = 15 * time.Second

// Failed is the reason for which a child ended its job without an answer.
type Failed string

func (f Failed) Error() string { return string(f) }

// ErrLate reports a job that took longer than it may.
var ErrLate = errors.New("it took too long")

// errNotBegun reports that the child had ended before it could read the job.
var errNotBegun = errors.New("not begun")

// child is the pool's side of one child process. It does one job at a time. After an
// error only close may be called.
type child struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.ReadCloser
	opening *opening // nil if others read its standard error
	most    int      // bytes of a frame
	jobs    int
	memory  int64 // as of the last answer
	closing sync.Once
}

// start starts a child and waits until it is ready.
func start(ctx context.Context, o *Options) (*child, error) {
	c := &child{command: exec.Command(o.Command[0], o.Command[1:]...), most: o.MaxFrame}
	c.command.Env, c.command.Stderr = o.environment(), o.Stderr
	if o.Stderr == nil {
		c.opening = &opening{}
		c.command.Stderr = c.opening
	}
	if err := c.launch(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, ErrLate)
	defer cancel()
	if err := c.untilLate(ctx, c.await); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *child) launch() (err error) {
	if c.stdin, err = c.command.StdinPipe(); err != nil {
		return err
	}
	if c.stdout, err = c.command.StdoutPipe(); err != nil {
		return err
	}
	return c.command.Start()
}

// await waits until the child is ready.
func (c *child) await() error {
	got, err := c.receive()
	if err == nil && got.kind != ready {
		return fmt.Errorf("frame of kind %d from a child that starts", got.kind)
	}
	return err
}

// do lets the child do a job, and has its answer read, until ctx ends.
func (c *child) do(ctx context.Context, job Job) error {
	c.jobs++
	return c.untilLate(ctx, func() error { return c.converse(ctx, job) })
}

// untilLate talks to the child. If ctx ends first it kills the process, which also ends a
// pending read or write.
func (c *child) untilLate(ctx context.Context, talk func() error) error {
	stop := context.AfterFunc(ctx, func() { _ = c.command.Process.Kill() })
	err := talk()
	if !stop() {
		return context.Cause(ctx)
	}
	if err != nil && c.opening != nil {
		c.close() // only then is all of its standard error here
		return fmt.Errorf("%w%s", err, c.opening)
	}
	return err
}

// converse sends the job and replies to what the child asks, until it answers.
func (c *child) converse(ctx context.Context, job Job) error {
	kind := order
	if job.Low {
		kind = lowly
	}
	if err := c.send(kind, job.Body); err != nil {
		return fmt.Errorf("%w: %w", errNotBegun, err)
	}
	for {
		got, err := c.receive()
		if err != nil {
			return err
		}
		switch {
		case got.kind == answer:
			c.memory = got.memory
			return job.Read(got.body)
		case got.kind == failed:
			return Failed(got.body)
		case got.kind == note && job.Note != nil:
			job.Note(got.body)
		case got.kind == call && job.Reply != nil:
			if err := c.send(reply, job.Reply(ctx, got.body)); err != nil {
				return err
			}
		default:
			return fmt.Errorf("unexpected frame of kind %d", got.kind)
		}
	}
}

func (c *child) send(kind kind, body []byte) error {
	return writeFrame(c.stdin, frame{kind: kind, body: body}, c.most)
}

func (c *child) receive() (frame, error) {
	got, err := readFrame(c.stdout, c.most)
	if errors.Is(err, io.EOF) {
		err = errors.New("the process ended")
	}
	return got, err
}

// close ends the process and waits for it, so that no zombie remains.
func (c *child) close() {
	c.closing.Do(func() {
		_ = c.stdin.Close()
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
	})
}

// opening keeps the first bytes of a child's standard error. A Go panic begins
// with its cause.
type opening struct {
	mutex sync.Mutex
	text  []byte
}

func (t *opening) Write(p []byte) (int, error) {
	const most = 2048
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, p[:min(len(p), most-min(most, len(t.text)))]...)
	return len(p), nil
}

func (t *opening) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	line, _, _ := strings.Cut(string(t.text), "\n")
	if line == "" {
		return ""
	}
	return ": " + line
}
