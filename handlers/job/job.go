// Package job keeps requests that take long. Whoever sent one waits a while for its
// answer; after that it goes on under an address of its own, where its answer waits.
//
// A job ends with whoever waits for it: with the connection at first, and later once
// nobody has looked at its address for a while.
package job

import (
	"context"
	"errors"
	"sync"
	"time"

	"widerow/handlers/limit"
	"widerow/handlers/progress"
	"widerow/handlers/worker"
)

// ErrCancelled and ErrAbandoned are the reasons for a job to end without an answer.
var (
	ErrCancelled = errors.New("the work was cancelled")
	ErrAbandoned = errors.New("nobody asked for the work any more")
)

// ErrLong reports that a job has an address now, and its answer will wait there.
var ErrLong = errors.New("the work takes longer")

// Job is a request that is carried out. Fields that begin with a capital do not change.
type Job struct {
	ID      string
	Owner   limit.Client
	From    string // the address from which it was sent
	Started time.Time

	key    string
	done   chan struct{} // closed with the answer
	cancel context.CancelCauseFunc

	mutex   sync.Mutex
	step    progress.Step
	waiting int         // connections that wait for the answer
	settled bool        // they wait until there is one
	unasked *time.Timer // ends the job, or forgets its answer; nil as long as it has no address
	answer  *worker.Answer
	err     error
}

// Say notes what the job does.
func (j *Job) Say(step progress.Step) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.step = step
}

// Step returns the step that the job carries out now.
func (j *Job) Step() progress.Step {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.step
}

// Settle reports whether whoever sent the request still waits for its answer, and goes on
// waiting then.
func (j *Job) Settle() bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.settled = j.settled || j.unasked == nil
	return j.settled
}

// Answer returns the answer of a job, or why there is none. ended is false if the job
// goes on.
func (j *Job) Answer() (answer *worker.Answer, ended bool, err error) {
	select {
	case <-j.done:
		return j.answer, true, j.err
	default:
		return nil, false, nil
	}
}

// Cancel ends a job that goes on.
func (j *Job) Cancel() { j.cancel(ErrCancelled) }

// leave ends the job if its last connection is gone.
func (j *Job) leave() {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.waiting--; j.waiting == 0 && j.unasked == nil {
		j.cancel(context.Canceled)
	}
}

// handOver gives the job an address, unless its answer is on its way.
func (j *Job) handOver() bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if _, ended, _ := j.Answer(); ended || j.settled {
		return false
	}
	if j.unasked == nil {
		j.unasked = time.AfterFunc(unasked, func() { j.cancel(ErrAbandoned) })
	}
	return true
}

// ask notes that somebody has looked at the address of a job that goes on.
func (j *Job) ask() {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if _, ended, _ := j.Answer(); !ended && j.unasked != nil {
		j.unasked.Reset(unasked)
	}
}

// size returns the bytes of the answer.
func (j *Job) size() int64 {
	if j.answer == nil {
		return 0
	}
	return int64(len(j.answer.Body))
}
