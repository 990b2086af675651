package bolt

import (
	"cmp"
	"fmt"
	"os"
	"time"

	"widerow/store"
)

// watchEvery is the interval at which the name of the file is compared with the open file.
const watchEvery = time.Second

// startWatch logs when the file is removed, replaced or cut off, and when it is
// back. Saves and Ping do not depend on it: they look themselves. It also renews a
// store whose sync has failed.
func (s *Store) startWatch() {
	s.watched.Go(func() {
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		var last error
		var renewing renewal
		ctx := s.untilClosed()
		for {
			select {
			case <-s.stop:
				return
			case <-ticker.C:
			}
			s.swap.RLock()
			err := cmp.Or(s.checkFile(s.size.Load()), s.checkMeta())
			s.swap.RUnlock()
			switch {
			case err != nil && last == nil:
				s.options.Log.Error("no save is accepted", "error", err)
			case err == nil && last != nil:
				s.options.Log.Info("the data file is back in its place; saves are accepted", "file", s.path)
			}
			last = err
			s.renewWhenDue(ctx, &renewing)
		}
	})
}

// checkFile returns ErrReplaced if path is no longer the open file, or if that
// has fewer bytes than bbolt uses. The caller holds the writer's token or swap.
func (s *Store) checkFile(size int64) error {
	const rescue = "do not stop this server yet: `widerow backup` still saves all its models; then stop it, and put that backup in place with `widerow restore`"
	opened, err := s.file.Stat()
	if err != nil {
		return fmt.Errorf("store %s: %w: %w", s.path, store.ErrReplaced, err)
	}
	named, err := os.Stat(s.path)
	switch {
	case err != nil:
		return fmt.Errorf("store %s: the file was removed or moved while Widerow uses it: %s: %w", s.path, rescue, store.ErrReplaced)
	case !os.SameFile(opened, named):
		return fmt.Errorf("store %s: another file was put in its place while Widerow uses it: %s: %w", s.path, rescue, store.ErrReplaced)
	case opened.Size() < size:
		return fmt.Errorf("store %s: the file was cut off to %d of %d bytes while Widerow uses it: "+
			"stop the server, and restore a backup or run `widerow salvage`: %w", s.path, opened.Size(), size, store.ErrReplaced)
	}
	return nil
}
