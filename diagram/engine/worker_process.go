package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// startTimeout limits the start of a worker. Compiling the WASM takes half a
// second on an idle machine, loading the compiled code 30 ms.
const startTimeout = 15 * time.Second

// errLate reports a job that exceeded its deadline.
var errLate = errors.New("the layout engine was too slow")

// workerProcess is the server's side of one child process. It serves one job at
// a time. After an error only close may be called.
type workerProcess struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.ReadCloser
	stderr  *opening
	jobs    int
	memory  int64 // as of the last answer
	closing sync.Once
}

// startWorker starts a worker and waits until it is ready.
func startWorker(ctx context.Context, command, env []string) (*workerProcess, error) {
	w := &workerProcess{stderr: &opening{}}
	w.command = exec.Command(command[0], command[1:]...)
	w.command.Env = env
	w.command.Stderr = w.stderr
	var err error
	if w.stdin, err = w.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start layout worker: %w", err)
	}
	if w.stdout, err = w.command.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("start layout worker: %w", err)
	}
	if err := w.command.Start(); err != nil {
		return nil, fmt.Errorf("start layout worker: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if _, err := w.exchange(ctx, nil); err != nil {
		w.close()
		return nil, fmt.Errorf("start layout worker: %w", err)
	}
	return w, nil
}

// run sends the worker a job and waits for its answer until ctx ends.
func (w *workerProcess) run(ctx context.Context, next job) (answer, error) {
	w.jobs++
	reply, err := w.exchange(ctx, &next)
	if err != nil {
		return answer{}, err
	}
	if err := next.answers(reply); err != nil {
		return answer{}, fmt.Errorf("layout worker: %w", err)
	}
	return reply, nil
}

// exchange sends a job, if not nil, and reads the answer. If ctx ends first it
// kills the process, which also ends a pending read or write.
func (w *workerProcess) exchange(ctx context.Context, next *job) (answer, error) {
	stop := context.AfterFunc(ctx, func() { _ = w.command.Process.Kill() })
	reply, err := w.transfer(next)
	if !stop() {
		return answer{}, contextCause(ctx)
	}
	if err != nil {
		w.close() // only then is all of its standard error here
		return answer{}, fmt.Errorf("layout worker: %w%s", err, w.stderr)
	}
	if reply.Error != "" {
		return answer{}, fmt.Errorf("layout worker: %s", reply.Error)
	}
	w.memory = reply.Memory
	return reply, nil
}

func (w *workerProcess) transfer(next *job) (reply answer, err error) {
	if next != nil {
		if err := writeFrame(w.stdin, next); err != nil {
			return answer{}, err
		}
	}
	err = readFrame(w.stdout, &reply)
	if errors.Is(err, io.EOF) {
		err = errors.New("the process ended")
	}
	return reply, err
}

// contextCause distinguishes the job's deadline from a caller who left.
func contextCause(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return errLate
	}
	return ctx.Err()
}

// close ends the process and waits for it, so that no zombie remains.
func (w *workerProcess) close() {
	w.closing.Do(func() {
		_ = w.stdin.Close()
		if w.command.Process != nil {
			_ = w.command.Process.Kill()
		}
		_ = w.command.Wait()
	})
}

// opening keeps the first bytes of a worker's standard error. A Go panic begins
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

// workerEnv returns the environment of a worker. It omits PATH, HOME and TMPDIR,
// which a worker does not use.
func workerEnv(cache string, extra []string) []string {
	env := []string{cacheEnv + "=" + cache, "GOMEMLIMIT=160MiB", "GOMAXPROCS=1"}
	if root := os.Getenv("SYSTEMROOT"); root != "" {
		env = append(env, "SYSTEMROOT="+root) // required on Windows
	}
	return append(env, extra...)
}
