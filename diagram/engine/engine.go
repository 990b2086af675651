package engine

import (
	"context"
	"errors"
	"log/slog"

	"widerow/diagram/engine/process"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
)

// Engine is the Layouter of the app. Graphviz ranks and orders the boxes in
// child processes; package layout places them and routes the edges. For a large
// graph all of this runs in a child process, so that no request waits for the
// processor or the memory that another's diagram takes.
type Engine struct {
	workers workers
	cache   *layoutCache
	logger  *slog.Logger
}

// workers abstracts Pool.
type workers interface {
	layout.Dot
	// layout computes the whole layout of a graph. makeshift does so without
	// dot.
	layout(ctx context.Context, graph *graph.Graph) (*graph.Layout, error)
	makeshift(ctx context.Context, graph *graph.Graph) (*graph.Layout, error)
}

// New returns an engine that runs dot in the pool and caches the last layouts.
// The caller keeps the pool and closes it. logger may be nil.
func New(pool *Pool, logger *slog.Logger) *Engine {
	return newWith(pool, logger)
}

func newWith(workers workers, logger *slog.Logger) *Engine {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Engine{workers: workers, cache: newLayoutCache(cachedLayouts), logger: logger}
}

// Layout lays out a graph, or returns the cached layout of an equal one.
func (e *Engine) Layout(ctx context.Context, graph *graph.Graph) (*graph.Layout, error) {
	return e.cache.layout(ctx, graph, e.compute)
}

// compute lays out a graph. lasting is false for a makeshift layout that is
// worth another try later.
func (e *Engine) compute(ctx context.Context, graph *graph.Graph) (made *graph.Layout, lasting bool, err error) {
	v, err := layout.NewView(graph)
	if err != nil {
		return nil, false, err
	}
	if graph.Large() {
		made, err = e.workers.layout(ctx, graph)
	} else {
		made, err = v.Layout(ctx, e.workers)
	}
	switch {
	case err == nil:
		return made, true, nil
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	}
	e.logger.Warn("a makeshift instead of a layout", "cause", err, "boxes", len(graph.Boxes), "edges", len(graph.Edges))
	made = e.makeDo(ctx, v, err)
	made.Notice = v.Notice(errors.Is(err, process.ErrLate))
	return made, false, nil
}

// makeDo lays out a graph without dot. If no worker can do that for a large
// graph its edges are straight, which takes the server little time.
func (e *Engine) makeDo(ctx context.Context, v *layout.View, cause error) *graph.Layout {
	if v.Graph.Large() && !errors.Is(cause, process.ErrBusy) {
		if layout, err := e.workers.makeshift(ctx, v.Graph); err == nil {
			return layout
		}
	}
	v.Straight = v.Graph.Large()
	return v.Makeshift()
}
