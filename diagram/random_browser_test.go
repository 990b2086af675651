package diagram

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
)

var browserCount = flag.Int("browser-drawings", 3, "how many random models a browser sets, from -drawing-seed on")

// TestBrowserKeepsRandomTextApart has a browser draw random models with hostile
// names, in all kinds and with random displays. As the browser measures it, no text
// leaves its cell, and no label covers another label or a box.
func TestBrowserKeepsRandomTextApart(t *testing.T) {
	ctx, engine := chromium(t), engine.New(enginetest.Pool(t, nil), nil)
	sizes := []int{5, 14, 30, 3, 9, 60}
	for i := range *browserCount {
		seed, tables := *drawingSeed+uint64(i), sizes[i%len(sizes)]
		m := randomModel(seed, tables)
		maker := &modelMaker{Rand: rand.New(rand.NewPCG(seed, 13)), tables: tables}
		for _, kind := range kinds {
			display, options := maker.display(), maker.options(true)
			t.Run(fmt.Sprintf("seed=%d,%s", seed, kind), func(t *testing.T) {
				svg, err := Render(t.Context(), engine, m, kind, display, options)
				if err != nil {
					t.Fatal(err)
				}
				for _, text := range inBrowser[string](ctx, t, svg, readOverflows+".then(over => over.concat(("+readOverlaps+")()))") {
					t.Error(text)
				}
			})
		}
	}
}
