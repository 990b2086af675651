package cli

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"widerow/diagram/engine"
)

// layoutEngine is a layout engine and its worker processes.
type layoutEngine struct {
	*engine.Engine
	pool      *engine.Pool
	temporary string // the folder that Close removes, or empty
}

// openEngine starts an engine that keeps the compiled Graphviz in the folder
// cache. The folder must be on a disk and private to this user, because its
// content is executed.
func openEngine(cache string, log *slog.Logger) (*layoutEngine, error) {
	pool, err := engine.NewPool(engine.PoolOptions{TempDir: cache, Logger: log})
	if err != nil {
		return nil, err
	}
	return &layoutEngine{Engine: engine.New(pool, log), pool: pool}, nil
}

// openEngineOnce starts an engine for a verb that draws one picture. The
// compiled Graphviz is kept in the user's cache folder. Without such a folder
// each start takes half a second longer.
func openEngineOnce(log *slog.Logger) (*layoutEngine, error) {
	if cache, err := os.UserCacheDir(); err == nil {
		if opened, err := openEngine(filepath.Join(cache, "widerow", "layout"), log); err == nil {
			return opened, nil
		}
	}
	folder, err := os.MkdirTemp("", "widerow-")
	if err != nil {
		return nil, fmt.Errorf("create a folder for the layout engine: %w", err)
	}
	opened, err := openEngine(folder, log)
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	opened.temporary = folder
	return opened, nil
}

// Close stops the worker processes.
func (e *layoutEngine) Close() error {
	err := e.pool.Close()
	if e.temporary != "" {
		os.RemoveAll(e.temporary)
	}
	return err
}
