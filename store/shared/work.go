package shared

import (
	"context"
	"log/slog"
	"time"
)

// Work is done by one server at a time: the one that holds its lease.
type Work struct {
	Name string
	// Do does the work until its context ends, which happens when the lease may have ended. fence is for
	// State.SetValue. If Do returns sooner, it is called again after Again.
	Do    func(ctx context.Context, fence uint64)
	Again time.Duration
}

// leaseLife is the life of a lease, and leaseBeat the interval in which its holder prolongs it. A
// holder counts its lease as ended early, so that no other one begins before it has stopped.
const (
	leaseLife  = 30 * time.Second
	leaseBeat  = 5 * time.Second
	leaseSpare = 5 * time.Second
)

// Share does work whenever this server holds its lease, until the context is done.
func (p *Peers) Share(ctx context.Context, work Work) {
	for ctx.Err() == nil {
		asked := time.Now()
		lease, err := p.State.Take(ctx, work.Name, p.Self, leaseLife)
		if err == nil && lease.Holder == p.Self {
			p.hold(ctx, work, lease, asked.Add(leaseLife-leaseSpare))
			continue
		}
		if err != nil && ctx.Err() == nil {
			p.log.Warn("it is not known which server does this", "work", work.Name, "error", err)
		}
		wait(ctx, leaseBeat)
	}
}

// hold does work and prolongs its lease, which lasts until a time by this server's own clock.
func (p *Peers) hold(ctx context.Context, work Work, lease Lease, until time.Time) {
	doing, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			work.Do(doing, lease.Fence)
			if !wait(doing, work.Again) {
				return
			}
		}
	}()
	p.log.Debug("this server does some work for all", "work", work.Name, "fence", lease.Fence)
	for wait(ctx, min(leaseBeat, time.Until(until))) && time.Now().Before(until) {
		asked := time.Now()
		prolonging, cancel := context.WithDeadline(ctx, until)
		again, err := p.State.Take(prolonging, work.Name, p.Self, leaseLife)
		cancel()
		if err == nil && again != lease {
			break // another server took it while this one was stopped
		}
		if err == nil {
			until = asked.Add(leaseLife - leaseSpare)
		}
	}
	stop()
	<-done
	giving, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := p.State.GiveBack(giving, work.Name, p.Self); err != nil {
		p.log.Log(ctx, slog.LevelDebug, "a lease ends by itself", "work", work.Name, "error", err)
	}
}
