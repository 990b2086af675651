package cli

import (
	"fmt"
	"log/slog"

	"widerow/diagram"
	"widerow/handlers"
	"widerow/model/sizing"
)

// renderCommand draws a picture without a server.
type renderCommand struct {
	Diagram string `help:"er, workflow, logical or physical." enum:"er,workflow,logical,physical" default:"physical"`
	Format  string `help:"svg." enum:"svg" default:"svg"`
	File    string `arg:"" help:"A Widerow document or a CQL script; - is standard input."`
}

func (r *renderCommand) Run(console *console) error {
	source, err := readSource(console, r.File)
	if err != nil {
		return err
	}
	loaded, err := source.model(console)
	if err != nil {
		return err
	}
	engine, err := openEngineOnce(slog.New(slog.DiscardHandler))
	if err != nil {
		return fmt.Errorf("start the layout engine: %w", err)
	}
	defer engine.Close()
	kind := diagram.Kind(r.Diagram)
	options := diagram.Options{Standalone: true}
	if len(loaded.document.Quantities) > 0 { // without any, each badge would only say that its size is not known
		options.Badges = handlers.Badges(loaded.document, kind, sizing.Book)
	}
	picture, err := diagram.Render(console, engine, loaded.document, kind, diagram.Display{}, options)
	if err != nil {
		return err
	}
	return loaded.finish(console, picture)
}
