package cli

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"widerow/diagram"
)

// engine is a layout engine with the processes that it runs.
type engine struct {
	*diagram.Engine
	pool *diagram.Pool
	// temporary is a folder to remove at the end, or empty.
	temporary string
}

// openEngine keeps the compiled Graphviz in that folder, which must be on
// a disk and private to this user: its content is run as code.
func openEngine(cache string, log *slog.Logger) (*engine, error) {
	pool, err := diagram.NewPool(diagram.PoolOptions{TempDir: cache, Logger: log})
	if err != nil {
		return nil, err
	}
	return &engine{Engine: diagram.NewEngine(pool, log), pool: pool}, nil
}

// openEngineOnce is for a verb that draws and ends. The compiled Graphviz is
// kept in the user's cache folder; where there is none, it costs half a second
// each time.
func openEngineOnce(log *slog.Logger) (*engine, error) {
	if cache, err := os.UserCacheDir(); err == nil {
		if opened, err := openEngine(filepath.Join(cache, "widerow", "layout"), log); err == nil {
			return opened, nil
		}
	}
	folder, err := os.MkdirTemp("", "widerow-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the layout engine: %w", err)
	}
	opened, err := openEngine(folder, log)
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	opened.temporary = folder
	return opened, nil
}

// Close ends the processes.
func (e *engine) Close() error {
	err := e.pool.Close()
	if e.temporary != "" {
		os.RemoveAll(e.temporary)
	}
	return err
}
