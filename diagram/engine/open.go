package engine

import (
	"log/slog"
	"os"
	"path/filepath"

	"widerow/diagram/engine/process"
)

// Opened is an engine with the worker processes that it ends.
type Opened struct {
	*Engine
	pool *Pool
}

// Open starts an engine that keeps the compiled Graphviz in the folder cache, if only this user can
// change it: its content is executed. Otherwise each worker compiles, which takes half a second.
func Open(cache string, log *slog.Logger) (*Opened, error) {
	folder, err := PrivateFolder(cache)
	if err != nil {
		log.Warn("the compiled layout engine is not kept: each start of one takes half a second longer", "cause", err)
	}
	pool, err := NewPool(PoolOptions{Cache: folder, Options: process.Options{Logger: log}})
	if err != nil {
		return nil, err
	}
	return &Opened{Engine: New(pool, log), pool: pool}, nil
}

// OpenOnce starts an engine for one picture. The compiled Graphviz is kept in the user's cache folder.
func OpenOnce(log *slog.Logger) (*Opened, error) {
	cache := ""
	if folder, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(folder, "widerow", "layout")
	}
	return Open(cache, log)
}

// Close stops the worker processes.
func (e *Opened) Close() error { return e.pool.Close() }
