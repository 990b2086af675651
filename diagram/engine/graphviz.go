package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing/fstest"

	"github.com/goccy/go-graphviz"
)

// plainFormat is Graphviz's line format: one node per line, in inches.
const plainFormat graphviz.Format = "plain"

// emptyFiles is the file system that Graphviz gets. By default the library
// could open files of the host.
var emptyFiles = fstest.MapFS{}

// runDot lays out DOT texts one after the other and returns each in the plain
// format.
//
// The library has one WASM instance for the whole process: never call it from
// two goroutines, never in the server process. It ignores ctx, leaks about a
// megabyte per call, and after a trap every later call fails. The caller must
// therefore end the process after an error.
func runDot(ctx context.Context, texts []string) (plain []string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("run dot: %v", cause)
		}
	}()
	engine, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start dot: %w", err)
	}
	defer engine.Close()
	for _, text := range texts {
		laidOut, err := renderPlain(ctx, engine, text)
		if err != nil {
			return nil, err
		}
		plain = append(plain, laidOut)
	}
	return plain, nil
}

func renderPlain(ctx context.Context, engine *graphviz.Graphviz, text string) (string, error) {
	graph, err := graphviz.ParseBytes([]byte(text))
	if err != nil {
		return "", fmt.Errorf("read DOT: %w", err)
	}
	defer graph.Close()
	var out bytes.Buffer
	if err := engine.Render(ctx, graph, plainFormat, &out); err != nil {
		return "", fmt.Errorf("run dot: %w", err)
	}
	// The library answers some failures with no error and no bytes.
	if out.Len() == 0 {
		return "", errors.New("run dot: empty answer")
	}
	return out.String(), nil
}
