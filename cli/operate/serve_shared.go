package operate

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"widerow/handlers/audit"
	"widerow/handlers/identity"
	"widerow/handlers/live"
	"widerow/store"
	"widerow/store/cassandra"
	"widerow/store/sessions"
	"widerow/store/shared"
)

// sharedParts are the parts that all servers of one store share. A server whose store is a file is alone.
type sharedParts struct {
	state shared.State
	peers *shared.Peers // nil: no other server can have the store
	// sessions opens the sessions of the store.
	sessions func() (sessions.Store, error)
}

// aloneWith returns the parts of a server whose sessions are in a file beside its data.
func aloneWith(data string, log *slog.Logger) sharedParts {
	return sharedParts{state: shared.NewAlone(nil), sessions: func() (sessions.Store, error) {
		return sessions.Open(sessions.Path(data), sessions.Options{Log: log})
	}}
}

// manyServers is a store that several servers can have.
type manyServers interface {
	Servers() cassandra.Servers
	OpenSessions(account func(data []byte) string, now func() time.Time) (*cassandra.Sessions, error)
}

// sharedBy returns what the servers of a store share.
func sharedBy(models store.Store, data string, log *slog.Logger) sharedParts {
	many, are := models.(manyServers)
	if !are {
		return aloneWith(data, log)
	}
	state := many.Servers()
	return sharedParts{state: state, peers: shared.NewPeers(state, log), sessions: func() (sessions.Store, error) {
		return many.OpenSessions(identity.AccountIn, time.Now)
	}}
}

// manyLogs is a store with an audit log that its servers have in common.
type manyLogs interface{ Audit() cassandra.Audit }

// keptByDefault is the time for which the audit log of all servers has what the command line does: the default of
// --keep-audit.
const keptByDefault = 400 * 24 * time.Hour

// openAudit opens the audit log beside a data file, which servers of one store also have in common.
func openAudit(data string, models store.Store, server string, keep time.Duration, log *slog.Logger) *audit.Log {
	trail := audit.Open(audit.Folder(data), time.Now)
	if many, are := models.(manyLogs); are {
		trail.Share(audit.Sharing{Common: commonAudit{many.Audit()}, Server: server, Keep: keep, Log: log})
	}
	return trail
}

// commonAudit is the audit log in a store.
type commonAudit struct{ cassandra.Audit }

// Read implements audit.Common.
func (c commonAudit) Read(ctx context.Context, before string, each func(event []byte, mark string) bool) error {
	err := c.Audit.Read(ctx, before, each)
	if errors.Is(err, cassandra.ErrMark) {
		return audit.ErrCursor
	}
	return err
}

// key returns the random key that all servers of the store have for a purpose.
func (p sharedParts) key(ctx context.Context, purpose string) ([]byte, error) {
	key, err := p.state.Once(ctx, "key: "+purpose, randomKey(), 0)
	if err != nil {
		return nil, fmt.Errorf("read the key of all servers: %w", err)
	}
	return key, nil
}

// join lets the parts of a server that others share hear of them, and returns what must run meanwhile.
func (p *serverParts) join(hub *live.Hub, self func(*serverParts) shared.Member) {
	if p.shared.peers != nil {
		hub.Join(p.shared.peers)
		p.config.Peers = p.shared.peers
		p.roster = p.shared.peers.Join(self(p))
	}
}

// meet lets a server speak with the others of its store until the context is done.
func (p *serverParts) meet(ctx context.Context) {
	peers := p.shared.peers
	if peers == nil {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { peers.Run(ctx) })
	running.Go(func() { p.config.Live.Look(ctx, newestOf(p.config.Store), p.log) })
	p.closes(func() { stop(); running.Wait() })
}

// newestOf returns the newest revision of a chain, also of one that is deleted.
func newestOf(models store.Store) live.Load {
	return func(ctx context.Context, chain store.ModelID) (store.Revision, error) {
		newest, err := models.History(ctx, chain, 0, 1)
		if err != nil {
			return store.Revision{}, err
		}
		if len(newest) == 0 {
			return store.Revision{}, store.ErrNotFound
		}
		return newest[0], nil
	}
}

// share does work, which one server does at a time, until the context is done or the parts are closed.
func (p *serverParts) share(ctx context.Context, name string, do func(ctx context.Context, fence uint64)) {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	p.closes(func() { stop(); running.Wait() }) // before the store is closed
	running.Go(func() {
		if p.shared.peers == nil {
			do(ctx, 0)
			return
		}
		p.shared.peers.Share(ctx, shared.Work{Name: name, Do: do, Again: time.Minute})
	})
}

// dueValue is the name of what all servers know of the deleted models that are due.
const dueValue = "deleted models that are due"

// sharedDue keeps what is due in the common values, for the server that purges next.
type sharedDue struct {
	state shared.State
	fence uint64
	log   *slog.Logger
}

func (d sharedDue) read(ctx context.Context) (due store.Due) {
	text, err := d.state.Value(ctx, dueValue)
	if err != nil || len(text) == 0 || json.Unmarshal(text, &due) != nil {
		return store.Due{} // models wait longer, and none is purged too early
	}
	return due
}

func (d sharedDue) write(ctx context.Context, due store.Due) {
	text, err := json.Marshal(due)
	if err == nil {
		err = d.state.SetValue(ctx, dueValue, text, d.fence)
	}
	if err != nil && !errors.Is(err, shared.ErrFenced) {
		d.log.Warn("it could not be kept how long deleted models have been due: the wait begins anew", "error", err)
	}
}

func randomKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return key
}
