package diagram

import (
	"context"
	"testing"
)

func TestDrawSamples(t *testing.T) {
	engine := NewEngine(testPool(t, "real", nil), nil)
	grid := sampleHotel()
	for name, g := range map[string]*Graph{"hotel": sampleHotel(), "workflow": sampleWorkflow(), "er": sampleER(),
		"random30": sampleRandom(1, 30, 40, 2), "random12": sampleRandom(5, 12, 16, 0)} {
		l, err := engine.Layout(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if l.Notice != "" {
			t.Errorf("%s: notice %q", name, l.Notice)
		}
		drawLayout(t, name, g, l)
	}
	l, err := Grid{}.Layout(context.Background(), grid)
	if err != nil {
		t.Fatal(err)
	}
	drawLayout(t, "grid", grid, l)
}
