// Package sessions keeps what a server knows about signed-in browsers and programs, in
// a file of its own beside the data file: sessions, and when a token or a link was last
// used. Messages to other servers wait there, too. A backup of the data does not have it,
// so that a stolen backup opens no session and a restored one sends nothing again.
//
// All entries are in memory. The file is read once, and written when a session is made,
// changed or ended; that a session was used is written at most once a minute.
package sessions

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Most is the number of sessions that a file keeps. The session that ends first makes room.
const Most = 100_000

// slack bounds the delay of a session's end in the file behind its end in memory.
const slack = time.Minute

var (
	bucketSessions = []byte("sessions")
	bucketUses     = []byte("uses")
	bucketMeta     = []byte("meta")
	bucketMessages = []byte("messages")

	keyPaused = []byte("paused")
	keyNew    = []byte("new") // until Begin
)

// Options are the options of Open.
type Options struct {
	Log *slog.Logger     // receives what an operator must know; nil: nothing is logged
	Now func() time.Time // nil: time.Now
}

// File is the sessions of one server. It is a scs.IterableStore whose tokens are hashes
// (scs.SessionManager.HashTokenInStore), and safe for concurrent use.
type File struct {
	db  *bbolt.DB
	now func() time.Time
	log *slog.Logger

	mutex    sync.RWMutex
	paused   bool
	sessions map[string]session
	uses     map[string]Use
	unsaved  map[string]bool // keys of uses that the file lacks

	stop    chan struct{}
	stopped sync.WaitGroup
}

type session struct {
	data    []byte
	expiry  time.Time
	written time.Time // the expiry that the file knows
}

// Use is the last use of a token or a link.
type Use struct {
	At   time.Time
	From string // the address of the client
}

// Path returns the path of the sessions that belong to a data file.
func Path(data string) string { return data + ".sessions" }

// Open opens or creates the file at path. A file that cannot be read is put aside as
// path.damaged, and everybody signs in again. Only one process can have it open.
func Open(path string, options Options) (*File, error) {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	f, err := open(path, options)
	if errors.Is(err, errDamaged) {
		options.Log.Error("the sessions cannot be read: everybody signs in again", "file", path, "kept", path+".damaged", "error", err)
		if err := os.Rename(path, path+".damaged"); err != nil {
			return nil, fmt.Errorf("put the damaged sessions aside: %w", err)
		}
		f, err = open(path, options)
	}
	if err != nil {
		return nil, fmt.Errorf("open the sessions %s: %w", path, err)
	}
	f.stopped.Go(f.work)
	return f, nil
}

var errDamaged = errors.New("damaged")

func open(path string, options Options) (f *File, err error) {
	defer func() {
		if p := recover(); p != nil { // of bbolt on a damaged file
			f, err = nil, fmt.Errorf("%w: %v", errDamaged, p)
		}
	}()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: 5 * time.Second, FreelistType: bbolt.FreelistMapType})
	switch {
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	case err != nil:
		return nil, err
	}
	f = &File{
		db: db, now: options.Now, log: options.Log,
		sessions: map[string]session{}, uses: map[string]Use{}, unsaved: map[string]bool{}, stop: make(chan struct{}),
	}
	if err := db.Update(f.load); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return f, nil
}

// load reads the file and removes what has ended.
func (f *File) load(tx *bbolt.Tx) error {
	kept, err := tx.CreateBucketIfNotExists(bucketSessions)
	if err != nil {
		return err
	}
	uses, err := tx.CreateBucketIfNotExists(bucketUses)
	if err != nil {
		return err
	}
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		if meta, err = tx.CreateBucket(bucketMeta); err == nil {
			err = meta.Put(keyNew, []byte{1})
		}
	}
	if err != nil {
		return err
	}
	if _, err := tx.CreateBucketIfNotExists(bucketMessages); err != nil {
		return err
	}
	f.paused = meta.Get(keyPaused) != nil
	ended := [][]byte{}
	_ = kept.ForEach(func(key, value []byte) error {
		found, ok := decodeSession(value)
		if !ok || !f.now().Before(found.expiry) {
			ended = append(ended, key)
			return nil
		}
		f.sessions[string(key)] = found
		return nil
	})
	for _, key := range ended {
		if err := kept.Delete(key); err != nil {
			return err
		}
	}
	return uses.ForEach(func(key, value []byte) error {
		if len(value) >= 8 {
			f.uses[string(key)] = Use{At: timeOf(value), From: string(value[8:])}
		}
		return nil
	})
}

// Begin implements Store.
func (f *File) Begin(accounts bool) (paused bool, err error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	err = f.db.Update(func(tx *bbolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		if meta.Get(keyNew) == nil {
			return nil
		}
		if paused = accounts; paused {
			if err := meta.Put(keyPaused, []byte{1}); err != nil {
				return err
			}
		}
		return meta.Delete(keyNew)
	})
	if err != nil {
		return false, fmt.Errorf("write whether tokens work: %w", err)
	}
	f.paused = f.paused || paused
	return paused, nil
}

// Pause stops tokens and links until Confirm, also across starts: the data may be older
// than what was taken back.
func (f *File) Pause() error { return f.setPaused(true) }

// Confirm makes tokens and links work again.
func (f *File) Confirm() error { return f.setPaused(false) }

// Paused reports whether tokens and links wait for Confirm.
func (f *File) Paused() bool {
	f.mutex.RLock()
	defer f.mutex.RUnlock()
	return f.paused
}

func (f *File) setPaused(paused bool) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	err := f.db.Update(func(tx *bbolt.Tx) error {
		if paused {
			return tx.Bucket(bucketMeta).Put(keyPaused, []byte{1})
		}
		return tx.Bucket(bucketMeta).Delete(keyPaused)
	})
	if err != nil {
		return fmt.Errorf("write whether tokens work: %w", err)
	}
	f.paused = paused
	return nil
}

// Close writes what is not written yet and closes the file.
func (f *File) Close() error {
	close(f.stop)
	f.stopped.Wait()
	return errors.Join(f.saveUses(), f.db.Close())
}

// work writes uses and removes what has ended, until Close.
func (f *File) work() {
	tick := time.NewTicker(slack)
	defer tick.Stop()
	for {
		select {
		case <-f.stop:
			return
		case <-tick.C:
			if err := errors.Join(f.saveUses(), f.removeEnded()); err != nil {
				f.log.Error("the sessions cannot be written", "file", f.db.Path(), "error", err)
			}
		}
	}
}

// Find implements scs.Store.
func (f *File) Find(token string) ([]byte, bool, error) {
	f.mutex.RLock()
	defer f.mutex.RUnlock()
	found, ok := f.sessions[token]
	if !ok || !f.now().Before(found.expiry) {
		return nil, false, nil
	}
	return found.data, true, nil
}

// Commit implements scs.Store. A session that only ends later than before is written
// once a minute, since every request of a browser makes it do so.
func (f *File) Commit(token string, data []byte, expiry time.Time) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	before, known := f.sessions[token]
	next := session{data, expiry, before.written}
	if known && string(before.data) == string(data) && expiry.Sub(before.written).Abs() < slack {
		f.sessions[token] = next
		return nil
	}
	next.written = expiry
	remove := f.tooMany(known)
	err := f.db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketSessions)
		if remove != "" {
			if err := bucket.Delete([]byte(remove)); err != nil {
				return err
			}
		}
		return bucket.Put([]byte(token), next.encode())
	})
	if err != nil {
		return fmt.Errorf("save the session: %w", err)
	}
	delete(f.sessions, remove)
	f.sessions[token] = next
	return nil
}

// tooMany returns the session that makes room for another one, or "".
func (f *File) tooMany(known bool) (first string) {
	if known || len(f.sessions) < Most {
		return ""
	}
	for token, session := range f.sessions {
		if first == "" || session.expiry.Before(f.sessions[first].expiry) {
			first = token
		}
	}
	return first
}

// Delete implements scs.Store. The session has ended on disk when it returns.
func (f *File) Delete(token string) error { return f.remove(token) }

func (f *File) remove(tokens ...string) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, token := range tokens {
		delete(f.sessions, token) // at once, also if the disk fails
	}
	err := f.db.Update(func(tx *bbolt.Tx) error {
		for _, token := range tokens {
			if err := tx.Bucket(bucketSessions).Delete([]byte(token)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("end the session: %w", err)
	}
	return nil
}

func (f *File) removeEnded() error {
	var ended []string
	f.mutex.RLock()
	for token, session := range f.sessions {
		if !f.now().Before(session.expiry) {
			ended = append(ended, token)
		}
	}
	f.mutex.RUnlock()
	if len(ended) == 0 {
		return nil
	}
	return f.remove(ended...)
}

// All implements scs.IterableStore.
func (f *File) All() (map[string][]byte, error) {
	f.mutex.RLock()
	defer f.mutex.RUnlock()
	all := map[string][]byte{}
	for token, session := range f.sessions {
		if f.now().Before(session.expiry) {
			all[token] = session.data
		}
	}
	return all, nil
}

// Used notes the use of a token or a link.
func (f *File) Used(key string, from string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.uses[key] = Use{f.now().UTC().Truncate(time.Second), from}
	f.unsaved[key] = true
}

// LastUse returns the last use of a token or a link.
func (f *File) LastUse(key string) (Use, bool) {
	f.mutex.RLock()
	defer f.mutex.RUnlock()
	use, found := f.uses[key]
	return use, found
}

// Forget removes the last use of a token or link that was revoked.
func (f *File) Forget(key string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.uses, key)
	f.unsaved[key] = true
}

func (f *File) saveUses() error {
	f.mutex.Lock()
	unsaved, uses := f.unsaved, maps.Clone(f.uses)
	f.unsaved = map[string]bool{}
	f.mutex.Unlock()
	if len(unsaved) == 0 {
		return nil
	}
	return f.db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(bucketUses)
		for key := range unsaved {
			err := bucket.Delete([]byte(key))
			if use, kept := uses[key]; kept {
				err = bucket.Put([]byte(key), append(secondsOf(use.At), use.From...))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s session) encode() []byte { return append(secondsOf(s.expiry), s.data...) }

func decodeSession(value []byte) (session, bool) {
	if len(value) < 8 {
		return session{}, false
	}
	expiry := timeOf(value)
	return session{append([]byte{}, value[8:]...), expiry, expiry}, true
}

func secondsOf(at time.Time) []byte { return binary.BigEndian.AppendUint64(nil, uint64(at.Unix())) }

func timeOf(value []byte) time.Time {
	return time.Unix(int64(binary.BigEndian.Uint64(value)), 0).UTC()
}
