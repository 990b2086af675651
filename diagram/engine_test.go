package diagram

import (
	"context"
	"errors"
	"testing"

	"widerow/diagram/engine/enginetest"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
)

// TestMain lets the test binary serve as the workers of enginetest.Pool.
func TestMain(m *testing.M) { enginetest.Main(m) }

// inProcess lays graphs out without workers: as an engine without Graphviz does.
type inProcess struct{}

func (inProcess) Layout(ctx context.Context, g *graph.Graph) (*graph.Layout, error) {
	v, err := layout.NewView(g)
	if err != nil {
		return nil, err
	}
	made, err := v.Layout(ctx, inProcess{})
	if err != nil {
		made = v.Makeshift()
		made.Notice = v.Notice(true)
	}
	return made, nil
}

// Plain refuses to rank boxes.
func (inProcess) Plain(context.Context, []string) ([]string, error) {
	return nil, errors.New("no Graphviz here")
}
