package engine

import (
	"context"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"widerow/diagram/digest"
	"widerow/diagram/graph"
)

const (
	// cachedLayouts is the number of layouts kept. 256 layouts of 30 tables
	// take about 5 MB.
	cachedLayouts = 256
	// makeshiftLife is the time between a failed layout and the next try. A grid is drawn meanwhile.
	makeshiftLife = time.Minute
	// layoutVersion is part of every key. Increment it when equal graphs should
	// get different layouts than before.
	layoutVersion = 4
)

// layoutCache keeps the layouts used last. Concurrent callers with equal graphs
// share one computation.
type layoutCache struct {
	layouts *lru.Cache[digest.Sum, cachedLayout]
	flight  singleflight.Group
	now     func() time.Time
}

type cachedLayout struct {
	layout *graph.Layout
	until  time.Time // zero for a layout that does not expire
}

func newLayoutCache(size int) *layoutCache {
	layouts, err := lru.New[digest.Sum, cachedLayout](size)
	if err != nil {
		panic(err) // only a size below 1 fails
	}
	return &layoutCache{layouts: layouts, now: time.Now}
}

// keyOf returns the digest of everything that a layout depends on.
func keyOf(g *graph.Graph) digest.Sum {
	return digest.Of(struct {
		version int
		graph   *graph.Graph
	}{layoutVersion, g})
}

// layout returns the cached layout or computes it. The computation continues if
// its caller leaves, since others may wait for it. The engine's own deadline
// bounds it.
func (c *layoutCache) layout(ctx context.Context, g *graph.Graph,
	compute func(context.Context, *graph.Graph) (*graph.Layout, bool, error)) (*graph.Layout, error) {
	key := keyOf(g)
	if layout := c.get(key); layout != nil {
		return layout, nil
	}
	done := c.flight.DoChan(string(key[:]), func() (any, error) {
		if layout := c.get(key); layout != nil {
			return layout, nil
		}
		layout, lasting, err := compute(context.WithoutCancel(ctx), g)
		if err == nil {
			c.put(key, layout, lasting)
		}
		return layout, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-done:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*graph.Layout), nil
	}
}

func (c *layoutCache) get(key digest.Sum) *graph.Layout {
	found, ok := c.layouts.Get(key)
	if !ok || !found.until.IsZero() && c.now().After(found.until) {
		return nil
	}
	return found.layout
}

func (c *layoutCache) put(key digest.Sum, layout *graph.Layout, lasting bool) {
	entry := cachedLayout{layout: layout}
	if !lasting {
		entry.until = c.now().Add(makeshiftLife)
	}
	c.layouts.Add(key, entry)
}
