package cli

import (
	"log/slog"
	"os"
	"path/filepath"

	"widerow/diagram/engine"
	"widerow/diagram/engine/process"
)

// layoutEngine is a layout engine and its worker processes.
type layoutEngine struct {
	*engine.Engine
	pool *engine.Pool
}

// openEngine starts an engine that keeps the compiled Graphviz in the folder
// cache, if only this user can change it: its content is executed. Otherwise
// each worker compiles, which takes half a second.
func openEngine(cache string, log *slog.Logger) (*layoutEngine, error) {
	folder, err := engine.PrivateFolder(cache)
	if err != nil {
		log.Warn("the compiled layout engine is not kept: each start of one takes half a second longer", "cause", err)
	}
	pool, err := engine.NewPool(engine.PoolOptions{Cache: folder, Options: process.Options{Logger: log}})
	if err != nil {
		return nil, err
	}
	return &layoutEngine{Engine: engine.New(pool, log), pool: pool}, nil
}

// openEngineOnce starts an engine for a verb that draws one picture. The
// compiled Graphviz is kept in the user's cache folder.
func openEngineOnce(log *slog.Logger) (*layoutEngine, error) {
	cache := ""
	if folder, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(folder, "widerow", "layout")
	}
	return openEngine(cache, log)
}

// Close stops the worker processes.
func (e *layoutEngine) Close() error { return e.pool.Close() }
