package graphviz

import (
	"context"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instance is Graphviz with its own memory. Its methods call the C functions of
// libgvc and libcgraph (https://graphviz.org/documentation/). Pointers are
// offsets into the memory. It frees what would add up over many texts.
type instance struct {
	module api.Module
	gvc    uint64 // the context that gvContextPlugins returned
	dot    uint64 // "dot", the name of the layout
	format uint64 // "plain"
	answer uint64 // where gvRenderData puts the address and the length of a text
}

// silent is cgraph's AGMAX, a level above errors: nothing is printed.
const silent = 3

func (e *Engine) start(ctx context.Context) (*instance, error) {
	module, err := e.runtime.InstantiateModule(ctx, e.compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	started := &instance{module: module}
	if err := started.prepare(ctx); err != nil {
		module.Close(ctx)
		return nil, err
	}
	return started, nil
}

func (i *instance) prepare(ctx context.Context) (err error) {
	if i.dot, err = i.store(ctx, "dot"); err != nil {
		return err
	}
	if i.format, err = i.store(ctx, "plain"); err != nil {
		return err
	}
	if i.answer, err = i.allocate(ctx, 8); err != nil {
		return err
	}
	if _, err = i.call(ctx, "agseterr", silent); err != nil {
		return err
	}
	plugins, err := i.plugins(ctx)
	if err != nil {
		return err
	}
	const loadOnDemand = 1
	if i.gvc, err = i.call(ctx, "gvContextPlugins", plugins, loadOnDemand); err == nil && i.gvc == 0 {
		err = errors.New("gvContextPlugins returned no context")
	}
	return err
}

// plugins returns the list of built-in plugins: pairs of name and address. The
// file's own list lacks the pair of zeros with which Graphviz expects it to
// end.
func (i *instance) plugins(ctx context.Context) (uint64, error) {
	const bytes = 3 * 8 // dot, neato, core
	global := i.module.ExportedGlobal("lt_preloaded_symbols")
	if global == nil {
		return 0, errors.New("the file has no list of plugins")
	}
	builtIn, ok := i.module.Memory().Read(uint32(global.Get()), bytes)
	if !ok {
		return 0, errors.New("the list of plugins is outside the memory")
	}
	return i.store(ctx, string(builtIn)+string(make([]byte, 8)))
}

// plain lays out one DOT text.
func (i *instance) plain(ctx context.Context, text string) (string, error) {
	source, err := i.store(ctx, text)
	if err != nil {
		return "", err
	}
	graph, err := i.call(ctx, "agmemread", source)
	if err == nil && graph == 0 {
		err = errors.New("syntax error")
	}
	if err != nil {
		return "", fmt.Errorf("read DOT: %w", err)
	}
	if failed, err := i.call(ctx, "gvLayout", i.gvc, graph, i.dot); err != nil || failed != 0 {
		return "", failure("gvLayout", err)
	}
	if failed, err := i.call(ctx, "gvRenderData", i.gvc, graph, i.format, i.answer, i.answer+4); err != nil || failed != 0 {
		return "", failure("gvRenderData", err)
	}
	laidOut, err := i.read()
	if err != nil {
		return "", err
	}
	return laidOut, i.free(ctx, graph, source)
}

func (i *instance) free(ctx context.Context, graph, source uint64) error {
	rendered, _ := i.module.Memory().ReadUint32Le(uint32(i.answer))
	_, err := i.call(ctx, "gvFreeRenderData", uint64(rendered))
	if err == nil {
		_, err = i.call(ctx, "gvFreeLayout", i.gvc, graph)
	}
	if err == nil {
		_, err = i.call(ctx, "agclose", graph)
	}
	if err == nil {
		_, err = i.call(ctx, "free", source)
	}
	return err
}

// read returns the text that gvRenderData made.
func (i *instance) read() (string, error) {
	memory := i.module.Memory()
	address, _ := memory.ReadUint32Le(uint32(i.answer))
	length, _ := memory.ReadUint32Le(uint32(i.answer) + 4)
	text, ok := memory.Read(address, length)
	if !ok || length == 0 {
		return "", errors.New("gvRenderData returned no text")
	}
	return string(text), nil
}

// store copies a text into the instance's memory, with the zero byte that ends
// it in C.
func (i *instance) store(ctx context.Context, text string) (uint64, error) {
	address, err := i.allocate(ctx, len(text)+1)
	if err != nil {
		return 0, err
	}
	if !i.module.Memory().WriteString(uint32(address), text+"\x00") {
		return 0, errors.New("the memory is too small for the text")
	}
	return address, nil
}

func (i *instance) allocate(ctx context.Context, bytes int) (uint64, error) {
	address, err := i.call(ctx, "malloc", uint64(bytes))
	if err == nil && address == 0 {
		err = errors.New("the memory is full")
	}
	return address, err
}

func (i *instance) call(ctx context.Context, function string, arguments ...uint64) (uint64, error) {
	results, err := i.module.ExportedFunction(function).Call(ctx, arguments...)
	if err != nil {
		return 0, failure(function, err)
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}

func failure(function string, err error) error {
	if err == nil {
		return fmt.Errorf("run dot: %s failed", function)
	}
	return fmt.Errorf("run dot: %s: %w", function, err)
}
