package job

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"sync"
	"time"

	"widerow/handlers/limit"
	"widerow/handlers/worker"
)

const (
	// soon is the usual wait for the answer of a request.
	soon = 2 * time.Second
	// unasked ends a job whose address nobody has looked at for this long.
	unasked = 45 * time.Second
	// kept is the time for which an answer waits at its address.
	kept = 15 * time.Minute
	// ofOne bounds the answers that wait for one client.
	ofOne = 8
)

// Board has the jobs of a server.
type Board struct {
	// Soon is the time after which a request is sent to the address of its job.
	Soon time.Duration
	// Shared: other servers have jobs, too, of which this board knows nothing.
	Shared bool

	start string // tells the jobs of this start of the server from those before
	most  int64  // bytes of all answers that wait

	mutex sync.Mutex
	jobs  []*Job // oldest first
}

// NewBoard returns a board whose answers together take at most that many bytes.
func NewBoard(most int64) *Board { return &Board{Soon: soon, start: rand.Text()[:8], most: most} }

// Begin starts a job, or joins the one with the same key: what is sent twice runs once.
// An answer that waits counts only for again. The caller waits for it with Await.
func (b *Board) Begin(key string, again bool, owner limit.Client, from string, run func(context.Context, *Job) (*worker.Answer, error)) (j *Job, joined bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	at := slices.IndexFunc(b.jobs, func(j *Job) bool {
		_, ended, err := j.Answer()
		return j.key == key && j.join(!ended || again && err == nil)
	})
	if at >= 0 {
		return b.jobs[at], true
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	j = &Job{ID: b.start + rand.Text(), Owner: owner, From: from, Started: time.Now(), key: key, done: make(chan struct{}), cancel: cancel, waiting: 1}
	b.jobs = append(b.jobs, j)
	go func() {
		answer, err := run(ctx, j)
		if err != nil && ctx.Err() != nil {
			answer, err = nil, context.Cause(ctx)
		}
		cancel(nil)
		b.end(j, answer, err)
	}()
	return j, false
}

// join adds a connection that waits, if it may.
func (j *Job) join(may bool) bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if !may || j.waiting == 0 && j.unasked == nil {
		return false
	}
	j.waiting++
	return true
}

// end keeps the answer of a job that has an address.
func (b *Board) end(j *Job, answer *worker.Answer, err error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	j.mutex.Lock()
	j.answer, j.err = answer, err
	close(j.done)
	if j.unasked != nil {
		j.unasked.Stop()
		j.unasked = time.AfterFunc(kept, func() { b.forget(j) })
	}
	addressed := j.unasked != nil
	j.mutex.Unlock()
	if !addressed {
		b.remove(j)
		return
	}
	b.bound(j.Owner)
}

// bound removes the oldest answers of a client that has too many, and of all if they
// take too much.
func (b *Board) bound(owner limit.Client) {
	count, bytes := 0, int64(0)
	for _, j := range slices.Backward(slices.Clone(b.jobs)) {
		if _, ended, _ := j.Answer(); !ended {
			continue
		}
		if bytes += j.size(); j.Owner == owner {
			count++
		}
		if j.Owner == owner && count > ofOne || bytes > b.most && bytes > j.size() {
			bytes -= j.size()
			b.remove(j)
		}
	}
}

func (b *Board) forget(j *Job) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.remove(j)
}

func (b *Board) remove(j *Job) {
	b.jobs = slices.DeleteFunc(b.jobs, func(one *Job) bool { return one == j })
}

// Await waits for the answer to a request that Begin has begun or joined. After a while
// it gives the job an address: the error is ErrLong then. Whoever is patient waits
// until there is an answer. If ctx ends first, so does a job that nobody else waits for.
func (b *Board) Await(ctx context.Context, j *Job, patient bool) (*worker.Answer, error) {
	defer j.leave()
	timer := time.NewTimer(b.Soon)
	defer timer.Stop()
	for {
		select {
		case <-j.done:
			return j.answer, j.err
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-timer.C:
			if !patient && j.handOver() {
				return nil, ErrLong
			}
		}
	}
}

// Of returns the job with an address that belongs to a client. restarted reports that the
// server was started again since.
func (b *Board) Of(id string, client limit.Client) (j *Job, restarted bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, j := range b.jobs {
		mine := j.Owner.Visitor != "" && j.Owner.Visitor == client.Visitor || j.Owner.Visitor == "" && j.Owner.Address == client.Address
		if j.ID == id && mine {
			j.ask()
			return j, false
		}
	}
	return nil, !strings.HasPrefix(id, b.start)
}
