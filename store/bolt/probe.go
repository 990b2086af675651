package bolt

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// How long Ping trusts a result. A probe writes to the disk, so it is rare.
const (
	goodProbe = 10 * time.Second
	badProbe  = 2 * time.Second
)

// probe is the last result of a probe, and the one that is running.
type probe struct {
	sync.Mutex
	at      time.Time
	err     error
	running chan struct{} // closed at its end; nil: none
}

// fresh reports whether the last result can still be trusted.
func (p *probe) fresh(full bool) bool {
	trusted := goodProbe
	switch {
	case p.err != nil:
		trusted = badProbe
	case full:
		trusted = 0
	}
	return time.Since(p.at) < trusted
}

// forget makes the next Ping look again.
func (p *probe) forget() {
	p.Lock()
	defer p.Unlock()
	p.at = time.Time{}
}

// keyProbe is the entry of the bucket meta that a probe writes.
var keyProbe = []byte("probe")

// probeSize is the size of the file that a probe writes, in bytes: more than a
// usual save needs.
const probeSize = 256 << 10

// Ping returns nil if models can be read and saved. It compares the file with
// its name each time, and every few seconds writes to it and reads back.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.readOnlyError(); err != nil {
		return err
	}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		if err := readFormat(tx); err != nil {
			return fmt.Errorf("store %s: %w", s.path, err)
		}
		return s.checkFile(tx.Size())
	})
	if err != nil {
		return err
	}
	return s.lastProbe(ctx)
}

// lastProbe returns the last result, or waits for a new one. A disk that hangs
// does not hold the caller longer than ctx.
func (s *Store) lastProbe(ctx context.Context) error {
	p := &s.probed
	p.Lock()
	if p.fresh(s.full.Load() != nil) {
		defer p.Unlock()
		return p.err
	}
	if p.running == nil {
		p.running = make(chan struct{})
		go s.runProbe()
	}
	running := p.running
	p.Unlock()
	select {
	case <-running:
		p.Lock()
		defer p.Unlock()
		return p.err
	case <-ctx.Done():
		return fmt.Errorf("store %s: the disk does not answer in time: %w", s.path, ctx.Err())
	}
}

func (s *Store) runProbe() {
	err := s.probe(context.Background())
	s.probed.Lock()
	defer s.probed.Unlock()
	s.probed.err, s.probed.at = err, time.Now()
	close(s.probed.running)
	s.probed.running = nil
}

// probe writes an entry and a file, and reads both back. A save can often use
// free pages of the file, so only the second shows that the disk is full.
func (s *Store) probe(ctx context.Context) error {
	if err := s.probeSpace(); err != nil {
		return err
	}
	mark := []byte(rand.Text())
	err := s.update(ctx, "", func(tx *bbolt.Tx) error { return tx.Bucket(bucketMeta).Put(keyProbe, mark) })
	if err != nil {
		return err
	}
	return s.view(ctx, func(tx *bbolt.Tx) error {
		if !bytes.Equal(tx.Bucket(bucketMeta).Get(keyProbe), mark) {
			return fmt.Errorf("store %s: %w: what was written is not read back", s.path, store.ErrCorrupt)
		}
		return nil
	})
}

// probeSpace writes a file beside the data file and removes it. A folder in
// which this user cannot create files is no reason not to be ready.
func (s *Store) probeSpace() error {
	file, err := os.CreateTemp(filepath.Dir(s.path), filepath.Base(s.path)+".probe-")
	if err == nil {
		defer os.Remove(file.Name())
		defer file.Close()
		if _, err = file.Write(make([]byte, probeSize)); err == nil {
			err = file.Sync()
		}
	}
	switch {
	case err == nil, errors.Is(err, fs.ErrPermission), caused(err, syscall.EROFS):
		return nil
	case caused(err, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG):
		return fmt.Errorf("store %s: no saves are possible, free some space: %w: %w", s.path, store.ErrFull, err)
	}
	return fmt.Errorf("store %s: the disk cannot be written: %w", s.path, err)
}

// noteFull remembers that the disk was full until a write succeeds. A limit of
// ours is no fault: a smaller save may fit.
func (s *Store) noteFull(err error) error {
	if errors.Is(err, store.ErrFull) && !errors.Is(err, store.ErrLimit) {
		s.full.Store(&err)
	}
	return err
}
