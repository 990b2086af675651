// Package graphviz runs dot. The file graphviz.wasm is copied from go-graphviz unchanged: Graphviz
// 12.1.2, compiled to WebAssembly. The library compiles it to machine code whenever a program
// starts, and loads machine code from a folder that all users share. This package does so when Open
// is called, and from a folder that the caller names
// (docs/adr/0005-graphviz-in-child-processes.md).
//
// Read Engine.Plain first; instance.go has the calls into Graphviz.
package graphviz

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

//go:generate sh -c "install -m 644 \"$(go list -m -f {{.Dir}} github.com/goccy/go-graphviz)/internal/wasm/graphviz.wasm\" graphviz.wasm"

//go:embed graphviz.wasm
var program []byte

// memoryPages limits the memory of a job: 4,096 pages of 64 KiB are 256 MiB.
const memoryPages = 4096

// Engine is Graphviz, compiled. It is safe for concurrent use.
type Engine struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// Open compiles Graphviz, which takes half a second, or loads what an earlier
// call compiled from the folder cache, which takes 20 ms. The content of cache
// is executed: only this user may be able to write to it. If it is damaged, it is
// written anew (cache.go). With an empty path, or a folder that cannot be used, Open
// compiles.
func Open(ctx context.Context, cache string) (*Engine, error) {
	if cache != "" {
		if engine, err := openCached(ctx, cache); err == nil {
			return engine, nil
		}
	}
	return open(ctx, wazero.NewRuntimeConfig())
}

func open(ctx context.Context, config wazero.RuntimeConfig) (engine *Engine, err error) {
	runtime := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(memoryPages))
	defer func() {
		if err != nil {
			runtime.Close(ctx)
			err = fmt.Errorf("compile Graphviz: %w", err)
		}
	}()
	compiled, err := runtime.CompileModule(ctx, program)
	if err != nil {
		return nil, err
	}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return nil, err
	}
	if err := refuseCallbacks(ctx, runtime, compiled); err != nil {
		return nil, err
	}
	return &Engine{runtime: runtime, compiled: compiled}, nil
}

// refuseCallbacks defines the functions through which Graphviz would call
// plugins written in Go. There are none, so that a call is a fault.
func refuseCallbacks(ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule) error {
	refuse := api.GoModuleFunc(func(context.Context, api.Module, []uint64) { panic(errCallback) })
	builder := runtime.NewHostModuleBuilder("env")
	for _, function := range compiled.ImportedFunctions() {
		if module, name, _ := function.Import(); module == "env" {
			builder.NewFunctionBuilder().WithGoModuleFunction(refuse, function.ParamTypes(), function.ResultTypes()).Export(name)
		}
	}
	_, err := builder.Instantiate(ctx)
	return err
}

var errCallback = errors.New("call of a Graphviz plugin that does not exist")

// Close frees the compiled code.
func (e *Engine) Close() error { return e.runtime.Close(context.Background()) }

// Plain lays out DOT texts one after the other and returns each in the plain
// format: one node or edge per line, in inches. Each call gets an instance of
// its own, with its own memory and without files, clock or network, so that no
// call can affect another. It does not end before it is done, whatever ctx
// says.
func (e *Engine) Plain(ctx context.Context, texts []string) ([]string, error) {
	started, err := e.start(ctx)
	if err != nil {
		return nil, fmt.Errorf("start dot: %w", err)
	}
	defer started.module.Close(ctx)
	plain := make([]string, len(texts))
	for i, text := range texts {
		if plain[i], err = started.plain(ctx, text); err != nil {
			return nil, err
		}
	}
	return plain, nil
}
