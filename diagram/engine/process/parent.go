package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// Verb is the hidden command that starts the binary as a child. The name of the kind of
// job follows.
const Verb = "__work"

// niceness is the amount by which a child lowers its priority for a job that may take long,
// on Unix's scale.
const niceness = 10

// Parent is a child's way to the process that started it. Its methods may be called at
// the same time.
type Parent struct {
	mutex sync.Mutex
	in    io.Reader
	out   io.Writer
}

// NewParent returns the parent behind the standard input and output of a child.
func NewParent(stdin io.Reader, stdout io.Writer) *Parent { return &Parent{in: stdin, out: stdout} }

// Serve does the jobs that the parent sends, until it closes the pipe. An error is also that
// of a job, after which the process must end.
func (p *Parent) Serve(do func(ctx context.Context, job []byte) ([]byte, error)) error {
	if err := p.send(frame{kind: ready, memory: residentMemory()}); err != nil {
		return err
	}
	for {
		next, err := readFrame(p.in, maxFrame)
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if next.kind == lowly {
			LowerPriority(niceness)
		}
		made, err := do(context.Background(), next.body)
		if err != nil {
			return errors.Join(err, p.Fail(err))
		}
		if err := p.send(frame{kind: answer, memory: residentMemory(), body: made}); err != nil {
			return err
		}
	}
}

// Ask asks the parent something about the job, and waits for the reply.
func (p *Parent) Ask(question []byte) ([]byte, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if err := writeFrame(p.out, frame{kind: call, body: question}, maxFrame); err != nil {
		return nil, err
	}
	got, err := readFrame(p.in, maxFrame)
	if err == nil && got.kind != reply {
		err = fmt.Errorf("frame of kind %d instead of a reply", got.kind)
	}
	return got.body, err
}

// Note tells the parent something about the job.
func (p *Parent) Note(text []byte) error { return p.send(frame{kind: note, body: text}) }

// Fail ends the job. The process must end next.
func (p *Parent) Fail(cause error) error {
	return p.send(frame{kind: failed, body: []byte(cause.Error())})
}

func (p *Parent) send(f frame) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return writeFrame(p.out, f, maxFrame)
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
