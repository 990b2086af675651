package process

import (
	"context"
	"fmt"
	"time"
)

// slot is the right to run one job at a time, with the child that does it.
type slot struct {
	pool        *Pool
	child       *child
	replacement chan *child // receives the next child once it is ready
	replacing   bool
	used        time.Time
}

// do lets the slot's child do a job. It replaces a child that failed or has reached a
// limit.
func (s *slot) do(ctx context.Context, job Job) error {
	if err := s.equip(); err != nil {
		return err
	}
	options := &s.pool.options
	ctx, cancel := context.WithTimeoutCause(ctx, job.Within, ErrLate)
	defer cancel()
	if err := s.child.do(ctx, job); err != nil {
		options.Logger.Warn(options.Name+" ended", "cause", err, "jobs", s.child.jobs)
		s.child.close()
		s.child = nil
		s.replace()
		return fmt.Errorf("%s: %w", options.Name, err)
	}
	tired := options.MaxJobs > 0 && s.child.jobs >= options.MaxJobs
	large := options.MaxMemory > 0 && s.child.memory > options.MaxMemory
	if job.Low || tired || large {
		s.replace()
	}
	return nil
}

// equip gives the slot a child: the replacement if it is ready, else the
// current one, else a new one.
func (s *slot) equip() error {
	s.pool.equipping.Add(1)
	defer s.pool.equipping.Add(-1)
	if s.replacing && s.child == nil {
		s.adopt(<-s.replacement)
	}
	s.adoptReady()
	if s.child != nil {
		return nil
	}
	next, err := s.pool.start()
	s.child = next
	return err
}

func (p *Pool) start() (*child, error) {
	next, err := start(p.ctx, &p.options)
	if err != nil {
		return nil, fmt.Errorf("%w: start %s: %w", ErrNotStarted, p.options.Name, err)
	}
	return next, nil
}

// renew waits for the slot's next child. No job may run on one that has
// lowered its priority.
func (s *slot) renew() {
	s.pool.equipping.Add(1)
	defer s.pool.equipping.Add(-1)
	if s.replacing {
		s.adopt(<-s.replacement)
	}
}

// replace starts the slot's next child in the background.
func (s *slot) replace() {
	if s.replacing || s.pool.ctx.Err() != nil {
		return
	}
	s.replacing = true
	s.pool.starts.Go(func() {
		next, err := s.pool.start()
		if err != nil {
			s.pool.options.Logger.Warn("no "+s.pool.options.Name, "cause", err)
		}
		s.replacement <- next
	})
}

// adoptReady makes the replacement the slot's child if it is ready.
func (s *slot) adoptReady() {
	if !s.replacing {
		return
	}
	select {
	case next := <-s.replacement:
		s.adopt(next)
	default:
	}
}

// adopt makes next the slot's child and retires the previous one. If next is
// nil because it could not start, the previous one stays.
func (s *slot) adopt(next *child) {
	s.replacing = false
	if next == nil {
		return
	}
	if s.child != nil {
		s.child.close()
	}
	s.child = next
}

func (s *slot) endIfIdle() {
	if time.Since(s.used) < s.pool.options.Idle {
		return
	}
	s.adoptReady()
	if s.child == nil || s.replacing {
		return
	}
	s.child.close()
	s.child = nil
}

// close ends the slot's child, and the one that was to replace it.
func (s *slot) close() {
	if s.replacing {
		s.adopt(<-s.replacement)
	}
	if s.child != nil {
		s.child.close()
	}
}
