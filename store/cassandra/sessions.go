package cassandra

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"widerow/store/cluster"
	"widerow/store/sessions"
)

// Sessions is a sessions.Store that several servers share: the tables sessions, account_sessions, uses and
// messages. A session is made, changed and ended by conditional writes alone, so that one that has
// ended at a server is not made again by a request at another.
type Sessions struct {
	servers Servers
	account func(data []byte) string
	now     func() time.Time

	mutex  sync.Mutex
	known  *simplelru.LRU[string, knownSession]
	paused pausing
	unsaid map[string]string // uses that are not written yet: from, by key
}

// knownSession is a session as it was read or written last.
type knownSession struct {
	data    string
	written time.Time // its expiry
}

type pausing struct {
	is bool
	at time.Time // when it was read
}

const (
	maxKnownSessions = 20_000
	// slack bounds the delay of a session's end in the store behind that of the last request.
	slack = time.Minute
	// pausedFor is the time for which it is remembered whether tokens are paused.
	pausedFor = time.Second
	// sessionPatience bounds one exchange with the store.
	sessionPatience = 10 * time.Second
	messageParts    = 16
)

var _ sessions.Store = (*Sessions)(nil)

// OpenSessions returns the sessions of a store. account returns the account of a session.
func (s *Store) OpenSessions(account func(data []byte) string, now func() time.Time) (*Sessions, error) {
	known, err := simplelru.NewLRU[string, knownSession](maxKnownSessions, nil)
	if err != nil {
		return nil, err // only for a count below 1
	}
	return &Sessions{servers: s.Servers(), account: account, now: now, known: known, unsaid: map[string]string{}}, nil
}

func (f *Sessions) do(what string, do func(context.Context, *cluster.Data) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), sessionPatience)
	defer cancel()
	return f.servers.do(ctx, what, func(d *cluster.Data) error { return do(ctx, d) })
}

// Find implements scs.Store.
func (f *Sessions) Find(token string) (data []byte, found bool, err error) {
	var expiry time.Time
	const text = "SELECT data, expiry FROM sessions WHERE id = ?"
	err = f.do("read a session of", func(ctx context.Context, d *cluster.Data) error {
		return d.Each(ctx, cluster.Read{Text: text, Values: []any{token}}, func(scan func(...any) error) error {
			return scan(&data, &expiry)
		})
	})
	if err != nil || data == nil || !f.now().Before(expiry) {
		return nil, false, err
	}
	f.note(token, data, expiry)
	return data, true, nil
}

func (f *Sessions) note(token string, data []byte, expiry time.Time) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.known.Add(token, knownSession{string(data), expiry})
}

// Commit implements scs.Store. A session that only ends later than before is written once a minute.
func (f *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	f.mutex.Lock()
	before, known := f.known.Get(token)
	f.mutex.Unlock()
	if known && before.data == string(data) && expiry.Sub(before.written).Abs() < slack {
		return nil
	}
	account, life := f.account(data), seconds(expiry.Sub(f.now()))
	err := f.do("save a session in", func(ctx context.Context, d *cluster.Data) error {
		if known {
			return certain(d.Apply(ctx, "UPDATE sessions USING TTL ? SET account = ?, data = ?, expiry = ? WHERE id = ? IF account = ?",
				life, account, data, expiry, token, account))
		}
		const list = "INSERT INTO account_sessions (account, session) VALUES (?, ?) USING TTL ?"
		if err := d.Write(ctx, list, account, token, seconds(listedFor)); err != nil {
			return err
		}
		const text = "INSERT INTO sessions (id, account, data, expiry) VALUES (?, ?, ?, ?) IF NOT EXISTS USING TTL ?"
		return certain(d.Apply(ctx, text, token, account, data, expiry, life))
	})
	if err == nil {
		f.note(token, data, expiry)
	}
	return err
}

// listedFor is the time for which an account lists its sessions, longer than any lives.
const listedFor = 400 * 24 * time.Hour

// certain is the error of a conditional write that is made at most once, whose condition need not hold.
func certain(_ bool, err error) error { return err }

// endTries bounds the tries to end a session.
const endTries = 5

// Delete implements scs.Store. The session has ended at all servers when it returns.
func (f *Sessions) Delete(token string) error {
	f.mutex.Lock()
	f.known.Remove(token)
	f.mutex.Unlock()
	return f.do("end a session in", func(ctx context.Context, d *cluster.Data) (err error) {
		for range endTries {
			_, err = d.Apply(ctx, "DELETE FROM sessions WHERE id = ? IF EXISTS", token)
			if err == nil || !errors.Is(err, cluster.ErrUncertain) {
				return err
			}
		}
		return err
	})
}

// Of implements sessions.Store.
func (f *Sessions) Of(account string) (map[string][]byte, error) {
	found := map[string][]byte{}
	err := f.do("read the sessions in", func(ctx context.Context, d *cluster.Data) error {
		var tokens []string
		list := cluster.Read{Text: "SELECT session FROM account_sessions WHERE account = ?", Values: []any{account}}
		err := d.Each(ctx, list, func(scan func(...any) error) error {
			var token string
			err := scan(&token)
			tokens = append(tokens, token)
			return err
		})
		for _, token := range tokens {
			if err == nil {
				err = f.add(ctx, d, found, token)
			}
		}
		return err
	})
	return found, err
}

func (f *Sessions) add(ctx context.Context, d *cluster.Data, found map[string][]byte, token string) error {
	read := cluster.Read{Text: "SELECT data, expiry FROM sessions WHERE id = ?", Values: []any{token}, Serial: true}
	return d.Each(ctx, read, func(scan func(...any) error) error {
		var data []byte
		var expiry time.Time
		err := scan(&data, &expiry)
		if err == nil && data != nil && f.now().Before(expiry) {
			found[token] = data
		}
		return err
	})
}

const (
	begunValue  = "sessions begun"
	pausedValue = "tokens paused"
)

// Begin implements sessions.Store. Of servers that begin together, each stops the tokens before it
// says that one has begun.
func (f *Sessions) Begin(accounts bool) (paused bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), sessionPatience)
	defer cancel()
	begun, err := f.servers.Value(ctx, begunValue)
	if err != nil || begun != nil {
		return false, err
	}
	if accounts {
		if _, err := f.servers.Once(ctx, pausedValue, []byte{1}, 0); err != nil {
			return false, err
		}
	}
	_, err = f.servers.Once(ctx, begunValue, []byte(rand.Text()), 0)
	return accounts, err
}

// Restored stops tokens and links until an admin confirms them, and ends all sessions: the models that
// are copied into the store may be older than what was taken back since. A keyspace without models
// may have had servers.
func (s *Store) Restored(ctx context.Context) error {
	f, err := s.OpenSessions(func([]byte) string { return "" }, time.Now)
	if err != nil {
		return err
	}
	if err := f.Pause(); err != nil {
		return err
	}
	var tokens []string
	err = f.servers.do(ctx, "list the sessions of", func(d *cluster.Data) error {
		return d.Each(ctx, cluster.Read{Text: "SELECT id FROM sessions"}, func(scan func(...any) error) error {
			var token string
			err := scan(&token)
			tokens = append(tokens, token)
			return err
		})
	})
	for _, token := range tokens {
		if err == nil {
			err = f.Delete(token)
		}
	}
	return err
}

// Pause implements sessions.Store.
func (f *Sessions) Pause() error { return f.setPaused([]byte{1}) }

// Confirm implements sessions.Store.
func (f *Sessions) Confirm() error { return f.setPaused([]byte{0}) }

func (f *Sessions) setPaused(value []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), sessionPatience)
	defer cancel()
	if err := f.servers.SetValue(ctx, pausedValue, value, 0); err != nil {
		return fmt.Errorf("write whether tokens work: %w", err)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.paused = pausing{value[0] == 1, f.now()}
	return nil
}

// Paused implements sessions.Store. While the store does not answer, tokens do not work.
func (f *Sessions) Paused() bool {
	f.mutex.Lock()
	known := f.paused
	f.mutex.Unlock()
	if f.now().Sub(known.at).Abs() < pausedFor {
		return known.is
	}
	ctx, cancel := context.WithTimeout(context.Background(), sessionPatience)
	defer cancel()
	value, err := f.servers.Value(ctx, pausedValue)
	if err != nil {
		return true
	}
	now := pausing{len(value) == 1 && value[0] == 1, f.now()}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.paused = now
	return now.is
}

// Used implements sessions.Store. A use is written at most once a minute by each server.
func (f *Sessions) Used(key, from string) {
	f.mutex.Lock()
	before, due := f.unsaid[key]
	f.unsaid[key] = from
	f.mutex.Unlock()
	if due && before == from {
		return
	}
	time.AfterFunc(slack, func() {
		f.mutex.Lock()
		delete(f.unsaid, key)
		f.mutex.Unlock()
	})
	f.write("note the use of a token in", "INSERT INTO uses (id, used, address) VALUES (?, ?, ?)", key, f.now().UTC().Truncate(time.Second), from)
}

// write writes what may get lost: the server's log has the error.
func (f *Sessions) write(what, text string, values ...any) {
	go func() {
		err := f.do(what, func(ctx context.Context, d *cluster.Data) error { return d.Write(ctx, text, values...) })
		if err != nil {
			f.servers.store.log.Warn("the last use of a token or link is not kept", "error", err)
		}
	}()
}

// LastUse implements sessions.Store.
func (f *Sessions) LastUse(key string) (use sessions.Use, found bool) {
	err := f.do("read the use of a token in", func(ctx context.Context, d *cluster.Data) error {
		read := cluster.Read{Text: "SELECT used, address FROM uses WHERE id = ?", Values: []any{key}}
		return d.Each(ctx, read, func(scan func(...any) error) error {
			found = true
			return scan(&use.At, &use.From)
		})
	})
	return use, found && err == nil
}

// Forget implements sessions.Store.
func (f *Sessions) Forget(key string) {
	f.write("forget a token in", "DELETE FROM uses WHERE id = ?", key)
}

// partOf spreads messages over partitions, so that servers do not wait for each other.
func partOf(key string) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(key)) // never fails
	return int(sum.Sum32() % messageParts)
}

// PutMessages implements sessions.Store. Each message is written by itself: those that are removed go
// last, so that one that is repeated has the same effect.
func (f *Sessions) PutMessages(messages map[string][]byte) error {
	return f.do("keep messages in", func(ctx context.Context, d *cluster.Data) error {
		for key, text := range messages {
			if text == nil {
				continue
			}
			err := applied(ctx, d, "UPDATE messages SET message = ? WHERE part = ? AND key = ? IF gone = null", text, partOf(key), key)
			if err != nil {
				return err
			}
		}
		for key, text := range messages {
			if text != nil {
				continue
			}
			if err := applied(ctx, d, "DELETE FROM messages WHERE part = ? AND key = ? IF EXISTS", partOf(key), key); err != nil {
				return err
			}
		}
		return nil
	})
}

// applied executes a conditional write that may be repeated, until its outcome is known.
func applied(ctx context.Context, d *cluster.Data, text string, values ...any) (err error) {
	for range endTries {
		if _, err = d.Apply(ctx, text, values...); err == nil || !errors.Is(err, cluster.ErrUncertain) {
			return err
		}
	}
	return err
}

// Messages implements sessions.Store.
func (f *Sessions) Messages() (map[string][]byte, error) {
	found := map[string][]byte{}
	err := f.do("read messages in", func(ctx context.Context, d *cluster.Data) error {
		for part := range messageParts {
			read := cluster.Read{Text: "SELECT key, message FROM messages WHERE part = ?", Values: []any{part}}
			err := d.Each(ctx, read, func(scan func(...any) error) error {
				var key string
				var text []byte
				err := scan(&key, &text)
				if text != nil {
					found[key] = text
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Close implements sessions.Store.
func (f *Sessions) Close() error { return nil }
